import type { StripReading } from './recognizer.ts';

const LEAST_CHARACTERS = 3;
const MOST_CHARACTERS = 30;
const LEAST_CONFIDENCE = 0.6;

/** Phone numbers, addresses on the web and towns carry no field of a sighting. */
const NEVER_A_FIELD = [
  /\(?\b\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}\b/,
  /\bwww\.|\.(com|net|org)\b/i,
  /^[A-Za-z .]{3,}, ?[A-Z]{2}$/,
];

/** Whether the second reader, which costs as much again, should look at this line too. */
export function worthSecondReading({ text, confidence }: StripReading): boolean {
  const { length } = text.replace(/[^A-Za-z0-9]/g, '');
  if (length < LEAST_CHARACTERS || length > MOST_CHARACTERS || confidence < LEAST_CONFIDENCE) return false;
  return !NEVER_A_FIELD.some((pattern) => pattern.test(text));
}
