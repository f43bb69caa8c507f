import { agreed } from './consensus.ts';
import type { Imputed, Known, KnownEvidence } from './evidence.ts';
import { vehicleSays } from './vehicle-says.ts';

const HALF_LIFE_DAYS = 240;

/** Plate or VIN → the number that its carrier gave the vehicle. Another carrier's number is another number. */
export function cabByVehicle(known: Known, { byPlate, byVin }: KnownEvidence, when: Date): Imputed | null {
  const { usdotNumber } = known;
  if (usdotNumber === '') return null;
  const rows = [...byVin, ...byPlate].filter((row) => row.usdotNumber === usdotNumber && !row.isTrailer);
  return agreed('cab-by-vehicle', vehicleSays(rows, 'cabNumber'), when, HALF_LIFE_DAYS, 0.4);
}
