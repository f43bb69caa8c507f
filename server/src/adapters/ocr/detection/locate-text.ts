import type { Raster, Region } from '../engine/decode-image.ts';
import type { Model } from '../models/onnx.ts';
import { components } from './components.ts';
import { grown, type TextArea } from './regions.ts';
import { detectorInput } from './text-regions.ts';

/** The longest side of the locator's image, the divisor of its sides, and the side of the cells of its output. */
export const LOCATOR_SIDE = 960;
export const LOCATOR_STRIDE = 16;
const CELL = 8;
/** The probability of a cell with text, and the least of the clearest cell of an area. */
const TEXT = 0.4;
const CLEAR_TEXT = 0.65;
/** Added around an area, in pixels of the locator's image: the detector needs some background around a line. */
const LEAST_MARGIN = 16;
const MARGIN = 0.5;
const MOST_MARGIN = 48;
const MOST_AREAS = 200;

/** Where text is, in pixels of the locator's image. */
export type TextMap = {
  hasSmallText(part: Region): boolean;
  /** The areas with text. `known`: parts whose text was found before. */
  areas(known: Region[]): TextArea[];
};

/** Finds where text is, with a small network. */
export async function locateText(locator: Model, image: Raster): Promise<TextMap> {
  const [columns, rows] = [image.width / CELL, image.height / CELL];
  const { data } = await locator.run(detectorInput(image), [1, 3, image.height, image.width]);
  const small = data.slice(0, columns * rows);
  const either = small.map((one, i) => Math.max(one, data[columns * rows + i] as number));
  const cellsIn = ({ left, top, width, height }: Region): Region => {
    const [x, y] = [Math.max(0, Math.floor(left / CELL)), Math.max(0, Math.floor(top / CELL))];
    const [right, bottom] = [Math.ceil((left + width) / CELL), Math.ceil((top + height) / CELL)];
    return { left: x, top: y, width: Math.min(columns, right) - x, height: Math.min(rows, bottom) - y };
  };
  return {
    hasSmallText: (part) => mostIn(small, cellsIn(part), columns) >= TEXT,
    areas(known) {
      const unknown = either.slice();
      for (const { left, top, width, height } of known.map(cellsIn))
        for (let y = top; y < top + height; y++)
          unknown.fill(0, y * columns + left, y * columns + left + width);
      return areasOf(unknown, small, image);
    },
  };
}

function areasOf(either: Float32Array, small: Float32Array, image: Raster): TextArea[] {
  const [columns, rows] = [image.width / CELL, image.height / CELL];
  const areas: TextArea[] = [];
  for (const { outline } of components(either, columns, rows, TEXT, MOST_AREAS)) {
    const cells = cellsOf(outline);
    if (mostIn(either, cells, columns) < CLEAR_TEXT) continue;
    const [left, top, width, height] = [cells.left, cells.top, cells.width, cells.height].map(
      (n) => n * CELL,
    ) as [number, number, number, number];
    const margin = Math.min(MOST_MARGIN, Math.max(LEAST_MARGIN, MARGIN * Math.min(width, height)));
    areas.push({
      ...grown({ left, top, width, height }, [margin, margin], image),
      hasSmallText: mostIn(small, cells, columns) >= TEXT,
    });
  }
  return areas;
}

function cellsOf(outline: readonly (readonly [number, number])[]): Region {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + 1 };
}

function mostIn(map: Float32Array, { left, top, width, height }: Region, columns: number): number {
  let most = 0;
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) most = Math.max(most, map[y * columns + x] as number);
  return most;
}
