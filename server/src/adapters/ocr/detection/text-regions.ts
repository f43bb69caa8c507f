import type { Point, Quad } from '../../../domain/recognition/recognizer.ts';
import type { Raster } from '../engine/decode-image.ts';
import type { Model } from '../models/onnx.ts';
import { components } from './components.ts';
import { minAreaRectangle, type Rectangle } from './min-area-rectangle.ts';

/** The detector's output: for each pixel, the probability that it is inside a line of text. */
export type TextMap = { data: Float32Array; width: number; height: number };

/** The normalized value of each byte, with ImageNet means and deviations in the detector's order: blue, green, red. */
const TABLES = [
  normalization(0.485, 0.229),
  normalization(0.456, 0.224),
  normalization(0.406, 0.225),
] as const;

const PIXEL_THRESHOLD = 0.3;
const BOX_SCORE = 0.5;
const UNCLIP = 1.8;
const MIN_SIDE = 3;
/** Bounds the time spent on an image of pure noise. */
const MOST_REGIONS = 400;

/** Reused for all images: a new array of this size each time costs page faults and garbage collection. */
let scratch = new Float32Array(0);

/** Finds text. The sides of the raster must be multiples of 32. A process detects one image at a time. */
export async function detectText(detector: Model, raster: Raster): Promise<TextMap> {
  const { width, height } = raster;
  const map = await detector.run(detectorInput(raster), [1, 3, height, width]);
  return { data: map.data, width, height };
}

/** Three planes of normalized values. Valid until the next call. */
export function detectorInput({ data, width, height }: Raster): Float32Array {
  const plane = width * height;
  if (scratch.length < plane * 3) scratch = new Float32Array(plane * 3);
  const input = scratch.subarray(0, plane * 3);
  const [blue, green, red] = TABLES;
  for (let i = 0, from = 0; i < plane; i++, from += 3) {
    input[i] = blue[data[from + 2] as number] as number;
    input[i + plane] = green[data[from + 1] as number] as number;
    input[i + 2 * plane] = red[data[from] as number] as number;
  }
  return input;
}

/** Quadrilaterals around lines of text, in pixels of the map, computed as in PaddleOCR's DB post-processing. */
export function textRegions(map: TextMap): Quad[] {
  const quads: Quad[] = [];
  for (const { outline } of components(map.data, map.width, map.height, PIXEL_THRESHOLD, MOST_REGIONS)) {
    const tight = minAreaRectangle(outline);
    // The outline runs through pixel centers, so half a pixel is missing on each side.
    const rectangle = grown(tight, 0.5);
    if (2 * rectangle.halfShort < MIN_SIDE) continue;
    if (boxScore(map, rectangle) < BOX_SCORE) continue;
    quads.push(quadOf(unclipped(rectangle)));
  }
  return quads;
}

function normalization(mean: number, deviation: number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, value) => (value / 255 - mean) / deviation);
}

/** The detector was trained on shrunken boxes; this reverses the shrinking. */
function unclipped(rectangle: Rectangle): Rectangle {
  const { halfLong, halfShort } = rectangle;
  const [area, perimeter] = [4 * halfLong * halfShort, 4 * (halfLong + halfShort)];
  return grown(rectangle, (area * UNCLIP) / perimeter);
}

function grown(rectangle: Rectangle, by: number): Rectangle {
  return { ...rectangle, halfLong: rectangle.halfLong + by, halfShort: rectangle.halfShort + by };
}

/** The mean probability inside the rectangle. */
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

/** Corners clockwise from the top left, for text that runs left to right or downward. */
function quadOf({ cx, cy, ux, uy, halfLong, halfShort }: Rectangle): Quad {
  // Text runs along the long side. A nearly vertical long side stays a side of the box and does not become its top.
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
