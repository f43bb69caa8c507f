import type { Db } from '../../db/database.ts';
import { findObservation } from '../observations/find-observation.ts';
import type { Observation } from '../observations/observation.ts';
import type { SightingReadings } from './sighting/compose-sighting.ts';
import { findSighting } from './sighting/store.ts';

/** A sighting in the contract's own words; what is not known is empty. */
export type SightingDescription = Omit<
  Observation,
  'id' | 'usdot_number' | 'time_captured' | 'view_image_ids' | 'image_id' | 'readings'
> & {
  sighting_id: number;
  usdot_number: string;
  time_captured: string;
  image_ids: string[];
  readings: SightingReadings;
};

/** Null when there is none. It may move to another carrier between the two look-ups: then they are made again. */
export async function describeSighting(db: Db, id: number): Promise<SightingDescription | null> {
  for (let tried = 0; tried < 3; tried++) {
    const place = await findSighting(db, id);
    if (!place) return null;
    const found = await findObservation(db, place);
    if (found) return told(found, place.imageIds);
  }
  return null;
}

function told(observation: Observation, imageIds: string[]): SightingDescription {
  const {
    id,
    usdot_number,
    time_captured,
    view_image_ids: _,
    image_id: __,
    readings,
    ...fields
  } = observation;
  return {
    sighting_id: id,
    ...fields,
    usdot_number: usdot_number === 0 ? '' : String(usdot_number),
    time_captured: time_captured.toISOString(),
    image_ids: imageIds,
    readings: readings as SightingReadings,
  };
}
