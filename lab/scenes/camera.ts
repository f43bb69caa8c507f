import sharp from 'sharp';
import type { Rng } from '../country/rng.ts';
import type { Drawing } from './drawing.ts';
import { ellipse, polygon } from './path.ts';
import type { SceneVariant } from './scene.ts';

const DESCRIPTION = 'Synthetic scene drawn by Milepost; no such truck exists.';
const QUALITY = 88;
const LOW_QUALITY = 38;

/** Draws streaks and drops. */
export function drawRain(drawing: Drawing, rng: Rng): void {
  const slope = 0.15 + 0.2 * rng.next();
  for (let n = 420; n > 0; n--) {
    const [x, y, length] = [rng.next() * drawing.width, rng.next() * drawing.height, 14 + 26 * rng.next()];
    const dx = length * slope;
    const streak = polygon([
      [x, y],
      [x + 2, y],
      [x + 2 - dx, y + length],
      [x - dx, y + length],
    ]);
    drawing.shape(streak, { fill: '#e8eef4', opacity: 0.45 });
  }
  for (let n = 60; n > 0; n--) {
    drawing.shape(ellipse(rng.next() * drawing.width, rng.next() * drawing.height, 3 + 7 * rng.next()), {
      fill: '#dfe6ee',
      opacity: 0.3,
    });
  }
}

/** Renders the drawing as a JPEG, with the camera effects of the variant. */
export async function takeImage(drawing: Drawing, variant: SceneVariant, rng: Rng): Promise<Buffer> {
  let image = sharp(drawing.svg()).removeAlpha();
  if (variant === 'blur') image = image.blur(1.1 + 0.5 * rng.next());
  if (variant === 'motion') image = image.convolve(motionKernel(rng.between(5, 8)));
  if (variant === 'mixed') image = image.convolve(motionKernel(3)).blur(0.7);
  if (variant === 'night') image = image.gamma(2.2).linear(0.32, 2);
  if (variant === 'rain') image = image.blur(0.6).linear(0.85, 24);
  const deviation = { noise: 22, night: 7, mixed: 9 }[variant as string] ?? 2;
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  addGrain(data, deviation, rng);
  const quality = variant === 'jpeg' ? LOW_QUALITY : variant === 'mixed' ? 60 : QUALITY;
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } })
    .withExif({ IFD0: { ImageDescription: DESCRIPTION } })
    .jpeg({ quality })
    .toBuffer();
}

/** Horizontal motion blur: each pixel is the mean of a row of pixels. */
function motionKernel(pixels: number) {
  const row = new Array<number>(pixels).fill(1);
  const none = new Array<number>(pixels).fill(0);
  return { width: pixels, height: 3, kernel: [...none, ...row, ...none], scale: pixels };
}

/** Adds the same grain to all three channels. It comes from a table because two million normal draws take a second. */
function addGrain(data: Buffer, deviation: number, rng: Rng): void {
  const table = Float32Array.from({ length: 4096 }, () => rng.normal() * deviation);
  let state = rng.below(0x7fffffff) | 1;
  for (let i = 0; i + 2 < data.length; i += 3) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const grain = table[state & 4095] as number;
    for (let c = i; c < i + 3; c++) data[c] = Math.max(0, Math.min(255, (data[c] as number) + grain));
  }
}
