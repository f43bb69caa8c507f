import { readWhole } from './number.ts';
import { BLANK, type Outcome, UNREADABLE, type Value, WRITTEN } from './value.ts';

const LARGEST_NUMBER = 2_147_483_647;

/** Position of the first digit in `MC000123`, `MC-1426065` or `mc 123`. */
function digitsStart(source: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && ((source[at] as number) & 223) >= 65 && ((source[at] as number) & 223) <= 90) at++;
  while (at < end && (source[at] === 0x2d || source[at] === 0x20)) at++;
  return at;
}

/** The letters; empty, not null, if there are none, because the column is part of keys. */
export const docketPrefix: Value = {
  type: 'text',
  label: 'a docket',
  write(out, source, start, end): Outcome {
    let letters = start;
    while (letters < end && ((source[letters] as number) & 223) >= 65) letters++;
    if (letters - start > 3) letters = start;
    out.long(letters - start);
    for (let i = start; i < letters; i++) out.bytes[out.length++] = (source[i] as number) & 223;
    return start === end ? BLANK : WRITTEN;
  },
};

/** The number without leading zeros; 0, not null, if there is none, because the column is part of keys. */
export const docketNumber: Value = {
  type: 'integer',
  label: 'a docket',
  write(out, source, start, end): Outcome {
    const at = digitsStart(source, start, end);
    const value = at < end ? readWhole(source, at, end) : 0;
    const isNumber = value >= 0 && value <= LARGEST_NUMBER;
    out.integer(isNumber ? value : 0);
    if (start === end) return BLANK;
    return isNumber ? WRITTEN : UNREADABLE;
  },
};
