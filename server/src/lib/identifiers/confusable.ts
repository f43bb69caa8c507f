/** A character and the one that replaces it. */
type Substitutions = Readonly<Record<string, string>>;

/**
 * Characters that readers, cameras and people mistake for a digit. Every rule that repairs or tolerates a misreading
 * derives from this table. The first character of each entry is the letter that the digit stands for inside a word.
 */
const LOOKALIKES: Substitutions = { 0: 'OQD', 1: 'IL|!', 2: 'Z', 4: 'A', 5: 'S$', 6: 'G', 7: 'T', 8: 'B' };
const DIGIT_LIKE: Substitutions = Object.fromEntries(
  Object.entries(LOOKALIKES).flatMap(([digit, characters]) => [...characters].map((one) => [one, digit])),
);

/** Alert tolerance. Documented to customers, so it does not change when a reader confuses another character. */
export const TOLERATED = toDigits('OILSBZ');
/** Plates: cameras also confuse D and Q with 0. */
export const ON_PLATES = toDigits('OILSBZDQ');
/** Inside a painted number. Without A, G and T, which fleets use in their unit numbers. */
export const IN_NUMBERS = toDigits('OILSBZDQ|!$');
/** Characters that no VIN contains (49 CFR 565.13): replaced without further evidence. */
export const NEVER_IN_VINS = toDigits('OIQ|');
/** Letters that a VIN may contain: replaced where a VIN has only digits, or when the check digit confirms it. */
export const IN_VINS = toDigits('LSBZDAGT');
/** Words of a wordmark. */
export const IN_WORDS: Substitutions = { ...toLetters('0Q1L|582'), V: 'U' };
/** The word USDOT, where an 8 is a misread S. */
export const IN_USDOT: Substitutions = { ...toLetters('0Q5$'), 8: 'S', V: 'U' };

/** Digits that readers confuse on paint, directly or through a letter that resembles both. */
export const CONFUSABLE_DIGITS: Substitutions = {
  0: '869',
  1: '74',
  2: '7',
  3: '859',
  4: '91',
  5: '63',
  6: '580',
  7: '12',
  8: '306',
  9: '430',
};

function toDigits(characters: string): Substitutions {
  return Object.fromEntries([...characters].map((one) => [one, DIGIT_LIKE[one] as string]));
}

function toLetters(characters: string): Substitutions {
  const letter = (one: string) => LOOKALIKES[DIGIT_LIKE[one] ?? one]?.[0] as string;
  return Object.fromEntries([...characters].map((one) => [one, letter(one)]));
}

/** A function that replaces every listed character of a text. */
export function substituter(substitutions: Substitutions): (text: string) => string {
  const replacements = new Map(
    Object.entries(substitutions).map(([one, other]) => [one.charCodeAt(0), other]),
  );
  // An array is read faster than a map; every listed character is ASCII.
  const byCode = Array.from({ length: 128 }, (_, code) => replacements.get(code) ?? '');
  return (text) => {
    let result = '';
    let copied = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const replacement = code < byCode.length ? (byCode[code] as string) : '';
      if (replacement === '') continue;
      result += text.slice(copied, i) + replacement;
      copied = i + 1;
    }
    return copied === 0 ? text : result + text.slice(copied);
  };
}
