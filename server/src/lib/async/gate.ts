/** Lets `width` tasks run at once, `queue` wait, and turns the rest away. */
export class Gate {
  readonly #width: number;
  readonly #queue: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(width: number, queue = Number.POSITIVE_INFINITY) {
    this.#width = width;
    this.#queue = queue;
  }

  /** Runs the task when there is room; throws what `onFull` makes when the queue is full too. */
  async run<T>(task: () => Promise<T>, onFull: () => Error): Promise<T> {
    if (this.#running >= this.#width) {
      if (this.#waiting.length >= this.#queue) throw onFull();
      // The one who leaves hands its place over, so the count stays as it is.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running++;
    }
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
