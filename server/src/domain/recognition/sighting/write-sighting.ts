import type { Transaction } from '../../../db/database.ts';
import { sha256 } from '../../../lib/bytes/hash.ts';
import type { ObservationKey } from '../../observations/observation.ts';
import { recordSightings, reviseSighting, withdrawSightings } from '../../observations/record-sightings.ts';
import { type Composed, composeSighting } from './compose-sighting.ts';
import { type Decision, decideSighting } from './decide-sighting.ts';
import { type EvidenceOf, evidenceOf, truckMarks } from './evidence.ts';
import { replaceEvidence } from './evidence-store.ts';
import { dropSightings, giveImages, putSighting, type SightingPlace } from './store.ts';
import type { View } from './view.ts';

export type Written = { id: number; isChanged: boolean; evidence: EvidenceOf };

/**
 * Writes the sighting that these pictures come to, with its counts, its evidence and its place in the alerts' queue. Of
 * the sightings that they were before the oldest stays, the others are taken away. The caller holds the source's
 * lock. Nothing is written when nothing has changed.
 */
export async function writeSighting(
  tx: Transaction,
  organizationId: number,
  views: readonly View[],
  before: SightingPlace[],
): Promise<Written> {
  const ids = before.map(({ id }) => id).sort((a, b) => a - b);
  const decision = await decideSighting(tx, views, ids);
  const sighting = composeSighting(views, decision);
  const fingerprint = sha256(JSON.stringify(sighting));
  const evidence = evidenceOf(decision);
  const [oldest, ...others] = [...before].sort((a, b) => a.id - b.id);
  if (oldest && others.length === 0 && oldest.fingerprint.equals(fingerprint)) {
    return { id: oldest.id, isChanged: false, evidence };
  }
  if (others.length > 0) {
    await withdrawSightings(tx, others);
    await dropSightings(tx, ids.slice(1));
  }
  const key = await record(tx, organizationId, sighting, oldest);
  const imageIds = views.map(({ imageId }) => imageId);
  await putSighting(tx, {
    ...key,
    ...{ organizationId, source: sighting.source ?? '', fingerprint },
    capturedUntil: (views.at(-1) as View).timeCaptured,
    imageIds,
    marks: truckMarks(decision),
    isOpen: isOpen(sighting, decision),
  });
  await giveImages(tx, key.id, imageIds);
  await replaceEvidence(tx, key.id, key.time_captured, evidence, ids);
  return { id: key.id, isChanged: true, evidence };
}

async function record(
  tx: Transaction,
  organizationId: number,
  sighting: Composed,
  former: SightingPlace | undefined,
): Promise<ObservationKey> {
  const { usdot_number, time_captured } = sighting;
  if (former) {
    const { id } = former;
    const key = { usdot_number: former.usdot_number, time_captured: former.time_captured, id };
    if (await reviseSighting(tx, key, organizationId, sighting)) return { usdot_number, time_captured, id };
    await dropSightings(tx, [id]);
  }
  const [key] = await recordSightings(tx, [{ ...sighting, organizationId }]);
  return key as ObservationKey;
}

/** Better evidence could tell more: who it is, or what else is on the truck. */
function isOpen(sighting: Composed, { usdot, carrier }: Decision): boolean {
  const { mc_number, vin, alpr_plate_number } = sighting;
  if (carrier !== null || usdot.score !== 'High' || mc_number === '') return true;
  return vin === '' && alpr_plate_number !== '';
}
