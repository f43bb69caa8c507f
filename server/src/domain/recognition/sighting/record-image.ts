import type { Database, Transaction } from '../../../db/database.ts';
import { retryOnDeadlock } from '../../../db/database.ts';
import { saveRecognition, type WaitingImage } from '../../images/image-queue.ts';
import { ensureMonths } from '../../observations/ensure-months.ts';
import { traceUnmatched } from '../../observations/unmatched.ts';
import { withLabels } from '../labels/label.ts';
import { findLabels } from '../labels/label-store.ts';
import { type IdentifiedTruck, identifyTruck } from './decide-sighting.ts';
import type { SightingEvidence } from './evidence.ts';
import { enqueueRelated } from './revisits.ts';
import { isSameTruck, truckMarks } from './same-truck.ts';
import {
  findSighting,
  findViews,
  lockSource,
  type NearSighting,
  type StoredSighting,
  sightingsNear,
} from './store.ts';
import type { StoredReading, View } from './view.ts';
import { writeSighting } from './write-sighting.ts';

const SAME_TRUCK_MS = 120_000;
/** Cap for burst cameras: further images are assigned to the sighting but no longer change it. */
const MAX_VIEWS = 12;

export type RecordOptions = {
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
      const recorded = await recordView(tx, image.organization_id, view, found.near, newSightingId);
      const { sightingId, evidence } = recorded;
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
  const { source, latitude, longitude, city, state, route } = image;
  const { key: imageId, time_captured: timeCaptured, traffic_direction: trafficDirection } = image;
  return { imageId, source, timeCaptured, latitude, longitude, city, state, route, trafficDirection, read };
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

type Recorded = { sightingId: number; evidence: SightingEvidence | null };

/** Creates a sighting, or adds a view to an existing one. */
async function recordView(
  tx: Transaction,
  organizationId: number,
  view: View,
  near: NearSighting[],
  newId: number,
): Promise<Recorded> {
  const identified = await identifyTruck(tx, [view], []);
  const former = await sameTruck(tx, near, view, identified);
  const full = former.find(
    ({ imageIds }) => imageIds.length >= MAX_VIEWS && !imageIds.includes(view.imageId),
  );
  if (full) return { sightingId: full.id, evidence: null };
  const others = former.flatMap(({ imageIds }) => imageIds).filter((id) => id !== view.imageId);
  const views = others.length > 0 ? [view, ...(await findViews(tx, others))] : [view];
  const fresh = former.length === 0 ? { id: newId, truck: identified } : null;
  const { id, evidence } = await writeSighting(tx, organizationId, views, former, fresh);
  return { sightingId: id, evidence };
}

/** The sightings of the same truck, nearest first, as long as all their images are within two minutes. */
async function sameTruck(
  tx: Transaction,
  near: NearSighting[],
  { timeCaptured }: View,
  identified: IdentifiedTruck,
): Promise<StoredSighting[]> {
  const marks = truckMarks(identified);
  const same = near.filter((sighting) => sighting.isOwn || isSameTruck(marks, sighting));
  const found = await Promise.all(same.map(({ id }) => findSighting(tx, id)));
  const time = timeCaptured.getTime();
  const distance = ({ time_captured }: StoredSighting) => Math.abs(time_captured.getTime() - time);
  let [from, until] = [time, time];
  return found
    .filter((sighting) => sighting !== null)
    .toSorted((a, b) => distance(a) - distance(b) || a.id - b.id)
    .filter(({ time_captured, capturedUntil }) => {
      const earliest = Math.min(from, time_captured.getTime());
      const latest = Math.max(until, capturedUntil.getTime());
      if (latest - earliest > SAME_TRUCK_MS) return false;
      [from, until] = [earliest, latest];
      return true;
    });
}
