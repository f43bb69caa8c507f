const [TAB, LF, CR, BLANK, EQUALS, LAST_VISIBLE] = [9, 10, 13, 32, 61, 126];
/** RFC 2045 allows 76 characters in a line, including the "=" that continues it. */
const MAX_LINE = 76;
const HEX = Buffer.from('0123456789ABCDEF');

/** Lines end with CR LF in the result, however they end in the text. */
export function quotedPrintable(text: string): Buffer {
  const bytes = Buffer.from(text.replace(/\r?\n/g, '\r\n'));
  // Each byte takes at most three, and every line of 73 or more at most three to continue it.
  const out = Buffer.allocUnsafe(bytes.length * 3 + Math.ceil((bytes.length * 3) / (MAX_LINE - 3)) * 3);
  let end = 0;
  let column = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    const next = bytes[i + 1];
    if (byte === CR && next === LF) {
      out[end++] = CR;
      out[end++] = LF;
      column = 0;
      i++;
      continue;
    }
    const isBlank = byte === BLANK || byte === TAB;
    // A blank at the end of a line may get lost on the way.
    const isPlain = isBlank
      ? next !== undefined && next !== CR
      : byte > BLANK && byte <= LAST_VISIBLE && byte !== EQUALS;
    const size = isPlain ? 1 : 3;
    if (column + size >= MAX_LINE) {
      out[end++] = EQUALS;
      out[end++] = CR;
      out[end++] = LF;
      column = 0;
    }
    column += size;
    if (isPlain) out[end++] = byte;
    else {
      out[end++] = EQUALS;
      out[end++] = HEX[byte >> 4] as number;
      out[end++] = HEX[byte & 15] as number;
    }
  }
  return out.subarray(0, end);
}

export function base64Lines(bytes: Buffer): Buffer {
  const text = Buffer.from(bytes.toString('base64'), 'latin1');
  const lines = Math.ceil(text.length / MAX_LINE);
  const out = Buffer.allocUnsafe(text.length + Math.max(lines - 1, 0) * 2);
  let end = 0;
  for (let from = 0; from < text.length; from += MAX_LINE) {
    if (from > 0) {
      out[end++] = CR;
      out[end++] = LF;
    }
    end += text.copy(out, end, from, Math.min(from + MAX_LINE, text.length));
  }
  return out;
}
