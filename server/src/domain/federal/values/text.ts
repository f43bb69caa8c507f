import type { CopyBuffer } from '../copy/copy-buffer.ts';
import { BLANK, type Value, WRITTEN } from './value.ts';

export const text: Value = {
  type: 'text',
  what: 'text',
  write(out, source, start, end) {
    if (start === end) {
      out.null();
      return BLANK;
    }
    out.text(source, start, end);
    return WRITTEN;
  },
};

/** For keys, which cannot be null: nothing is the empty text. */
export const keyText: Value = {
  type: 'text',
  what: 'text',
  write(out, source, start, end) {
    out.text(source, start, end);
    return start === end ? BLANK : WRITTEN;
  },
};

/** Letters and digits in upper case: VINs and plates are typed by hand, with spaces, dashes and dots. */
export const plain: Value = {
  type: 'text',
  what: 'letters and digits',
  write(out, source, start, end) {
    const lengthAt = out.length;
    out.length += 4;
    copyPlain(out, source, start, end);
    const written = out.length - lengthAt - 4;
    out.length = lengthAt;
    if (written === 0) {
      out.null();
      return BLANK;
    }
    out.long(written);
    out.length += written;
    return WRITTEN;
  },
};

function copyPlain(out: CopyBuffer, source: Buffer, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const byte = source[i] as number;
    if ((byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90)) out.bytes[out.length++] = byte;
    else if (byte >= 97 && byte <= 122) out.bytes[out.length++] = byte - 32;
  }
}

/** The census writes two dashes for a carrier without a number. */
export const dunsNumber: Value = {
  type: 'text',
  what: 'text',
  write(out, source, start, end) {
    const none = end - start === 2 && source[start] === 0x2d && source[start + 1] === 0x2d;
    return text.write(out, source, none ? end : start, end);
  },
};
