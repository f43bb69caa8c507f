import { IN_VINS, NEVER_IN_VINS, substituter } from '../../../lib/identifiers/confusable.ts';
import { vinCheckDigit } from '../../../lib/identifiers/vin-check-digit.ts';
import type { OcrScore } from '../../observations/observation.ts';
import type { TextLine } from '../recognizer.ts';
import { gapBelow, gapBeside } from './frame.ts';
import { nothingRead, type VinReading } from './reading.ts';
import { type Found, foundIn, type Strip, twoReaders } from './two-readers.ts';

type FoundVin = Found & { isWhole: boolean };
type Token = { text: string; start: number; characters: number[] };

const PREFIX =
  /(?<![A-Z0-9])(?:V[I1L|]N|V\.\s?[I1]\.\s?N\.?|SER(?:IAL)?|S\/N)(?![A-Z])[\s.]*(?:N[O0](?=[\s.:#-]))?[\s:#.\-=]*|(?<![A-Z0-9])V[I1]N(?=[A-Z0-9]{8})/g;
/** The last characters of a heavy vehicle's VIN are digits; the one before them may be a letter (49 CFR 565.15). */
const LAST_DIGITS = 4;
const VIN = /^[A-Z0-9]{8}[0-9X][A-Z0-9]{4}[0-9]{4}$/;
/** Makers of fewer than 1,000 vehicles a year have a 9 in third place and a code of letters and digits in 12 to 14. */
const LOW_VOLUME_VIN = /^[A-Z0-9]{2}9[A-Z0-9]{5}[0-9X][A-Z0-9]{5}[0-9]{3}$/;
const replaceImpossible = substituter(NEVER_IN_VINS);
const replaceLetters = substituter({ ...NEVER_IN_VINS, ...IN_VINS });

/** A full VIN with a valid check digit, or the last 8 or 6 characters that doors show after `VIN` or `SER`. */
export function readVin(lines: readonly TextLine[]): VinReading {
  const judged = twoReaders(lines, findVins);
  const best = judged.find(({ found }) => found.isWhole) ?? judged[0];
  return best ? { ...best.reading, isWhole: best.found.isWhole } : { ...nothingRead, isWhole: false };
}

function findVins(strips: Strip[]): FoundVin[] {
  return strips.flatMap((strip) => {
    const whole = wholeVins(strip);
    if (whole.length > 0) return whole;
    return [...strip.text.matchAll(PREFIX)].flatMap((prefix) => {
      const end = prefix.index + prefix[0].length;
      const found = vinEndAt(strip, end, [strip.index], strip.text.slice(prefix.index));
      if (found.length > 0 || end < strip.text.length) return found;
      return strips
        .filter((other) => other !== strip && isNear(strip, other))
        .flatMap((other) => vinEndAt(other, 0, [strip.index, other.index], other.text));
    });
  });
}

/** A text has the form of a full VIN, but its check digit is wrong and no confused character explains it. */
export function hasInvalidVin(texts: readonly string[]): boolean {
  const candidates = texts.flatMap(
    (text) => text.toUpperCase().match(/(?<![A-Z0-9])[A-Z0-9]{17}(?![A-Z0-9])/g) ?? [],
  );
  return candidates.map(replaceImpossible).some((vin) => hasVinForm(vin) && checkedVin(vin) === null);
}

function hasVinForm(text: string): boolean {
  return VIN.test(text) || LOW_VOLUME_VIN.test(text);
}

function isNear({ frame: a }: Strip, { frame: b }: Strip): boolean {
  return gapBeside(a, b) < 3 || gapBelow(a, b) < 1.5;
}

function wholeVins(strip: Strip): FoundVin[] {
  return tokens(strip)
    .filter(({ text }) => text.length >= 17 && text.length <= 20)
    .flatMap((token) => {
      const from = token.text.length - 17;
      if (from > 0 && !/^V[I1]?N?$|^[I1]N$/.test(token.text.slice(0, from))) return [];
      const checked = checkedVin(replaceImpossible(token.text.slice(from)));
      if (!checked) return [];
      const characters = token.characters.slice(from);
      return [foundIn(strip, { ...checked, raw: token.text, characters, isWhole: true })];
    });
}

/** The VIN as read if its check digit is valid, otherwise the only valid VIN that differs by one confused character. */
function checkedVin(text: string): { value: string; ceiling: OcrScore } | null {
  const isValid = (vin: string) => vinCheckDigit(vin) === vin[8] && hasVinForm(vin);
  if (isValid(text)) return { value: text, ceiling: 'High' };
  const repaired = new Set<string>();
  for (const [i, character] of [...text].entries()) {
    for (const pair of Object.entries(IN_VINS)) {
      if (!pair.includes(character)) continue;
      const other = pair[0] === character ? pair[1] : pair[0];
      const vin = text.slice(0, i) + other + text.slice(i + 1);
      if (isValid(vin)) repaired.add(vin);
    }
  }
  const [value] = repaired;
  return value !== undefined && repaired.size === 1 ? { value, ceiling: 'Medium' } : null;
}

/**
 * Model year, plant and the serial number; the doors of old trucks show only the serial number. Without the check digit
 * nothing tells a letter before the last digits from the digit that resembles it.
 */
function vinEndAt(strip: Strip, from: number, lines: number[], raw: string): FoundVin[] {
  const [token] = tokens(strip, from);
  if (!token || token.start > from + 1 || ![6, 8].includes(token.text.length)) return [];
  const value =
    replaceImpossible(token.text.slice(0, -LAST_DIGITS)) + replaceLetters(token.text.slice(-LAST_DIGITS));
  if (!/^[A-Z0-9]+[0-9]{4}$/.test(value)) return [];
  const beforeDigits = value.length - LAST_DIGITS - 1;
  const digit = IN_VINS[value[beforeDigits] as string];
  const alternatives =
    digit === undefined ? [] : [value.slice(0, beforeDigits) + digit + value.slice(beforeDigits + 1)];
  const ceiling = value === token.text && digit === undefined ? 'High' : 'Medium';
  const { characters } = token;
  return [foundIn(strip, { value, raw, lines, characters, ceiling, alternatives, isWhole: false })];
}

function tokens({ text, characters }: Strip, from = 0): Token[] {
  return Array.from(text.slice(from).matchAll(/[A-Z0-9|]+/g), ({ 0: word, index }) => ({
    text: word,
    start: from + index,
    characters: characters.slice(from + index, from + index + word.length),
  }));
}
