import type { Strip } from './strip.ts';

/** A run of digits in a text, with letters that stand for digits put right. */
export type NumberRun = {
  /** Digits only, leading zeros kept. */
  digits: string;
  start: number;
  /** The first character after it. */
  end: number;
  characters: number[];
  /** A letter was taken for a digit. */
  isRepaired: boolean;
};

const LOOKS_LIKE: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  '|': '1',
  '!': '1',
  S: '5',
  $: '5',
  B: '8',
  Z: '2',
};

/**
 * The run that starts exactly at `start`; null when there is none. Letters are put right only inside a number:
 * more digits than such letters, and no other letter at either end. Commas between threes are stepped over.
 */
export function numberRunAt({ text, characters }: Strip, start: number): NumberRun | null {
  let digits = '';
  let repaired = 0;
  const confidences: number[] = [];
  let at = start;
  for (; at < text.length; at++) {
    const character = text[at] as string;
    if (character === ',' && /^,\d{3}(?!\d)/.test(text.slice(at)) && digits.length > 0) continue;
    const isDigit = character >= '0' && character <= '9';
    const digit = isDigit ? character : LOOKS_LIKE[character];
    if (digit === undefined) break;
    if (!isDigit) repaired++;
    digits += digit;
    confidences.push(characters[at] as number);
  }
  if (digits.length === 0 || repaired * 2 >= digits.length) return null;
  if (repaired > 0 && /[A-Z]/.test(text[at] ?? '')) return null;
  return { digits, start, end: at, characters: confidences, isRepaired: repaired > 0 };
}

/** Every run in a text, from left to right; a run inside a word (`T13551`) is not one. */
export function numberRuns(strip: Strip): NumberRun[] {
  const runs: NumberRun[] = [];
  for (let at = 0; at < strip.text.length; at++) {
    if (at > 0 && /[A-Z0-9]/.test(strip.text[at - 1] as string)) continue;
    const run = numberRunAt(strip, at);
    if (!run) continue;
    runs.push(run);
    at = run.end;
  }
  return runs;
}

/** Letterspaced numbers come as single digits (`1 2 3 4 5 6`): joined when every piece is one. */
export function letterspacedRunAt(strip: Strip, start: number): NumberRun | null {
  const match = /^\d(?: \d){3,}(?![\dA-Z])/.exec(strip.text.slice(start));
  if (!match) return null;
  const places = [...match[0]].flatMap((character, i) => (character === ' ' ? [] : [start + i]));
  return {
    digits: places.map((place) => strip.text[place]).join(''),
    start,
    end: start + match[0].length,
    characters: places.map((place) => strip.characters[place] as number),
    isRepaired: false,
  };
}

export function withoutLeadingZeros(run: NumberRun): { value: string; characters: number[] } {
  const value = run.digits.replace(/^0+/, '');
  return { value, characters: run.characters.slice(run.digits.length - value.length) };
}
