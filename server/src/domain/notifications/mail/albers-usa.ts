/** The plane of the us-atlas package. Alaska and Hawaii are insets at the lower left. */
export const ALBERS_WIDTH = 975;
const ALBERS_HEIGHT = 610;

type Point = [x: number, y: number];
type Inset = { project: (lon: number, lat: number) => Point; contains: (point: Point) => boolean };

const SCALE = 1300;
const X = ALBERS_WIDTH / 2;
const Y = ALBERS_HEIGHT / 2;

/** The first inset whose frame contains the projected point is the right one. */
const INSETS: Inset[] = [
  {
    project: conic({ rotate: 154, center: [-2, 58.5], parallels: [55, 65] }, SCALE * 0.35, [
      X - 0.307 * SCALE,
      Y + 0.201 * SCALE,
    ]),
    contains: frame(-0.425, 0.12, -0.214, 0.234),
  },
  {
    project: conic({ rotate: 157, center: [-3, 19.9], parallels: [8, 18] }, SCALE, [
      X - 0.205 * SCALE,
      Y + 0.212 * SCALE,
    ]),
    contains: frame(-0.214, 0.166, -0.115, 0.234),
  },
  {
    project: conic({ rotate: 96, center: [-0.6, 38.7], parallels: [29.5, 45.5] }, SCALE, [X, Y]),
    contains: frame(-0.455, -0.238, 0.455, 0.238),
  },
];

/** Null if the location is not on this map. */
export function albersUsa(latitude: number, longitude: number): Point | null {
  for (const { project, contains } of INSETS) {
    const point = project(longitude, latitude);
    if (contains(point)) return point;
  }
  return null;
}

type Conic = { rotate: number; center: Point; parallels: Point };

/** Albers' equal-area conic projection. */
function conic({ rotate, center, parallels }: Conic, scale: number, at: Point): Inset['project'] {
  const rad = Math.PI / 180;
  const [sin0, sin1] = parallels.map((degrees) => Math.sin(degrees * rad)) as Point;
  const n = (sin0 + sin1) / 2;
  const c = 1 + sin0 * (2 * n - sin0);
  const r0 = Math.sqrt(c) / n;
  const raw = (lon: number, lat: number): Point => {
    const r = Math.sqrt(c - 2 * n * Math.sin(lat * rad)) / n;
    return [r * Math.sin(n * lon * rad), r0 - r * Math.cos(n * lon * rad)];
  };
  const [cx, cy] = raw(...center);
  return (lon, lat) => {
    const turned = ((lon + rotate + 540) % 360) - 180;
    const [x, y] = raw(turned, lat);
    return [at[0] + scale * (x - cx), at[1] - scale * (y - cy)];
  };
}

function frame(x0: number, y0: number, x1: number, y1: number): Inset['contains'] {
  return ([x, y]) => x >= X + x0 * SCALE && x < X + x1 * SCALE && y >= Y + y0 * SCALE && y < Y + y1 * SCALE;
}
