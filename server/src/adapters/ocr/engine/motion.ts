import type { Raster } from './decode-image.ts';

/** The ratio in a strip of text that is blurred along the writing. Sharp text has 0.9 to 1.8. */
const SURELY_BLURRED = 0.8;
const MAYBE_BLURRED = 1.1;

/**
 * How strongly brightness changes along the writing, compared with across it. Motion blur weakens only the changes along
 * the writing: `0` then looks like `1` to both readers.
 */
export function changeAlong({ data, width, height }: Raster): number {
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
