import { agreed } from './consensus.ts';
import type { Imputed, Known, KnownEvidence } from './evidence.ts';
import { vehicleSays } from './vehicle-says.ts';

const HALF_LIFE_DAYS = 240;

/** Plate → vehicle → carrier. Worth less than a VIN over time: plates move to other trucks. A trailer's is no truck's. */
export function carrierByPlate(_known: Known, { byPlate }: KnownEvidence, when: Date): Imputed | null {
  const trucks = byPlate.filter(({ isTrailer }) => !isTrailer);
  return agreed('carrier-by-plate', vehicleSays(trucks, 'usdotNumber'), when, HALF_LIFE_DAYS, 0.4);
}
