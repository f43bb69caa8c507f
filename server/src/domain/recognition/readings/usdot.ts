import { editDistance } from '../../../lib/edit-distance.ts';
import { IN_USDOT } from '../../../lib/identifiers/confusable.ts';
import { stateCode } from '../../../lib/identifiers/state-code.ts';
import type { TextLine } from '../recognizer.ts';
import { operatingNumber } from './operating-number.ts';
import { findPrefixed, type Prefix } from './prefixed.ts';
import { type CarrierNumber, lowerScore, nothingRead } from './reading.ts';
import { twoReaders } from './two-readers.ts';

const MAX_LETTERS = 6;
/** Numbers of fewer digits were assigned decades ago. Today they are usually part of a longer number. */
const USUAL_LEAST_DIGITS = 4;

/**
 * Numbers of one or two digits belong to a handful of carriers; on a door they are part of something else. A number below
 * or beside a bare prefix may also be the cab number.
 */
const USDOT = {
  prefixes: usdotPrefixes,
  minDigits: 3,
  minDigitsNearby: 4,
  sureDigitsNearby: 6,
  maxDigits: 8,
  usualDigits: 7,
};

/** `USDOT 1234567` in any spelling. Eight-digit numbers have not been assigned yet. */
export function readUsdot(lines: readonly TextLine[]): CarrierNumber {
  const judged = twoReaders(lines, (strips) => findPrefixed(strips, USDOT));
  const reading = operatingNumber(judged, lines)?.reading ?? nothingRead;
  return reading.value.length < USUAL_LEAST_DIGITS
    ? { ...reading, score: lowerScore(reading.score, 'Low') }
    : reading;
}

/** Every `USDOT`, `U.S. D.O.T.` or `DOT`, including those misread by one letter (`U5D0T`, `SDOT`, `USDO7`). */
function usdotPrefixes(text: string): Prefix[] {
  const found: Prefix[] = [];
  for (let start = 0; start < text.length; start++) {
    if (!/[A-Z5$80|]/.test(text[start] as string) || /[A-Z0-9]/.test(text[start - 1] ?? '')) continue;
    const prefix = usdotPrefixAt(text, start);
    if (!prefix) continue;
    found.push(prefix);
    start = prefix.end - 1;
  }
  return found;
}

function usdotPrefixAt(text: string, start: number): Prefix | null {
  let letters = '';
  let best: { end: number; distance: number; hasExtraLetter: boolean } | null = null;
  for (let at = start; at < text.length && letters.length < MAX_LETTERS; at++) {
    const character = text[at] as string;
    if (/[ .-]/.test(character) && letters.length > 0) continue;
    if (!/[A-Z0-9$|]/.test(character)) break;
    letters += IN_USDOT[character] ?? character;
    const distance = distanceFromUsdot(letters);
    if (distance === null || wordContinues(text, at + 1)) continue;
    if (!best || distance < best.distance)
      best = { end: at + 1, distance, hasExtraLetter: letters.length > 'USDOT'.length };
  }
  if (!best || isStateDot(text, start, letters)) return null;
  // Removing motion blur can duplicate a letter of the prefix. It may then have duplicated a digit of the number too.
  const ceiling = best.distance === 0 ? 'High' : best.hasExtraLetter ? 'Low' : 'Medium';
  return { start, end: best.end, ceiling };
}

/** The number of misread letters; null when the text is neither `USDOT` nor `DOT`. */
function distanceFromUsdot(letters: string): number | null {
  if (letters === 'USDOT' || letters === 'DOT') return 0;
  // A T read as a digit counts only when all letters before it are right.
  if (/^USDO[71IY]$/.test(letters)) return 0.5;
  if (letters.length < 4 || /\d$/.test(letters)) return null;
  if (letters.endsWith('DOT') && letters.length === 5 && stateCode(letters.slice(0, 2))) return null;
  const distance = editDistance(letters, 'USDOT');
  return distance <= 1 && /[DO]/.test(letters) ? distance : null;
}

/** `NO.` and `NUMBER` are separate words, even without a space before them. */
function wordContinues(text: string, at: number): boolean {
  return /[A-Z]/.test(text[at] ?? '') && !/^\.?\s?N(?:[O0][\s.:#\-\d]|UM|BR)/.test(text.slice(at));
}

/** State numbers: `TX DOT 12345`, `NYS DOT 12345`. */
function isStateDot(text: string, start: number, letters: string): boolean {
  if (!letters.startsWith('DO')) return false;
  const before = /([A-Z]{2,3})[\s.-]*$/.exec(text.slice(0, start))?.[1];
  return before !== undefined && (stateCode(before) !== null || before === 'NYS');
}
