import { KeyedGate } from '../../lib/async/keyed-gate.ts';
import { AppError } from '../../lib/errors.ts';

/** A quota that was reached is checked again after this time; until then nothing is downloaded in vain. */
const QUOTA_PAUSE_MS = 1_000;
const tooMany = () =>
  new AppError('too_many', 'Too many images are being downloaded. Retry in a second.', {
    retryAfterSeconds: 1,
  });

/** Limits concurrent downloads of this process, in total and per organization. Requests above the limit get a 429. */
export class Admission {
  readonly #gate: KeyedGate<number>;
  readonly #reached = new Map<number, { error: AppError; until: number }>();

  constructor(most: number, mostOfOne: number) {
    this.#gate = new KeyedGate({ width: most, widthPerKey: mostOfOne, queuePerKey: 0 });
  }

  async run<T>(organizationId: number, task: () => Promise<T>): Promise<T> {
    const reached = this.#reached.get(organizationId);
    if (reached && performance.now() < reached.until) throw reached.error;
    this.#reached.delete(organizationId);
    try {
      return await this.#gate.run(organizationId, task, tooMany);
    } catch (error) {
      if (error instanceof AppError && error.fields?.quota !== undefined) {
        this.#reached.set(organizationId, { error, until: performance.now() + QUOTA_PAUSE_MS });
      }
      throw error;
    }
  }
}
