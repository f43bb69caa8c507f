import { agreed } from './consensus.ts';
import type { Imputed, Known, KnownEvidence } from './evidence.ts';
import { vehicleSays } from './vehicle-says.ts';

const HALF_LIFE_DAYS = 365;

/** VIN → carrier: whom inspections, crashes and our own sightings of High saw with this vehicle. */
export function carrierByVin(known: Known, { byVin }: KnownEvidence, when: Date): Imputed | null {
  if (known.vin.length !== 17) return null;
  const trucks = byVin.filter(({ isTrailer }) => !isTrailer);
  return agreed('carrier-by-vin', vehicleSays(trucks, 'usdotNumber'), when, HALF_LIFE_DAYS, 0.4);
}
