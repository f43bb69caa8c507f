import type { StripReading } from './recognizer.ts';

const LEAST_CHARACTERS = 3;

/** Phone numbers and addresses on the web carry no field of a sighting. */
const NEVER_A_FIELD = [/\(?\b\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}\b/, /\bwww\.|\.(com|net|org)\b/i];

/** Whether the second reader, which costs more than the first, should look at this line too. */
export function worthSecondReading({ text, confidence }: StripReading): boolean {
  const cleaned = text.replace(/[^A-Za-z0-9]/g, '');
  if (cleaned.length < LEAST_CHARACTERS || confidence < 0.6) return false;
  return !NEVER_A_FIELD.some((pattern) => pattern.test(text));
}
