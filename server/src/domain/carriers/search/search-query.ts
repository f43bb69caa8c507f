import { stateCode } from '../../../lib/identifiers/state-code.ts';

/** What a person typed, taken apart. */
export type SearchQuery = {
  /** The whole of it in lower case, for names that begin with it. */
  text: string;
  words: string[];
  usdot: string | null;
  docket: { prefix: string | null; digits: string } | null;
};

const MOST_WORDS = 8;
const LONGEST_WORD = 60;

/** `USDOT 123`, `MC-456` and `456` are numbers; everything else is words. */
export function readQuery(typed: string): SearchQuery {
  const text = typed.trim().replace(/\s+/g, ' ').toLowerCase();
  const number = /^(usdot|dot|mc|mx|ff)?[ #:.-]*0*(\d{1,8})$/.exec(text);
  const prefix = number?.[1] ?? null;
  const digits = number?.[2] ?? null;
  const words = text
    .split(/[\p{P}\p{S}\s]+/u)
    .filter((word) => word !== '' && word.length <= LONGEST_WORD)
    .slice(0, MOST_WORDS);
  const isDocket = prefix === 'mc' || prefix === 'mx' || prefix === 'ff';
  return {
    text,
    words: number && prefix !== null ? [] : words,
    usdot: digits !== null && !isDocket ? digits : null,
    docket:
      digits !== null && prefix !== 'usdot' && prefix !== 'dot'
        ? { prefix: isDocket ? prefix.toUpperCase() : null, digits }
        : null,
  };
}

/** A state's name is found under its two letters, which is what the census writes. */
export function stateLetters(word: string): string | null {
  const code = stateCode(word)?.toLowerCase();
  return code === undefined || code === word ? null : code;
}

/** The words read as a place: `saint paul`, `saint paul mn`, `saint paul minnesota`. */
export function readCity(words: string[]): { city: string; state: string | null } {
  const last = words.at(-1) ?? '';
  const state = words.length > 1 ? stateCode(last) : null;
  return { city: (state === null ? words : words.slice(0, -1)).join(' '), state };
}

/** The numbers that begin with these digits, as ranges of whole numbers; the number itself comes first. */
export function numberRanges(digits: string, mostDigits: number): { from: number; to: number }[] {
  const ranges = [];
  for (let more = 0; digits.length + more <= mostDigits; more++) {
    const size = 10 ** more;
    ranges.push({ from: Number(digits) * size, to: (Number(digits) + 1) * size - 1 });
  }
  return ranges;
}
