import { ON_PLATES, substituter } from './confusable.ts';

/** A value with unknown characters: `?` is one letter or digit, `*` any number of them. */
export const MAX_UNKNOWN = 3;
export const MIN_KNOWN = 3;
const MAX_LENGTH = 20;
const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
/** The trigram index finds a part of this length. */
const MIN_INDEXED = 3;
/** Values or beginnings of values that are looked up one by one: two unknown characters. */
const MAX_LISTED = ALPHABET.length ** 2;

/** Characters that are easily confused become one. The second form is that of the index vehicle_sightings_by_part. */
export const lookAlike = substituter(ON_PLATES);
export const lookAlikeSql = (value: string) => `translate(${value}, 'OILSBZDQ', '01158200')`;

/** In upper case, without separators; null when it is not valid. */
export function vehiclePattern(text: string): string | null {
  const pattern = text
    .toUpperCase()
    .replace(/[\s.\p{Pd}]/gu, '')
    .replace(/\*+/g, '*');
  if (!/^[A-Z0-9?*]+$/.test(pattern) || pattern.length > MAX_LENGTH) return null;
  const known = pattern.replace(/[?*]/g, '').length;
  const unknown = pattern.split('?').length - 1;
  if (!isPattern(pattern)) return pattern;
  return known >= MIN_KNOWN && unknown <= MAX_UNKNOWN ? pattern : null;
}

export const isPattern = (text: string) => /[?*]/.test(text);

/** For LIKE. */
export const likeOf = (pattern: string) => pattern.replaceAll('?', '_').replaceAll('*', '%');

/** The characters that a character of a pattern may stand for. */
function fitting(one: string, withSimilar: boolean): string[] {
  if (one === '?') return ALPHABET;
  return withSimilar ? ALPHABET.filter((other) => lookAlike(other) === lookAlike(one)) : [one];
}

/**
 * The beginnings of all values that fit, as long as they are few enough and exclude more with each character (`most` known ones are
 * enough), and how many characters of the pattern they cover.
 */
function beginningsOf(pattern: string, withSimilar: boolean, most = Number.POSITIVE_INFINITY) {
  let beginnings = [''];
  let known = 0;
  let covered = 0;
  for (const one of pattern) {
    const characters = one === '*' || (one === '?' && known >= most) ? [] : fitting(one, withSimilar);
    if (characters.length === 0 || beginnings.length * characters.length > MAX_LISTED) break;
    beginnings = beginnings.flatMap((beginning) => characters.map((character) => beginning + character));
    covered++;
    if (one !== '?') known++;
  }
  return { beginnings, known, covered };
}

/** All values that fit, also with confused characters if `withSimilar`; null when they are too many to look up each. */
export function valuesOf(pattern: string, withSimilar: boolean): string[] | null {
  const { beginnings, covered } = beginningsOf(pattern, withSimilar);
  return covered === pattern.length ? beginnings : null;
}

/** The beginnings of all values that fit, where these exclude more than the trigram index would; otherwise null. */
export function prefixesOf(pattern: string, withSimilar: boolean): string[] | null {
  const [, ...others] = pattern.split(/[?*]/);
  const isLater = others.some(({ length }) => length >= MIN_INDEXED);
  const { beginnings, known } = beginningsOf(pattern, withSimilar, MIN_INDEXED);
  return known >= MIN_INDEXED && !isLater ? beginnings : null;
}

/** Whether the trigram index has anything to find: three characters in a row, or those at the beginning or the end. */
export function hasTrigram(pattern: string): boolean {
  return /[^?*]{3}|^[^?*]|[^?*]{2}$/.test(pattern);
}
