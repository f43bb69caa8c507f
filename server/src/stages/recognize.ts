import pLimit from 'p-limit';
import { readResults } from '../contract/read-results.ts';
import { readFieldNames } from '../contract/truck-fields.ts';
import type { Database, Db } from '../db/database.ts';
import { isDatabaseFault } from '../db/database-fault.ts';
import { atBucket } from '../db/nodes/across-nodes.ts';
import { claimImages, imageQueue, saveUnread, type WaitingImage } from '../domain/images/image-queue.ts';
import {
  dropImage,
  replaceWithHidden,
  storeHidden,
} from '../domain/recognition/private-vehicles/keep-truck.ts';
import type { PlateHider } from '../domain/recognition/private-vehicles/plate-hider.ts';
import { readTruck, type TruckRead } from '../domain/recognition/private-vehicles/read-truck.ts';
import {
  failedResult,
  type ImageReader,
  qualityOfUnread,
  readImage,
} from '../domain/recognition/read-image.ts';
import { ReadInterrupted } from '../domain/recognition/recognizer.ts';
import { recordImage } from '../domain/recognition/sighting/record-image.ts';
import type { SightingRules } from '../domain/recognition/sighting/sighting-rules.ts';
import { withDeadline } from '../lib/async/deadline.ts';
import { bucketOfImage } from '../lib/camera-bucket.ts';
import { sleep } from '../lib/clock.ts';
import { AppError, codeOf, OutsideFault } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Outcome } from '../lib/queues.ts';
import type { Telemetry } from '../lib/telemetry/telemetry.ts';
import type { Span } from '../lib/telemetry/tracing.ts';
import { keepLease } from './keep-lease.ts';
import type { Stage } from './run-stages.ts';
import { loggedReason, type WorkReport } from './work-report.ts';

export type Recognition = ImageReader & {
  database: Database;
  /** Images that the recognizer reads at the same time. */
  atOnce: number;
  /** Longer than the recognizer's own limits; it frees the slot if they fail. */
  deadlineMs: number;
  wake: (table: string) => void;
  log: Log;
  report: WorkReport;
  telemetry: Telemetry;
  rules?: SightingRules;
  /** With it, images without a truck are deleted, and other plates are hidden. */
  hider?: PlateHider | null;
};

type Claimed = WaitingImage & { organization_id: number; attempts: number; interruptions: number };

const POLL_MS = 2_000;
const CLAIM_MS = 500;
const STUCK_GRACE_MS = 60_000;
/** Sent to the recognizer beyond `atOnce`, so that it has work while the next image is fetched. */
const AHEAD = 1;
/** The result of an image that was deleted because it shows no truck. */
const PRIVATE_VEHICLE = 'private_vehicle';

/** How an attempt ended. There is no value if another worker has the image or will take it. */
type Ended = { outcome: Outcome; sighting_id?: number; reason?: string };

/** Reads images and records sightings. Each claimed image has a lease of its own. */
export function recognize(parts: Recognition, onWake: Stage['onWake']): Stage {
  const { metrics, tracing } = parts.telemetry;
  for (const result of [...readResults(), PRIVATE_VEHICLE]) metrics.imageResults.inc({ result }, 0);
  const queue = imageQueue();
  const running = new Set<Promise<void>>();
  const reading = pLimit(parts.atOnce + AHEAD);
  /** Half of them are claimed at a time: a claim costs as much for several images as for one. */
  const slots = parts.atOnce * 2;

  async function run(signal: AbortSignal): Promise<boolean> {
    const batch = await claimImages(queue, parts.database, slots - running.size);
    for (const image of batch.dead) {
      metrics.imageResults.inc({ result: 'failed' });
      report(image, null, { outcome: 'dead' }, performance.now());
    }
    for (const image of batch.rows) {
      const one: Promise<void> = work(image, batch.leaseId, signal).finally(() => running.delete(one));
      running.add(one);
    }
    if (running.size === 0) return false;
    if (running.size < slots) await Promise.race([...running, sleep(CLAIM_MS, signal)]);
    while (running.size > slots - parts.atOnce) await Promise.race(running);
    if (signal.aborted) await Promise.all(running);
    return true;
  }

  /** Never rejects. If a failure cannot be recorded, the image is claimed again when its lease ends. */
  async function work(image: Claimed, leaseId: string, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const lost = new AbortController();
    const stopKeeping = keepLease(parts.database, queue, leaseId, image.key, () => lost.abort());
    const span = tracing.start({ name: 'recognize image', parent: image.traceparent, kind: 'consumer' });
    let ended: Ended | undefined;
    try {
      ended = await readAndKeep(image, leaseId, AbortSignal.any([signal, lost.signal]), span);
    } catch (error) {
      if (lost.signal.aborted) return;
      ended = await recordFailure(image, leaseId, error, signal.aborted).catch((failure) => {
        parts.log.warn(
          { image_id: image.key, error: loggedReason(failure) },
          'a failure could not be recorded',
        );
        return undefined;
      });
    } finally {
      stopKeeping();
      const attributes = {
        'milepost.image_id': image.key,
        'milepost.organization_id': image.organization_id,
      };
      span?.end({ attributes, ...(ended?.outcome !== 'done' && { error: ended?.outcome ?? 'lost' }) });
      if (ended) report(image, span, ended, startedAt);
    }
  }

  async function readAndKeep(
    image: Claimed,
    leaseId: string,
    signal: AbortSignal,
    span: Span | null,
  ): Promise<Ended | undefined> {
    const truck = await reading(() => {
      signal.throwIfAborted();
      const work = orAborted(readKept(image, signal), signal);
      return withDeadline(work, parts.deadlineMs, 'Reading the image');
    });
    if (truck === null) return drop(image, leaseId);
    const { read, hidden } = truck;
    const stored = hidden && (await storeHidden(parts.blobs, image.key, hidden));
    const recorded = await recordImage(parts.database, image, read, {
      finish: async (tx) => {
        const held = queue.isApart
          ? await queue.extend(tx, leaseId, [image.key])
          : await queue.finish(tx, leaseId, [image.key]);
        if (held.length > 0) await replaceWithHidden(tx, image.key, stored, truck);
        return held.length > 0;
      },
      traceparent: span?.traceparent ?? null,
      ...(parts.rules && { rules: parts.rules }),
    });
    if (!recorded) return undefined;
    if (queue.isApart)
      await queue.finish(await atBucket(parts.database, bucketOfImage(image.key)), leaseId, [image.key]);
    parts.wake('unmatched_sightings');
    if (recorded.revisits > 0) parts.wake('revisits');
    metrics.imageResults.inc({ result: recorded.result });
    for (const field of readFieldNames()) {
      metrics.readings.inc({ field, confidence: read.fields[field].score });
    }
    return { outcome: 'done', sighting_id: recorded.sightingId };
  }

  /** An image that has a sighting is read again as it was: its vehicle was taken for a truck, or private vehicles were kept. */
  async function readKept(image: Claimed, signal: AbortSignal): Promise<TruckRead | null> {
    const truck = parts.hider && (await readTruck(parts, parts.hider, image, signal));
    if (truck || (parts.hider && image.own_sighting_id === null)) return truck || null;
    return { read: await readImage(parts, image, signal), hidden: null, isPartnerPlateForgotten: false };
  }

  async function drop({ key }: Claimed, leaseId: string): Promise<Ended | undefined> {
    const finish = async (tx: Db) => (await queue.finish(tx, leaseId, [key])).length === 1;
    if (!(await dropImage(parts.database, key, finish))) return undefined;
    metrics.imageResults.inc({ result: PRIVATE_VEHICLE });
    return { outcome: 'done' };
  }

  async function recordFailure(
    image: Claimed,
    leaseId: string,
    error: unknown,
    isStopping: boolean,
  ): Promise<Ended | undefined> {
    if (isStopping) {
      await queue.release(parts.database, leaseId, [image.key]);
      return undefined;
    }
    const { key, attempts, interruptions } = image;
    const known = error instanceof AppError ? error : null;
    const hopeless = known?.kind === 'invalid';
    // Nothing shows that there is a truck, and nobody can look at it.
    if (hopeless && parts.hider && image.own_sighting_id === null) return drop(image, leaseId);
    const interrupted = error instanceof ReadInterrupted;
    const ofDatabase = isDatabaseFault(error);
    const outside = error instanceof OutsideFault || ofDatabase;
    const fallback = ofDatabase
      ? `The database failed (${codeOf(error) ?? 'connection lost'}).`
      : 'The image could not be recognized.';
    const reason = known?.message ?? fallback;
    const times = interrupted ? interruptions + 1 : attempts;
    const failure = { key, attempts: times, reason, hopeless, interrupted, outside };
    const result = failedResult(error);
    const isDead = await parts.database.transaction(async (tx) => {
      const dead = await queue.fail(tx, leaseId, [failure]);
      if (dead.length > 0) await saveUnread(tx, key, result, qualityOfUnread(error));
      return dead.length > 0;
    });
    if (isDead) metrics.imageResults.inc({ result });
    const retried = interrupted || outside ? 'interrupted' : 'retry';
    const outcome = isDead ? 'dead' : retried;
    // The reason of a rejected image is stored with it. It may be a text of an external recognizer, so it is not logged.
    return hopeless ? { outcome } : { outcome, reason: loggedReason(error) };
  }

  function report(image: Claimed, span: Span | null, { outcome, ...more }: Ended, startedAt: number): void {
    parts.report.attempted('images', {
      outcome,
      durationMs: performance.now() - startedAt,
      correlationId: image.correlation_id,
      organizationId: image.organization_id,
      traceparent: span?.traceparent,
      about: { image_id: image.key, attempts: image.attempts, ...more },
    });
  }

  // A round waits for the slowest running image at most.
  const stuckAfterMs = parts.deadlineMs + STUCK_GRACE_MS;
  return { name: 'recognize', everyMs: POLL_MS, stuckAfterMs, run, ...(onWake && { onWake }) };
}

/** Settles like `work`, or rejects as soon as the signal aborts, even if the work ignores the signal. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(new AppError('unavailable', 'The operation was cancelled.'));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
