import type { ImageReading } from '../recognizer.ts';

/** Of the longer side; the boxes around lines have a margin of their own. */
const NEAR_PART = 0.004;

/** Lines that begin or end at the left or right edge of what was read: there may be more of them than was seen. */
export function cutLines({ width, height, part, lines }: ImageReading): Set<number> {
  const [left, right] = [part?.xmin ?? 0, part?.xmax ?? width];
  const near = 1 + NEAR_PART * Math.max(width, height);
  const cut = new Set<number>();
  for (const [index, { quad }] of lines.entries()) {
    const xs = quad.map(([x]) => x);
    if (Math.min(...xs) < left + near || Math.max(...xs) > right - near) cut.add(index);
  }
  return cut;
}
