import { AppError } from '../../lib/errors.ts';

/** A quota that was reached is checked again after this time; until then nothing is downloaded in vain. */
const QUOTA_PAUSE_MS = 1_000;

/** Limits concurrent downloads of this process, in total and per organization. Requests above the limit get a 429. */
export class Admission {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #running = new Map<number, number>();
  readonly #reached = new Map<number, { error: AppError; until: number }>();
  #total = 0;

  constructor(most: number, mostOfOne: number) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
  }

  async run<T>(organizationId: number, task: () => Promise<T>): Promise<T> {
    this.#checkQuota(organizationId);
    const own = this.#running.get(organizationId) ?? 0;
    if (this.#total >= this.#most || own >= this.#mostOfOne) {
      const message = 'Too many images are being downloaded. Retry in a second.';
      throw new AppError('too_many', message, { retryAfterSeconds: 1 });
    }
    this.#total++;
    this.#running.set(organizationId, own + 1);
    try {
      return await task();
    } catch (error) {
      if (error instanceof AppError && error.fields?.quota !== undefined) {
        this.#reached.set(organizationId, { error, until: performance.now() + QUOTA_PAUSE_MS });
      }
      throw error;
    } finally {
      this.#total--;
      const left = (this.#running.get(organizationId) ?? 1) - 1;
      if (left > 0) this.#running.set(organizationId, left);
      else this.#running.delete(organizationId);
    }
  }

  #checkQuota(organizationId: number): void {
    const reached = this.#reached.get(organizationId);
    if (!reached) return;
    if (performance.now() < reached.until) throw reached.error;
    this.#reached.delete(organizationId);
  }
}
