import type { Transaction } from '../../../db/database.ts';
import {
  findCarrierEvidence,
  type IdentifiedTruck,
  identifyTruck,
  type KnownTruck,
} from './identify-truck.ts';
import { isSameTruck, truckMarks } from './same-truck.ts';
import { findSighting, findViews, type NearSighting, type StoredSighting } from './sighting-store.ts';
import type { View } from './view.ts';

/** Images of one source within this time may show the same truck. */
export const SAME_TRUCK_MS = 120_000;
/** Cap for burst cameras: further images are assigned to the sighting but no longer change it. */
const MAX_VIEWS = 12;

/** A sighting with all that it is decided from. */
export type IdentifiedSighting = {
  organizationId: number;
  /** In the order of their time; images of the same moment in the order of their ids. */
  views: [View, ...View[]];
  /** The stored sightings that it consists of, oldest first; none if it is new. */
  former: StoredSighting[];
  truck: KnownTruck;
};

/** The sighting that an image belongs to: a new one, or stored ones of the same truck. `fullId`: one that takes no more. */
export async function identifyImage(
  tx: Transaction,
  organizationId: number,
  view: View,
  near: NearSighting[],
): Promise<IdentifiedSighting | { fullId: number }> {
  const alone = await identifyTruck(tx, [view], []);
  const former = await sightingsOfTruck(tx, near, view, alone);
  if (former.length === 0) {
    const truck = await findCarrierEvidence(tx, alone, view.time_captured, []);
    return { organizationId, views: [view], former, truck };
  }
  const full = former.find(
    ({ image_ids }) => image_ids.length >= MAX_VIEWS && !image_ids.includes(view.imageId),
  );
  if (full) return { fullId: full.id };
  const others = former.flatMap(({ image_ids }) => image_ids).filter((id) => id !== view.imageId);
  const views = others.length > 0 ? await findViews(tx, others) : [];
  return identifySighting(tx, organizationId, [view, ...views], former);
}

/** The sighting that the views amount to, in place of the former ones. */
export async function identifySighting(
  tx: Transaction,
  organizationId: number,
  unordered: readonly View[],
  former: StoredSighting[],
): Promise<IdentifiedSighting> {
  const views = unordered.toSorted(byTime) as [View, ...View[]];
  const ids = former.map(({ id }) => id);
  const identified = await identifyTruck(tx, views, ids);
  const truck = await findCarrierEvidence(tx, identified, views[0].time_captured, ids);
  return { organizationId, views, former: former.toSorted((a, b) => a.id - b.id), truck };
}

function byTime(a: View, b: View): number {
  return a.time_captured.getTime() - b.time_captured.getTime() || (a.imageId < b.imageId ? -1 : 1);
}

/** The sightings of the same truck, nearest first, as long as all their images are within two minutes. */
async function sightingsOfTruck(
  tx: Transaction,
  near: NearSighting[],
  view: View,
  identified: IdentifiedTruck,
): Promise<StoredSighting[]> {
  const marks = truckMarks(identified);
  const same = near.filter((sighting) => sighting.isOwn || isSameTruck(marks, sighting));
  const found = await Promise.all(same.map(({ id }) => findSighting(tx, id)));
  const time = view.time_captured.getTime();
  const distance = ({ time_captured }: StoredSighting) => Math.abs(time_captured.getTime() - time);
  let [from, until] = [time, time];
  return found
    .filter((sighting) => sighting !== null)
    .toSorted((a, b) => distance(a) - distance(b) || a.id - b.id)
    .filter(({ time_captured, captured_until }) => {
      const earliest = Math.min(from, time_captured.getTime());
      const latest = Math.max(until, captured_until.getTime());
      if (latest - earliest > SAME_TRUCK_MS) return false;
      [from, until] = [earliest, latest];
      return true;
    });
}
