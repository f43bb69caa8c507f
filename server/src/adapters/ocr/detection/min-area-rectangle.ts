import type { Point } from '../../../domain/recognition/recognizer.ts';

/** A rectangle at any angle: its center, the unit vector along its long side, and half the length of both sides. */
export type Rectangle = {
  cx: number;
  cy: number;
  ux: number;
  uy: number;
  halfLong: number;
  halfShort: number;
};

/** The smallest rectangle that contains the points. */
export function minAreaRectangle(points: Point[]): Rectangle {
  const hull = convexHull(points);
  let best: Rectangle | null = null;
  let bestArea = Number.POSITIVE_INFINITY;
  // One side of the smallest rectangle is collinear with a side of the hull.
  for (let i = 0; i < hull.length; i++) {
    const [ax, ay] = hull[i] ?? [0, 0];
    const [bx, by] = hull[(i + 1) % hull.length] ?? [0, 0];
    const length = Math.hypot(bx - ax, by - ay);
    const [ux, uy] = length === 0 ? [1, 0] : [(bx - ax) / length, (by - ay) / length];
    const candidate = boundsAlong(hull, ux, uy);
    const area = candidate.halfLong * candidate.halfShort;
    if (area < bestArea) [best, bestArea] = [candidate, area];
  }
  return best ?? boundsAlong(points, 1, 0);
}

function boundsAlong(points: Point[], ux: number, uy: number): Rectangle {
  let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of points) {
    const u = x * ux + y * uy;
    const v = y * ux - x * uy;
    if (u < minU) minU = u;
    if (u > maxU) maxU = u;
    if (v < minV) minV = v;
    if (v > maxV) maxV = v;
  }
  const [u, v] = [(minU + maxU) / 2, (minV + maxV) / 2];
  const [halfU, halfV] = [(maxU - minU) / 2, (maxV - minV) / 2];
  const center = { cx: u * ux - v * uy, cy: u * uy + v * ux };
  return halfU >= halfV
    ? { ...center, ux, uy, halfLong: halfU, halfShort: halfV }
    : { ...center, ux: -uy, uy: ux, halfLong: halfV, halfShort: halfU };
}

/** Andrew's monotone chain. */
function convexHull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const lower = chain(sorted);
  const upper = chain(sorted.reverse());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function chain(points: Iterable<Point>): Point[] {
  const hull: Point[] = [];
  for (const p of points) {
    while (hull.length >= 2 && turn(hull.at(-2) as Point, hull.at(-1) as Point, p) <= 0) hull.pop();
    hull.push(p);
  }
  return hull;
}

function turn(o: Point, a: Point, b: Point): number {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}
