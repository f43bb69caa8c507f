import type { Box, Point, Quad } from '../recognizer.ts';

/** An upright rectangle in pixels of the upright image. */
export type Bounds = { left: number; top: number; right: number; bottom: number };

export function boundsOf(quads: readonly Quad[]): Bounds {
  const [xs, ys] = [quads.flat().map(([x]) => x), quads.flat().map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

export function centerOf(quad: Quad): Point {
  const { left, right, top, bottom } = boundsOf([quad]);
  return [(left + right) / 2, (top + bottom) / 2];
}

export function hasCenterOf({ left, right, top, bottom }: Bounds, quad: Quad): boolean {
  const [x, y] = centerOf(quad);
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** A box that covers more of the image says nothing about where the vehicle is. */
const WHOLE = 0.9;
/** As a share of the sides: boxes are not exact. */
const MARGIN = 0.04;

/** The box of a detection with a margin; null if it is about the whole image, or empty. */
export function detectedBounds(
  { xmin, ymin, xmax, ymax }: Box,
  width: number,
  height: number,
): Bounds | null {
  const [unitX, unitY] = Math.max(xmin, ymin, xmax, ymax) <= 1 ? [width, height] : [1, 1];
  const [left, right] = [Math.max(0, xmin * unitX), Math.min(width, xmax * unitX)];
  const [top, bottom] = [Math.max(0, ymin * unitY), Math.min(height, ymax * unitY)];
  const [wide, tall] = [right - left, bottom - top];
  if (wide <= 0 || tall <= 0 || wide * tall >= WHOLE * width * height) return null;
  const [across, down] = [MARGIN * wide, MARGIN * tall];
  return { left: left - across, right: right + across, top: top - down, bottom: bottom + down };
}
