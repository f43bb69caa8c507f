import type { Point, Quad } from '../../../domain/recognition/recognizer.ts';
import { type Component, components } from '../detection/components.ts';
import type { Raster } from './decode-image.ts';
import { quadSize, rotatedToHorizontal, straighten } from './straighten.ts';

/** Pixels per height of the line, which is about one and a half times that of its capitals. All lengths below are in this height. */
const UNIT = 32;
/** The area that is examined at one end of the number: how far it extends into the number, beyond it, and above and below it. */
const PART = { inside: 1, beyond: 4, above: 0.6 };
const WIDTH = (PART.inside + PART.beyond) * UNIT;
const HEIGHT = Math.round((1 + 2 * PART.above) * UNIT);
const [TOP, BOTTOM] = [Math.round(PART.above * UNIT), Math.round((PART.above + 1) * UNIT)];
/** The distance from the last character to the end of the line is at least this. */
const MARGIN = 0.05;
/** As a share of the contrast of the number. Shadows, rain and what weather leaves of older lettering have less. */
const INK = 0.45;
const LEAST_INK = 16;
/** Of red, green and blue: JPEG stores colors with a quarter of the pixels. */
const WEIGHTS = [0.8, 1, 0.6] as const;
/** The share of rows that differ from the ground: in an empty column, and in an edge or a seam just above and below the characters. */
const [EMPTY, FULL] = [0.1, 0.85];
/** An edge is blurred. */
const EDGE = 0.12;
/** To the farthest stroke, from the number and from the edge of a sign around it. */
const REACH = { number: 2.25, sign: 1.5 };
const STROKE = { lowest: 0.45, tallest: 1.6, width: 0.08, filled: 0.28 };
const MOST_COMPONENTS = 200;

/**
 * Strokes like those of lettering in the row of a number, before its first or behind its last character: what a sign over
 * another number leaves, also if no reader can read it. What lies beyond a seam belongs to another part of the vehicle.
 */
export function strokesBeside(pixels: Raster, number: Quad): Quad[] {
  const quad = rotatedToHorizontal(number);
  const after = strokesBehind(pixels, partBehind(quad));
  return [...strokesBehind(pixels, partBehind(mirrored(quad))).map(mirrored), ...after];
}

const mirrored = ([tl, tr, br, bl]: Quad): Quad => [tr, tl, bl, br];

function partBehind([tl, tr, br, bl]: Quad): Quad {
  const { height } = quadSize([tl, tr, br, bl]);
  const across = (from: Point, to: Point, by: number) => moved(from, to, by * height);
  const side = (top: Point, bottom: Point): [Point, Point] => [
    across(top, bottom, -PART.above),
    across(bottom, top, -PART.above),
  ];
  const near = side(across(tr, tl, PART.inside), across(br, bl, PART.inside));
  const far = side(across(tr, tl, -PART.beyond), across(br, bl, -PART.beyond));
  return [near[0], far[0], far[1], near[1]];
}

function moved(from: Point, to: Point, by: number): Point {
  const share = by / Math.max(1, Math.hypot(to[0] - from[0], to[1] - from[1]));
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

function strokesBehind(pixels: Raster, part: Quad): Quad[] {
  const raster = smoothed(straighten(pixels, part, WIDTH, HEIGHT));
  const ground = groundOf(raster, [0, PART.inside * UNIT], isBetweenLines);
  const onSign = differences(raster, ground);
  const ink = Math.max(LEAST_INK, INK * contrastOf(onSign));
  const [start, end] = boundaries(onSign, ink);
  const behind = Math.min(WIDTH - 1, end + Math.round(EDGE * UNIT));
  const farther = groundOf(raster, [behind, behind + REACH.sign * UNIT], () => true);
  const isEdge = Math.max(...ground.map((level, channel) => difference(channel, level, farther))) > ink;
  const found = isEdge
    ? strokesIn(differences(raster, farther), ink, behind, behind + REACH.sign * UNIT)
    : strokesIn(onSign, ink, start, Math.min(end, start + REACH.number * UNIT));
  return found.map(inPixels(part));
}

/** Where the number ends, and where its ground ends: at the edge of a sign, or at a seam, behind which is the same ground again. */
function boundaries(map: Float32Array, ink: number): [start: number, end: number] {
  let start = Math.round((PART.inside - MARGIN) * UNIT);
  while (start < WIDTH && shareOf(map, start, ink, isInLine) > EMPTY) start++;
  let end = start;
  // Another sign may hide the ground above or below.
  const isOther = (x: number) => [isAbove, isBelow].some((rows) => shareOf(map, x, ink, rows) >= FULL);
  while (end < WIDTH && !isOther(end)) end++;
  return [start, end];
}

/** The share of these rows that differ from the ground in a column. */
function shareOf(map: Float32Array, x: number, ink: number, isUsed: (y: number) => boolean): number {
  let [count, of] = [0, 0];
  for (let y = TOP; y < BOTTOM; y++) {
    if (!isUsed(y)) continue;
    of++;
    if ((map[y * WIDTH + x] as number) > ink) count++;
  }
  return count / of;
}

type Box = { left: number; top: number; right: number; bottom: number };

/** Returns the strokes that begin between two columns. */
function strokesIn(map: Float32Array, ink: number, from: number, to: number): Box[] {
  const part = map.map((value, at) => (at % WIDTH >= from ? value : 0));
  const boxes = components(part, WIDTH, HEIGHT, ink, MOST_COMPONENTS).map(boxOf);
  const isSeam = ({ top, bottom }: Box) => top === 0 && bottom === HEIGHT;
  const end = Math.min(to, ...boxes.filter(isSeam).map(({ left }) => left));
  return boxes.filter((box) => {
    const [width, height] = [(box.right - box.left) / UNIT, (box.bottom - box.top) / UNIT];
    const isInRow = box.top < TOP + 0.9 * UNIT && box.bottom > TOP + 0.1 * UNIT;
    const hasSize = height >= STROKE.lowest && height <= STROKE.tallest && width >= STROKE.width;
    return box.left < end && isInRow && hasSize && filled(part, box, ink) >= STROKE.filled;
  });
}

function boxOf({ outline }: Component): Box {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs) + 1,
    bottom: Math.max(...ys) + 1,
  };
}

/** A streak of rain fills little of its box. */
function filled(map: Float32Array, { left, top, right, bottom }: Box, ink: number): number {
  let count = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) if ((map[y * WIDTH + x] as number) > ink) count++;
  return count / ((right - left) * (bottom - top));
}

function inPixels([tl, tr, br, bl]: Quad): (box: Box) => Quad {
  const at = (x: number, y: number): Point => {
    const [u, v] = [x / WIDTH, y / HEIGHT];
    const mix = (axis: 0 | 1) =>
      (1 - v) * ((1 - u) * tl[axis] + u * tr[axis]) + v * ((1 - u) * bl[axis] + u * br[axis]);
    return [mix(0), mix(1)];
  };
  return ({ left, top, right, bottom }) => [
    at(left, top),
    at(right, top),
    at(right, bottom),
    at(left, bottom),
  ];
}

/** The mean of nine pixels, because noise must not look like ink. */
function smoothed({ data, width, height }: Raster): Raster {
  const out = data.slice();
  const stride = width * 3;
  for (let y = 1; y + 1 < height; y++) {
    for (let at = y * stride + 3; at < (y + 1) * stride - 3; at++) {
      let sum = 0;
      for (let row = at - stride; row <= at + stride; row += stride)
        sum += (data[row - 3] as number) + (data[row] as number) + (data[row + 3] as number);
      out[at] = sum / 9;
    }
  }
  return { data: out, width, height };
}

const toBorder = (y: number) => Math.min(y - TOP, BOTTOM - 1 - y) / UNIT;
const isInLine = (y: number) => toBorder(y) >= 0.08;
/** Just above and below the characters of the line, where a sign still has its ground. */
const isBetweenLines = (y: number) => toBorder(y) >= 0.05 && toBorder(y) < 0.15;
const isAbove = (y: number) => isBetweenLines(y) && y < HEIGHT / 2;
const isBelow = (y: number) => isBetweenLines(y) && y > HEIGHT / 2;

/** The median red, green and blue: lettering covers less than half of the part. */
function groundOf(
  { data }: Raster,
  [left, right]: [number, number],
  isUsed: (y: number) => boolean,
): number[] {
  return WEIGHTS.map((_, channel) => {
    const values: number[] = [];
    for (let y = 0; y < HEIGHT; y++)
      for (let x = left; isUsed(y) && x < Math.min(WIDTH, right); x++)
        values.push(data[(y * WIDTH + x) * 3 + channel] as number);
    return rankOf(values, 0.5);
  });
}

const difference = (channel: number, level: number, ground: readonly number[]) =>
  (WEIGHTS[channel] as number) * Math.abs(level - (ground[channel] as number));

/** The greatest difference of a channel from the ground, for each pixel. */
function differences({ data }: Raster, ground: readonly number[]): Float32Array {
  const map = new Float32Array(WIDTH * HEIGHT);
  for (let at = 0; at < 3 * map.length; at++) {
    const value = difference(at % 3, data[at] as number, ground);
    const pixel = Math.floor(at / 3);
    if (value > (map[pixel] as number)) map[pixel] = value;
  }
  return map;
}

/** Of the number: more than a tenth of its part is the inside of strokes. */
function contrastOf(map: Float32Array): number {
  const values: number[] = [];
  for (let y = TOP; y < BOTTOM; y++)
    for (let x = 0; x < 0.7 * PART.inside * UNIT; x++) values.push(map[y * WIDTH + x] as number);
  return rankOf(values, 0.93);
}

const rankOf = (values: number[], share: number) =>
  values.sort((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
