import sharp from 'sharp';
import { Rng } from '../country/rng.ts';
import { Drawing } from '../scenes/drawing.ts';
import { outlined } from '../scenes/fonts.ts';
import { rectangle } from '../scenes/path.ts';
import type { Facing } from '../scenes/scene.ts';
import { box, Canvas, ground, type Light } from './canvas.ts';
import { liveryOf } from './colors.ts';
import type { Rig } from './rig.ts';
import { drawScenery, landOf } from './scenery.ts';
import { drawTractor, WIDTH } from './tractor.ts';
import { tractorModels } from './tractor-models.ts';
import { drawTrailer, trailerKinds } from './trailer.ts';
import { type Place, View } from './view.ts';
import { drawLamps, drawLight, drawRain } from './weather.ts';

/** What a camera beside a road shows: the front and the door, the front, the whole truck, or the doors of the trailer. */
export const sights = ['quarter', 'front', 'whole', 'rear'] as const;
export type Sight = (typeof sights)[number];

export type Roadside = {
  seed: number;
  /** Another one gives another image of the same truck at the same place. */
  index: number;
  vehicle: Rig;
  /** The camera, whose surroundings are always the same. */
  source: string;
  sight: Sight;
  light: Light;
  isRaining: boolean;
  width?: number;
  quality?: number;
};

const ASPECT = 9 / 16;
const EXIF = { IFD0: { ImageDescription: 'Synthetic scene drawn by Milepost; no such truck exists.' } };
export const SYNTHETIC_MARK = 'SYNTHETIC IMAGE';

/** Draws a truck at a camera. The same request gives the same bytes. */
export async function drawRoadside(request: Roadside): Promise<Buffer> {
  const { seed, index, vehicle, source, sight, light, isRaining, width = 1_600, quality = 58 } = request;
  const size = { width, height: Math.round(width * ASPECT) };
  const rng = new Rng(seed, index, 501);
  const siteRng = new Rng(seed, hashOf(source), 502);
  const livery = liveryOf(new Rng(seed, Number(vehicle.usdot), 503));
  // Other companies pull it, too.
  const owner = liveryOf(new Rng(seed, hashOf(vehicle.wordmark), 506));
  const looks = new Rng(seed, hashOf(vehicle.vin), 504);
  const model = looks.pick(tractorModels);
  const kind = new Rng(seed, hashOf(vehicle.trailerNumber + vehicle.trailerPlate), 505).pick(trailerKinds);
  const facing: Facing = siteRng.chance(0.5) ? 1 : -1;
  const start = model.back - 0.95;
  const [view, middle] = viewOf(sight, size, facing, start, rng);
  const canvas = new Canvas(new Drawing(size.width, size.height), view, rng);
  drawScenery(canvas, landOf(source), siteRng, light, isRaining);
  drawShadow(canvas, start, light, isRaining);
  const drawTail = () => drawTrailer(canvas, start, kind, owner, vehicle);
  // What is farther away comes first.
  const before = sight === 'rear' ? null : drawTail();
  const lights = drawTractor(canvas, model, livery, vehicle);
  const tail = before ?? drawTail();
  drawLight(canvas, light, middle);
  if (light !== 'day' || isRaining)
    drawLamps(
      canvas,
      sight === 'rear' ? { head: [], marker: [] } : lights,
      sight === 'rear' ? tail.slice(0, 4) : [],
      light,
    );
  if (isRaining)
    drawRain(
      canvas,
      [...[model.frontWheel, ...model.driveWheels].map((x): Place => [x, 0, 0]), [start - 14, 0, 0]],
      light,
    );
  drawMark(canvas.drawing);
  return sharp(canvas.drawing.svg()).removeAlpha().withExif(EXIF).jpeg({ quality, mozjpeg: true }).toBuffer();
}

function viewOf(
  sight: Sight,
  size: { width: number; height: number },
  facing: Facing,
  start: number,
  rng: Rng,
): [View, Place] {
  const jitter = (meters: number) => (rng.next() - 0.5) * meters;
  const at = (from: Place, to: Place, across: number): [View, Place] => [
    new View(
      size,
      facing,
      [from[0] + jitter(1.2), from[1] + jitter(0.8), from[2] + jitter(0.5)],
      to,
      across * (0.95 + 0.1 * rng.next()),
    ),
    to,
  ];
  if (sight === 'quarter') return at([3.4, -9.4, 3], [-2.5 + jitter(0.8), 0.7, 1.75], 7.4);
  if (sight === 'front') return at([7, -5.8, 2.9], [-1 + jitter(0.4), 1.1, 1.85], 6.6);
  if (sight === 'whole') return at([1.2 + jitter(2), -19, 4.2], [-9.6, 1, 2.2], 23);
  const end = start - 15.6;
  return at([end - 8.6, -4.4, 2.9], [end + 0.9, 1, 2.15], 7.6);
}

function drawShadow(canvas: Canvas, start: number, light: Light, isRaining: boolean): void {
  if (light === 'night') return;
  const strength = isRaining || light === 'dusk' ? 0.45 : 0.62;
  const length = start - 15.8;
  canvas.on(ground, box(length, -0.25, 0.25, WIDTH + 0.5), { fill: '#0b0c0e', opacity: strength, blur: 7 });
  if (!isRaining && light === 'day')
    canvas.on(ground, box(length, WIDTH, 0.1, WIDTH + 2.4), { fill: '#0b0c0e', opacity: 0.3, blur: 5 });
}

/** So that an image that leaves the product cannot be taken for a photograph. */
function drawMark(drawing: Drawing): void {
  const height = drawing.height / 62;
  const style = { font: 'arimo', height, ink: '#ffffff', align: 'end' } as const;
  const [x, y] = [drawing.width - height, drawing.height - height];
  const text = outlined(SYNTHETIC_MARK, 0, 0, style).width;
  drawing.shape(rectangle(x - text - height * 0.6, y - 1.65 * height, text + 1.6 * height, 2.65 * height), {
    fill: '#000000',
    opacity: 0.42,
  });
  drawing.text(SYNTHETIC_MARK, [x, y], style);
}

function hashOf(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) & 0x7fffffff;
  return hash;
}
