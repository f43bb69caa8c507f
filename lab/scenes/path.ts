/** In pixels of the drawing. */
export type Point = readonly [x: number, y: number];
export type Command = { type: 'M' | 'L' | 'Q' | 'C' | 'Z'; points: Point[] };
export type Path = Command[];
export type Warp = (point: Point) => Point;

export function polygon(points: readonly Point[]): Path {
  const [first, ...rest] = points as [Point, ...Point[]];
  return [
    { type: 'M', points: [first] },
    ...rest.map((point): Command => ({ type: 'L', points: [point] })),
    { type: 'Z', points: [] },
  ];
}

export function rectangle(x: number, y: number, width: number, height: number): Path {
  return polygon([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]);
}

export function rounded(x: number, y: number, width: number, height: number, r: number): Path {
  const [right, bottom] = [x + width, y + height];
  return [
    { type: 'M', points: [[x + r, y]] },
    { type: 'L', points: [[right - r, y]] },
    {
      type: 'Q',
      points: [
        [right, y],
        [right, y + r],
      ],
    },
    { type: 'L', points: [[right, bottom - r]] },
    {
      type: 'Q',
      points: [
        [right, bottom],
        [right - r, bottom],
      ],
    },
    { type: 'L', points: [[x + r, bottom]] },
    {
      type: 'Q',
      points: [
        [x, bottom],
        [x, bottom - r],
      ],
    },
    { type: 'L', points: [[x, y + r]] },
    {
      type: 'Q',
      points: [
        [x, y],
        [x + r, y],
      ],
    },
    { type: 'Z', points: [] },
  ];
}

export function ellipse(cx: number, cy: number, rx: number, ry = rx): Path {
  // The handle that makes four cubic curves a circle to within 0.03 %.
  const [hx, hy] = [rx * 0.5523, ry * 0.5523];
  const arc = (...points: Point[]): Command => ({ type: 'C', points });
  return [
    { type: 'M', points: [[cx + rx, cy]] },
    arc([cx + rx, cy + hy], [cx + hx, cy + ry], [cx, cy + ry]),
    arc([cx - hx, cy + ry], [cx - rx, cy + hy], [cx - rx, cy]),
    arc([cx - rx, cy - hy], [cx - hx, cy - ry], [cx, cy - ry]),
    arc([cx + hx, cy - ry], [cx + rx, cy - hy], [cx + rx, cy]),
    { type: 'Z', points: [] },
  ];
}

/** Curves are warped by their handles: exact for a tilt, close enough for the small curves of a perspective. */
export function warped(path: Path, warp: Warp): Path {
  return path.map(({ type, points }) => ({ type, points: points.map(warp) }));
}

export function svgPath(path: Path): string {
  return path
    .map(({ type, points }) => type + points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join(' '))
    .join('');
}
