import sharp from 'sharp';
import { Rng } from '../country/rng.ts';
import { takeImage } from './camera.ts';
import { Drawing } from './drawing.ts';
import { type FontName, outlined } from './fonts.ts';
import { ellipse, type Point, rectangle } from './path.ts';
import { seenFromAnAngle } from './perspective.ts';
import type { SceneVariant } from './scene.ts';

/** What hides part of the first or last digit: the edge of the image, the partner's box, or an object on the door. */
export const cutKinds = ['image', 'box', 'object', 'none'] as const;
type CutKind = (typeof cutKinds)[number];
type CutScene = {
  image: Buffer;
  usdot: string;
  kind: CutKind;
  end: 'first' | 'last';
  /** Of the end digit, 0 to 1. */
  hidden: number;
  box: { xmin: number; ymin: number; xmax: number; ymax: number } | null;
};

const [WIDTH, HEIGHT] = [960, 540];
const FONTS: FontName[] = ['arimo', 'arimo-regular', 'narrow', 'oswald', 'serif', 'black'];
const PAINTS: [body: string, ink: string, object: string][] = [
  ['#f2f2ee', '#1a1c20', '#3a3d40'],
  ['#1f3a63', '#f4f4f0', '#b9bcc0'],
  ['#8f1d22', '#f5ead0', '#202226'],
  ['#c9cbcd', '#12305c', '#26282b'],
  ['#17181a', '#e9e4d4', '#8d9093'],
];
const VARIANTS: SceneVariant[] = ['clean', 'angle', 'steep', 'blur', 'noise', 'night', 'jpeg', 'mixed'];

/** A door with a USDOT number of which part of the first or last digit cannot be seen. */
export async function drawCutScene(seed: number, index: number): Promise<CutScene> {
  const rng = new Rng(seed, index, 77);
  const kind = cutKinds[index % cutKinds.length] as CutKind;
  const variant = rng.pick(VARIANTS);
  const end = rng.chance(0.4) ? 'first' : 'last';
  const usdot = `${rng.between(1, 9)}${rng.digits(rng.between(5, 6))}`;
  const [body, ink, object] = rng.pick(PAINTS);
  const drawing = new Drawing(WIDTH, HEIGHT);
  const strength = variant === 'steep' ? 0.2 : variant === 'angle' || variant === 'mixed' ? 0.09 : 0;
  if (strength > 0) drawing.warp = seenFromAnAngle(WIDTH, HEIGHT, strength, rng.chance(0.5) ? 1 : -1);
  drawing.shape(rectangle(-400, -400, WIDTH + 800, HEIGHT + 800), { fill: body });
  const font = rng.pick(FONTS);
  const height = 22 + rng.below(30);
  const style = { font, height, ink, align: 'start' } as const;
  const [x, y] = [150 + rng.below(80), 250 + rng.below(60)];
  drawing.text(
    rng.pick(['KESTREL FREIGHT LLC', 'BLUE MESA TRUCKING', 'NORTHGATE CARRIERS']),
    [x, y - 3.4 * height],
    style,
  );
  const prefix = end === 'first' ? '' : rng.pick(['USDOT ', 'US DOT ', 'USDOT# ', 'DOT ']);
  if (end === 'first') drawing.text('USDOT', [x, y - 1.6 * height], style);
  drawing.text(prefix + usdot, [x, y], style);
  const hidden = kind === 'none' ? 0 : 0.15 + 0.85 * rng.next();
  const edge = edgeOf(x, prefix, usdot, end, hidden, { font, height });
  if (kind === 'object') drawObject(drawing, rng, end, edge, y, height, object);
  const at = drawing.warp([edge, y - height / 2] as Point)[0];
  drawing.warp = (point) => point;
  const whole = await takeImage(drawing, variant, rng);
  const column = Math.round(at);
  const [left, right] = end === 'last' ? [0, column] : [column, WIDTH];
  const image =
    kind === 'image'
      ? await sharp(whole)
          .extract({ left, top: 0, width: right - left, height: HEIGHT })
          .jpeg({ quality: 92 })
          .toBuffer()
      : whole;
  const box = kind === 'box' ? { xmin: left, ymin: 0, xmax: right, ymax: HEIGHT } : null;
  return { image, usdot, kind, end, hidden, box };
}

/** Where the visible part ends. */
function edgeOf(
  x: number,
  prefix: string,
  usdot: string,
  end: 'first' | 'last',
  hidden: number,
  style: { font: FontName; height: number },
): number {
  const wide = (text: string) => (text === '' ? 0 : outlined(text, 0, 0, style).width);
  if (end === 'first') return x + hidden * wide(usdot.slice(0, 1));
  const [before, whole] = [wide(prefix + usdot.slice(0, -1)), wide(prefix + usdot)];
  return x + whole - hidden * (whole - before);
}

/** A mirror, a strap or a handle. */
function drawObject(
  drawing: Drawing,
  rng: Rng,
  end: 'first' | 'last',
  edge: number,
  y: number,
  height: number,
  fill: string,
): void {
  const width = (1 + 2 * rng.next()) * height;
  const left = end === 'last' ? edge : edge - width;
  if (rng.chance(0.7)) drawing.shape(rectangle(left, y - 4 * height, width, 6 * height), { fill });
  else {
    const radius = width / 2 + height;
    drawing.shape(ellipse(end === 'last' ? edge + radius : edge - radius, y - height / 2, radius), { fill });
  }
}
