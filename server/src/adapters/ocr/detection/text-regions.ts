import type { Point, Quad } from '../../../domain/recognition/recognizer.ts';
import { components } from './components.ts';
import { minAreaRectangle, type Rectangle } from './min-area-rectangle.ts';

/** What the detector answers: for each pixel, how surely it is inside a line of text. */
export type TextMap = { data: Float32Array; width: number; height: number };

const PIXEL_THRESHOLD = 0.3;
const BOX_SCORE = 0.5;
const UNCLIP = 1.8;
const MIN_SIDE = 3;
/** A picture of nothing but noise must not keep a thread for minutes. */
const MOST_REGIONS = 400;

/** Quadrilaterals around lines of text, in pixels of the map, as PaddleOCR's DB post-processing finds them. */
export function textRegions(map: TextMap): Quad[] {
  const quads: Quad[] = [];
  for (const { outline } of components(map.data, map.width, map.height, PIXEL_THRESHOLD, MOST_REGIONS)) {
    const tight = minAreaRectangle(outline);
    // The outline runs through the middles of pixels: half a pixel is missing on each side.
    const rectangle = grown(tight, 0.5);
    if (2 * rectangle.halfShort < MIN_SIDE) continue;
    if (boxScore(map, rectangle) < BOX_SCORE) continue;
    quads.push(quadOf(unclipped(rectangle)));
  }
  return quads;
}

/** The detector is taught on shrunken boxes; this undoes the shrinking. */
function unclipped(rectangle: Rectangle): Rectangle {
  const { halfLong, halfShort } = rectangle;
  const [area, perimeter] = [4 * halfLong * halfShort, 4 * (halfLong + halfShort)];
  return grown(rectangle, (area * UNCLIP) / perimeter);
}

function grown(rectangle: Rectangle, by: number): Rectangle {
  return { ...rectangle, halfLong: rectangle.halfLong + by, halfShort: rectangle.halfShort + by };
}

/** The mean of the map inside the rectangle. */
function boxScore({ data, width, height }: TextMap, r: Rectangle): number {
  const reachX = Math.abs(r.ux) * r.halfLong + Math.abs(r.uy) * r.halfShort;
  const reachY = Math.abs(r.uy) * r.halfLong + Math.abs(r.ux) * r.halfShort;
  const [left, right] = [
    Math.max(0, Math.floor(r.cx - reachX)),
    Math.min(width - 1, Math.ceil(r.cx + reachX)),
  ];
  const [top, bottom] = [
    Math.max(0, Math.floor(r.cy - reachY)),
    Math.min(height - 1, Math.ceil(r.cy + reachY)),
  ];
  let [sum, count] = [0, 0];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const [dx, dy] = [x - r.cx, y - r.cy];
      if (Math.abs(dx * r.ux + dy * r.uy) > r.halfLong) continue;
      if (Math.abs(dy * r.ux - dx * r.uy) > r.halfShort) continue;
      sum += data[y * width + x] ?? 0;
      count++;
    }
  }
  return count === 0 ? 0 : sum / count;
}

/** Top left first, clockwise, seen the way the text is most likely written: left to right, or downwards. */
function quadOf({ cx, cy, ux, uy, halfLong, halfShort }: Rectangle): Quad {
  // Text runs along the long side; a nearly upright long side stays the side of the box, not its top.
  const isUpright = Math.abs(uy) > Math.abs(ux);
  let [ax, ay] = isUpright ? [uy, -ux] : [ux, uy];
  if (ax < 0) [ax, ay] = [-ax, -ay];
  const [halfAcross, halfDown] = isUpright ? [halfShort, halfLong] : [halfLong, halfShort];
  const corner = (across: number, down: number): Point => [
    cx + across * halfAcross * ax - down * halfDown * ay,
    cy + across * halfAcross * ay + down * halfDown * ax,
  ];
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}
