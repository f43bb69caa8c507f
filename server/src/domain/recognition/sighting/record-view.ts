import type { Transaction } from '../../../db/database.ts';
import { decideSighting } from './decide-sighting.ts';
import { saysAnything, truckMarks } from './evidence-of.ts';
import { revisitKin } from './revisits.ts';
import { isSameTruck } from './same-truck.ts';
import { findViews, giveImages, lockSource, type SightingPlace, sightingsNear } from './store.ts';
import { inOrder, type View } from './view.ts';
import { writeSighting } from './write-sighting.ts';

const SAME_TRUCK_MS = 120_000;
/** A camera that sends film: what follows belongs to the sighting and changes it no more. */
const MOST_VIEWS = 12;

export type RecordedView = { sightingId: number; revisits: number };

/**
 * A picture becomes a sighting, or one more view of one that is there. Any number of workers may do so at once: those
 * of one source wait for each other. The image's own row must hold what was read before this is called.
 */
export async function recordView(tx: Transaction, organizationId: number, view: View): Promise<RecordedView> {
  await lockSource(tx, organizationId, view.source);
  const before = await sightingsOfTruck(tx, organizationId, view);
  const [full] = before.filter(
    ({ imageIds }) => imageIds.length >= MOST_VIEWS && !imageIds.includes(view.imageId),
  );
  if (full) {
    await giveImages(tx, full.id, [view.imageId]);
    return { sightingId: full.id, revisits: 0 };
  }
  const others = before.flatMap(({ imageIds }) => imageIds).filter((id) => id !== view.imageId);
  const views = inOrder([view, ...(others.length > 0 ? await findViews(tx, others) : [])]);
  const { id, evidence } = await writeSighting(tx, organizationId, views, before);
  const revisits = saysAnything(evidence.says) ? await revisitKin(tx, id, evidence) : 0;
  return { sightingId: id, revisits };
}

/** Nearest first, as long as all their pictures lie within two minutes. */
async function sightingsOfTruck(
  tx: Transaction,
  organizationId: number,
  view: View,
): Promise<SightingPlace[]> {
  const near = await sightingsNear(tx, organizationId, view.source, view.timeCaptured, SAME_TRUCK_MS);
  if (near.length === 0) return [];
  const marks = truckMarks(await decideSighting(tx, [view], []));
  const same: SightingPlace[] = [];
  let from = view.timeCaptured.getTime();
  let until = from;
  for (const place of near) {
    const isOwn = place.imageIds.includes(view.imageId);
    if (!isOwn && !isSameTruck(marks, place.marks)) continue;
    const wider = [
      Math.min(from, place.time_captured.getTime()),
      Math.max(until, place.capturedUntil.getTime()),
    ] as const;
    if (wider[1] - wider[0] > SAME_TRUCK_MS) continue;
    [from, until] = wider;
    same.push(place);
  }
  return same;
}
