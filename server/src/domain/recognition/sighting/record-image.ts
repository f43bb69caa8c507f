import type { Database, Transaction } from '../../../db/database.ts';
import { retryOnDeadlock } from '../../../db/database.ts';
import { saveRecognition, type WaitingImage } from '../../images/image-queue.ts';
import { ensureMonths } from '../../observations/ensure-months.ts';
import { traceUnmatched } from '../../observations/unmatched.ts';
import { withLabels } from '../labels/label.ts';
import { findLabels } from '../labels/label-store.ts';
import { decideSighting } from './decide-sighting.ts';
import { identifyImage, SAME_TRUCK_MS } from './identify-sighting.ts';
import { enqueueRelated } from './revisits.ts';
import { lockSource, type NearSighting, sightingsNear } from './sighting-store.ts';
import type { SightingEvidence } from './vehicle-evidence.ts';
import type { StoredReading, View } from './view.ts';
import { rewriteSighting, writeNewSighting } from './write-sighting.ts';

type RecordOptions = {
  /** Ends the claim and returns whether it was still held. If not, nothing is written. */
  finish: (tx: Transaction) => Promise<boolean>;
  /** Taken with `takeObservationIds`. It is not used if the image belongs to an existing sighting. */
  newSightingId: number;
  /** The trace context, for the alert queue. */
  traceparent?: string | null;
};

/**
 * Writes the reading, the sighting with its counts and evidence, and the end of the claim in one transaction. Returns null
 * if the claim was lost.
 */
export async function recordImage(
  database: Database,
  image: WaitingImage & { organization_id: number },
  read: StoredReading,
  { finish, newSightingId, traceparent = null }: RecordOptions,
): Promise<{ sightingId: number; revisits: number } | null> {
  await ensureMonths(database, [image.time_captured]);
  return retryOnDeadlock(() =>
    database.transaction(async (tx) => {
      const plain = viewOf(image, read);
      const [isHeld, found] = await Promise.all([finish(tx), prepare(tx, image.organization_id, plain)]);
      if (!isHeld) return null;
      const view = { ...plain, read: withLabels(read, found.labels) };
      const { sightingId, evidence } = await recordView(tx, image, view, found.near, newSightingId);
      const [revisits] = await tx.commitWith(
        Promise.all([
          evidence === null ? 0 : enqueueRelated(tx, sightingId, evidence),
          saveRecognition(tx, image.key, read, sightingId),
          traceparent === null ? 0 : tx.run(traceUnmatched, [sightingId, traceparent]),
        ]),
      );
      return { sightingId, revisits };
    }),
  );
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
  return { imageId: key, receivedAt: received_at, source, time_captured, ...place, read };
}

/** What a view is compared with, in one round trip. Concurrent workers of one source wait for each other. */
async function prepare(tx: Transaction, organizationId: number, view: View) {
  const [, labels, near] = await Promise.all([
    lockSource(tx, organizationId, view.source),
    findLabels(tx, [view.imageId]),
    sightingsNear(tx, organizationId, view, SAME_TRUCK_MS),
  ]);
  return { labels: labels.get(view.imageId) ?? [], near };
}

/** Identifies the truck and its sighting, decides the values, and writes them. */
async function recordView(
  tx: Transaction,
  { organization_id }: { organization_id: number },
  view: View,
  near: NearSighting[],
  newId: number,
): Promise<{ sightingId: number; evidence: SightingEvidence | null }> {
  const identified = await identifyImage(tx, organization_id, view, near);
  if ('fullId' in identified) return { sightingId: identified.fullId, evidence: null };
  const decision = decideSighting(identified);
  const { evidence } = decision;
  if (identified.former.length > 0) {
    const { id } = await rewriteSighting(tx, identified, decision);
    return { sightingId: id, evidence };
  }
  await writeNewSighting(tx, identified, decision, newId);
  return { sightingId: newId, evidence };
}
