import type { Transaction } from '../../../db/database.ts';
import type { ObservationKey } from '../../observations/observation.ts';
import {
  recordSightings,
  replaceSightings,
  reviseSighting,
  type SightingOrigin,
} from '../../observations/record-sightings.ts';
import type { Composed } from './compose-sighting.ts';
import type { Decision } from './decide-sighting.ts';
import type { IdentifiedSighting } from './identify-sighting.ts';
import {
  assignImages,
  deleteSightings,
  insertSighting,
  putSighting,
  type StoredSighting,
} from './sighting-store.ts';
import { replaceEvidence } from './vehicle-evidence.ts';
import type { View } from './view.ts';

/*
 * Both functions write a sighting with its counts, its evidence and its entry in the alert queue. The caller holds the
 * lock of the source.
 */

/** A sighting without former ones. All statements are sent together. */
export async function writeNewSighting(
  tx: Transaction,
  identified: IdentifiedSighting,
  decision: Decision,
  id: number,
): Promise<void> {
  const { sighting, evidence } = decision;
  const { usdot_number, time_captured } = sighting;
  await Promise.all([
    recordSightings(tx, [{ ...sighting, ...originOf(identified), id }]),
    insertSighting(tx, { usdot_number, time_captured, id, ...storedFields(identified, decision) }),
    replaceEvidence(tx, id, time_captured, evidence, []),
  ]);
}

/** Keeps the oldest of the former sightings and deletes the others. Writes nothing when nothing changed. */
export async function rewriteSighting(
  tx: Transaction,
  identified: IdentifiedSighting,
  decision: Decision,
): Promise<{ id: number; isChanged: boolean }> {
  const { former } = identified;
  const { sighting, evidence, fingerprint } = decision;
  const [oldest, ...others] = former as [StoredSighting, ...StoredSighting[]];
  if (others.length === 0 && oldest.fingerprint.equals(fingerprint)) {
    return { id: oldest.id, isChanged: false };
  }
  const otherIds = others.map(({ id }) => id);
  if (others.length > 0) {
    await replaceSightings(tx, others);
    await deleteSightings(tx, otherIds);
  }
  const key = await revise(tx, originOf(identified), oldest, sighting);
  const stored = storedFields(identified, decision);
  await putSighting(tx, { ...key, ...stored });
  await assignImages(tx, key.id, stored.image_ids);
  await replaceEvidence(tx, key.id, key.time_captured, evidence, [oldest.id, ...otherIds]);
  return { id: key.id, isChanged: true };
}

/** Writes a new observation when the former one no longer exists. */
async function revise(
  tx: Transaction,
  origin: SightingOrigin,
  { id, usdot_number, time_captured }: StoredSighting,
  sighting: Composed,
): Promise<ObservationKey> {
  const revised = await reviseSighting(tx, { id, usdot_number, time_captured }, origin, sighting);
  if (revised) return { usdot_number: sighting.usdot_number, time_captured: sighting.time_captured, id };
  await deleteSightings(tx, [id]);
  const [key] = await recordSightings(tx, [{ ...sighting, ...origin }]);
  return key as ObservationKey;
}

function originOf({ organizationId, views, former }: IdentifiedSighting): SightingOrigin {
  const known = new Set(former.flatMap(({ image_ids }) => image_ids));
  return {
    organizationId,
    receivedAt: new Date(Math.max(...views.map(({ receivedAt }) => receivedAt.getTime()))),
    isDecidedAgain: views.every(({ imageId }) => known.has(imageId)),
  };
}

function storedFields(
  { organizationId, views }: IdentifiedSighting,
  { marks, isOpen, fingerprint }: Decision,
): Omit<StoredSighting, keyof ObservationKey> {
  return {
    organization_id: organizationId,
    source: views[0].source,
    captured_until: (views.at(-1) as View).time_captured,
    image_ids: views.map(({ imageId }) => imageId),
    ...marks,
    is_open: isOpen,
    fingerprint,
  };
}
