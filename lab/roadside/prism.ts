import type { Point } from '../scenes/path.ts';
import { type Canvas, outline, side } from './canvas.ts';
import { shade } from './colors.ts';
import type { Place, Surface } from './view.ts';

/** A body with the same outline on both sides: points along the road and up, clockwise from the bottom of its front. */
export type Outline = Point[];

/** Draws the faces that the camera sees: what is farther away first, and the near side last. */
export function drawPrism(canvas: Canvas, points: Outline, y1: number, y2: number, color: string): void {
  const { drawing, view } = canvas;
  for (const [i, a] of points.entries()) {
    const b = points[(i + 1) % points.length] as Point;
    const face: Place[] = [
      [a[0], y1, a[1]],
      [b[0], y1, b[1]],
      [b[0], y2, b[1]],
      [a[0], y2, a[1]],
    ];
    if (!isSeen(face.map(view.at), view.facing)) continue;
    const steep = Math.abs(b[1] - a[1]) / Math.hypot(b[0] - a[0], b[1] - a[1]);
    const light = 1.22 - 0.36 * steep;
    canvas.face(face, {
      fill: drawing.across(
        [0, 0],
        [0.3, 1],
        [0, shade(color, light + 0.06)],
        [1, shade(color, light - 0.14)],
      ),
      stroke: shade(color, 0.55),
      width: 0.8,
    });
  }
  const fill = drawing.across(
    [0, 0],
    [0, 1],
    ...([
      [0, shade(color, 1.14)],
      [0.35, color],
      [0.62, shade(color, 0.93)],
      [0.78, shade(color, 1.05)],
      [1, shade(color, 0.62)],
    ] as const),
  );
  canvas.on(side(y1), outline(...points), { fill, stroke: shade(color, 0.5), width: 1 });
}

function isSeen(points: Point[], facing: number): boolean {
  let area = 0;
  for (const [i, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(i + 1) % points.length] as Point;
    area += x * nextY - nextX * y;
  }
  return area * facing > 0;
}

/** The face between two points of an outline, from places across the road and parts of its height. */
export const strip =
  ([x1, z1]: Point, [x2, z2]: Point, out = 0.012): Surface =>
  (y, part) => [x1 + (x2 - x1) * part + out, y, z1 + (z2 - z1) * part];
