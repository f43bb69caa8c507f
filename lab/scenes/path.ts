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
  const line = (...point: Point): Command => ({ type: 'L', points: [point] });
  const corner = (...points: Point[]): Command => ({ type: 'Q', points });
  return [
    { type: 'M', points: [[x + r, y]] },
    line(right - r, y),
    corner([right, y], [right, y + r]),
    line(right, bottom - r),
    corner([right, bottom], [right - r, bottom]),
    line(x + r, bottom),
    corner([x, bottom], [x, bottom - r]),
    line(x, y + r),
    corner([x, y], [x + r, y]),
    { type: 'Z', points: [] },
  ];
}

export function ellipse(cx: number, cy: number, rx: number, ry = rx): Path {
  // Four cubic curves with this handle length approximate a circle to within 0.03 %.
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

/** Warps the control points of curves, which is accurate enough for small curves. */
export function warped(path: Path, warp: Warp): Path {
  return path.map(({ type, points }) => ({ type, points: points.map(warp) }));
}

export function svgPath(path: Path): string {
  return path
    .map(({ type, points }) => type + points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join(' '))
    .join('');
}
