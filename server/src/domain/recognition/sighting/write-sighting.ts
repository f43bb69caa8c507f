import type { Transaction } from '../../../db/database.ts';
import { sha256 } from '../../../lib/bytes/hash.ts';
import type { ObservationKey } from '../../observations/observation.ts';
import { recordSightings, reviseSighting, withdrawSightings } from '../../observations/record-sightings.ts';
import { type Composed, composeSighting } from './compose-sighting.ts';
import { type Decision, decideSighting, type IdentifiedTruck, identifyTruck } from './decide-sighting.ts';
import { evidenceOf, replaceEvidence, type SightingEvidence } from './evidence.ts';
import { truckMarks } from './same-truck.ts';
import { assignImages, deleteSightings, insertSighting, putSighting, type StoredSighting } from './store.ts';
import type { View } from './view.ts';

/** A sighting that does not exist yet: its truck, identified from the same views, and its id. */
type FreshSighting = { id: number; truck: IdentifiedTruck };
type Written = { id: number; isChanged: boolean; evidence: SightingEvidence };

/**
 * Writes the sighting that the views amount to, with its counts, its evidence and its entry in the alert queue. The oldest
 * of the `former` sightings is kept, the others are deleted. Writes nothing when nothing changed. The caller holds the
 * lock of the source. `fresh` is passed for a view without former sightings.
 */
export async function writeSighting(
  tx: Transaction,
  organizationId: number,
  unordered: readonly View[],
  former: StoredSighting[],
  fresh: FreshSighting | null = null,
): Promise<Written> {
  const views = unordered.toSorted(byTime);
  const [oldest, ...others] = former.toSorted((a, b) => a.id - b.id);
  const ids = [oldest, ...others].flatMap((sighting) => sighting?.id ?? []);
  const identified = fresh?.truck ?? (await identifyTruck(tx, views, ids));
  const decision = await decideSighting(tx, identified, (views[0] as View).timeCaptured, ids);
  const sighting = composeSighting(views, decision);
  const fingerprint = sha256(JSON.stringify(sighting));
  const evidence = evidenceOf(decision);
  if (oldest && others.length === 0 && oldest.fingerprint.equals(fingerprint)) {
    return { id: oldest.id, isChanged: false, evidence };
  }
  const imageIds = views.map(({ imageId }) => imageId);
  const stored = {
    organizationId,
    source: sighting.source ?? '',
    capturedUntil: (views.at(-1) as View).timeCaptured,
    imageIds,
    ...truckMarks(decision),
    isOpen: isOpen(sighting, decision),
    fingerprint,
  };
  if (fresh) {
    const { id } = fresh;
    const { usdot_number, time_captured } = sighting;
    await Promise.all([
      recordSightings(tx, [{ ...sighting, organizationId, id }]),
      insertSighting(tx, { usdot_number, time_captured, id, ...stored }),
      replaceEvidence(tx, id, time_captured, evidence, []),
    ]);
    return { id, isChanged: true, evidence };
  }
  if (others.length > 0) {
    await withdrawSightings(tx, others);
    await deleteSightings(tx, ids.slice(1));
  }
  const key = await record(tx, organizationId, sighting, oldest);
  await putSighting(tx, { ...key, ...stored });
  await assignImages(tx, key.id, imageIds);
  await replaceEvidence(tx, key.id, key.time_captured, evidence, ids);
  return { id: key.id, isChanged: true, evidence };
}

/** Images of the same moment are ordered by id, so that the order is always the same. */
function byTime(a: View, b: View): number {
  return a.timeCaptured.getTime() - b.timeCaptured.getTime() || (a.imageId < b.imageId ? -1 : 1);
}

async function record(
  tx: Transaction,
  organizationId: number,
  sighting: Composed,
  former: StoredSighting | undefined,
): Promise<ObservationKey> {
  if (former) {
    const { id, usdot_number, time_captured } = former;
    const revised = await reviseSighting(tx, { id, usdot_number, time_captured }, organizationId, sighting);
    if (revised) return { usdot_number: sighting.usdot_number, time_captured: sighting.time_captured, id };
    await deleteSightings(tx, [id]);
  }
  const [key] = await recordSightings(tx, [{ ...sighting, organizationId }]);
  return key as ObservationKey;
}

/** Whether better evidence could add to the sighting: its carrier, docket or VIN. */
function isOpen({ mc_number, vin, alpr_plate_number }: Composed, { usdot, carrier }: Decision): boolean {
  if (carrier !== null || usdot.score !== 'High' || mc_number === '') return true;
  return vin === '' && alpr_plate_number !== '';
}
