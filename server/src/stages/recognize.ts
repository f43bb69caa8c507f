import type { Database } from '../db/database.ts';
import { imageQueue, type WaitingImage } from '../domain/images/image-queue.ts';
import { type ImageReader, readImage } from '../domain/recognition/read-image.ts';
import { ReadInterrupted } from '../domain/recognition/recognizer.ts';
import { recordImage } from '../domain/recognition/sighting/record-image.ts';
import { withDeadline } from '../lib/async/deadline.ts';
import { orAborted } from '../lib/async/or-aborted.ts';
import { sleep } from '../lib/clock.ts';
import { AppError, messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { keepLease } from './keep-lease.ts';
import type { Stage } from './run-stages.ts';

export type Recognition = ImageReader & {
  database: Database;
  /** Images that the recognizer reads at the same time. */
  atOnce: number;
  /** Longer than the recognizer's own limits; it frees the slot if they fail. */
  deadlineMs: number;
  wake: (table: string) => void;
  log: Log;
};

type Claimed = WaitingImage & { organization_id: number; attempts: number; interruptions: number };

const POLL_MS = 2_000;
const CLAIM_MS = 500;
/** Claimed beyond `atOnce`, so that reading goes on while a result is written. */
const AHEAD = 1;

/** Reads images and records sightings. Each claimed image has a lease of its own. */
export function recognize(parts: Recognition, onWake: Stage['onWake']): Stage {
  const queue = imageQueue();
  const running = new Set<Promise<void>>();
  const slots = parts.atOnce + AHEAD;

  async function run(signal: AbortSignal): Promise<boolean> {
    const batch = await queue.claim(parts.database, slots - running.size);
    for (const image of batch.rows) {
      const one: Promise<void> = work(image, batch.leaseId, signal).finally(() => running.delete(one));
      running.add(one);
    }
    if (running.size === 0) return false;
    if (running.size === slots) await Promise.race(running);
    else await Promise.race([...running, sleep(CLAIM_MS, signal)]);
    if (signal.aborted) await Promise.all(running);
    return true;
  }

  /** Never rejects. If a failure cannot be recorded, the image is claimed again when its lease ends. */
  async function work(image: Claimed, leaseId: string, signal: AbortSignal): Promise<void> {
    const lost = new AbortController();
    const stopKeeping = keepLease(parts.database, queue, leaseId, image.key, () => lost.abort());
    try {
      await readAndKeep(image, leaseId, AbortSignal.any([signal, lost.signal]));
    } catch (error) {
      if (lost.signal.aborted) return;
      await recordFailure(image, leaseId, error, signal.aborted).catch((failure) =>
        parts.log.warn({ image: image.key, error: messageOf(failure) }, 'a failure could not be recorded'),
      );
    } finally {
      stopKeeping();
    }
  }

  async function readAndKeep(image: Claimed, leaseId: string, signal: AbortSignal): Promise<void> {
    const reading = orAborted(readImage(parts, image, signal), signal);
    const read = await withDeadline(reading, parts.deadlineMs, 'Reading the image');
    const recorded = await recordImage(parts.database, image, read, async (tx) => {
      return (await queue.finish(tx, leaseId, [image.key])).length === 1;
    });
    if (!recorded) return;
    parts.wake('unmatched_sightings');
    if (recorded.revisits > 0) parts.wake('revisits');
  }

  async function recordFailure(
    { key, attempts, interruptions }: Claimed,
    leaseId: string,
    error: unknown,
    isStopping: boolean,
  ): Promise<void> {
    if (isStopping) {
      await queue.release(parts.database, leaseId, [key]);
      return;
    }
    const known = error instanceof AppError ? error : null;
    const hopeless = known?.kind === 'invalid';
    const interrupted = error instanceof ReadInterrupted;
    const reason = known?.message ?? 'The image could not be recognized.';
    const about = { image: key, attempts, reason, detail: known?.detail ?? messageOf(error) };
    if (hopeless) parts.log.info(about, 'an image cannot be recognized');
    else parts.log.warn(about, interrupted ? 'recognition was interrupted' : 'recognition failed');
    const times = interrupted ? interruptions + 1 : attempts;
    await queue.fail(parts.database, leaseId, [{ key, attempts: times, reason, hopeless, interrupted }]);
  }

  return { name: 'recognize', everyMs: POLL_MS, run, ...(onWake && { onWake }) };
}
