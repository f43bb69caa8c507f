import { observationFields, type StoredObservation } from '../../contract/observation-fields.ts';
import type { FoundSighting } from '../../contract/sightings/found-sighting.ts';
import type { Db } from '../../db/database.ts';
import { namesOf } from '../carriers/search/search-vehicles.ts';
import type { FoundSighting as Found } from './search/search-sightings.ts';

export type DescribedSighting = Omit<FoundSighting, 'images'>;

const shown = observationFields((field, name) => field.access === 'always' && name !== 'type');
const quality = observationFields(({ access }) => access === 'quality');
const some = (observation: StoredObservation, names: typeof shown) =>
  Object.fromEntries(names.map((name) => [name, observation[name]]));

/** As the API shows them, without their images. */
export async function describeSightings(
  db: Db,
  found: readonly Found[],
  organizationId: number,
  withQuality: boolean,
): Promise<DescribedSighting[]> {
  const carriers = found.flatMap(({ observation: { usdot_number } }) =>
    usdot_number === 0 ? [] : usdot_number,
  );
  const names = carriers.length === 0 ? new Map<number, string>() : await namesOf(db, carriers);
  return found.map(({ observation, isExact }) => ({
    sighting_id: observation.id,
    usdot_number: observation.usdot_number === 0 ? '' : String(observation.usdot_number),
    carrier_name: names.get(observation.usdot_number) ?? '',
    time_captured: observation.time_captured.toISOString(),
    ...some(observation, shown),
    plate_state: observation.plate_state,
    ...(withQuality && some(observation, quality)),
    is_own: observation.organization_id === organizationId,
    is_exact: isExact,
  }));
}
