import { BLANK, type Value, WRITTEN, writeNull } from './value.ts';

const YES = new Set(['Y', 'X', 'T', '1'].map((letter) => letter.charCodeAt(0)));
const NO = new Set(['N', 'F', '0'].map((letter) => letter.charCodeAt(0)));

/** `Y`/`N`, `TRUE`/`FALSE` or `X`. Only the first letter counts. */
export const flag: Value = {
  type: 'boolean',
  label: 'yes or no',
  write(out, source, start, end) {
    const first = source[start] as number;
    const letter = first === 0x30 || first === 0x31 ? first : first & 223;
    const isYes = start < end && YES.has(letter);
    if (!isYes && !(start < end && NO.has(letter))) return writeNull(out, start, end);
    out.boolean(isYes);
    return WRITTEN;
  },
};

/** For SMS files, which write `true` or leave the cell blank. */
export const trueOrBlank: Value = {
  ...flag,
  write(out, source, start, end) {
    if (start !== end) return flag.write(out, source, start, end);
    out.boolean(false);
    return BLANK;
  },
};
