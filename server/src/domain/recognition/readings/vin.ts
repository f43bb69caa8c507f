import { vinCheckDigit } from '../../../lib/identifiers/vin-check-digit.ts';
import type { OcrScore } from '../../observations/observation.ts';
import type { TextLine } from '../recognizer.ts';
import { gapBelow, gapBeside } from './frame.ts';
import { nothingRead, type VinReading } from './reading.ts';
import type { Strip } from './strip.ts';
import { type Found, lower, twoReaders } from './two-readers.ts';

type FoundVin = Found & { isWhole: boolean };
type Token = { text: string; start: number; characters: number[] };

const PREFIX =
  /(?<![A-Z0-9])(?:V[I1L|]N|V\.\s?[I1]\.\s?N\.?|SER(?:IAL)?|S\/N)(?![A-Z])[\s.]*(?:N[O0](?=[\s.:#-]))?[\s:#.\-=]*|(?<![A-Z0-9])V[I1]N(?=[A-Z0-9]{8})/g;
/** A VIN has no I, O or Q; the last five are always digits. */
const NEVER: Record<string, string> = { I: '1', O: '0', Q: '0', '|': '1' };
const DIGIT_FOR: Record<string, string> = {
  ...NEVER,
  S: '5',
  B: '8',
  Z: '2',
  G: '6',
  D: '0',
  L: '1',
  A: '4',
  T: '7',
};
const CONFUSED = ['S5', 'B8', 'Z2', 'G6', 'D0', 'L1', 'A4', 'T7'];

/** All 17 with a check digit that holds, or the last 8 or 6 that doors carry behind `VIN` or `SER`. */
export function readVin(lines: readonly TextLine[]): VinReading {
  const judged = twoReaders(lines, findVins);
  const best = judged.find(({ found }) => found.isWhole) ?? judged[0];
  return best ? { ...best.reading, isWhole: best.found.isWhole } : { ...nothingRead, isWhole: false };
}

function findVins(strips: Strip[]): FoundVin[] {
  const found: FoundVin[] = [];
  for (const strip of strips) {
    const prefixes = [...strip.text.matchAll(PREFIX)];
    const whole = wholeVins(strip);
    found.push(...whole);
    if (whole.length > 0) continue;
    for (const prefix of prefixes) {
      const end = prefix.index + prefix[0].length;
      const here = lastOfVin(strip, end, [strip.index], strip.text.slice(prefix.index));
      if (here) found.push(here);
      else if (end === strip.text.length) found.push(...nearby(strips, strip));
    }
  }
  return found;
}

function nearby(strips: Strip[], at: Strip): FoundVin[] {
  return strips.flatMap((strip) => {
    const isNear =
      (gapBeside(at.frame, strip.frame) ?? 9) < 3 || (gapBelow(at.frame, strip.frame) ?? 9) < 1.5;
    if (strip === at || !isNear) return [];
    const found = lastOfVin(strip, 0, [at.index, strip.index], strip.text);
    return found ? [found] : [];
  });
}

function wholeVins(strip: Strip): FoundVin[] {
  return tokens(strip)
    .filter(({ text }) => text.length >= 17 && text.length <= 20)
    .flatMap((token) => {
      const from = token.text.length - 17;
      const before = token.text.slice(0, from);
      if (from > 0 && !/^V[I1]?N?$|^[I1]N$/.test(before)) return [];
      const text = [...token.text.slice(from)].map((letter) => NEVER[letter] ?? letter).join('');
      const checked = putRight(text);
      if (!checked) return [];
      return [
        {
          ...checked,
          raw: strip.text.slice(token.start, token.start + token.text.length),
          lines: [strip.index],
          characters: token.characters.slice(from),
          confidence: strip.confidence,
          isWhole: true,
        },
      ];
    });
}

/** As read when the check digit holds; else the one VIN a confusion away for which it does. */
function putRight(text: string): { value: string; ceiling: OcrScore } | null {
  const isRight = (vin: string) => vinCheckDigit(vin) === vin[8] && /^[A-Z0-9]{12}[0-9]{5}$/.test(vin);
  if (isRight(text)) return { value: text, ceiling: 'High' };
  const right = new Set<string>();
  for (const [i, letter] of [...text].entries()) {
    for (const pair of CONFUSED) {
      if (!pair.includes(letter)) continue;
      const other = pair.replace(letter, '');
      const candidate = text.slice(0, i) + other + text.slice(i + 1);
      if (isRight(candidate)) right.add(candidate);
    }
  }
  const [value] = right;
  return value !== undefined && right.size === 1 ? { value, ceiling: 'Medium' } : null;
}

/** Model year, plant and six digits; doors of old trucks carry only the six. */
function lastOfVin(strip: Strip, from: number, lines: number[], raw: string): FoundVin | null {
  const [token] = tokens(strip, from);
  if (!token || token.start > from + 1 || ![6, 8].includes(token.text.length)) return null;
  const digitsFrom = token.text.length - 5;
  let ceiling: OcrScore = 'High';
  const value = [...token.text]
    .map((letter, i) => {
      const right = i >= digitsFrom ? (DIGIT_FOR[letter] ?? letter) : (NEVER[letter] ?? letter);
      if (right !== letter) ceiling = lower(ceiling, 'Medium');
      return right;
    })
    .join('');
  if (!/^[A-Z0-9]+[0-9]{5}$/.test(value)) return null;
  return {
    value,
    raw,
    lines,
    characters: token.characters,
    confidence: strip.confidence,
    ceiling,
    isWhole: false,
  };
}

function tokens({ text, characters }: Strip, from = 0): Token[] {
  return Array.from(text.slice(from).matchAll(/[A-Z0-9|]+/g), ({ 0: word, index }) => ({
    text: word,
    start: from + index,
    characters: characters.slice(from + index, from + index + word.length),
  }));
}
