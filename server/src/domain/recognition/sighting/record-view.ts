import type { Transaction } from '../../../db/database.ts';
import { decideSighting } from './decide-sighting.ts';
import { saysAnything, truckMarks } from './evidence-of.ts';
import { revisitKin } from './revisits.ts';
import { isSameTruck } from './same-truck.ts';
import { findViews, lockSource, type SightingPlace, sightingsNear } from './store.ts';
import type { View } from './view.ts';
import { writeSighting } from './write-sighting.ts';

const SAME_TRUCK_MS = 120_000;

export type RecordedView = { sightingId: number; revisits: number };

/**
 * A picture becomes a sighting, or one more view of one that is there. Any number of workers may do so at once: those
 * of one source wait for each other. The image's own row must hold what was read before this is called.
 */
export async function recordView(tx: Transaction, organizationId: number, view: View): Promise<RecordedView> {
  await lockSource(tx, organizationId, view.source);
  const before = await sightingsOfTruck(tx, organizationId, view);
  const others = before.flatMap(({ imageIds }) => imageIds).filter((id) => id !== view.imageId);
  const views = [view, ...(others.length > 0 ? await findViews(tx, others) : [])].sort(byTime);
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

function byTime(a: View, b: View): number {
  return a.timeCaptured.getTime() - b.timeCaptured.getTime() || (a.imageId < b.imageId ? -1 : 1);
}
