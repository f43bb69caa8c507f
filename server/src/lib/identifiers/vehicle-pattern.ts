import { ON_PLATES, substituter } from './confusable.ts';

/** A value with unknown characters: `?` is one letter or digit, `*` any number of them. */
export const MAX_UNKNOWN = 3;
export const MIN_KNOWN = 3;
const MAX_LENGTH = 20;
const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
/** The trigram index finds a part of this length. */
const MIN_INDEXED = 3;
/** Prefixes that are tried one by one: two unknown characters. */
const MAX_PREFIXES = ALPHABET.length ** 2;

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

/** For `~`. */
export const regexOf = (pattern: string) =>
  `^${pattern.replaceAll('?', '[A-Z0-9]').replaceAll('*', '[A-Z0-9]*')}$`;

/**
 * The beginnings of all values that fit, where these are few and no part of the pattern is long enough for the trigram index;
 * otherwise null.
 */
export function prefixesOf(pattern: string): string[] | null {
  const parts = pattern.split(/[?*]/);
  if (parts.some(({ length }) => length >= MIN_INDEXED)) return null;
  let prefixes = [''];
  for (const one of pattern) {
    if (one === '*') break;
    if (one !== '?') prefixes = prefixes.map((prefix) => prefix + one);
    else if (prefixes.length * ALPHABET.length > MAX_PREFIXES) break;
    else prefixes = prefixes.flatMap((prefix) => ALPHABET.map((letter) => prefix + letter));
  }
  return (prefixes[0]?.replace(/[^A-Z0-9]/g, '').length ?? 0) >= MIN_INDEXED ? prefixes : null;
}
