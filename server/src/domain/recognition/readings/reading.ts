import type { ReadFieldName } from '../../../contract/truck-fields.ts';
import type { OcrScore } from '../../observations/observation.ts';

/** One field read from an image, with its confidence level. */
export type Reading = {
  /**
   * Normalized: uppercase, identifiers without spaces, dots or dashes, numbers without leading zeros. Empty when
   * nothing was read.
   */
  value: string;
  /** The text that contained the value, as read. */
  raw: string;
  score: OcrScore;
  /** Indexes into `ImageReading.lines`, the line of the prefix first. */
  lines: number[];
  /** For each character of `value`, the lower of the two readers' confidences; empty when unknown. */
  characters: number[];
  /** Other possible values, the other reader's first. Never contains `value`. */
  alternatives: string[];
  /** A person set the value. Never stored with a reading. */
  isCorrected?: true;
};

/** A door may show two of these numbers: the operating carrier's and the owner's. */
export type CarrierNumber = Reading & {
  /** The other numbers on the door. They are among the alternatives too. */
  others?: string[];
  /** Words such as `LEASED TO` say that this is the number of the operating carrier. */
  isOperator?: true;
};

export type McReading = CarrierNumber & { docket: 'MC' | 'MX' | 'FF' };

/** `value` is the full VIN of 17 characters, or the last 8 (sometimes 6) that doors show after a prefix. */
export type VinReading = Reading & { isWhole: boolean };

/** The partner's plate if the partner sent one and is surer than we are, otherwise ours. `state` is empty when unknown. */
export type PlateReading = Reading & {
  state: string;
  /** The level of `state`; absent without one. */
  stateScore?: OcrScore;
  source: 'alpr' | 'ocr' | 'none';
  /** From 0 to 1; absent without a plate. */
  confidence?: number;
  /** Our own reading of the partner's plate, and whether it is the same; absent when we did not read it. */
  own?: string;
  agreement?: 'confirmed' | 'contradicted';
  /** Other plates in the image, such as the trailer's beside the tractor's; absent when there are none. */
  others?: string[];
};

/** A state permit (`KYU 446502`), stored as text for deep search. */
export type PermitReading = Reading & { kind: string };

/** The part of the truck that an image shows. */
export type ViewAngle = 'cab' | 'trailer' | 'rear' | 'side' | 'unknown';

/** The readings of one image or one truck, by field. A field that was not read has value '' and score N/A. */
export type TruckReadings = Record<ReadFieldName, Reading> & {
  usdot_number: CarrierNumber;
  mc_number: McReading;
  vin: VinReading;
  alpr_plate_number: PlateReading;
};

/** What is read besides the fields of a truck; several of each may be found. */
type ListedReadings = {
  /** UN numbers of hazmat placards, four digits each. */
  placards: Reading[];
  permits: PermitReading[];
  /** Numbers of the container and its chassis. */
  containers: Reading[];
  chassis: Reading[];
  /** Possible carrier names on the door, most likely first, in upper case with single spaces. */
  names: Reading[];
};

export type MergedFields = TruckReadings & ListedReadings;

/** Everything that was read in one image. */
export type Fields = MergedFields & {
  view: ViewAngle;
  /** Every line as read, top to bottom. */
  texts: string[];
};

/** The partner's plate reading; `confidence` is from 0 to 1 or from 0 to 100. */
export type PartnerPlate = { number: string; state: string; confidence: number };

export const nothingRead: Reading = Object.freeze({
  value: '',
  raw: '',
  score: 'N/A',
  lines: [],
  characters: [],
  alternatives: [],
});

/** Confidence levels, lowest first. */
export const SCORES: OcrScore[] = ['N/A', 'Low', 'Medium', 'High'];

export function lowerScore(a: OcrScore, b: OcrScore): OcrScore {
  return SCORES.indexOf(a) < SCORES.indexOf(b) ? a : b;
}

/** Reliable enough to find other sightings: a misread plate belongs to another truck. */
export function isReliable({ value, score }: Reading): boolean {
  return value !== '' && (score === 'High' || score === 'Medium');
}

/**
 * A docket as the `mc_number` of an observation: an MC number as digits, that of a Mexican carrier with its prefix. A
 * freight forwarder's docket is not the number of a motor carrier.
 */
export function mcNumber({ value, docket }: McReading): string {
  if (value === '' || docket === 'FF') return '';
  return docket === 'MC' ? value : `${docket}${value}`;
}

export function meanConfidence({ characters }: Pick<Reading, 'characters'>): number {
  return characters.length === 0 ? 0 : characters.reduce((sum, one) => sum + one, 0) / characters.length;
}

/** Measured, as the thresholds of `two-readers.ts`. */
const SURE_CHARACTER = 0.8;

/** Whether every character was read well enough for High. A witness does not make up for a digit that was not. */
export function hasSureCharacters({ characters }: Pick<Reading, 'characters'>): boolean {
  return characters.every((one) => one >= SURE_CHARACTER);
}

/** The first reading of each value. */
export function distinctReadings<R extends Reading>(readings: readonly R[]): R[] {
  const seen = new Set<string>();
  return readings.filter(({ value }) => !seen.has(value) && seen.add(value));
}
