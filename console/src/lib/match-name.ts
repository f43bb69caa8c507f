import type { MatchedSighting } from '@milepost/sdk';
import { place } from './format.ts';

/** The truck of a match in a few words: "Plate ABC123 · Amarillo, TX". */
export function matchText(sighting: MatchedSighting): string {
  const { alpr_plate_number: plate, equipment_number: trailer, usdot_number: usdot } = sighting;
  const number =
    (trailer && `Trailer ${trailer}`) || (plate && `Plate ${plate}`) || (usdot && `USDOT ${usdot}`) || '';
  return [number, place(sighting.location_city, sighting.location_state)].filter(Boolean).join(' · ');
}
