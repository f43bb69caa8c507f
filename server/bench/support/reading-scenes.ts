import sharp from 'sharp';
import type { OcrEngine } from '../../src/adapters/ocr/engine/ocr-engine.ts';
import { Rng } from '../../src/domain/generate/rng.ts';
import { drawScene } from '../../src/domain/generate/scenes/draw-scene.ts';
import { sceneVariants } from '../../src/domain/generate/scenes/scene.ts';
import { inventedVehicle } from '../../src/domain/generate/scenes/vehicle.ts';

export type Scene = { picture: Buffer; usdot: string };

const SEED = 77;
const AROUND_PIXELS = 40;

/** Cabs and whole trucks in every weather but motion, which the peers cannot read. */
export async function scenes(count: number): Promise<Scene[]> {
  const variants = sceneVariants.filter((variant) => variant !== 'motion');
  const drawn: Scene[] = [];
  for (let index = 0; drawn.length < count; index++) {
    const vehicle = inventedVehicle(new Rng(SEED, index, 1));
    const variant = variants[index % variants.length] ?? 'clean';
    const kind = index % 2 === 0 ? 'side' : 'cab';
    const { picture, truth } = await drawScene({ seed: SEED, index, kind, variant, vehicle });
    if (truth.usdot) drawn.push({ picture, usdot: truth.usdot });
  }
  return drawn;
}

/** The lettering on the door with its surroundings, as a JPEG of its own. */
export async function doorCrops(read: OcrEngine, of: Scene[]): Promise<Scene[]> {
  const crops: Scene[] = [];
  for (const { picture, usdot } of of) {
    const { lines, width, height } = await read(picture, null);
    const at = lines.find(({ text }) => text.replaceAll(' ', '').includes(usdot));
    if (!at) continue;
    // The lines of a door stand close together and begin about where the USDOT number begins.
    const [x, y] = at.quad[0];
    const tall = at.quad[3][1] - y;
    const door = lines.filter(
      ({ quad: [p] }) => Math.abs(p[1] - y) < 6 * tall && Math.abs(p[0] - x) < 6 * tall,
    );
    const corners = door.flatMap(({ quad }) => quad);
    const left = Math.max(0, Math.floor(Math.min(...corners.map(([cx]) => cx)) - AROUND_PIXELS));
    const top = Math.max(0, Math.floor(Math.min(...corners.map(([, cy]) => cy)) - AROUND_PIXELS));
    const right = Math.min(width, Math.ceil(Math.max(...corners.map(([cx]) => cx)) + AROUND_PIXELS));
    const bottom = Math.min(height, Math.ceil(Math.max(...corners.map(([, cy]) => cy)) + AROUND_PIXELS));
    const cut = sharp(picture).extract({ left, top, width: right - left, height: bottom - top });
    crops.push({ picture: await cut.jpeg({ quality: 92 }).toBuffer(), usdot });
  }
  return crops;
}
