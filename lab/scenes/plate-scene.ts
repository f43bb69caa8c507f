import { stateCode } from '../../server/src/lib/identifiers/state-code.ts';
import { Rng } from '../country/rng.ts';
import { drawBackdrop } from './backdrop.ts';
import { drawRain, takeImage } from './camera.ts';
import { Drawing } from './drawing.ts';
import { type FontName, fittedHeight, outlined } from './fonts.ts';
import { ellipse, polygon, rectangle, rounded } from './path.ts';
import { seenFromAnAngle } from './perspective.ts';
import { HEIGHT, type SceneVariant, sceneVariants, WIDTH } from './scene.ts';

/** Fonts that the readers were not trained on. */
export const FONTS: FontName[] = [
  'plate-mono',
  'plate-gothic',
  'plate-square',
  'plate-tech',
  'narrow',
  'oswald',
];
/** State, slogan below the number, and a format: `A` is a letter, `#` a digit, `*` an emblem. */
const PLATES: [state: string, slogan: string, format: string][] = [
  ['CALIFORNIA', 'dmv.ca.gov', '#AAA###'],
  ['TEXAS', 'The Lone Star State', 'AAA*####'],
  ['FLORIDA', 'SUNSHINE STATE', 'AAA*A##'],
  ['NEW YORK', 'EXCELSIOR', 'AAA ####'],
  ['ILLINOIS', 'Land of Lincoln', 'AA ## ###'],
  ['OHIO', 'BIRTHPLACE OF AVIATION', 'AAA ####'],
  ['GEORGIA', 'COBB', 'AAA####'],
  ['MISSOURI', 'SHOW-ME STATE', 'AA#*A#A'],
  ['ARIZONA', 'GRAND CANYON STATE', 'AAA####'],
  ['NEW JERSEY', 'GARDEN STATE', 'A##*AAA'],
  ['WASHINGTON', 'EVERGREEN STATE', 'AAA####'],
  ['ONTARIO', 'YOURS TO DISCOVER', 'AAAA*###'],
  ['ILLINOIS APPORTIONED', '', 'P ######'],
  ['INDIANA', 'APPORTIONED', '#######'],
  ['OKLAHOMA', 'COMMERCIAL', '#AA-###'],
  ['', '', 'AAA-####'],
  ['', 'AUTO MALL OF MACON', '##A-A##'],
];

export type Scene = { image: Buffer; variant: SceneVariant };
/** `state`: as a postal code, empty where the plate names none. */
type PlateScene = Scene & { plate: string; state: string };

/** A car or the front of a truck on which the plate is the only number. */
export async function drawPlateScene(seed: number, index: number): Promise<PlateScene> {
  const drawn = { plate: '', state: '' };
  const scene = await drawCar(new Rng(seed, index, 91), index, (drawing, rng, x, y) =>
    Object.assign(drawn, drawPlate(drawing, rng, x, y)),
  );
  return { ...scene, ...drawn };
}

/** What is not a plate, but has letters and digits where a plate may be. */
export const decoyKinds = ['fleet number', 'phone number', 'date', 'bumper sticker'] as const;
export type DecoyKind = (typeof decoyKinds)[number];

/** A vehicle without a plate. */
export function drawDecoyScene(seed: number, index: number, kind: DecoyKind): Promise<Scene> {
  const rng = new Rng(seed, index, 92 + decoyKinds.indexOf(kind));
  return drawCar(rng, index, (drawing, rng, x, y) => drawDecoy(drawing, rng, x, y, kind));
}

type DrawOnCar = (drawing: Drawing, rng: Rng, x: number, y: number) => void;

export async function drawCar(rng: Rng, index: number, drawOn: DrawOnCar): Promise<Scene> {
  const variant = sceneVariants[index % sceneVariants.length] as SceneVariant;
  const drawing = new Drawing(WIDTH, HEIGHT);
  drawBackdrop(drawing, rng);
  const strength = variant === 'steep' ? 0.2 : variant === 'angle' || variant === 'mixed' ? 0.1 : 0;
  if (strength > 0) drawing.warp = seenFromAnAngle(WIDTH, HEIGHT, strength, rng.chance(0.5) ? 1 : -1);
  drawVehicle(drawing, rng);
  drawOn(drawing, rng, WIDTH / 2 + rng.between(-120, 120), 690 + rng.below(90));
  drawing.warp = (point) => point;
  if (variant === 'rain') drawRain(drawing, rng);
  return { image: await takeImage(drawing, variant, rng), variant };
}

const STICKERS = [
  'PROUD PARENT',
  'I BRAKE 4 CATS',
  'COEXIST',
  'ROUTE 66',
  'GO TEAM 12',
  'MY DOG RULES',
  'VOTE 2024',
  'OBX',
  '26.2',
];

/** Half of them stand on a light rectangle of the size of a plate. */
function drawDecoy(drawing: Drawing, rng: Rng, x: number, y: number, kind: DecoyKind): void {
  const scale = 0.8 + 0.9 * rng.next();
  const [width, height] = [300 * scale, 150 * scale];
  const isOnGround = rng.chance(0.5);
  if (isOnGround)
    drawing.shape(rounded(x - width / 2, y - height / 2, width, height, 6), {
      fill: rng.pick(['#f2f2ee', '#f4d94a', '#dfe7f2']),
    });
  const text = decoyText(rng, kind);
  const font = rng.pick(FONTS);
  const tall = fittedHeight(text, font, 0.4 * height, 0.88 * width);
  drawing.text(text, [x, y + 0.5 * tall], {
    font,
    height: tall,
    ink: isOnGround ? '#1c1d20' : '#f1f1f1',
    align: 'middle',
  });
  if (kind === 'phone number' && rng.chance(0.5))
    drawing.text('HOW AM I DRIVING?', [x, y - 0.6 * tall], {
      font,
      height: 0.3 * tall,
      ink: isOnGround ? '#1c1d20' : '#f1f1f1',
      align: 'middle',
    });
}

function decoyText(rng: Rng, kind: DecoyKind): string {
  if (kind === 'fleet number')
    return rng.pick([
      rng.digits(4),
      rng.digits(5),
      `T${rng.digits(5)}`,
      `A-${rng.digits(3)}`,
      `UNIT ${rng.digits(4)}`,
    ]);
  if (kind === 'phone number')
    return rng.pick([`800-555-0${rng.digits(3)}`, `(555) 555-0${rng.digits(3)}`, `555-0${rng.digits(3)}`]);
  if (kind === 'date')
    return rng.pick([
      `0${rng.between(1, 9)}/1${rng.digits(1)}/202${rng.digits(1)}`,
      `202${rng.digits(1)}-0${rng.between(1, 9)}-1${rng.digits(1)}`,
      `EXP 0${rng.between(1, 9)} 202${rng.digits(1)}`,
    ]);
  return rng.pick(STICKERS);
}

/** A car with a plate, about 1,080 pixels wide before the drawing's warp. */
export function drawPlatedCar(drawing: Drawing, rng: Rng): { plate: string; state: string } {
  drawVehicle(drawing, rng);
  return drawPlate(drawing, rng, WIDTH / 2 + rng.between(-120, 120), 690 + rng.below(90));
}

function drawVehicle(drawing: Drawing, rng: Rng): void {
  const body = rng.pick(['#7d1f24', '#20324f', '#c9cbcd', '#3a3d40', '#e8e6e0', '#4f5b45']);
  const [left, top] = [420, 240 + rng.below(80)];
  drawing.shape(rounded(left, top, 1080, 640, 60), { fill: body, stroke: '#222426', width: 4 });
  drawing.shape(rounded(left + 140, top + 40, 800, 210, 40), { fill: '#39434d' });
  for (const x of [left + 30, left + 930])
    drawing.shape(rounded(x, top + 300, 120, 90, 20), { fill: '#a8232b' });
  drawing.shape(rectangle(left + 20, top + 560, 1040, 60), { fill: '#2a2b2d' });
  if (rng.chance(0.5))
    drawing.text(
      rng.pick(['SIERRA', 'Camry', 'F-150', 'PETERBILT', 'VOLVO', 'SILVERADO']),
      [left + 540, top + 310],
      {
        font: 'arimo',
        height: 26,
        ink: '#d8d9da',
        align: 'middle',
      },
    );
}

function drawPlate(drawing: Drawing, rng: Rng, x: number, y: number): { plate: string; state: string } {
  const [state, slogan, format] = rng.pick(PLATES);
  const [ground, ink, small] = rng.pick([
    ['#f4f4f1', '#1b2a63', '#a3222a'],
    ['#f6f2dc', '#14502f', '#14502f'],
    ['#eef2f7', '#202124', '#1b3f8a'],
    ['#1d3f7a', '#f3f0e2', '#f2d64b'],
    ['#f2c230', '#17181a', '#17181a'],
  ] as const);
  const scale = 0.8 + 0.9 * rng.next();
  const [width, height] = [300 * scale, 150 * scale];
  drawing.shape(rounded(x - width / 2, y - height / 2, width, height, 12 * scale), {
    fill: ground,
    stroke: '#4b4c4e',
    width: 3,
  });
  for (const side of [-1, 1])
    drawing.shape(ellipse(x + side * 0.36 * width, y - 0.42 * height, 4 * scale), { fill: '#5d5f61' });
  const words = (text: string, at: number) =>
    drawing.text(text, [x, at], {
      font: 'arimo',
      height: fittedHeight(text, 'arimo', 0.1 * height, 0.6 * width),
      ink: small,
      align: 'middle',
    });
  if (state !== '') words(state, y - 0.33 * height);
  if (slogan !== '') words(slogan, y + 0.46 * height);
  const font = rng.pick(FONTS);
  const shown = filled(format, rng);
  const tall = fittedHeight(shown.replace('*', '  '), font, 0.46 * height, 0.88 * width);
  drawing.text(shown.replace('*', '  '), [x, y + 0.5 * tall], { font, height: tall, ink, align: 'middle' });
  if (shown.includes('*')) drawEmblem(drawing, rng, shown, font, { x, y, tall, fill: small });
  return {
    plate: shown.replace(/[^A-Z0-9]/g, ''),
    state: stateCode(state.replace(' APPORTIONED', '')) ?? '',
  };
}

/** A map or a star in the gap. */
export function drawEmblem(
  drawing: Drawing,
  rng: Rng,
  shown: string,
  font: FontName,
  { x, y, tall, fill }: { x: number; y: number; tall: number; fill: string },
): void {
  const wide = (text: string) => outlined(text, 0, 0, { font, height: tall }).width;
  const [before = ''] = shown.split('*');
  const at = x - wide(shown.replace('*', '  ')) / 2 + wide(before) + wide('  ') / 2;
  const r = Math.min(0.2 * tall, 0.4 * wide('  '));
  const corners = Array.from({ length: 9 }, (_, i) => {
    const [angle, far] = [(i / 9) * 2 * Math.PI, r * (0.6 + 0.4 * rng.next())];
    return [at + far * Math.cos(angle), y + far * Math.sin(angle)] as const;
  });
  drawing.shape(rng.chance(0.5) ? polygon(corners) : ellipse(at, y, r), { fill });
}

export function filled(format: string, rng: Rng): string {
  return [...format]
    .map((c) => (c === 'A' ? rng.pick([...'ABCDEFGHJKLMNPRSTUVWXYZ']) : c === '#' ? rng.digits(1) : c))
    .join('');
}
