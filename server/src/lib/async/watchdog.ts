import { AppError } from '../errors.ts';

/** Rejects `expired` when nothing was reported for `idleMs`, except during a suspension. */
export class Watchdog {
  readonly expired: Promise<never>;
  readonly #idleMs: number;
  readonly #timer: NodeJS.Timeout;
  #touchedAt = performance.now();
  #suspensions = 0;

  constructor(idleMs: number, what: string) {
    this.#idleMs = idleMs;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    this.expired = promise;
    this.#timer = setInterval(
      () => {
        if (this.#suspensions > 0 || performance.now() - this.#touchedAt < this.#idleMs) return;
        this.stop();
        reject(
          new AppError('unavailable', `${what} made no progress for ${Math.round(idleMs / 1_000)} seconds.`),
        );
      },
      Math.min(idleMs / 4, 1_000),
    ).unref();
  }

  touch(): void {
    this.#touchedAt = performance.now();
  }

  /** For work that has its own deadline. */
  async suspendDuring<T>(work: Promise<T>): Promise<T> {
    this.#suspensions++;
    try {
      return await work;
    } finally {
      this.#suspensions--;
      this.touch();
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
