import type { Raster } from './decode-image.ts';

/** Limits of `changeAlong`. Sharp text has 0.9 to 1.8; text that is blurred along the writing has less. */
const SURELY_BLURRED = 0.8;
const MAYBE_BLURRED = 1.1;

/**
 * How strongly brightness changes along the writing, compared with across it. Motion blur weakens only the changes along
 * the writing: `0` then looks like `1` to both readers.
 */
function changeAlong({ data, width, height }: Raster): number {
  const stride = width * 3;
  let [along, across] = [0, 1];
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * stride + 3, end = (y + 1) * stride - 3; at < end; at += 3) {
      // Green alone is a good measure of brightness.
      along += Math.abs((data[at + 4] as number) - (data[at - 2] as number));
      across += Math.abs((data[at + 1 + stride] as number) - (data[at + 1 - stride] as number));
    }
  }
  return along / across;
}

export const isSurelyBlurred = (strip: Raster) => changeAlong(strip) < SURELY_BLURRED;
export const mayBeBlurred = (strip: Raster) => changeAlong(strip) < MAYBE_BLURRED;

/** Noise level of the Wiener filter: a lower value restores more and rings more. */
const NOISE = 0.02;
const FREQUENCIES = 512;
/** Lengths are rounded to this, so that few filters are computed. */
const LENGTH_STEP = 0.25;
const MOST_FILTERS = 200;
const filters = new Map<number, Float64Array>();

/**
 * Trucks pass a camera sideways, so a long exposure blurs them along the rows. This removes a blur of `length` pixels
 * with a Wiener filter, one convolution along each row. Edge pixels are repeated.
 */
export function undoMotion({ data, width, height }: Raster, length: number): Raster {
  const filter = rowFilter(width, length);
  const out = new Uint8Array(data.length);
  for (let start = 0; start < data.length; start += width * 3)
    for (let at = start; at < start + 3; at++) {
      for (let x = 0; x < width; x++) filter.row[x] = data[at + 3 * x] as number;
      const filtered = filter.run();
      for (let x = 0; x < width; x++) out[at + 3 * x] = filtered[x] as number;
    }
  return { data: out, width, height };
}

/** The same without color, for a reader that sees none: a third of the work. */
export function undoMotionInGray({ data, width, height }: Raster, length: number): Raster {
  const filter = rowFilter(width, length);
  const out = new Uint8Array(data.length);
  for (let start = 0; start < data.length; start += width * 3) {
    for (let x = 0, at = start; x < width; x++, at += 3)
      filter.row[x] = ((data[at] as number) + (data[at + 1] as number) + (data[at + 2] as number)) / 3;
    const filtered = filter.run();
    for (let x = 0, at = start; x < width; x++, at += 3)
      out[at] = out[at + 1] = out[at + 2] = filtered[x] as number;
  }
  return { data: out, width, height };
}

/** Pixels that are computed together, so that each of their neighbors is loaded once. */
const AT_ONCE = 4;

/** Fill `row`, then `run` returns the filtered pixels. Both arrays are reused for the next row. */
function rowFilter(width: number, length: number): { row: Float64Array; run: () => Uint8Array } {
  const taps = tapsFor(length);
  const half = (taps.length - 1) / 2;
  const across = Math.ceil(width / AT_ONCE) * AT_ONCE;
  const padded = new Float64Array(across + 2 * half);
  const row = padded.subarray(half, half + width);
  const out = new Uint8Array(across);
  return {
    row,
    run() {
      padded.fill(row[0] as number, 0, half);
      padded.fill(row[width - 1] as number, half + width);
      for (let x = 0; x < across; x += AT_ONCE) filterFour(padded, x + half, taps, half, out, x);
      return out;
    },
  };
}

/** The filter is symmetric. This is an innermost loop: it creates no objects. */
function filterFour(
  row: Float64Array,
  at: number,
  taps: Float64Array,
  half: number,
  out: Uint8Array,
  to: number,
): void {
  const middle = taps[half] as number;
  let r0 = row[at] as number;
  let r1 = row[at + 1] as number;
  let r2 = row[at + 2] as number;
  let r3 = row[at + 3] as number;
  let [l0, l1, l2, l3] = [r0, r1, r2, r3];
  let [s0, s1, s2, s3] = [0.5 + middle * r0, 0.5 + middle * r1, 0.5 + middle * r2, 0.5 + middle * r3];
  for (let n = 1; n <= half; n++) {
    const tap = taps[half + n] as number;
    l3 = l2;
    l2 = l1;
    l1 = l0;
    l0 = row[at - n] as number;
    r0 = r1;
    r1 = r2;
    r2 = r3;
    r3 = row[at + 3 + n] as number;
    s0 += tap * (l0 + r0);
    s1 += tap * (l1 + r1);
    s2 += tap * (l2 + r2);
    s3 += tap * (l3 + r3);
  }
  out[to] = byte(s0);
  out[to + 1] = byte(s1);
  out[to + 2] = byte(s2);
  out[to + 3] = byte(s3);
}

const byte = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : value);

function tapsFor(length: number): Float64Array {
  const rounded = Math.max(1, Math.round(length / LENGTH_STEP)) * LENGTH_STEP;
  const taps = filters.get(rounded) ?? wienerTaps(rounded);
  if (filters.size >= MOST_FILTERS) filters.clear();
  filters.set(rounded, taps);
  return taps;
}

const COSINES = Float64Array.from({ length: FREQUENCIES }, (_, i) =>
  Math.cos((2 * Math.PI * i) / FREQUENCIES),
);

/** The filter's impulse response: the inverse transform of H / (H² + noise), tapered and normalized. */
function wienerTaps(length: number): Float64Array {
  const half = Math.ceil(length * 4);
  const gains = Float64Array.from({ length: FREQUENCIES / 2 + 1 }, (_, k) => {
    const w = (2 * Math.PI * k) / FREQUENCIES;
    const blur = k === 0 ? 1 : Math.sin((w * length) / 2) / (length * Math.sin(w / 2));
    return (edge(k) * blur) / (blur * blur + NOISE);
  });
  const taps = new Float64Array(2 * half + 1);
  let total = 0;
  for (let n = 0; n <= half; n++) {
    let sum = 0;
    for (let k = 0; k < gains.length; k++)
      sum += (gains[k] as number) * (COSINES[(k * n) % FREQUENCIES] as number);
    const tap = sum * (0.5 + 0.5 * Math.cos((Math.PI * n) / (half + 1)));
    taps[half + n] = taps[half - n] = tap;
    total += n === 0 ? tap : 2 * tap;
  }
  return taps.map((tap) => tap / total);
}

/** The spectrum is even: every frequency but the first and the last counts twice. */
const edge = (k: number) => (k === 0 || k === FREQUENCIES / 2 ? 1 : 2);
