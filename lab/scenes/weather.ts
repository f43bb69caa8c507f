import sharp from 'sharp';
import type { Rng } from '../country/rng.ts';
import type { Drawing } from './drawing.ts';
import { ellipse, polygon } from './path.ts';
import type { SceneVariant } from './scene.ts';

const DESCRIPTION = 'Synthetic scene drawn by Milepost; no such truck exists.';
const QUALITY = 88;
const POOR_QUALITY = 38;

/** Streaks and drops, before the picture is taken. */
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

/** What the camera makes of the scene, as a JPEG. */
export async function takePicture(drawing: Drawing, variant: SceneVariant, rng: Rng): Promise<Buffer> {
  let picture = sharp(drawing.svg()).removeAlpha();
  if (variant === 'blur') picture = picture.blur(1.1 + 0.5 * rng.next());
  if (variant === 'motion') picture = picture.convolve(sweep(rng.between(5, 8)));
  if (variant === 'mixed') picture = picture.convolve(sweep(3)).blur(0.7);
  if (variant === 'night') picture = picture.gamma(2.2).linear(0.32, 2);
  if (variant === 'rain') picture = picture.blur(0.6).linear(0.85, 24);
  const deviation = { noise: 22, night: 7, mixed: 9 }[variant as string] ?? 2;
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  addGrain(data, deviation, rng);
  const quality = variant === 'jpeg' ? POOR_QUALITY : variant === 'mixed' ? 60 : QUALITY;
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } })
    .withExif({ IFD0: { ImageDescription: DESCRIPTION } })
    .jpeg({ quality })
    .toBuffer();
}

/** The truck moves while the shutter is open: each pixel is the mean of a row of them. */
function sweep(pixels: number) {
  const row = new Array<number>(pixels).fill(1);
  const none = new Array<number>(pixels).fill(0);
  return { width: pixels, height: 3, kernel: [...none, ...row, ...none], scale: pixels };
}

/** Film grain: the same in all three colours, from a table, as two million bell-shaped draws take a second. */
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
