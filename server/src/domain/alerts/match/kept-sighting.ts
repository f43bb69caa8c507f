import type { FiredSighting } from '../../notifications/firing.ts';
import type { AlertedSighting } from '../../observations/unmatched.ts';

/** A sighting as it is stored with its match. */
export function keptForm({ lines: _, ...kept }: AlertedSighting): string {
  return JSON.stringify(kept satisfies FiredSighting);
}

export function keptSighting(json: unknown): FiredSighting {
  const kept = json as FiredSighting;
  return { ...kept, time_captured: new Date(kept.time_captured) };
}
