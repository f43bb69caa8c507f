import type { Db } from '../../db/database.ts';
import { findObservation } from '../observations/find-observation.ts';
import type { Observation } from '../observations/observation.ts';
import type { SightingReadings } from './sighting/compose-sighting.ts';
import { findSighting } from './sighting/store.ts';

/** A sighting as the API returns it; unknown fields are empty. */
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

/** Null when the sighting does not exist. Retries when it moves to another carrier between the two lookups. */
export async function describeSighting(db: Db, sightingId: number): Promise<SightingDescription | null> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const sighting = await findSighting(db, sightingId);
    if (!sighting) return null;
    const observation = await findObservation(db, sighting);
    if (!observation) continue;
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
      image_ids: sighting.imageIds,
      readings: readings as SightingReadings,
    };
  }
  return null;
}
