import type { Reading } from '../readings/reading.ts';

/** How a number differs from what was read; the nearer kinds come first. */
export type Difference = 'none' | 'other-reader' | 'confusion' | 'seam' | 'edit';
export type Candidate = { usdotNumber: number; difference: Difference };

const LONGEST = 8;
/** Digits that readers take for each other on paint, by way of letters too: 0ODQ, 1IL7, 2Z7, 4A9, 5S6, 8B3. */
const CONFUSED: Record<string, string> = {
  0: '869',
  1: '74',
  2: '7',
  3: '859',
  4: '91',
  5: '63',
  6: '580',
  7: '12',
  8: '306',
  9: '430',
};
const DIGITS = '0123456789';

/** Every number that what was read may stand for: itself, the other reader's, and all that are one digit away. */
export function candidatesOf({ value, alternatives }: Pick<Reading, 'value' | 'alternatives'>): Candidate[] {
  const found = new Map<number, Difference>();
  const add = (text: string, difference: Difference) => {
    if (!/^[1-9]\d*$/.test(text) || text.length > LONGEST || found.has(Number(text))) return;
    found.set(Number(text), difference);
  };
  add(value, 'none');
  for (const other of alternatives) add(other, 'other-reader');
  for (let at = 0; at < value.length; at++) {
    for (const digit of CONFUSED[value[at] as string] ?? '') add(changed(value, at, digit), 'confusion');
  }
  // A seam or an edge is read as a digit, or swallows one; of two equal digits one gets lost.
  add(value.slice(1), 'seam');
  add(value.slice(0, -1), 'seam');
  for (const digit of DIGITS) {
    add(digit + value, 'seam');
    add(value + digit, 'seam');
  }
  for (let at = 0; at < value.length; at++) {
    add(value.slice(0, at) + value.slice(at + 1), 'edit');
    add(value.slice(0, at) + value[at] + value.slice(at), 'edit');
    for (const digit of DIGITS) add(changed(value, at, digit), 'edit');
  }
  return [...found].map(([usdotNumber, difference]) => ({ usdotNumber, difference }));
}

function changed(value: string, at: number, digit: string): string {
  return value.slice(0, at) + digit + value.slice(at + 1);
}
