import type { FiredSighting } from '../../notifications/firing.ts';
import type { Observation } from '../../observations/observation.ts';

/** The readings that notifications need. */
type NotifiedReadings = { views?: { image_id: string; shows: string }[]; plate_confidence?: number };

/** A sighting as it is stored with its match. The full readings are left out: they are many times its size. */
export function keptForm({ readings, ...fields }: Omit<Observation, 'type'>): string {
  const { views, plate_confidence } = (readings ?? {}) as NotifiedReadings;
  const kept: FiredSighting = {
    ...fields,
    views: views?.map(({ image_id, shows }) => ({ image_id, shows })),
    plate_confidence,
  };
  return JSON.stringify(kept);
}

export function keptSighting(json: unknown): FiredSighting {
  const kept = json as FiredSighting;
  return { ...kept, time_captured: new Date(kept.time_captured) };
}
