import type { Database } from '../db/database.ts';
import { imageQueue, type WaitingImage } from '../domain/images/image-queue.ts';
import { type ImageReader, readImage } from '../domain/recognition/read-image.ts';
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
  /** Pictures that the recognizer reads at the same time. */
  atOnce: number;
  /** Longer than the recognizer's own limit, which replaces what hangs; this one frees the place if that fails. */
  deadlineMs: number;
  wake: (table: string) => void;
  log: Log;
};

type Claimed = WaitingImage & { organization_id: number; attempts: number };

const POLL_MS = 2_000;
const LOOK_MS = 500;
/** While one picture is being stored the next is already being read. */
const AHEAD = 1;

/** Pictures become sightings. As many are in hand as can be read at once, each under a lease of its own row. */
export function recognize(parts: Recognition, onWake: Stage['onWake']): Stage {
  const queue = imageQueue();
  const running = new Set<Promise<void>>();
  const places = parts.atOnce + AHEAD;

  async function run(signal: AbortSignal): Promise<boolean> {
    const batch = await queue.claim(parts.database, places - running.size);
    for (const image of batch.rows) {
      const one: Promise<void> = work(image, batch.leaseId, signal).finally(() => running.delete(one));
      running.add(one);
    }
    if (running.size === 0) return false;
    if (running.size === places) await Promise.race(running);
    else await Promise.race([...running, sleep(LOOK_MS, signal)]);
    if (signal.aborted) await Promise.all(running);
    return true;
  }

  /** Never rejects: what goes wrong ends at the image's row, or the lease's end gives it back. */
  async function work(image: Claimed, leaseId: string, signal: AbortSignal): Promise<void> {
    const lost = new AbortController();
    const stopKeeping = keepLease(parts.database, queue, leaseId, image.key, () => lost.abort());
    try {
      await readAndKeep(image, leaseId, AbortSignal.any([signal, lost.signal]));
    } catch (error) {
      if (lost.signal.aborted) return;
      await giveUp(image, leaseId, error, signal.aborted).catch((failure) =>
        parts.log.warn(
          { image: image.key, error: messageOf(failure) },
          'an image waits for its lease to end',
        ),
      );
    } finally {
      stopKeeping();
    }
  }

  async function readAndKeep(image: Claimed, leaseId: string, signal: AbortSignal): Promise<void> {
    const reading = orAborted(readImage(parts, image, signal), signal);
    const read = await withDeadline(reading, parts.deadlineMs, 'Reading the picture');
    const recorded = await recordImage(parts.database, image, read, async (tx) => {
      return (await queue.finish(tx, leaseId, [image.key])).length === 1;
    });
    if (!recorded) return;
    parts.wake('unmatched_sightings');
    if (recorded.revisits > 0) parts.wake('revisits');
  }

  async function giveUp(image: Claimed, leaseId: string, error: unknown, isStopping: boolean): Promise<void> {
    const { key, attempts } = image;
    if (isStopping) {
      await queue.release(parts.database, leaseId, [key]);
      return;
    }
    const hopeless = error instanceof AppError && error.kind === 'invalid';
    const reason = error instanceof AppError ? error.message : 'The picture could not be recognized.';
    const about = { image: key, attempts, reason, detail: (error as AppError).detail ?? messageOf(error) };
    if (hopeless) parts.log.info(about, 'a picture cannot be recognized');
    else parts.log.warn(about, 'recognition failed');
    await queue.fail(parts.database, leaseId, [{ key, attempts, reason, hopeless }]);
  }

  return { name: 'recognize', everyMs: POLL_MS, run, ...(onWake && { onWake }) };
}
