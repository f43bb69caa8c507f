import type { StripReading } from './recognizer.ts';

const MIN_CHARACTERS = 3;
const MAX_CHARACTERS = 30;
const SURE = 0.95;
/** Lettering this tall, compared with the tallest of the image, may be a logo. */
const TALL = 0.5;

/** Phone numbers, web addresses and towns contain no field of a sighting. */
const NEVER_A_FIELD = [
  /\(?\b\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}\b/,
  /\bwww\.|\.(com|net|org)\b/i,
  /^[A-Za-z .]{3,}, ?[A-Z]{2}$/,
  /^GVWR?\b/,
];

/**
 * Whether a line, as the quick reader read it, may contain a field of a sighting. The second reading costs ten times as
 * much. `height` is a share of the tallest line.
 */
export function worthSecondReading({ text, confidence }: StripReading, height: number): boolean {
  const { length } = text.replace(/[^A-Za-z0-9]/g, '');
  if (length < MIN_CHARACTERS || length > MAX_CHARACTERS) return false;
  if (NEVER_A_FIELD.some((pattern) => pattern.test(text))) return false;
  return /\d/.test(text) || confidence < SURE || height >= TALL;
}
