import { names } from '../../../lib/names.ts';

/** Punctuation in codes varies between files: `392.2-SLLS4` equals `3922SLLS4`. */
export function plainCode(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** `plainCode` in SQL, for the punctuation that codes contain. A regular expression would take ten times as long. */
export const plainCodeSql = (column: string) => `upper(translate(${column}, '.-() /,_[]', ''))`;

/** The digits of part and section: `3958` of `395.8E-HOSPD`. Empty if the code does not begin with digits. */
export function sectionOf(code: string): string {
  return /^\d+/.exec(plainCode(code))?.[0] ?? '';
}

/**
 * The plain code, then its base without the suffix after the hyphen, then the enclosing paragraphs up to the section:
 * `395.8E1-HOSPD` gives 3958E1HOSPD, 3958E1, 3958E, 3958. A run of letters is never cut: 392.2-SLLS4 is no 392.2S.
 */
export function enclosingCodes(code: string): string[] {
  const [base = ''] = code.split('-');
  const parts = plainCode(base).match(/\d+|[A-Z]+/g) ?? [];
  const enclosing = parts.map((_, i) => parts.slice(0, parts.length - i).join(''));
  return [...new Set([plainCode(code), ...enclosing])].filter((one) => /^\d/.test(one));
}

/**
 * Driver violations that FMCSA reviews in every investigation. The paragraph includes its sub-paragraphs and suffixes,
 * except for 391.11, which includes none: its red-flag paragraphs are listed.
 */
const RED_FLAGS = names('38321 38323A2 38351A 38391A 39111B5 39111B7 39115A 3924A 3925A 39513D 3969C2');
const RED_FLAG_WITHOUT_PARAGRAPHS = '39111';
/** A license suspended for a reason that is not related to safety. */
const NOT_RED_FLAGS = ['38351ANS', '39115ANS'];

export function isRedFlag(code: string): boolean {
  const plain = plainCode(code);
  if (plain === RED_FLAG_WITHOUT_PARAGRAPHS) return true;
  const startsWithOneOf = (codes: string[]) => codes.some((one) => plain.startsWith(one));
  return startsWithOneOf(RED_FLAGS) && !startsWithOneOf(NOT_RED_FLAGS);
}
