import type { Point, Quad } from '../../../domain/recognition/recognizer.ts';
import { reducedImage, type Survey } from '../detection/find-text.ts';
import { boundsOf, grown, joinedAreas, overlap, scaled } from '../detection/regions.ts';
import type { Raster, Region } from '../engine/decode-image.ts';
import type { StripLine } from '../engine/read-raster.ts';
import type { Model } from '../models/onnx.ts';
import { mayShowPlate } from './on-plate.ts';

/** A place that may be a plate: its corners, and the probability that it is one. */
export type PlateSpot = { quad: Quad; probability: number };

const STRIDE = 32;
/** Around an area with text, in pixels of the reduced image: a plate is recognized by its edges. */
const SURROUNDINGS = 8;
/** If the areas are a larger share of the image, it is searched at once. */
const MOST_SHARE = 0.75;
const CELL = 8;
/** The gray of what is beyond the image. */
const OUTSIDE = 0.5;
/** Channels of the output: probability, center, size, four corners. */
const CHANNELS = 13;
/** Below this a cell is no plate. The reader decides between the others. Chosen on held-out photographs: training/README.md. */
const LEAST_PROBABILITY = 0.38;
/** North American plates are twice as wide as high. What is longer is lettering, a lamp or a part of the vehicle. */
const LONGEST = 3;
/** Few images show a second plate. Beside a clear one, a spot with less than this share of its probability is something else. */
const LEAST_BESIDE = 0.6;
/**
 * What counts as a plate: `least` is the probability of the faintest one, `beside` that of another one as a share of the
 * clearest one's, `longest` the width for the height, `most` their number.
 */
export type PlateLimits = { least: number; beside: number; longest: number; most: number };
const TO_READ: PlateLimits = { least: LEAST_PROBABILITY, beside: LEAST_BESIDE, longest: LONGEST, most: 4 };
/** Two spots that overlap by more than this share of the smaller one are the same plate. */
const SAME_PLACE = 0.4;

/**
 * The places that may be plates, the most probable first, with corners in pixels of the image. Plates have text, so only
 * the areas are searched in which the survey found some that is not surely another lettering.
 */
export async function locatePlates(
  locator: Model,
  pixels: Raster,
  survey: Survey | null,
  lines: readonly StripLine[],
): Promise<PlateSpot[]> {
  const reduced = survey?.reduced ?? (await reducedImage(pixels));
  const [fx, fy] = [pixels.width / reduced.width, pixels.height / reduced.height];
  const spots: PlateSpot[] = [];
  const areas = survey?.map.areas([]).filter((area) => mayShowPlate(scaled(area, fx, fy), lines));
  for (const part of searched(reduced, areas))
    for (const { quad, probability } of await spotsOf(locator, reduced, part, TO_READ))
      spots.push({
        probability,
        quad: quad.map(([x, y]): Point => [(x + part.left) * fx, (y + part.top) * fy]) as Quad,
      });
  return best(spots, TO_READ);
}

/** All plates in a raster, also outside of the areas with text, with corners in its pixels. */
export function platesIn(locator: Model, pixels: Raster, limits: PlateLimits): Promise<PlateSpot[]> {
  const whole = { left: 0, top: 0, width: upward(pixels.width), height: upward(pixels.height) };
  return spotsOf(locator, pixels, whole, limits);
}

/** The areas with text plus a margin, aligned to the locator's stride. Returns the whole image if they cover most of it. */
export function searched({ width, height }: Raster, areas: Region[] | undefined): Region[] {
  const whole = { left: 0, top: 0, width: upward(width), height: upward(height) };
  if (areas === undefined) return [whole];
  const parts = joinedAreas(
    areas.map((area) => {
      const { left, top, ...size } = grown(area, [SURROUNDINGS, SURROUNDINGS], { width, height });
      const [x, y] = [left - (left % STRIDE), top - (top % STRIDE)];
      return {
        left: x,
        top: y,
        width: upward(left + size.width - x),
        height: upward(top + size.height - y),
        hasSmallText: true,
      };
    }),
  );
  const share = parts.reduce((sum, part) => sum + part.width * part.height, 0) / (whole.width * whole.height);
  return share > MOST_SHARE ? [whole] : parts;
}

const upward = (side: number) => Math.ceil(side / STRIDE) * STRIDE;

async function spotsOf(
  locator: Model,
  image: Raster,
  part: Region,
  limits: PlateLimits,
): Promise<PlateSpot[]> {
  const { width, height } = part;
  const { data, shape } = await locator.run(locatorInput(image, part), [1, 3, height, width]);
  if (shape[1] !== CHANNELS) throw new Error(`The plate locator has ${shape[1]} channels.`);
  return spotsIn(data, width / CELL, height / CELL, limits);
}

/** The plates in the output of the locator. */
export function spotsIn(
  data: Float32Array,
  columns: number,
  rows: number,
  limits: PlateLimits = TO_READ,
): PlateSpot[] {
  return best(peaks(data, columns, rows, limits.least), limits);
}

function best(spots: PlateSpot[], { beside, longest, most }: PlateLimits): PlateSpot[] {
  const kept: PlateSpot[] = [];
  for (const spot of spots.toSorted((a, b) => b.probability - a.probability)) {
    if (kept.length === most || spot.probability < beside * (kept[0]?.probability ?? 0)) break;
    if (lengthOf(spot) <= longest && !kept.some((better) => isSamePlace(better, spot))) kept.push(spot);
  }
  return kept;
}

/** The width for the height, along the sides. */
function lengthOf({ quad: [tl, tr, br, bl] }: PlateSpot): number {
  const side = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  return (side(tl, tr) + side(bl, br)) / Math.max(1, side(tl, bl) + side(tr, br));
}

/** Reused for all images, as in `text-regions.ts`. */
let scratch = new Float32Array(0);

/** Three planes of a part of the image, red first, from 0 to 1. */
function locatorInput(image: Raster, { left, top, width, height }: Region): Float32Array {
  const plane = width * height;
  if (scratch.length < plane * 3) scratch = new Float32Array(plane * 3);
  const input = scratch.subarray(0, plane * 3);
  const [across, down] = [Math.min(width, image.width - left), Math.min(height, image.height - top)];
  if (across < width || down < height) input.fill(OUTSIDE);
  for (let y = 0; y < down; y++) {
    let from = ((top + y) * image.width + left) * 3;
    for (let to = y * width, end = to + across; to < end; to++, from += 3) {
      input[to] = (image.data[from] as number) / 255;
      input[to + plane] = (image.data[from + 1] as number) / 255;
      input[to + 2 * plane] = (image.data[from + 2] as number) / 255;
    }
  }
  return input;
}

/** The cells with the highest probability among their neighbors. */
function peaks(data: Float32Array, columns: number, rows: number, least: number): PlateSpot[] {
  const plane = columns * rows;
  const probabilityAt = (x: number, y: number) =>
    x < 0 || y < 0 || x >= columns || y >= rows ? 0 : (data[y * columns + x] as number);
  const spots: PlateSpot[] = [];
  for (let cell = 0; cell < plane; cell++) {
    const probability = data[cell] as number;
    if (probability < least) continue;
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
