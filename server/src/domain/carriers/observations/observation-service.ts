import type { Reader } from '../../../db/reader.ts';
import type { SessionSlots } from '../../../db/session-slots.ts';
import type { Clock } from '../../../lib/clock.ts';
import { AppError } from '../../../lib/errors.ts';
import type { DetailCache } from '../detail/detail-cache.ts';

export type ImageLink = { path: string; expiresAt: Date };

export type ObservationService = {
  reader: Reader;
  clock: Clock;
  details: DetailCache;
  /** Links to those of the images that still exist. */
  imageLinks: (imageIds: string[]) => Promise<Map<string, ImageLink>>;
  calls: SessionSlots;
};

/** Per organization and route, over all processes. */
export const MAX_CONCURRENT_CALLS = 2;

/** Runs `work` in one of the organization's slots for a route, or fails when all are in use. */
export async function limitCalls<T>(
  { calls }: ObservationService,
  lock: number,
  organizationId: number,
  work: () => Promise<T>,
): Promise<T> {
  const release = await calls.take(lock, organizationId);
  if (release === null) {
    throw new AppError(
      'too_many',
      `At most ${MAX_CONCURRENT_CALLS} of these calls can run at a time. Retry when one has finished.`,
      { retryAfterSeconds: 1 },
    );
  }
  try {
    return await work();
  } finally {
    await release();
  }
}
