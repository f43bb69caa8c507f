import { BLANK, INVALID, type Outcome, type Value, WRITTEN, writeNull } from './value.ts';

const NOT_A_NUMBER = -1;

/** Accepts digits, commas between thousands, and a fraction of zeros (`750000.00`). */
export function readWhole(source: Buffer, start: number, end: number): number {
  let value = 0;
  let at = start;
  for (; at < end; at++) {
    const digit = (source[at] as number) - 48;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (source[at] !== 0x2c || at === start) break;
  }
  if (at === start || at - start > 19) return NOT_A_NUMBER;
  if (at === end) return value;
  if (source[at] !== 0x2e) return NOT_A_NUMBER;
  for (at++; at < end; at++) if (source[at] !== 0x30) return NOT_A_NUMBER;
  return value;
}

type Width = 'smallint' | 'integer' | 'bigint';
const LARGEST = { smallint: 32_767, integer: 2_147_483_647, bigint: Number.MAX_SAFE_INTEGER };

function whole(width: Width, times = 1): Value {
  const largest = LARGEST[width] / times;
  return {
    type: width,
    label: 'a whole number',
    write(out, source, start, end): Outcome {
      const value = readWhole(source, start, end);
      if (value < 0 || value > largest) return writeNull(out, start, end);
      out[width](value * times);
      return WRITTEN;
    },
  };
}

export const smallCount = whole('smallint');
export const count = whole('integer');
export const bigCount = whole('bigint');
/** Motus files have dollars, although Motus's data dictionary says thousands. */
export const dollars = whole('bigint');
/** Legacy licensing and insurance files have thousands: `00750` is $750,000. */
export const thousands = whole('bigint', 1_000);

/** A key. A row without it is rejected. */
export const id: Value = {
  type: 'bigint',
  label: 'a whole number',
  write(out, source, start, end) {
    const value = readWhole(source, start, end);
    out.bigint(value);
    return value < 0 || value > LARGEST.bigint ? INVALID : WRITTEN;
  },
};

const LARGEST_USDOT = 99_999_999;

/** May have leading zeros. 0 means that the carrier is unknown. */
export const usdot: Value = {
  type: 'integer',
  label: 'a USDOT number',
  write(out, source, start, end) {
    if (start === end) {
      out.integer(0);
      return BLANK;
    }
    const value = readWhole(source, start, end);
    out.integer(value);
    return value < 0 || value > LARGEST_USDOT ? INVALID : WRITTEN;
  },
};

/** For files with one row per carrier: a row without a USDOT number is rejected. */
export const requiredUsdot: Value = {
  ...usdot,
  write(out, source, start, end) {
    const outcome = usdot.write(out, source, start, end);
    if (outcome !== WRITTEN) return INVALID;
    return readWhole(source, start, end) === 0 ? INVALID : WRITTEN;
  },
};

/** `.69`, `14.5`, `000.000`. */
export const decimal: Value = {
  type: 'double precision',
  label: 'a number',
  write(out, source, start, end) {
    let digits = 0;
    let scale = 0;
    let read = 0;
    for (let at = start; at < end; at++) {
      const byte = source[at] as number;
      if (byte >= 48 && byte <= 57) {
        digits = digits * 10 + byte - 48;
        read++;
        if (scale > 0) scale *= 10;
      } else if (byte === 0x2e && scale === 0) scale = 1;
      else read = Number.NaN;
    }
    if (!(read > 0 && read <= 15)) return writeNull(out, start, end);
    out.double(scale > 1 ? digits / scale : digits);
    return WRITTEN;
  },
};

/** The number in `64%`; null for a sentence such as "Less than 5 driver inspections", which is stored as text. */
export const percent: Value = {
  type: 'smallint',
  label: 'a percentage',
  write(out, source, start, end) {
    const value = source[end - 1] === 0x25 ? readWhole(source, start, end - 1) : NOT_A_NUMBER;
    if (value < 0 || value > 100) out.null();
    else out.smallint(value);
    return start === end ? BLANK : WRITTEN;
  },
};
