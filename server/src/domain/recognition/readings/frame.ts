import type { Point, Quad } from '../recognizer.ts';

/** Where a line of text stands: its middle, its size along and across the writing, and its slope in radians. */
export type Frame = { x: number; y: number; width: number; height: number; slope: number };

export function frameOf([topLeft, topRight, bottomRight, bottomLeft]: Quad): Frame {
  const along: Point = [
    topRight[0] - topLeft[0] + bottomRight[0] - bottomLeft[0],
    topRight[1] - topLeft[1] + bottomRight[1] - bottomLeft[1],
  ];
  return {
    x: (topLeft[0] + topRight[0] + bottomRight[0] + bottomLeft[0]) / 4,
    y: (topLeft[1] + topRight[1] + bottomRight[1] + bottomLeft[1]) / 4,
    width: Math.hypot(...along) / 2,
    height: (distance(topLeft, bottomLeft) + distance(topRight, bottomRight)) / 2,
    slope: Math.atan2(along[1], along[0]),
  };
}

/** `b` as seen from `a`: to the right and down along the writing of `a`, from middle to middle. */
export function offset(a: Frame, b: Frame): { right: number; down: number } {
  const [cos, sin] = [Math.cos(a.slope), Math.sin(a.slope)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  return { right: dx * cos + dy * sin, down: dy * cos - dx * sin };
}

/** Heights of room between the end of `a` and the start of `b` when `b` goes on in the row of `a`; null otherwise. */
export function gapBeside(a: Frame, b: Frame): number | null {
  const { right, down } = offset(a, b);
  const height = Math.max(a.height, b.height);
  if (Math.abs(down) > 0.5 * height || right <= 0) return null;
  const gap = (right - (a.width + b.width) / 2) / height;
  return gap > -0.5 ? gap : null;
}

/**
 * Heights of room between `a` and `b` when `b` stands under `a`; null otherwise. The frames of small lines reach into
 * each other: the detector gives every line a margin.
 */
export function gapBelow(a: Frame, b: Frame): number | null {
  const { right, down } = offset(a, b);
  const height = Math.max(a.height, b.height);
  if (Math.abs(right) > (a.width + b.width) / 2 || down < 0.25 * (a.height + b.height)) return null;
  return (down - (a.height + b.height) / 2) / height;
}

/** Pixels of room between two lines in any direction. */
export function roomBetween(a: Frame, b: Frame): number {
  const { right, down } = offset(a, b);
  const across = Math.max(0, Math.abs(right) - (a.width + b.width) / 2);
  const upOrDown = Math.max(0, Math.abs(down) - (a.height + b.height) / 2);
  return Math.hypot(across, upOrDown);
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
