import { agreed } from './consensus.ts';
import type { Imputed, Known, KnownEvidence } from './evidence.ts';
import { vehicleSays } from './vehicle-says.ts';

const HALF_LIFE_DAYS = 240;

/** Plate → vehicle. Only rows of the carrier in question, where one is known: the plate may have moved on. */
export function vinByPlate({ usdotNumber }: Known, { byPlate }: KnownEvidence, when: Date): Imputed | null {
  const rows = byPlate.filter(
    (row) => usdotNumber === '' || row.usdotNumber === '' || row.usdotNumber === usdotNumber,
  );
  return agreed('vin-by-plate', vehicleSays(rows, 'vin'), when, HALF_LIFE_DAYS, 0.4);
}
