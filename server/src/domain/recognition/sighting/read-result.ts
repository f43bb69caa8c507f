import type { ReadResult } from '../../../contract/read-results.ts';
import { type ReadFieldName, readFieldNames } from '../../../contract/truck-fields.ts';
import { isPlaceholderPlate } from '../../../lib/identifiers/placeholder-plate.ts';
import type { MatchedUsdot } from '../carrier-match/match-carrier.ts';
import { isReliable } from '../readings/reading.ts';
import { hasInvalidVin } from '../readings/vin.ts';
import { isPlate } from './image-marks.ts';
import type { StoredReading } from './view.ts';

/** Results have the first two for themselves. Many trucks have the same logo. */
const NOT_OTHERS: readonly ReadFieldName[] = ['usdot_number', 'alpr_plate_number', 'equipment_logo'];
const OTHERS = readFieldNames().filter((name) => !NOT_OTHERS.includes(name));

/**
 * What an image was read as. The level of a USDOT number is that after the comparison with the registered carriers.
 * Corrections do not count: the result is about the reading.
 */
export function readResult({ fields, lines }: StoredReading, matched: MatchedUsdot): ReadResult {
  const { usdot_number: usdot, alpr_plate_number: plate } = fields;
  const isMatched = matched.read === usdot.value && matched.outcome !== 'corrected';
  const hasUsdot = isReliable(isMatched ? { ...usdot, score: matched.score } : usdot);
  const hasPlate = isPlate(plate);
  if (hasUsdot) return hasPlate ? 'usdot_and_plate' : 'usdot';
  if (hasPlate) return 'plate';
  const others = OTHERS.map((name) => fields[name]);
  if (others.some(isReliable)) return 'other';
  if (isReliable(usdot)) return 'number_not_registered';
  if (isPlaceholderPlate(plate.value)) return 'placeholder_plate';
  if (hasInvalidVin(lines.map(({ text }) => text))) return 'invalid_vin';
  return [usdot, plate, ...others].some(({ value }) => value !== '') ? 'low_confidence' : 'no_candidate';
}
