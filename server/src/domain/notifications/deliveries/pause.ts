/** A wait that can be ended early. */
export class Pause {
  #ended = Promise.withResolvers<void>();

  /** Ends the current wait, or the next one if nothing waits now. */
  readonly end = (): void => {
    this.#ended.resolve();
  };

  async wait(ms: number): Promise<void> {
    const timer = setTimeout(this.end, ms);
    await this.#ended.promise;
    clearTimeout(timer);
    this.#ended = Promise.withResolvers();
  }
}
