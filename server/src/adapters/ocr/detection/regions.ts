import type { Quad } from '../../../domain/recognition/recognizer.ts';
import type { Region } from '../engine/decode-image.ts';

export function boundsOf(quad: Quad): Region {
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** A part of the image with text. Small text has capitals of less than about 15 pixels in the locator's image. */
export type TextArea = Region & { hasSmallText: boolean };

/** The region with a margin, in whole pixels, clipped to the image. */
export function grown(
  { left, top, width, height }: Region,
  [across, down]: [number, number],
  image: { width: number; height: number },
): Region {
  const [x, y] = [Math.max(0, Math.floor(left - across)), Math.max(0, Math.floor(top - down))];
  return {
    left: x,
    top: y,
    width: Math.min(image.width, Math.ceil(left + width + across)) - x,
    height: Math.min(image.height, Math.ceil(top + height + down)) - y,
  };
}

export function scaled({ left, top, width, height }: Region, fx: number, fy: number): Region {
  return { left: left * fx, top: top * fy, width: width * fx, height: height * fy };
}

/** Overlapping areas become one. */
export function joinedAreas(areas: TextArea[]): TextArea[] {
  const parts: TextArea[] = [];
  for (let next of areas) {
    for (let i = parts.length - 1; i >= 0; i--) {
      if (overlap(parts[i] as TextArea, next) <= 0) continue;
      next = union(parts[i] as TextArea, next);
      parts.splice(i, 1);
      i = parts.length;
    }
    parts.push(next);
  }
  return parts;
}

function union(a: TextArea, b: TextArea): TextArea {
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)];
  return {
    left,
    top,
    width: Math.max(a.left + a.width, b.left + b.width) - left,
    height: Math.max(a.top + a.height, b.top + b.height) - top,
    hasSmallText: a.hasSmallText || b.hasSmallText,
  };
}

export function overlap(a: Region, b: Region): number {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return across <= 0 || down <= 0 ? 0 : across * down;
}

export function contains(part: Region, box: Region): boolean {
  return overlap(part, box) > 0.9 * box.width * box.height;
}
