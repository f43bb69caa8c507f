/** A number of bits, the first one lowest. */
type Bits = { bits: number; count: number };

const MIN_RUN = 3;
const MAX_RUN = 258;

/** RFC 1951, 3.2.6: the fixed code of a literal or length symbol. Codes are written from their highest bit. */
function symbol(value: number): Bits {
  const [code, count] =
    value < 144
      ? [0x30 + value, 8]
      : value < 256
        ? [0x190 + value - 144, 9]
        : value < 280
          ? [value - 256, 7]
          : [0xc0 + value - 280, 8];
  let bits = 0;
  for (let i = 0; i < count; i++) bits |= ((code >> i) & 1) << (count - 1 - i);
  return { bits, count };
}

/** RFC 1951, 3.2.5: a repetition of the previous byte: symbol, extra bits, and five zeros for distance 1. */
function repetition(length: number): Bits {
  const [value, extra, extraBits] = lengthSymbol(length);
  const { bits, count } = symbol(value);
  return { bits: bits | (extra << count), count: count + extraBits + 5 };
}

function lengthSymbol(length: number): [value: number, extra: number, extraBits: number] {
  if (length === MAX_RUN) return [285, 0, 0];
  const from3 = length - MIN_RUN;
  if (from3 < 8) return [257 + from3, 0, 0];
  const extraBits = 29 - Math.clz32(from3);
  const step = from3 >> extraBits;
  return [257 + extraBits * 4 + step, from3 & ((1 << extraBits) - 1), extraBits];
}

/** Token n: the literal n below 256, then the repetitions of n - 256 bytes. */
const REPEAT = 256;
const TOKENS = Array.from({ length: REPEAT + MAX_RUN + 1 }, (_, token) =>
  token < REPEAT ? symbol(token) : repetition(Math.max(token - REPEAT, MIN_RUN)),
);
const BITS = Int32Array.from(TOKENS, ({ bits }) => bits);
const COUNTS = Int32Array.from(TOKENS, ({ count }) => count);

/**
 * Compresses runs of equal bytes into one block with fixed codes, and an empty stored block so that it ends at a whole byte.
 * For a few kilobytes this takes less time than zlib, which mostly prepares its state.
 */
export function deflateRuns(bytes: Uint8Array): Buffer {
  // A literal takes at most 9 bits.
  const out = Buffer.allocUnsafe(Math.ceil((bytes.length * 9) / 8) + 16);
  let end = 0;
  // A block that is not the last, with fixed codes: bits 0, 1, 0.
  let pending = 0b010;
  let count = 3;
  let byte = 0;
  /** Bytes of the current run that are not written yet. */
  let left = 0;
  for (let at = 0; at < bytes.length || left > 0; ) {
    let token = byte;
    if (left >= MIN_RUN) {
      const length = Math.min(left, MAX_RUN);
      token = REPEAT + length;
      left -= length;
    } else if (left > 0) left--;
    else {
      byte = bytes[at] as number;
      token = byte;
      const start = at;
      while (at < bytes.length && bytes[at] === byte) at++;
      left = at - start - 1;
    }
    pending |= (BITS[token] as number) << count;
    count += COUNTS[token] as number;
    for (; count >= 8; count -= 8) {
      out[end++] = pending & 0xff;
      pending >>>= 8;
    }
  }
  // The end of the block is seven zero bits; the stored block starts with three. The rest of the byte is zero.
  for (count += 10; count > 0; count -= 8) {
    out[end++] = pending & 0xff;
    pending = 0;
  }
  // The length of the stored block, and its complement.
  for (const one of [0, 0, 0xff, 0xff]) out[end++] = one;
  return out.subarray(0, end);
}
