import type { FiredSighting } from '../../notifications/firing.ts';
import type { Observation } from '../../observations/observation.ts';

/** The readings that notifications need. */
type NotifiedReadings = {
  views?: { image_id: string; shows: string }[];
  plate_confidence?: number;
  usdot_number?: { carrier_name?: string | null };
};

/** The values of the readings that the API and notifications show. */
export function shownReadings(readings: unknown) {
  const { views, plate_confidence, usdot_number } = (readings ?? {}) as NotifiedReadings;
  return {
    views: views?.map(({ image_id, shows }) => ({ image_id, shows })),
    plate_confidence,
    carrier_name: usdot_number?.carrier_name ?? undefined,
  };
}

/** A sighting as it is stored with its match. The full readings are left out: they are many times its size. */
export function keptForm({ readings, ...fields }: Omit<Observation, 'type'>): string {
  const kept: FiredSighting = { ...fields, ...shownReadings(readings) };
  return JSON.stringify(kept);
}

export function keptSighting(json: unknown): FiredSighting {
  const kept = json as FiredSighting;
  return { ...kept, time_captured: new Date(kept.time_captured) };
}
