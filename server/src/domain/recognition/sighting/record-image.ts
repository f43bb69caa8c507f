import type { ReadResult } from '../../../contract/read-results.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { retryOnDeadlock } from '../../../db/database.ts';
import { onCameraNode } from '../../../db/nodes/across-nodes.ts';
import { bucketOfImage } from '../../../lib/camera-bucket.ts';
import { saveRecognition, type WaitingImage } from '../../images/image-queue.ts';
import { ensureMonths } from '../../observations/ensure-months.ts';
import { traceUnmatched } from '../../observations/unmatched.ts';
import { withLabels } from '../labels/label.ts';
import { findLabels } from '../labels/label-store.ts';
import { packReading } from './packed-reading.ts';
import { type Group, nearQuery, placeImage } from './place-image.ts';
import { readResult } from './read-result.ts';
import { spreadEvidence } from './revisit-queue.ts';
import { DEFAULT_RULES, type SightingRules } from './sighting-rules.ts';
import { lockSource, sightingsNear } from './sighting-store.ts';
import { vehicleLocks } from './truck-identifiers.ts';
import type { StoredReading, View } from './view.ts';
import { writePlacement } from './write-sighting.ts';

type RecordOptions = {
  /**
   * Ends the claim, or holds it until the transaction ends (`WorkQueue.isApart`), and returns whether it was still held. If not,
   * nothing is written.
   */
  finish: (tx: Transaction) => Promise<boolean>;
  /** The trace context, for the alert queue. */
  traceparent?: string | null;
  rules?: SightingRules;
};

/**
 * The commit does not wait for the disk. If PostgreSQL crashes within the next second, the image is in the queue again and is read
 * again: its row leaves the queue in the same transaction. What leaves Milepost is written by later commits, which wait.
 */
const LATER_ON_DISK = 'synchronous_commit = off';

type Recorded = WaitingImage & { organization_id: number };

/**
 * Writes the reading, the sighting with its evidence and its row in the queue, and the end of the claim in one transaction.
 * Returns null if the claim was lost.
 */
export async function recordImage(
  database: Database,
  image: Recorded,
  read: StoredReading,
  { finish, traceparent = null, rules = DEFAULT_RULES }: RecordOptions,
): Promise<{ sightingId: number; revisits: number; result: ReadResult } | null> {
  const { organization_id, time_captured } = image;
  const isFirstReading = image.own_sighting_id === null;
  await ensureMonths(database, [time_captured]);
  return retryOnDeadlock(() =>
    onCameraNode(
      database,
      bucketOfImage(image.key),
      async (tx, areNodes) => {
        const plain = viewOf(image, read);
        // Concurrent workers of one source wait for each other.
        const locked = lockSource(tx, organization_id, plain.source, vehicleLocks(read.fields));
        // On one connection, the statements run in this order.
        if (areNodes) await locked;
        const [, isHeld, prepared] = await Promise.all([
          locked,
          finish(tx),
          prepare(tx, organization_id, plain, rules),
        ]);
        if (!isHeld) return null;
        const { view, near } = prepared;
        const placement = await placeImage(tx, organization_id, view, near, rules, isFirstReading);
        if (wasWritten(image)) placement.groups[0] = asChanged(placement.groups[0]);
        const { written, usdot } = await writePlacement(tx, organization_id, placement, rules);
        const sightingId = placement.groups[0].id;
        const result = readResult(read, usdot);
        const [revisits] = await tx.commitWith(
          Promise.all([
            spreadEvidence(tx, written),
            saveRecognition(tx, image, {
              readings: packReading(read),
              sightingId,
              ownSightingId: placement.ownId,
              result,
              quality: read.quality,
            }),
            traceparent === null ? 0 : traceUnmatched(tx, sightingId, traceparent),
          ]),
        );
        return { sightingId, revisits, result };
      },
      [LATER_ON_DISK],
    ),
  );
}

/** On a cluster, an earlier attempt wrote the sighting on its node, and maybe nothing on this server. */
function wasWritten({ is_recorded, partition }: Recorded): boolean {
  return is_recorded === true && partition === null;
}

/** A sighting that is written again, with its evidence, even if it is decided as before. */
function asChanged(group: Group): Group {
  return { ...group, former: group.former && { ...group.former, fingerprint: Buffer.alloc(0) } };
}

function viewOf(image: WaitingImage, read: StoredReading): View {
  const {
    key,
    received_at,
    source,
    time_captured,
    latitude,
    longitude,
    city,
    state,
    route,
    traffic_direction,
  } = image;
  const place = { latitude, longitude, city, state, route, traffic_direction };
  const ownId = image.own_sighting_id ?? image.new_sighting_id;
  return { imageId: key, receivedAt: received_at, source, time_captured, ...place, read, ownId };
}

/** What a view is compared with, in one round trip. */
async function prepare(tx: Transaction, organizationId: number, plain: View, rules: SightingRules) {
  const query = nearQuery(organizationId, plain, rules);
  const [labels, near] = await Promise.all([findLabels(tx, [plain.imageId]), sightingsNear(tx, query)]);
  const own = labels.get(plain.imageId);
  if (!own) return { view: plain, near };
  const view = { ...plain, read: withLabels(plain.read, own) };
  return { view, near: await sightingsNear(tx, nearQuery(organizationId, view, rules)) };
}
