import type { ImageQuality } from '../../../domain/recognition/recognizer.ts';
import type { Raster } from './decode-image.ts';

/** Places that are measured: about a quarter of a millisecond, whatever the size of the image. */
const PLACES = 20_000;
/** Pixels over which a sharp edge is as high as over one pixel, and a blurred one is not. */
const FAR = 8;
/** What a raster with sharp edges and nothing else has: each edge lies between one near pair and `FAR` far ones. */
const SHARP = 1 / FAR;

/**
 * Brightness is the mean of green, which the eye takes for it. Sharpness compares the squared differences of pixels one below the
 * other with those of pixels eight apart: contrast and light cancel out. Differences across the road are left out, because
 * fast trucks blur them.
 */
export function imageQuality({ data, width, height }: Raster): ImageQuality | null {
  const rows = height - FAR;
  if (rows <= 0) return null;
  const step = Math.max(1, Math.round(Math.sqrt((width * rows) / PLACES)));
  const [below, far] = [width * 3, width * 3 * FAR];
  let [sum, near, apart, places] = [0, 0, 0, 0];
  for (let y = 0; y < rows; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 3 + 1;
      const value = data[at] as number;
      const one = (data[at + below] as number) - value;
      const eight = (data[at + far] as number) - value;
      sum += value;
      near += one * one;
      apart += eight * eight;
      places++;
    }
  }
  return {
    brightness: sum / places / 255,
    sharpness: apart === 0 ? null : Math.min(1, near / apart / SHARP),
  };
}
