import { editDistance } from '../../../lib/edit-distance.ts';
import { stateCode } from '../../../lib/identifiers/state-code.ts';
import type { TextLine } from '../recognizer.ts';
import { findPrefixed, type Prefix } from './prefixed.ts';
import { nothingRead, type Reading } from './reading.ts';
import { twoReaders } from './two-readers.ts';

/** `USDOT 1234567` in every lettering of doors. Numbers of eight digits are not given out yet. */
export function readUsdot(lines: readonly TextLine[]): Reading {
  const [best] = twoReaders(lines, (strips) =>
    findPrefixed(strips, { prefixes: usdotPrefixes, fewest: 2, most: 8, usual: 7 }),
  );
  return best?.reading ?? nothingRead;
}

const FOLDED: Record<string, string> = { 0: 'O', Q: 'O', 5: 'S', $: 'S', 8: 'S', V: 'U' };
const LONGEST = 6;

/** Every place where `USDOT`, `U.S. D.O.T.`, `DOT` stand, also misread by one letter (`U5D0T`, `SDOT`, `USDO7`). */
export function usdotPrefixes(text: string): Prefix[] {
  const found: Prefix[] = [];
  for (let start = 0; start < text.length; start++) {
    if (!/[A-Z5$80|]/.test(text[start] as string) || /[A-Z0-9]/.test(text[start - 1] ?? '')) continue;
    const prefix = prefixAt(text, start);
    if (!prefix) continue;
    found.push(prefix);
    start = prefix.end - 1;
  }
  return found;
}

function prefixAt(text: string, start: number): Prefix | null {
  let letters = '';
  let best: (Prefix & { distance: number }) | null = null;
  for (let at = start; at < text.length && letters.length < LONGEST; at++) {
    const character = text[at] as string;
    if (/[ .-]/.test(character) && letters.length > 0) continue;
    if (!/[A-Z0-9$|]/.test(character)) break;
    letters += FOLDED[character] ?? character;
    const distance = distanceFrom(letters);
    if (distance === null || /[A-Z]/.test(nextWordLetter(text, at + 1))) continue;
    if (best && best.distance <= distance) continue;
    best = { start, end: at + 1, distance, ceiling: distance === 0 ? 'High' : 'Medium' };
  }
  if (!best || isOfState(text, start, letters)) return null;
  const { start: from, end, ceiling } = best;
  return { start: from, end, ceiling };
}

/** How far from `USDOT` (or `DOT`); null when it is something else. */
function distanceFrom(letters: string): number | null {
  if (letters === 'USDOT' || letters === 'DOT') return 0;
  // The T read as a digit: only where all before it is right.
  if (/^USDO[71IY]$/.test(letters)) return 0.5;
  if (letters.length < 4 || /\d$/.test(letters)) return null;
  if (letters.endsWith('DOT') && letters.length === 5 && stateCode(letters.slice(0, 2))) return null;
  const distance = editDistance(letters, 'USDOT');
  return distance <= 1 && /[DO]/.test(letters) ? distance : null;
}

/** A letter that goes on with the same word; `NO.` and `NUMBER` are words of their own. */
function nextWordLetter(text: string, at: number): string {
  return /^\.?\s?N(?:[O0][\s.:#\-\d]|UM|BR)/.test(text.slice(at)) ? '' : (text[at] ?? '');
}

/** `TX DOT 12345`, `TXDOT`: numbers of a state. */
function isOfState(text: string, start: number, letters: string): boolean {
  if (!letters.startsWith('DO')) return false;
  const before = /([A-Z]{2,3})[\s.-]*$/.exec(text.slice(0, start))?.[1];
  return before !== undefined && (stateCode(before) !== null || before === 'NYS');
}
