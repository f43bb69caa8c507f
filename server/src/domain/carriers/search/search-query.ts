import { stateCode } from '../../../lib/identifiers/state-code.ts';

export type SearchQuery = {
  /** The whole query in lower case, to find names that begin with it. */
  text: string;
  words: string[];
  usdot: string | null;
  docket: { prefix: string | null; digits: string } | null;
};

const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 60;

/** `USDOT 123`, `MC-456` and `456` are numbers; everything else consists of words. */
export function parseQuery(query: string): SearchQuery {
  const text = query.trim().replace(/\s+/g, ' ').toLowerCase();
  const number = /^(usdot|dot|mc|mx|ff)?[ #:.-]*0*(\d{1,8})$/.exec(text);
  const prefix = number?.[1] ?? null;
  const digits = number?.[2] ?? null;
  const words = text
    .split(/[\p{P}\p{S}\s]+/u)
    .filter((word) => word !== '' && word.length <= MAX_WORD_LENGTH)
    .slice(0, MAX_WORDS);
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

/** The two letters of a state's name: the census contains only the letters. */
export function stateLetters(word: string): string | null {
  const code = stateCode(word)?.toLowerCase();
  return code === undefined || code === word ? null : code;
}

/** Reads the words as a city: `saint paul`, `saint paul mn`, `saint paul minnesota`. */
export function parseCity(words: string[]): { city: string; state: string | null } {
  const last = words.at(-1) ?? '';
  const state = words.length > 1 ? stateCode(last) : null;
  return { city: (state === null ? words : words.slice(0, -1)).join(' '), state };
}

/** The ranges of numbers that begin with these digits; the number itself comes first. */
export function numberRanges(digits: string, maxDigits: number): { from: number; to: number }[] {
  const ranges = [];
  for (let more = 0; digits.length + more <= maxDigits; more++) {
    const size = 10 ** more;
    ranges.push({ from: Number(digits) * size, to: (Number(digits) + 1) * size - 1 });
  }
  return ranges;
}
