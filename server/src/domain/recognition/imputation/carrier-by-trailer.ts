import { agreed } from './consensus.ts';
import type { Imputed, Known, KnownEvidence } from './evidence.ts';
import { vehicleSays } from './vehicle-says.ts';

const HALF_LIFE_DAYS = 180;
/** Trailers are lent: one sighting with a carrier makes it no owner. */
const LEAST_WEIGHT = 1.2;

/**
 * Trailer number, or plate or VIN of a trailer → owner. Half the country has a trailer 1001, so the number must be one of
 * its kind, or the wordmark on it must be the same.
 */
export function carrierByTrailer(known: Known, evidence: KnownEvidence, when: Date): Imputed | null {
  const { trailerNumber, logo } = known;
  const numbered = evidence.byTrailer.filter((row) =>
    logo === '' ? isDistinct(trailerNumber) : row.logo === logo,
  );
  const inspected = [...evidence.byPlate, ...evidence.byVin].filter(({ isTrailer }) => isTrailer);
  const rows = vehicleSays([...numbered, ...inspected], 'usdotNumber');
  return agreed('carrier-by-trailer', rows, when, HALF_LIFE_DAYS, LEAST_WEIGHT);
}

/** Letters and at least five digits, or seven digits: few owners come to the same. */
export function isDistinct(trailerNumber: string): boolean {
  return /[A-Z]/.test(trailerNumber) ? /(\d.*){5}/.test(trailerNumber) : trailerNumber.length >= 7;
}
