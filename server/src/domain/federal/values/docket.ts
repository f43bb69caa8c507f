import { readWhole } from './number.ts';
import { BLANK, type Outcome, UNREAD, type Value, WRITTEN } from './value.ts';

/** `MC000123`, `MC-1426065`, `mc 123`: letters, then a number that fits an integer. Returns where the digits start. */
function digitsAt(source: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && ((source[at] as number) & 223) >= 65 && ((source[at] as number) & 223) <= 90) at++;
  while (at < end && (source[at] === 0x2d || source[at] === 0x20)) at++;
  return at;
}

function numberFrom(source: Buffer, at: number, end: number): number {
  const value = at < end ? readWhole(source, at, end) : 0;
  return value > 2_147_483_647 ? -1 : value;
}

/** The letters; empty when there are none, for it is part of keys. */
export const docketPrefix: Value = {
  type: 'text',
  what: 'a docket',
  write(out, source, start, end): Outcome {
    let letters = start;
    while (letters < end && ((source[letters] as number) & 223) >= 65) letters++;
    if (letters - start > 3) letters = start;
    out.long(letters - start);
    for (let i = start; i < letters; i++) out.bytes[out.length++] = (source[i] as number) & 223;
    return start === end ? BLANK : WRITTEN;
  },
};

/** The number without leading zeros; 0 when there is none, for it is part of keys. */
export const docketNumber: Value = {
  type: 'integer',
  what: 'a docket',
  write(out, source, start, end): Outcome {
    const value = numberFrom(source, digitsAt(source, start, end), end);
    out.integer(Math.max(0, value));
    if (start === end) return BLANK;
    return value < 0 ? UNREAD : WRITTEN;
  },
};
