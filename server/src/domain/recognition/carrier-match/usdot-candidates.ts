import { CONFUSABLE_DIGITS } from '../../../lib/identifiers/confusable.ts';
import type { Reading } from '../readings/reading.ts';

/** How a candidate differs from the number as read; the smallest difference first. */
type Difference = 'none' | 'other-reader' | 'confusion' | 'seam' | 'edit';
type Candidate = { usdotNumber: number; difference: Difference };

const MAX_DIGITS = 8;
const DIGITS = '0123456789';

/** Every number that the reading may stand for: as read, the other reader's, and all that differ by one digit. */
export function usdotCandidates({
  value,
  alternatives,
}: Pick<Reading, 'value' | 'alternatives'>): Candidate[] {
  const found = new Map<number, Difference>();
  const add = (text: string, difference: Difference) => {
    if (!/^[1-9]\d*$/.test(text) || text.length > MAX_DIGITS || found.has(Number(text))) return;
    found.set(Number(text), difference);
  };
  const replaced = (at: number, text: string) => value.slice(0, at) + text + value.slice(at + 1);
  add(value, 'none');
  for (const other of alternatives) add(other, 'other-reader');
  for (const [at, own] of [...value].entries()) {
    for (const digit of CONFUSABLE_DIGITS[own] ?? '') add(replaced(at, digit), 'confusion');
  }
  // A panel seam or an edge is read as a digit, or hides one.
  add(value.slice(1), 'seam');
  add(value.slice(0, -1), 'seam');
  for (const digit of DIGITS) {
    add(digit + value, 'seam');
    add(value + digit, 'seam');
  }
  // A digit is added, one of two equal digits is lost, or a digit is misread.
  for (const [at, own] of [...value].entries()) {
    add(replaced(at, ''), 'edit');
    add(replaced(at, own + own), 'edit');
    for (const digit of DIGITS) add(replaced(at, digit), 'edit');
  }
  return [...found].map(([usdotNumber, difference]) => ({ usdotNumber, difference }));
}
