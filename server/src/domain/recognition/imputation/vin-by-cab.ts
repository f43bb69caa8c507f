import { agreed } from './consensus.ts';
import type { Imputed, Known, KnownEvidence } from './evidence.ts';
import { vehicleSays } from './vehicle-says.ts';

const HALF_LIFE_DAYS = 180;

/** Cab number within a carrier → vehicle: the number goes to a new truck when the old one is sold. */
export function vinByCab(
  { usdotNumber, cabNumber }: Known,
  { byCab }: KnownEvidence,
  when: Date,
): Imputed | null {
  if (usdotNumber === '' || cabNumber === '') return null;
  return agreed('vin-by-cab', vehicleSays(byCab, 'vin'), when, HALF_LIFE_DAYS);
}
