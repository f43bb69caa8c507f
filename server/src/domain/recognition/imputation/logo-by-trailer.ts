import { isDistinct } from './carrier-by-trailer.ts';
import { agreed } from './consensus.ts';
import type { Imputed, Known, KnownEvidence } from './evidence.ts';
import { vehicleSays } from './vehicle-says.ts';

const HALF_LIFE_DAYS = 365;

/** Trailer number → wordmark, from sightings with the same carrier; with any carrier when the number is distinct. */
export function logoByTrailer(known: Known, { byTrailer }: KnownEvidence, when: Date): Imputed | null {
  const { trailerNumber, usdotNumber } = known;
  if (trailerNumber === '') return null;
  const rows = byTrailer.filter(
    (row) => isDistinct(trailerNumber) || (usdotNumber !== '' && row.usdotNumber === usdotNumber),
  );
  return agreed('logo-by-trailer', vehicleSays(rows, 'logo'), when, HALF_LIFE_DAYS);
}
