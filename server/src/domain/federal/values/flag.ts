import { BLANK, UNREAD, type Value, WRITTEN } from './value.ts';

const YES = new Set(['Y', 'X', 'T', '1'].map((letter) => letter.charCodeAt(0)));
const NO = new Set(['N', 'F', '0'].map((letter) => letter.charCodeAt(0)));

/** `Y`/`N`, `TRUE`/`FALSE`, `X`; told by the first letter. */
function flagOf(blank: false | null): Value {
  return {
    type: 'boolean',
    what: 'yes or no',
    write(out, source, start, end) {
      const letter =
        (source[start] as number) & (source[start] === 0x30 || source[start] === 0x31 ? 255 : 223);
      if (start < end && YES.has(letter)) out.boolean(true);
      else if (start < end && NO.has(letter)) out.boolean(false);
      else {
        if (start === end && blank === false) out.boolean(false);
        else out.null();
        return start === end ? BLANK : UNREAD;
      }
      return WRITTEN;
    },
  };
}

export const flag = flagOf(null);
/** SMS files say `true` or nothing. */
export const trueOrNothing = flagOf(false);
