import { BLANK, type Value, WRITTEN, writeNull } from './value.ts';

export const text: Value = {
  type: 'text',
  label: 'text',
  write(out, source, start, end) {
    if (start === end) return writeNull(out, start, end);
    out.text(source, start, end);
    return WRITTEN;
  },
};

/** For key columns, which cannot be null: a blank cell becomes an empty string. */
export const keyText: Value = {
  type: 'text',
  label: 'text',
  write(out, source, start, end) {
    out.text(source, start, end);
    return start === end ? BLANK : WRITTEN;
  },
};

/** Upper-case letters and digits only. VINs and plates are typed by hand with spaces, dashes and dots. */
export const alphanumeric: Value = {
  type: 'text',
  label: 'letters and digits',
  write(out, source, start, end) {
    const lengthAt = out.length;
    out.length += 4;
    for (let i = start; i < end; i++) {
      const byte = source[i] as number;
      if ((byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90)) out.bytes[out.length++] = byte;
      else if (byte >= 97 && byte <= 122) out.bytes[out.length++] = byte - 32;
    }
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

/** The census writes `--` for a carrier without a D-U-N-S number. */
export const dunsNumber: Value = {
  type: 'text',
  label: 'text',
  write(out, source, start, end) {
    const none = end - start === 2 && source[start] === 0x2d && source[start + 1] === 0x2d;
    return text.write(out, source, none ? end : start, end);
  },
};
