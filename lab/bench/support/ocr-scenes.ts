import sharp from 'sharp';
import type { OcrEngine } from '../../../server/src/adapters/ocr/engine/ocr-engine.ts';
import { Rng } from '../../country/rng.ts';
import { drawScene } from '../../scenes/draw-scene.ts';
import { sceneVariants } from '../../scenes/scene.ts';
import { inventedVehicle } from '../../scenes/vehicle.ts';

export type OcrScene = { image: Buffer; usdot: string };

const SEED = 77;
const MARGIN_PIXELS = 40;

/** Cabs and whole trucks in every variant except motion, which the peers cannot read. */
export async function scenes(count: number): Promise<OcrScene[]> {
  const variants = sceneVariants.filter((variant) => variant !== 'motion');
  const drawn: OcrScene[] = [];
  for (let index = 0; drawn.length < count; index++) {
    const vehicle = inventedVehicle(new Rng(SEED, index, 1));
    const variant = variants[index % variants.length] ?? 'clean';
    const kind = index % 2 === 0 ? 'side' : 'cab';
    const { image, truth } = await drawScene({ seed: SEED, index, kind, variant, vehicle });
    if (truth.usdot) drawn.push({ image, usdot: truth.usdot });
  }
  return drawn;
}

/** Crops of the door lettering with a margin. */
export async function doorCrops(read: OcrEngine, of: OcrScene[]): Promise<OcrScene[]> {
  const crops: OcrScene[] = [];
  for (const { image, usdot } of of) {
    const { lines, width, height } = await read(image, null);
    const at = lines.find(({ text }) => text.replaceAll(' ', '').includes(usdot));
    if (!at) continue;
    // The lines of a door are close together and start near the USDOT number.
    const [x, y] = at.quad[0];
    const tall = at.quad[3][1] - y;
    const door = lines.filter(
      ({ quad: [p] }) => Math.abs(p[1] - y) < 6 * tall && Math.abs(p[0] - x) < 6 * tall,
    );
    const corners = door.flatMap(({ quad }) => quad);
    const left = Math.max(0, Math.floor(Math.min(...corners.map(([cx]) => cx)) - MARGIN_PIXELS));
    const top = Math.max(0, Math.floor(Math.min(...corners.map(([, cy]) => cy)) - MARGIN_PIXELS));
    const right = Math.min(width, Math.ceil(Math.max(...corners.map(([cx]) => cx)) + MARGIN_PIXELS));
    const bottom = Math.min(height, Math.ceil(Math.max(...corners.map(([, cy]) => cy)) + MARGIN_PIXELS));
    const cut = sharp(image).extract({ left, top, width: right - left, height: bottom - top });
    crops.push({ image: await cut.jpeg({ quality: 92 }).toBuffer(), usdot });
  }
  return crops;
}
