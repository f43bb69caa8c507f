import type { Point } from '../../../domain/recognition/recognizer.ts';

/** Connected pixels above the threshold. The leftmost and rightmost pixel of each row are enough for a convex hull. */
export type Component = { outline: Point[] };

/** A horizontal run of pixels. `parent` is the index of a run of the same component, or its own. */
type Run = { y: number; left: number; right: number; parent: number };

/** Finds 8-connected components, in the order of their first pixel. */
export function components(
  map: Float32Array,
  width: number,
  height: number,
  threshold: number,
  most: number,
): Component[] {
  const runs = connectedRuns(map, width, height, threshold);
  const byRoot = new Map<number, Point[]>();
  for (let i = 0; i < runs.length; i++) {
    const root = rootOf(runs, i);
    const run = runs[i] as Run;
    const outline = byRoot.get(root);
    if (outline) extend(outline, run);
    else if (byRoot.size < most) byRoot.set(root, ends(run));
  }
  return [...byRoot.values()].map((outline) => ({ outline }));
}

function connectedRuns(map: Float32Array, width: number, height: number, threshold: number): Run[] {
  const runs: Run[] = [];
  let [above, aboveEnd] = [0, 0];
  for (let y = 0; y < height; y++) {
    const first = runs.length;
    const row = y * width;
    for (let x = 0; x < width; x++) {
      if (!((map[row + x] as number) > threshold)) continue;
      const left = x;
      while (x + 1 < width && (map[row + x + 1] as number) > threshold) x++;
      const index = runs.length;
      runs.push({ y, left, right: x, parent: index });
      while (above < aboveEnd && (runs[above] as Run).right < left - 1) above++;
      for (let i = above; i < aboveEnd && (runs[i] as Run).left <= x + 1; i++) join(runs, i, index);
    }
    [above, aboveEnd] = [first, runs.length];
  }
  return runs;
}

function rootOf(runs: Run[], index: number): number {
  let root = index;
  while ((runs[root] as Run).parent !== root) root = (runs[root] as Run).parent;
  (runs[index] as Run).parent = root;
  return root;
}

/** The earlier run becomes the root. */
function join(runs: Run[], a: number, b: number): void {
  const [p, q] = [rootOf(runs, a), rootOf(runs, b)];
  (runs[Math.max(p, q)] as Run).parent = Math.min(p, q);
}

function ends({ y, left, right }: Run): Point[] {
  return [
    [left, y],
    [right, y],
  ];
}

/** Runs arrive row by row, from left to right. */
function extend(outline: Point[], run: Run): void {
  const last = outline.at(-1) as Point;
  if (last[1] === run.y) last[0] = run.right;
  else outline.push(...ends(run));
}
