import type { StripReading } from './recognizer.ts';

const MIN_CHARACTERS = 3;
const MAX_CHARACTERS = 30;
const MIN_CONFIDENCE = 0.6;

/** Phone numbers, web addresses and towns contain no field of a sighting. */
const NEVER_A_FIELD = [
  /\(?\b\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}\b/,
  /\bwww\.|\.(com|net|org)\b/i,
  /^[A-Za-z .]{3,}, ?[A-Z]{2}$/,
];

/** Whether a line may contain a field. A second reading doubles the cost of a line. */
export function worthSecondReading({ text, confidence }: StripReading): boolean {
  const { length } = text.replace(/[^A-Za-z0-9]/g, '');
  if (length < MIN_CHARACTERS || length > MAX_CHARACTERS || confidence < MIN_CONFIDENCE) return false;
  return !NEVER_A_FIELD.some((pattern) => pattern.test(text));
}
