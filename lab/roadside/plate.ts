import { fittedHeight } from '../scenes/fonts.ts';
import type { Point } from '../scenes/path.ts';
import { type Canvas, front, softBox } from './canvas.ts';

const [PLATE_WIDTH, PLATE_HEIGHT] = [0.34, 0.17];
const GROUNDS = ['#f4f5f2', '#e8eef6', '#f7efd9'];

/** Draws a plate on a surface that faces forward (1) or backward (-1). */
export function drawPlate(
  canvas: Canvas,
  x: number,
  [y, z]: Point,
  { plate, plateState }: { plate: string; plateState: string },
  direction: 1 | -1,
): void {
  const { drawing, view } = canvas;
  const [w, h] = [PLATE_WIDTH / 2, PLATE_HEIGHT / 2];
  const ground = GROUNDS[plateState.charCodeAt(0) % GROUNDS.length] ?? '#ffffff';
  canvas.on(front(x), softBox(y - w - 0.02, z - h - 0.02, y + w + 0.02, z + h + 0.02, 0.02), {
    fill: '#1d1f23',
  });
  canvas.on(front(x + 0.004 * direction), softBox(y - w, z - h, y + w, z + h, 0.02), { fill: ground });
  // Seen from ahead of a truck that drives to the right, its far side is on the right.
  const sense = direction * view.facing;
  drawing.warp = view.on((u, v) => [x + 0.008 * direction, y + sense * u, z - v]);
  const words = (text: string, at: number, height: number, ink: string) =>
    drawing.text(text, [0, at], {
      font: 'narrow',
      height: fittedHeight(text, 'narrow', height, PLATE_WIDTH * 0.9),
      ink,
      align: 'middle',
    });
  words(plateState, -0.048, 0.026, '#9c1c24');
  words(plate, 0.052, 0.088, '#16224e');
  words('APPORTIONED', 0.078, 0.015, '#4b5563');
  drawing.warp = (point) => point;
}
