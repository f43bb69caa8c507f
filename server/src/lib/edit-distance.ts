import { distance } from 'fastest-levenshtein';

export { distance as editDistance };

/** 1 for equal texts, 0 for completely different ones. */
export function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - distance(a, b) / longest;
}
