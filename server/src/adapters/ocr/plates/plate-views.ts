import type { Point, Quad } from '../../../domain/recognition/recognizer.ts';
import type { Raster } from '../engine/decode-image.ts';
import { straighten } from '../engine/straighten.ts';

/** A part of the plate, in halves of its sides around its center: 1 is the edge of the plate. */
type Part = { left: number; top: number; right: number; bottom: number };

const WIDE = 1.12;
const HIGH = 1.2;
/** The plate with a margin, as the plate networks were trained. */
const WHOLE: Part = { left: -WIDE, top: -HIGH, right: WIDE, bottom: HIGH };
/** Slightly different crops: where a network is in doubt, it errs differently on each. */
const VIEWS: readonly [scale: number, across: number, down: number][] = [
  [1, 0, 0],
  [0.94, 0, 0],
  [1.07, 0.02, 0.02],
  [1, -0.02, -0.04],
];
/** The rows of the number, between the name of the state and the line below: what a line reader reads. */
const NUMBER_ROWS: readonly [top: number, bottom: number][] = [
  [-0.62, 0.74],
  [-0.5, 0.6],
];

export const VIEW_COUNT = VIEWS.length;

/** A view of the whole plate. */
export function plateView(pixels: Raster, plate: Quad, view: number, width: number, height: number): Raster {
  const [scale, across, down] = VIEWS[view] ?? [1, 0, 0];
  const part = {
    left: WHOLE.left * scale + across,
    right: WHOLE.right * scale + across,
    top: WHOLE.top * scale + down,
    bottom: WHOLE.bottom * scale + down,
  };
  return straighten(pixels, partOf(plate, part), width, height);
}

/** The strip with the number, for a line reader. */
export function numberStrip(pixels: Raster, plate: Quad, view: number, height: number): Raster {
  const [top, bottom] = NUMBER_ROWS[view] ?? [-0.6, 0.7];
  const part = partOf(plate, { left: -1.04, right: 1.04, top, bottom });
  const [tl, tr, , bl] = part;
  const [along, across] = [
    Math.hypot(tr[0] - tl[0], tr[1] - tl[1]),
    Math.hypot(bl[0] - tl[0], bl[1] - tl[1]),
  ];
  const width = Math.round(Math.min(5, Math.max(2, along / Math.max(1, across))) * height);
  return straighten(pixels, part, width, height);
}

/** Maps a part of the plate through its corners. */
function partOf([tl, tr, br, bl]: Quad, { left, top, right, bottom }: Part): Quad {
  const at = (across: number, down: number): Point => {
    const [u, v] = [(across + 1) / 2, (down + 1) / 2];
    const mix = (axis: 0 | 1) =>
      (1 - v) * ((1 - u) * tl[axis] + u * tr[axis]) + v * ((1 - u) * bl[axis] + u * br[axis]);
    return [mix(0), mix(1)];
  };
  return [at(left, top), at(right, top), at(right, bottom), at(left, bottom)];
}

/** Gray values from 0 to 1. */
export function grayOf({ data }: Raster, out: Float32Array): void {
  for (let i = 0, from = 0; i < out.length; i++, from += 3)
    out[i] =
      (0.299 * (data[from] as number) +
        0.587 * (data[from + 1] as number) +
        0.114 * (data[from + 2] as number)) /
      255;
}

/** Planes of red, green and blue from 0 to 1. */
export function planesOf({ data, width, height }: Raster): Float32Array {
  const plane = width * height;
  const out = new Float32Array(plane * 3);
  for (let i = 0, from = 0; i < plane; i++, from += 3)
    for (let c = 0; c < 3; c++) out[i + c * plane] = (data[from + c] as number) / 255;
  return out;
}
