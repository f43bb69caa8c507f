import type { Point, Quad } from '../../../domain/recognition/recognizer.ts';
import { boundsOf, overlap } from '../detection/regions.ts';
import type { Raster } from '../engine/decode-image.ts';
import type { Model } from '../models/onnx.ts';

/** A place that may be a plate: its corners in pixels of the locator's image, and the probability that it is one. */
export type PlateSpot = { quad: Quad; probability: number };

const STRIDE = 32;
const CELL = 8;
/** The gray of what is beyond the image. */
const OUTSIDE = 0.5;
/** Channels of the output: probability, center, size, four corners. */
const CHANNELS = 13;
/** Below this a cell is no plate. The reader decides between the others. */
const LEAST_PROBABILITY = 0.2;
const MOST_SPOTS = 4;
/** Two spots that overlap by more than this share of the smaller one are the same plate. */
const SAME_PLACE = 0.4;

/** The plates of an image whose longest side has at most 960 pixels, the most probable first. */
export async function locatePlates(locator: Model, image: Raster): Promise<PlateSpot[]> {
  const [width, height] = [image.width, image.height].map((side) => Math.ceil(side / STRIDE) * STRIDE) as [
    number,
    number,
  ];
  const { data, shape } = await locator.run(locatorInput(image, width, height), [1, 3, height, width]);
  if (shape[1] !== CHANNELS) throw new Error(`The plate locator has ${shape[1]} channels.`);
  return spotsIn(data, width / CELL, height / CELL);
}

/** The plates in the output of the locator. */
export function spotsIn(data: Float32Array, columns: number, rows: number): PlateSpot[] {
  const spots = peaks(data, columns, rows).sort((a, b) => b.probability - a.probability);
  const kept: PlateSpot[] = [];
  for (const spot of spots)
    if (kept.length < MOST_SPOTS && !kept.some((better) => isSamePlace(better, spot))) kept.push(spot);
  return kept;
}

/** Reused for all images, as in `text-regions.ts`. */
let scratch = new Float32Array(0);

/** Three planes, red first, from 0 to 1. */
function locatorInput(image: Raster, width: number, height: number): Float32Array {
  const plane = width * height;
  if (scratch.length < plane * 3) scratch = new Float32Array(plane * 3);
  const input = scratch.subarray(0, plane * 3);
  if (width !== image.width || height !== image.height) input.fill(OUTSIDE);
  for (let y = 0, from = 0; y < image.height; y++) {
    for (let to = y * width, end = to + image.width; to < end; to++, from += 3) {
      input[to] = (image.data[from] as number) / 255;
      input[to + plane] = (image.data[from + 1] as number) / 255;
      input[to + 2 * plane] = (image.data[from + 2] as number) / 255;
    }
  }
  return input;
}

/** The cells with the highest probability among their neighbors. */
function peaks(data: Float32Array, columns: number, rows: number): PlateSpot[] {
  const plane = columns * rows;
  const probabilityAt = (x: number, y: number) =>
    x < 0 || y < 0 || x >= columns || y >= rows ? 0 : (data[y * columns + x] as number);
  const spots: PlateSpot[] = [];
  for (let cell = 0; cell < plane; cell++) {
    const probability = data[cell] as number;
    if (probability < LEAST_PROBABILITY) continue;
    const [x, y] = [cell % columns, Math.floor(cell / columns)];
    const isPeak = [-1, 0, 1].every((dy) =>
      [-1, 0, 1].every((dx) => probabilityAt(x + dx, y + dy) <= probability),
    );
    if (isPeak)
      spots.push({ probability, quad: quadAt((channel) => data[channel * plane + cell] as number, x, y) });
  }
  return spots;
}

function quadAt(value: (channel: number) => number, x: number, y: number): Quad {
  const [cx, cy] = [(x + 0.5 + value(1)) * CELL, (y + 0.5 + value(2)) * CELL];
  const [halfWidth, halfHeight] = [(Math.exp(value(3)) * CELL) / 2, (Math.exp(value(4)) * CELL) / 2];
  const corner = (k: number): Point => [
    cx + value(5 + 2 * k) * halfWidth,
    cy + value(6 + 2 * k) * halfHeight,
  ];
  return [corner(0), corner(1), corner(2), corner(3)];
}

function isSamePlace(a: PlateSpot, b: PlateSpot): boolean {
  const [p, q] = [boundsOf(a.quad), boundsOf(b.quad)];
  return overlap(p, q) > SAME_PLACE * Math.min(p.width * p.height, q.width * q.height);
}
