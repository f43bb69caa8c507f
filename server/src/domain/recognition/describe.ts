import { readFieldNames } from '../../contract/truck-fields.ts';
import type { Db } from '../../db/database.ts';
import { findObservation } from '../observations/find-observation.ts';
import { type Observation, withoutHiddenFields } from '../observations/observation.ts';
import { waitingObservations } from '../observations/unmatched.ts';
import type { Reading } from './readings/reading.ts';
import { sightingEvidence } from './sighting/sighting-evidence.ts';
import { findExplained, findViews } from './sighting/sighting-store.ts';
import type { StoredReading, View } from './sighting/view.ts';

/** The reading of one image, with the field names of the observation. Fields that were not read are left out. */
export function describeReadings({ width, height, isWhole, lines, fields }: StoredReading) {
  const docket = fields.mc_number.docket.toLowerCase();
  const each = (name: string, readings: Reading[]) =>
    readings.map((reading): [string, Reading] => [name, reading]);
  const named: [string, Reading][] = [
    ...readFieldNames().flatMap((name) =>
      each(name === 'mc_number' ? `${docket}_number` : name, [fields[name]]),
    ),
    ...each('un_number', fields.placards),
    ...fields.permits.flatMap((permit) => each(`${permit.kind.toLowerCase()}_permit`, [permit])),
    ...each('container_number', fields.containers),
    ...each('chassis_number', fields.chassis),
    ...each('name', fields.names),
  ];
  const described = named.flatMap(([field, { value, raw, score, lines, alternatives }]) =>
    value === '' ? [] : [{ field, value, raw, score, lines, alternatives }],
  );
  return { width, height, is_whole: isWhole, shows: fields.view, lines, fields: described };
}

/**
 * A sighting as the API returns it, or null when it does not exist. Retries when it moves to another carrier between the
 * two lookups.
 */
export async function describeSighting(db: Db, sightingId: number) {
  for (let attempt = 0; attempt < 3; attempt++) {
    const sighting = await findExplained(db, sightingId);
    if (!sighting) return null;
    const { image_ids, explanation } = sighting;
    const [waiting, found] = await Promise.all([
      waitingObservations(db, [sightingId]),
      findViews(db, image_ids),
    ]);
    const observation = waiting.get(sightingId) ?? (await findObservation(db, sighting));
    if (!observation || !explanation) continue;
    const { id, usdot_number, ...fields } = withoutInternal(observation);
    const place = ({ imageId }: View) => image_ids.indexOf(imageId);
    return {
      sighting_id: id,
      ...fields,
      usdot_number: usdot_number === 0 ? '' : String(usdot_number),
      time_captured: observation.time_captured.toISOString(),
      image_ids,
      readings: sightingEvidence(
        found.sort((a, b) => place(a) - place(b)),
        explanation,
      ),
    };
  }
  return null;
}

/** The contract shows the images in another form, and the values for signals not at all. */
function withoutInternal(observation: Observation) {
  const { view_image_ids: _, image_id: __, ...rest } = withoutHiddenFields(observation);
  return rest;
}
