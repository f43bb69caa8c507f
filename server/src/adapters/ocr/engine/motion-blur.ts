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
const filters = new Map<number, Float32Array>();

/**
 * Trucks pass a camera sideways, so a long exposure blurs them along the rows. This removes a blur of `length` pixels
 * with a Wiener filter, one convolution along each row. Edge pixels are repeated.
 */
export function undoMotion({ data, width, height }: Raster, length: number): Raster {
  const taps = tapsFor(length);
  const half = (taps.length - 1) / 2;
  const out = new Uint8Array(data.length);
  const row = new Float32Array(width + 2 * half);
  for (let y = 0; y < height; y++) {
    for (let c = 0; c < 3; c++) {
      const start = y * width * 3 + c;
      const end = start + (width - 1) * 3;
      row.fill(data[start] as number, 0, half);
      for (let at = start, i = half; at <= end; at += 3, i++) row[i] = data[at] as number;
      row.fill(data[end] as number, width + half);
      for (let x = 0, at = start; x < width; x++, at += 3) out[at] = filtered(row, x + half, taps, half);
    }
  }
  return { data: out, width, height };
}

function tapsFor(length: number): Float32Array {
  const rounded = Math.max(1, Math.round(length / LENGTH_STEP)) * LENGTH_STEP;
  const taps = filters.get(rounded) ?? wienerTaps(rounded);
  if (filters.size >= MOST_FILTERS) filters.clear();
  filters.set(rounded, taps);
  return taps;
}

/** The filter is symmetric. */
function filtered(row: Float32Array, at: number, taps: Float32Array, half: number): number {
  let sum = 0.5 + (taps[half] as number) * (row[at] as number);
  for (let n = 1; n <= half; n++)
    sum += (taps[half + n] as number) * ((row[at - n] as number) + (row[at + n] as number));
  return sum < 0 ? 0 : sum > 255 ? 255 : sum;
}

/** The filter's impulse response: the inverse transform of H / (H² + noise), tapered and normalized. */
function wienerTaps(length: number): Float32Array {
  const half = Math.ceil(length * 4);
  const gains = Float64Array.from({ length: FREQUENCIES / 2 + 1 }, (_, k) => {
    const w = (2 * Math.PI * k) / FREQUENCIES;
    const blur = k === 0 ? 1 : Math.sin((w * length) / 2) / (length * Math.sin(w / 2));
    return blur / (blur * blur + NOISE);
  });
  const taps = Float32Array.from({ length: 2 * half + 1 }, (_, i) => {
    const n = i - half;
    const taper = 0.5 + 0.5 * Math.cos((Math.PI * n) / (half + 1));
    return (
      taper *
      gains.reduce((sum, gain, k) => sum + edge(k) * gain * Math.cos((2 * Math.PI * k * n) / FREQUENCIES), 0)
    );
  });
  const total = taps.reduce((a, b) => a + b, 0);
  return taps.map((tap) => tap / total);
}

/** The spectrum is even: every frequency but the first and the last counts twice. */
const edge = (k: number) => (k === 0 || k === FREQUENCIES / 2 ? 1 : 2);
