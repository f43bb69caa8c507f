/** The days of a carrier are three words of 30 bits in a list. The newest day is the highest bit of the first word. */
export const WORDS = 3;
export const WORD_DAYS = 30;
const MASK = 2 ** WORD_DAYS - 1;

export function bits(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The number of days at one of two places of the list. */
export function countDays(list: Int32Array, at: number, other = at): number {
  let count = 0;
  for (let n = 0; n < WORDS; n++) count += bits((list[at + n] as number) | (list[other + n] as number));
  return count;
}

export function isEmpty(list: Int32Array, at: number): boolean {
  for (let n = 0; n < WORDS; n++) if (list[at + n] !== 0) return false;
  return true;
}

/** How many of the days at `at` are `first` to `last` days after one of those at `earlier`: less than 30. */
export function daysAfter(
  list: Int32Array,
  at: number,
  earlier: number,
  first: number,
  last: number,
): number {
  let count = 0;
  let older = 0;
  for (let n = WORDS - 1; n >= 0; n--) {
    const word = list[earlier + n] as number;
    let later = 0;
    for (let by = first; by <= last; by++) later |= (word << by) | (older >>> (WORD_DAYS - by));
    count += bits((list[at + n] as number) & later & MASK);
    older = word;
  }
  return count;
}
