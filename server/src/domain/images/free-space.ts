import { AppError } from '../../lib/errors.ts';
import type { Staging } from './blob-store.ts';

const CHECK_EVERY_MS = 1_000;
const RETRY_AFTER_SECONDS = 60;

/** Rejects images before the disk is full, so that the database and other processes on it keep working. */
export class FreeSpace {
  readonly #staging: Pick<Staging, 'freeBytes'>;
  readonly #minBytes: number;
  #checking: Promise<number> = Promise.resolve(0);
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(staging: Pick<Staging, 'freeBytes'>, minBytes: number) {
    this.#staging = staging;
    this.#minBytes = minBytes;
  }

  /** The result is shared by all requests of a second. */
  async check(): Promise<void> {
    if (this.#minBytes === 0) return;
    if (performance.now() - this.#checkedAt > CHECK_EVERY_MS) {
      this.#checkedAt = performance.now();
      this.#checking = this.#staging.freeBytes();
    }
    const free = await this.#checking;
    if (free >= this.#minBytes) return;
    throw new AppError('failed', 'The image could not be stored. The disk is almost full. Retry later.', {
      detail: { free_bytes: free, min_free_bytes: this.#minBytes },
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}
