import type { Point, Warp } from './path.ts';

/** The projection that maps the corners of an image to four other points (Heckbert's closed form). */
export function perspective(
  width: number,
  height: number,
  corners: readonly [Point, Point, Point, Point],
): Warp {
  const [p0, p1, p2, p3] = corners;
  const [dx1, dx2, sx] = [p1[0] - p2[0], p3[0] - p2[0], p0[0] - p1[0] + p2[0] - p3[0]];
  const [dy1, dy2, sy] = [p1[1] - p2[1], p3[1] - p2[1], p0[1] - p1[1] + p2[1] - p3[1]];
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / det;
  const h = (dx1 * sy - sx * dy1) / det;
  return ([px, py]) => {
    const [u, v] = [px / width, py / height];
    const w = g * u + h * v + 1;
    return [
      ((p1[0] - p0[0] + g * p1[0]) * u + (p3[0] - p0[0] + h * p3[0]) * v + p0[0]) / w,
      ((p1[1] - p0[1] + g * p1[1]) * u + (p3[1] - p0[1] + h * p3[1]) * v + p0[1]) / w,
    ];
  };
}

/** A camera ahead of or behind the truck: one end of its side is nearer than the other. */
export function seenFromAnAngle(width: number, height: number, strength: number, side: 1 | -1): Warp {
  const [near, far] = [-0.5 * strength * height, 0.9 * strength * height];
  const [left, right] = side > 0 ? [near, far] : [far, near];
  const narrow = 0.35 * strength * width;
  return perspective(width, height, [
    [side > 0 ? 0 : narrow, left],
    [side > 0 ? width - narrow : width, right],
    [side > 0 ? width - narrow : width, height - right * 0.8],
    [side > 0 ? 0 : narrow, height - left * 0.5],
  ]);
}
