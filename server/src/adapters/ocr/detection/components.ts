import type { Point } from '../../../domain/recognition/recognizer.ts';

/** Connected pixels above the threshold. The leftmost and rightmost pixel of each row are enough for a convex hull. */
export type Component = { outline: Point[] };

/** Finds 8-connected components. */
export function components(
  map: Float32Array,
  width: number,
  height: number,
  threshold: number,
  most: number,
): Component[] {
  const seen = new Uint8Array(width * height);
  const found: Component[] = [];
  for (let start = 0; start < seen.length && found.length < most; start++) {
    if (seen[start] === 1 || (map[start] ?? 0) <= threshold) continue;
    found.push({ outline: flood(map, seen, width, height, threshold, start) });
  }
  return found;
}

function flood(
  map: Float32Array,
  seen: Uint8Array,
  width: number,
  height: number,
  threshold: number,
  start: number,
): Point[] {
  const rows = new Map<number, [left: number, right: number]>();
  const stack = [start];
  seen[start] = 1;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const y = Math.floor(at / width);
    const x = at - y * width;
    const row = rows.get(y);
    if (!row) rows.set(y, [x, x]);
    else if (x < row[0]) row[0] = x;
    else if (x > row[1]) row[1] = x;
    for (let ny = Math.max(0, y - 1); ny <= y + 1 && ny < height; ny++) {
      for (let nx = Math.max(0, x - 1); nx <= x + 1 && nx < width; nx++) {
        const next = ny * width + nx;
        if (seen[next] === 1 || (map[next] ?? 0) <= threshold) continue;
        seen[next] = 1;
        stack.push(next);
      }
    }
  }
  return [...rows].flatMap(([y, [left, right]]): Point[] =>
    left === right
      ? [[left, y]]
      : [
          [left, y],
          [right, y],
        ],
  );
}
