import { substituter, TOLERATED } from './confusable.ts';
import { regionCodeOrText } from './region-code.ts';

/** The forms in which criteria and sightings are compared. Empty means: nothing to compare. */

/** Identifiers: upper case, without blanks, dots and dashes. */
export function identifier(text: string): string {
  let isPlain = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code >= DIGIT_0 && code <= DIGIT_9) || (code >= LETTER_A && code <= LETTER_Z)) continue;
    isPlain = false;
    if (code > LAST_ASCII) return anyIdentifier(text);
  }
  return isPlain ? text : text.toUpperCase().replace(/[\s.-]/g, '');
}
const [DIGIT_0, DIGIT_9, LETTER_A, LETTER_Z, LAST_ASCII] = [48, 57, 65, 90, 127];

function anyIdentifier(text: string): string {
  return text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[\s.\p{Pd}]/gu, '');
}
const PLAIN_NUMBER = /^[1-9]\d*$/;

/** USDOT and MC numbers: also without their prefix and leading zeros. */
export function registrationNumber(text: string): string {
  if (PLAIN_NUMBER.test(text)) return text;
  return identifier(text)
    .replace(/^(USDOT|DOT|MC)[#:]*/, '')
    .replace(/^0+/, '');
}

/** The last six characters of a VIN; nothing of a VIN that has fewer. */
export function vinEnd(text: string): string {
  const vin = identifier(text);
  return vin.length < 6 ? '' : vin.slice(-6);
}

/** An identifier in which characters that readers confuse are equal: 0/O, 1/I/L, 5/S, 8/B and 2/Z. */
export const tolerant = substituter(TOLERATED);

/** Free text: upper case, single blanks. */
export function words(text: string): string {
  if (SIMPLE.test(text)) return text.toUpperCase();
  return text.normalize('NFC').toUpperCase().trim().replace(/\s+/g, ' ');
}

/** ASCII words separated by single blanks. The comparable form differs only in case. */
const SIMPLE = /^[!-~]+(?: [!-~]+)*$/;

/** Counts the lines of the text. Returns 0 if a line does not match SIMPLE. */
export function simpleLines(text: string): number {
  let lines = 1;
  let previous = NEWLINE;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === NEWLINE) lines++;
    else if (code < BLANK || code > LAST_VISIBLE) return 0;
    if (code <= BLANK && previous <= BLANK) return 0;
    previous = code;
  }
  return previous <= BLANK ? 0 : lines;
}
const [NEWLINE, BLANK, LAST_VISIBLE] = [10, 32, 126];

/** Company names on trucks: lower case, single blanks. */
export function logoName(text: string): string {
  if (SIMPLE.test(text)) return text.toLowerCase();
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Characters that separate the parts of an identifier on a truck; `squeeze` removes them, line breaks stay. */
export const SEPARATORS = ' .-\u2010\u2011\u2012\u2013\u2014\u2015';

export function squeeze(lines: string): string {
  return lines.replace(/[ .\-\u2010-\u2015]/g, '');
}

/** The comparable forms by name; the alert criteria refer to them. */
export const FORMS = {
  identifier,
  registrationNumber,
  vinEnd,
  words,
  logoName,
  state: regionCodeOrText,
} satisfies Record<string, (text: string) => string>;
export type FormName = keyof typeof FORMS;

const WORD = /[\p{L}\p{N}\p{M}]/u;
const isWordCode = new Uint8Array(65_536);
for (let code = 0; code < 65_536; code++) isWordCode[code] = WORD.test(String.fromCharCode(code)) ? 1 : 0;

/** Whether the characters before and after this position belong to the same word. */
function joins(text: string, at: number): boolean {
  return at > 0 && at < text.length && isWord(text, at - 1) && isWord(text, at);
}

function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0xd800 || code > 0xdfff) return isWordCode[code] === 1;
  // Half of a surrogate pair: test the whole character.
  return WORD.test(String.fromCodePoint(text.codePointAt(code >= 0xdc00 ? at - 1 : at) ?? 0));
}

/** Whether the characters between two positions are whole words, not part of a longer word. */
export function isWhole(text: string, from: number, to: number): boolean {
  return !joins(text, from) && !joins(text, to);
}

/** Whether the text contains the phrase as whole words. */
export function hasWhole(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    if (isWhole(text, at, at + phrase.length)) return true;
  }
  return false;
}
