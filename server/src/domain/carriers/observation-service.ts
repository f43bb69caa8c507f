import type { Reader } from '../../db/reader.ts';
import type { SessionSlots } from '../../db/session-slots.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { Details } from './detail/detail-cache.ts';

export type LinkedPicture = { path: string; expiresAt: Date };

/** What the capability is built from. */
export type ObservationService = {
  reader: Reader;
  clock: Clock;
  details: Details;
  /** The kept ones of these pictures, with links that open them. */
  pictures: (imageIds: string[]) => Promise<Map<string, LinkedPicture>>;
  /** At most two calls of an organization at a time, over all processes, for each of the routes. */
  calls: SessionSlots;
};

export const CALLS_AT_ONCE = 2;

/** First numbers of the advisory locks that stand for the calls of each route. */
const CALLS = { carriers: 7_061_100, vins: 7_061_110, lanes: 7_061_120 };

/** Runs `work` while the organization holds one of its places; the place is free again when the answer goes out. */
export async function inOwnPlace<T>(
  { calls }: ObservationService,
  route: keyof typeof CALLS,
  organizationId: number,
  work: () => Promise<T>,
): Promise<T> {
  const release = await calls.take(CALLS[route], organizationId);
  if (release === null) {
    throw new AppError(
      'too_many',
      `At most ${CALLS_AT_ONCE} of these calls at a time; wait for one to end.`,
      { retryAfterSeconds: 1 },
    );
  }
  try {
    return await work();
  } finally {
    await release();
  }
}
