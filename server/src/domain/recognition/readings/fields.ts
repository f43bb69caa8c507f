import type { McReading, PermitReading, PlateReading, Reading, VinReading } from './reading.ts';

/** What of the truck the picture shows: decides whose number a number is. */
export type View = 'cab' | 'trailer' | 'rear' | 'side' | 'unknown';

/** Everything read off one picture. A field that was not read has value '' and score N/A. */
export type Fields = {
  view: View;
  usdot: Reading;
  mc: McReading;
  vin: VinReading;
  cabNumber: Reading;
  trailerNumber: Reading;
  /** `value` is the entry of the logo list, as given (lower case). */
  wordmark: Reading;
  plate: PlateReading;
  /** UN numbers of hazmat placards, four digits each. */
  placards: Reading[];
  permits: PermitReading[];
  /** What may be the carrier's name on the door, likeliest first; `value` in upper case, words separated by one space. */
  names: Reading[];
  /** Every line as read, top to bottom. */
  texts: string[];
};

export type FieldsContext = {
  /** The logo list, lower case. */
  logos: readonly string[];
  /** The partner's reading of the plate; `confidence` from 0 to 1 or 0 to 100. */
  plate?: { number: string; state: string; confidence: number } | null;
};
