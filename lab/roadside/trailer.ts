import { fittedHeight } from '../scenes/fonts.ts';
import { ellipse, type Point } from '../scenes/path.ts';
import { box, type Canvas, front, outline, side, softBox } from './canvas.ts';
import { type Livery, shade } from './colors.ts';
import { drawPlate } from './plate.ts';
import { drawPrism } from './prism.ts';
import type { Rig } from './rig.ts';
import { WIDTH } from './tractor.ts';
import type { Place } from './view.ts';
import { drawWheel } from './wheel.ts';

export const trailerKinds = ['van', 'reefer', 'container', 'curtain'] as const;
export type TrailerKind = (typeof trailerKinds)[number];

const LENGTH = 15.6;
const [FLOOR, ROOF] = [1.18, 4.08];
const [RED, SILVER] = ['#b3121f', '#eef0ee'];
const CURTAINS = ['#23497d', '#7e1d26', '#21543b', '#4a5058'];
const BOXES = ['#8c3a1e', '#1f5a84', '#2c6b4f', '#6d7278', '#a3262c'];

/** `front`: where the trailer begins. Returns its lights. */
export function drawTrailer(
  canvas: Canvas,
  start: number,
  kind: TrailerKind,
  livery: Livery,
  vehicle: Rig,
): Place[] {
  const { rng } = canvas;
  const end = start - LENGTH;
  const color =
    kind === 'curtain' ? rng.pick(CURTAINS) : kind === 'container' ? rng.pick(BOXES) : livery.trailer;
  const ink = kind === 'curtain' || kind === 'container' ? '#f4f4ef' : livery.trailerInk;
  drawPrism(canvas, boxOf(start - 0.3, 0.98, end, FLOOR), 0.4, WIDTH - 0.4, '#23252a');
  for (const x of [end + 2.4, end + 1.15]) drawWheel(canvas, x, 0.02);
  canvas.on(side(0.5), box(start - 2.9, 0.12, start - 2.75, FLOOR), { fill: '#3d4147' });
  canvas.on(side(0.5), box(start - 3.05, 0.06, start - 2.6, 0.14), { fill: '#2b2e33' });
  drawPrism(canvas, boxOf(start, FLOOR, end, ROOF), 0, WIDTH, color);
  if (kind === 'reefer') drawUnit(canvas, start);
  drawPanels(canvas, kind, start, end, color);
  drawRails(canvas, start, end);
  if (kind === 'van' || kind === 'reefer') drawSkirt(canvas, start, end);
  drawMarks(canvas, start, end, kind, ink, vehicle);
  if (canvas.view.along < end) drawRear(canvas, end, kind, color, ink, vehicle);
  return [
    ...[0.12, 0.35, WIDTH - 0.35, WIDTH - 0.12].map((y): Place => [end - 0.03, y, 1.08]),
    ...[start - 0.2, (start + end) / 2, end + 0.2].map((x): Place => [x, -0.02, FLOOR + 0.02]),
  ];
}

const boxOf = (from: number, low: number, to: number, high: number): Point[] => [
  [from, low],
  [from, high],
  [to, high],
  [to, low],
];

function drawPanels(canvas: Canvas, kind: TrailerKind, start: number, end: number, color: string): void {
  const near = side(-0.004);
  const step = { van: 0.61, reefer: 1.22, container: 0.27, curtain: 0.82 }[kind];
  for (let x = start - step; x > end + 0.05; x -= step) {
    if (kind === 'container') {
      canvas.on(near, box(x, FLOOR + 0.2, x + 0.11, ROOF - 0.18), { fill: shade(color, 0.74) });
      canvas.on(near, box(x + 0.11, FLOOR + 0.2, x + 0.15, ROOF - 0.18), { fill: shade(color, 1.16) });
    } else if (kind === 'curtain') {
      const wave = 0.05 * Math.sin(x * 2.1);
      canvas.line(
        near,
        [
          [x, ROOF - 0.2],
          [x + wave, (FLOOR + ROOF) / 2],
          [x, FLOOR + 0.1],
        ],
        shade(color, 0.7),
        0.03,
      );
      canvas.on(near, box(x - 0.02, FLOOR - 0.1, x + 0.04, FLOOR + 0.16), { fill: '#c7ccd0' });
    } else {
      canvas.line(
        near,
        [
          [x, FLOOR + 0.1],
          [x, ROOF - 0.08],
        ],
        shade(color, 0.8),
        0.016,
      );
      if (kind === 'van')
        canvas.line(
          near,
          [
            [x - 0.03, FLOOR + 0.1],
            [x - 0.03, ROOF - 0.08],
          ],
          shade(color, 1.3),
          0.012,
          0.7,
        );
    }
  }
}

function drawRails(canvas: Canvas, start: number, end: number): void {
  const near = side(-0.008);
  const metal = canvas.drawing.across([0, 0], [0, 1], [0, '#eceff1'], [0.5, '#a7adb3'], [1, '#7d848b']);
  canvas.on(near, box(end, ROOF - 0.1, start, ROOF), { fill: metal });
  canvas.on(near, box(end, FLOOR - 0.06, start, FLOOR + 0.1), { fill: metal });
  for (let x = start - 0.3; x > end + 0.7; x -= 0.92) {
    canvas.on(side(-0.012), box(x - 0.3, FLOOR - 0.03, x, FLOOR + 0.03), { fill: RED });
    canvas.on(side(-0.012), box(x - 0.6, FLOOR - 0.03, x - 0.3, FLOOR + 0.03), { fill: SILVER });
  }
}

/** The unit that cools a reefer, in front of the trailer. */
function drawUnit(canvas: Canvas, start: number): void {
  drawPrism(canvas, boxOf(start + 0.42, 2.15, start, 3.9), 0.3, WIDTH - 0.3, '#e9ebec');
  canvas.on(front(start + 0.43), softBox(0.5, 2.35, WIDTH - 0.5, 3.3, 0.06), { fill: '#2a2e33' });
  canvas.on(side(0.28), softBox(start + 0.08, 2.4, start + 0.36, 3.2, 0.04), { fill: '#3b4046' });
}

function drawSkirt(canvas: Canvas, start: number, end: number): void {
  const near = side(0.01);
  canvas.on(
    near,
    outline([start - 4.2, FLOOR - 0.05], [start - 4.6, 0.36], [end + 4.1, 0.36], [end + 3.7, FLOOR - 0.05]),
    {
      fill: canvas.drawing.across([0, 0], [0, 1], [0, '#d5d8db'], [1, '#9aa0a6']),
      stroke: '#7e858b',
      width: 1,
    },
  );
}

function drawMarks(
  canvas: Canvas,
  start: number,
  end: number,
  kind: TrailerKind,
  ink: string,
  vehicle: Rig,
): void {
  const { wordmark, trailerNumber } = vehicle;
  const height = fittedHeight(wordmark, 'black', 0.72, 8.4);
  canvas.text([(start + end) / 2 - 0.6, 2.75], -0.012, wordmark, { font: 'black', height, ink });
  if (kind === 'van' || kind === 'reefer')
    canvas.on(
      side(-0.011),
      outline([start - 3.4, 2.2], [end + 3.2, 2.2], [end + 3.0, 2.1], [start - 3.6, 2.1]),
      {
        fill: ink,
        opacity: 0.85,
      },
    );
  const number = { font: 'arimo', height: 0.2, ink } as const;
  canvas.text([start - 3, ROOF - 0.34], -0.012, trailerNumber, number);
  canvas.text([end + 0.9, ROOF - 0.34], -0.012, trailerNumber, number);
}

/** Beside the text. */
const RODS = [0.17, 1.1, WIDTH - 1.1, WIDTH - 0.17];

function drawRear(
  canvas: Canvas,
  end: number,
  kind: TrailerKind,
  color: string,
  ink: string,
  vehicle: Rig,
): void {
  const { drawing } = canvas;
  const at = front(end - 0.004);
  const back = kind === 'curtain' ? '#d9dcdf' : color;
  const lettering = kind === 'curtain' ? '#23262b' : ink;
  const steel = drawing.across([0, 0], [1, 0], [0, '#f0f2f3'], [0.5, '#9ba2a8'], [1, '#c9ced2']);
  canvas.on(at, box(0, FLOOR, WIDTH, ROOF), {
    fill: drawing.across([0, 0], [0, 1], [0, shade(back, 1.06)], [1, shade(back, 0.84)]),
    stroke: '#4a4f55',
    width: 1.5,
  });
  for (const y of [0, WIDTH - 0.08]) canvas.on(at, box(y, FLOOR, y + 0.08, ROOF), { fill: '#b9bfc4' });
  canvas.on(at, box(0, ROOF - 0.14, WIDTH, ROOF), { fill: '#b9bfc4' });
  canvas.on(at, box(WIDTH / 2 - 0.015, FLOOR + 0.1, WIDTH / 2 + 0.015, ROOF - 0.14), { fill: '#3b4046' });
  const rods = front(end - 0.02);
  for (const y of RODS) {
    canvas.on(rods, box(y - 0.02, FLOOR + 0.06, y + 0.02, ROOF - 0.16), { fill: steel });
    for (const z of [1.5, 3.75]) canvas.on(rods, box(y - 0.05, z, y + 0.05, z + 0.07), { fill: '#767d84' });
    canvas.on(rods, box(y - 0.04, 2.05, y + 0.28 * Math.sign(WIDTH / 2 - y), 2.11), { fill: '#8b9299' });
  }
  for (const z of [1.4, 2.1, 2.8, 3.5])
    for (const y of [0.02, WIDTH - 0.14]) canvas.on(rods, box(y, z, y + 0.12, z + 0.1), { fill: '#8d949b' });
  // On its own door: across the gap, a reader would join it with the text on the other door.
  const words = (part: number, z: number, text: string, most: number) => {
    const style = { font: 'arimo', height: fittedHeight(text, 'arimo', most, 0.82), ink: lettering } as const;
    drawing.warp = canvas.view.on((u, v) => [end - 0.025, WIDTH * part - canvas.view.facing * u, z - v]);
    drawing.text(text, [0, 0], { ...style, align: 'middle' });
    drawing.warp = (point) => point;
  };
  const isRight = canvas.view.facing > 0;
  words(isRight ? 0.26 : 0.74, 3.05, vehicle.trailerNumber, 0.24);
  drawSign(canvas, end, isRight ? 0.74 : 0.26);
  for (let n = 0; n < 8; n++)
    canvas.on(at, box((n * WIDTH) / 8, FLOOR + 0.01, ((n + 1) * WIDTH) / 8, FLOOR + 0.07), {
      fill: n % 2 ? SILVER : RED,
    });
  canvas.on(front(end - 0.01), box(0, 0.96, WIDTH, FLOOR), { fill: '#2d3035' });
  for (const y of [0.12, 0.35, WIDTH - 0.35, WIDTH - 0.12])
    canvas.on(front(end - 0.02), ellipse(y, 1.08, 0.055), { fill: '#c8141f', stroke: '#5b0a10', width: 1 });
  for (const y of [0.06, WIDTH - 0.72])
    canvas.on(front(end + 0.3), softBox(y, 0.12, y + 0.66, 0.98, 0.03), { fill: '#121316' });
  for (const y of [0.55, WIDTH - 0.6])
    canvas.on(front(end + 0.02), box(y, 0.5, y + 0.05, 0.97), { fill: '#3c4046' });
  for (let n = 0; n < 8; n++)
    canvas.on(front(end), box(0.2 + n * 0.255, 0.46, 0.2 + (n + 1) * 0.255, 0.56), {
      fill: n % 2 ? SILVER : RED,
    });
  const { trailerPlate: plate, trailerPlateState: plateState } = vehicle;
  drawPlate(canvas, end - 0.015, [WIDTH / 2 - 0.35, 0.82], { plate, plateState }, -1);
}

/** What long trailers say on a door. */
function drawSign(canvas: Canvas, end: number, part: number): void {
  const { drawing, view } = canvas;
  const middle = WIDTH * part;
  canvas.on(front(end - 0.022), softBox(middle - 0.42, 2.3, middle + 0.42, 2.66, 0.03), { fill: '#f3d34a' });
  drawing.warp = view.on((u, v) => [end - 0.028, middle - view.facing * u, 2.48 - v]);
  for (const [text, at] of [
    ['THIS VEHICLE MAKES', -0.05],
    ['WIDE RIGHT TURNS', 0.11],
  ] as const)
    drawing.text(text, [0, at], { font: 'arimo', height: 0.075, ink: '#17191c', align: 'middle' });
  drawing.warp = (point) => point;
}
