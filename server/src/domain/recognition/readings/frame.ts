import type { Point, Quad } from '../recognizer.ts';

/** The position of a text line: its center, its size along and across the writing, and its slope in radians. */
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

/** From the center of `a` to the center of `b`, along and across the writing of `a`. */
function offset(a: Frame, b: Frame): { right: number; down: number } {
  const [cos, sin] = [Math.cos(a.slope), Math.sin(a.slope)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  return { right: dx * cos + dy * sin, down: dy * cos - dx * sin };
}

/** The detector adds a third of a line height to each end, so that the lines of two words overlap. */
const MOST_OVERLAP = -0.75;

/**
 * The gap between `a` and `b` in line heights when `b` continues the row of `a`; Infinity otherwise. `lowest`: how far up or
 * down the center of `b` may be, in pixels.
 */
export function gapBeside(a: Frame, b: Frame, lowest = 0.5 * Math.max(a.height, b.height)): number {
  const { right, down } = offset(a, b);
  const height = Math.max(a.height, b.height);
  if (Math.abs(down) > lowest || right <= 0) return Number.POSITIVE_INFINITY;
  const gap = (right - (a.width + b.width) / 2) / height;
  return gap > MOST_OVERLAP ? gap : Number.POSITIVE_INFINITY;
}

/**
 * The gap between `a` and `b` in line heights when `b` is below `a`; Infinity otherwise. Negative when the frames
 * overlap: the detector adds a margin to every line.
 */
export function gapBelow(a: Frame, b: Frame): number {
  const { right, down } = offset(a, b);
  const height = Math.max(a.height, b.height);
  const isElsewhere = Math.abs(right) > (a.width + b.width) / 2 || down < 0.25 * (a.height + b.height);
  return isElsewhere ? Number.POSITIVE_INFINITY : (down - (a.height + b.height) / 2) / height;
}

/** Whether the center of `b` is in `a`. */
export function isInside(a: Frame, b: Frame): boolean {
  const { right, down } = offset(a, b);
  return Math.abs(right) < a.width / 2 && Math.abs(down) < a.height / 2;
}

/** The gap between two lines in pixels, in any direction. */
export function gapBetween(a: Frame, b: Frame): number {
  const { right, down } = offset(a, b);
  const across = Math.max(0, Math.abs(right) - (a.width + b.width) / 2);
  const upOrDown = Math.max(0, Math.abs(down) - (a.height + b.height) / 2);
  return Math.hypot(across, upOrDown);
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
