import type { Raster } from './decode-image.ts';

/** Rows in the middle of a strip: slanted neighbors do not overlap there, and lines above and below do not reach them. */
const ROWS = [0.28, 0.72] as const;
/** Rows above and below the characters, in heights of the strip. */
const MARGIN = 0.06;
/** The width that must be empty beside the outermost character, in heights of the strip. Capitals have about 0.65. */
const EMPTY = 0.38;
/** The stem of a 1 is narrow: the next digit is farther away from it. */
const EMPTY_BESIDE_ONE = 0.56;
/** The farthest that a character reaches from its center, in heights of the strip. */
const HALF_CHARACTER = 0.45;
/** As a share of the difference between ink and ground. */
const SAME_LEVEL = 0.28;
/** Of red and blue, which JPEG stores with a quarter of the pixels. */
const SAME_COLOR = 0.4;
const SAME_COLUMN = 0.16;
/** A dark object on a red door differs in red alone. */
const CHANNELS = [0, 1, 2] as const;
const GREEN = 1;

/** A character of a number, and its position in the strip. */
type Placed = { character: string; center: number };

/**
 * Whether something stands directly beside the first or the last character of a number: part of a digit that was not
 * read, or an object that may hide one. Ends that are not digits are not checked.
 */
export function isCrowded(strip: Raster, first: Placed, last: Placed): boolean {
  const columns = columnsOf(strip);
  const contrast = contrastOf(strip, columns.changes, first.center, last.center);
  // A vertical stroke does not change inside a column, but has another level than the ground.
  const isEmpty = (x: number) =>
    (columns.changes[x] as number) < SAME_COLUMN * contrast.difference &&
    columns.levels.every(
      (levels, channel) =>
        Math.abs((levels[x] as number) - (contrast.ground[channel] as number)) <
        (channel === GREEN ? SAME_LEVEL : SAME_COLOR) * contrast.difference,
    );
  return isCrowdedOn(-1, first, strip, isEmpty) || isCrowdedOn(1, last, strip, isEmpty);
}

function isCrowdedOn(
  side: 1 | -1,
  { character, center }: Placed,
  { width, height }: Raster,
  isEmpty: (x: number) => boolean,
): boolean {
  if (!/\d/.test(character)) return false;
  const isInside = (x: number) => x >= 0 && x < width;
  const reach = HALF_CHARACTER * height;
  let edge = Math.round(center);
  // The character's own ink.
  while (isInside(edge) && Math.abs(edge - center) < reach && !hasGap(edge, side, isEmpty)) edge += side;
  if (Math.abs(edge - center) >= reach) return true;
  const empty = (character === '1' ? EMPTY_BESIDE_ONE : EMPTY) * height;
  for (let x = edge; Math.abs(x - edge) < empty && isInside(x); x += side) if (!isEmpty(x)) return true;
  return false;
}

/** Two columns, because one may be the thin part of a character. */
function hasGap(x: number, side: 1 | -1, isEmpty: (x: number) => boolean): boolean {
  return isEmpty(x) && isEmpty(x + side);
}

/** The mean red, green and blue of each column, and how much the column varies inside. */
type Columns = { levels: Float32Array[]; changes: Float32Array };

function columnsOf({ data, width, height }: Raster): Columns {
  const [top, bottom] = ROWS.map((share) => Math.round(share * height)) as [number, number];
  const levels = CHANNELS.map(() => new Float32Array(width));
  const [changes, squares, threeRows] = [0, 1, 2].map(() => new Float32Array(width)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const stride = width * 3;
  let count = 0;
  for (let y = top; y + 2 < bottom; y += 2, count++) {
    for (const channel of CHANNELS) {
      const sums = levels[channel] as Float32Array;
      for (let x = 0, at = y * stride + channel; x < width; x++, at += 3)
        threeRows[x] =
          (data[at] as number) + (data[at + stride] as number) + (data[at + 2 * stride] as number);
      for (let x = 0; x < width; x++) {
        const [before, after] = [x === 0 ? x : x - 1, x === width - 1 ? x : x + 1];
        // The mean of nine pixels, because noise must not look like ink.
        const value =
          ((threeRows[before] as number) + (threeRows[x] as number) + (threeRows[after] as number)) / 9;
        sums[x] = (sums[x] as number) + value;
        // Green alone is a good measure of brightness.
        if (channel === GREEN) squares[x] = (squares[x] as number) + value * value;
      }
    }
  }
  for (const sums of levels) for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) / count;
  const green = levels[GREEN] as Float32Array;
  for (let x = 0; x < width; x++)
    changes[x] = Math.sqrt(Math.max(0, (squares[x] as number) / count - (green[x] as number) ** 2));
  return { levels, changes };
}

/**
 * The background is the most common color just above and below the number. Beside it may be an object, and a column without
 * changes between its characters may be a vertical stroke.
 */
function contrastOf(
  { data, width, height }: Raster,
  changes: Float32Array,
  from: number,
  to: number,
): { ground: number[]; difference: number } {
  const [start, end] = [Math.floor(from), Math.min(width, Math.ceil(to) + 1)];
  const margin = Math.max(1, Math.round(MARGIN * height));
  const ground = CHANNELS.map((channel) => {
    const counts = new Uint32Array(256);
    for (let row = 0; row < margin; row++)
      for (const y of [row, height - 1 - row])
        for (let x = start; x < end; x++) {
          const value = data[(y * width + x) * 3 + channel] as number;
          counts[value] = (counts[value] as number) + 1;
        }
    return medianOf(counts, 2 * margin * (end - start));
  });
  const sorted = changes.slice(start, end).sort();
  // Half of the rows of a character's column are ink: the deviation is half of the difference.
  const usual = sorted[Math.floor(0.85 * (sorted.length - 1))] ?? 0;
  return { ground, difference: Math.max(8, 2 * usual) };
}

function medianOf(counts: Uint32Array, total: number): number {
  if (total <= 0) return 0;
  let value = 0;
  for (let sum = counts[0] as number; sum <= total >> 1 && value < 255; sum += counts[value] as number)
    value++;
  return value;
}
