import type { Point, Quad } from '../../../domain/recognition/recognizer.ts';
import type { Raster } from '../engine/decode-image.ts';
import { straighten } from '../engine/straighten.ts';

/** A part of the plate, in halves of its sides around its center: 1 is the edge of the plate. */
type Part = { left: number; top: number; right: number; bottom: number };

const WIDE = 1.12;
const HIGH = 1.2;
/** The plate with a margin, as the plate networks were trained. */
const WHOLE: Part = { left: -WIDE, top: -HIGH, right: WIDE, bottom: HIGH };
/** The rows of the number, between the name of the state and the line below, wider than the plate: corners are not exact. */
const NUMBER: Part = { left: -1.2, right: 1.2, top: -0.5, bottom: 0.6 };
const [NARROWEST, WIDEST] = [2, 5];

/** The whole plate, for the networks for plates. */
export function plateView(pixels: Raster, plate: Quad, width: number, height: number): Raster {
  return straighten(pixels, partOf(plate, WHOLE), width, height);
}

/** The strip with the number, for a line reader. */
export function numberStrip(pixels: Raster, plate: Quad, height: number): Raster {
  const part = partOf(plate, NUMBER);
  const [tl, tr, , bl] = part;
  const [along, across] = [
    Math.hypot(tr[0] - tl[0], tr[1] - tl[1]),
    Math.hypot(bl[0] - tl[0], bl[1] - tl[1]),
  ];
  const ratio = Math.min(WIDEST, Math.max(NARROWEST, along / Math.max(1, across)));
  return straighten(pixels, part, Math.round(ratio * height), height);
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
export function grayOf({ data, width, height }: Raster): Float32Array {
  const out = new Float32Array(width * height);
  for (let i = 0, from = 0; i < out.length; i++, from += 3)
    out[i] =
      (0.299 * (data[from] as number) +
        0.587 * (data[from + 1] as number) +
        0.114 * (data[from + 2] as number)) /
      255;
  return out;
}

/** Planes of red, green and blue from 0 to 1. */
export function planesOf({ data, width, height }: Raster): Float32Array {
  const plane = width * height;
  const out = new Float32Array(plane * 3);
  for (let i = 0, from = 0; i < plane; i++, from += 3)
    for (let c = 0; c < 3; c++) out[i + c * plane] = (data[from + c] as number) / 255;
  return out;
}
