import { IN_NUMBERS } from '../../../lib/identifiers/confusable.ts';
import type { Strip } from './two-readers.ts';

/** A run of digits in a text. Letters misread for digits are replaced. */
export type NumberRun = {
  /** Leading zeros included. */
  digits: string;
  /** The position after the last character. */
  end: number;
  characters: number[];
  /** A letter was replaced by a digit. */
  isRepaired: boolean;
};

/**
 * The run that starts exactly at `start`, or null. Letters are replaced only inside a number: digits must outnumber
 * the replaced letters, and no other letter may follow. Thousands separators are skipped.
 */
export function numberRunAt({ text, characters }: Strip, start: number): NumberRun | null {
  let digits = '';
  let repaired = 0;
  const confidences: number[] = [];
  let at = start;
  for (; at < text.length; at++) {
    const character = text[at] as string;
    if (character === ',' && /^,\d{3}(?!\d)/.test(text.slice(at)) && digits.length > 0) continue;
    const isDigit = character >= '0' && character <= '9';
    const digit = isDigit ? character : IN_NUMBERS[character];
    if (digit === undefined) break;
    if (!isDigit) repaired++;
    digits += digit;
    confidences.push(characters[at] as number);
  }
  if (digits.length === 0 || repaired * 2 >= digits.length) return null;
  if (repaired > 0 && /[A-Z]/.test(text[at] ?? '')) return null;
  return { digits, end: at, characters: confidences, isRepaired: repaired > 0 };
}

/** The run at `start`; letterspaced digits (`1 2 3 4 5 6`) count as one number. */
export function spacedRunAt(strip: Strip, start: number): NumberRun | null {
  const match = /^\d(?: \d){3,}(?![\dA-Z])/.exec(strip.text.slice(start))?.[0];
  if (!match) return numberRunAt(strip, start);
  const end = start + match.length;
  const characters = strip.characters.slice(start, end).filter((_, i) => match[i] !== ' ');
  return { digits: match.replaceAll(' ', ''), end, characters, isRepaired: false };
}

/** The number of a line that contains nothing else but punctuation. */
export function onlyNumberIn(strip: Strip): NumberRun | null {
  const start = /^[\s#:.\-=]*/.exec(strip.text)?.[0].length ?? 0;
  const run = spacedRunAt(strip, start);
  return run && /^[\s.\-:]*$/.test(strip.text.slice(run.end)) ? run : null;
}
