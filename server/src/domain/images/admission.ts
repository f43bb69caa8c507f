import { AppError } from '../../lib/errors.ts';

/** So many downloads at once in this process, and so many of one organization; the rest is told to come back. */
export class Admission {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #running = new Map<number, number>();
  #total = 0;

  constructor(most: number, mostOfOne: number) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
  }

  async run<T>(organizationId: number, task: () => Promise<T>): Promise<T> {
    const own = this.#running.get(organizationId) ?? 0;
    if (this.#total >= this.#most || own >= this.#mostOfOne) {
      const message = 'Too many pictures are being downloaded just now. Send this one again.';
      throw new AppError('too_many', message, { retryAfterSeconds: 1 });
    }
    this.#total++;
    this.#running.set(organizationId, own + 1);
    try {
      return await task();
    } finally {
      this.#total--;
      const left = (this.#running.get(organizationId) ?? 1) - 1;
      if (left > 0) this.#running.set(organizationId, left);
      else this.#running.delete(organizationId);
    }
  }
}
