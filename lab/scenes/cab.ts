import { drawDoorLettering } from './door-lettering.ts';
import type { FontName } from './fonts.ts';
import { pickPaint } from './paint.ts';
import { type Path, type Point, polygon, rounded } from './path.ts';
import type { Area, SceneKind, SceneTruth, Stage } from './scene.ts';
import { drawWheel } from './wheel.ts';

/** The coordinates below are relative to a canvas of this size, on which the cab faces right. */
const CANVAS = { width: 580, height: 500 };
const NUMBER_FONTS: FontName[] = ['arimo', 'black', 'anton', 'oswald', 'narrow'];

/** Draws a tractor from the side, with its lettering. `x` and `y` are the top left corner of its canvas. */
export function drawCab(
  stage: Stage,
  x: number,
  y: number,
  scale: number,
  kind: SceneKind,
): Partial<SceneTruth> {
  const { drawing, rng, facing, vehicle } = stage;
  const paint = pickPaint(rng);
  const at = (px: number, py: number): Point => [
    x + (facing > 0 ? px : CANVAS.width - px) * scale,
    y + py * scale,
  ];
  const shape = (points: string, fill: string) => {
    const corners = points.split(' ').map((point) => {
      const [px = 0, py = 0] = point.split(',').map(Number);
      return at(px, py);
    });
    drawing.shape(polygon(corners), { fill, stroke: '#1c1d20', width: 2 * scale });
  };
  const box = (px: number, py: number, w: number, h: number, r: number): Path => {
    const [left, top] = at(facing > 0 ? px : px + w, py);
    return rounded(left, top, w * scale, h * scale, r * scale);
  };
  const body = drawing.gradient([0, paint.body], [0.75, paint.body], [1, paint.shade]);
  shape('-4,395 350,395 350,440 -4,440', '#2b2c2f');
  drawing.shape(box(150, 400, 130, 62, 20), { fill: '#a9adb1', stroke: '#5b5e61', width: 2 * scale });
  shape('0,30 70,0 290,12 348,110 348,420 0,420', body);
  shape('348,222 505,258 556,320 564,428 348,428', body);
  shape('236,104 334,118 340,205 236,205', '#2a323d');
  drawing.shape(box(112, 96, 232, 312, 8), { stroke: paint.shade, width: 2.5 * scale });
  drawing.shape(box(302, 222, 34, 9, 4), { fill: '#4c4f53' });
  drawing.shape(box(345, 118, 14, 70, 6), { fill: '#303236' });
  drawing.shape(box(538, 318, 22, 34, 6), { fill: '#f3ead0', stroke: '#6d6f72', width: scale });
  shape('470,428 576,428 576,462 480,462', '#c4c7ca');
  for (const px of [52, 138]) drawWheel(drawing, ...at(px, 448), 48 * scale);
  drawWheel(drawing, ...at(430, 445), 50 * scale);
  const ink = rng.pick(paint.inks);
  const [left, top] = at(facing > 0 ? 124 : 332, 232);
  const area: Area = { x: left, y: top, width: 208 * scale, height: 150 * scale };
  const truth = drawDoorLettering(stage, area, ink, kind);
  const isOnHood = rng.chance(0.7);
  const size = (isOnHood ? 16 + rng.below(8) : 14 + rng.below(6)) * scale;
  const position = isOnHood ? at(430, 322 + rng.below(40)) : at(58, 110 + rng.below(190));
  drawing.text(vehicle.cabNumber, position, {
    font: rng.pick(NUMBER_FONTS),
    height: size,
    ink,
    align: 'middle',
  });
  return { ...truth, cabNumber: vehicle.cabNumber };
}
