import type { Point, Quad } from '../../../domain/recognition/recognizer.ts';
import { cut, type Raster, type Region, resized } from '../engine/decode-image.ts';
import type { Model } from '../models/onnx.ts';
import { detectText, textRegions } from './text-regions.ts';

/** The longest side of the first look, and the scale of the second one. */
const FIRST_SIDE = 736;
const DETECTOR_SIDE = 1_280;
const SMALL_SIDE = 640;
const MOST_UPSCALING = 2;
const STRIDE = 32;

/** Text that is at least this high in the first look, in its pixels, needs no second look. */
const CLEAR_HEIGHT = 18;
/** The second look covers this many line heights around small text, because smaller text may be next to it. */
const REACH_ACROSS = 6;
const REACH_DOWN = 6;
const LEAST_REACH = 32;
/** Above this share of the image, one look at the whole image costs less. */
const MOST_AREA = 0.6;

/**
 * Finds lines of text. The cost of the detector is proportional to the pixels: a first look at low resolution finds
 * where text is, and a second look at full resolution covers only the surroundings of small text.
 */
export async function findText(detector: Model, pixels: Raster): Promise<Quad[]> {
  const longest = Math.max(pixels.width, pixels.height);
  const full = fullScale(longest);
  const first = FIRST_SIDE / longest;
  if (full <= first * 1.15) return look(detector, pixels, full);
  const found = await look(detector, pixels, first);
  const clear = CLEAR_HEIGHT / first;
  const small = found.filter((quad) => heightOf(quad) < clear);
  if (found.length > 0 && small.length === 0) return found;
  const parts = joined(small.map((quad) => surroundings(quad, pixels, LEAST_REACH / first)));
  const area = parts.reduce((sum, part) => sum + part.width * part.height, 0);
  if (found.length === 0 || area > MOST_AREA * pixels.width * pixels.height)
    return look(detector, pixels, full);
  const again: Quad[] = [];
  for (const part of parts) {
    for (const quad of await look(detector, cut(pixels, part), full)) {
      again.push(quad.map(([x, y]): Point => [x + part.left, y + part.top]) as Quad);
    }
  }
  const isCovered = (quad: Quad) => parts.some((part) => contains(part, boundsOf(quad)));
  return [
    ...found.filter((quad) => !isCovered(quad)),
    ...again.filter((quad) => !isEdgeRemnant(quad, found, parts)),
  ];
}

function fullScale(longest: number): number {
  const enlarge = Math.min(MOST_UPSCALING, SMALL_SIDE / longest);
  return enlarge > 1 ? enlarge : Math.min(1, DETECTOR_SIDE / longest);
}

async function look(detector: Model, pixels: Raster, scale: number): Promise<Quad[]> {
  const side = (length: number) => Math.max(STRIDE, Math.round((length * scale) / STRIDE) * STRIDE);
  const input = await resized(pixels, side(pixels.width), side(pixels.height));
  const [fx, fy] = [pixels.width / input.width, pixels.height / input.height];
  const quads = textRegions(await detectText(detector, input));
  return quads.map((quad) => quad.map(([x, y]): Point => [(x + 0.5) * fx, (y + 0.5) * fy]) as Quad);
}

/** Part of a line that the first look saw whole, cut by the edge of the second look. */
function isEdgeRemnant(quad: Quad, found: Quad[], parts: Region[]): boolean {
  const inner = boundsOf(quad);
  return found.some((whole) => {
    const outer = boundsOf(whole);
    const isWhole = !parts.some((part) => contains(part, outer));
    return isWhole && overlap(inner, outer) > 0.5 * inner.width * inner.height;
  });
}

function heightOf([tl, tr, , bl]: Quad): number {
  return Math.min(Math.hypot(tr[0] - tl[0], tr[1] - tl[1]), Math.hypot(bl[0] - tl[0], bl[1] - tl[1]));
}

function boundsOf(quad: Quad): Region {
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

function surroundings(quad: Quad, { width, height }: Raster, least: number): Region {
  const box = boundsOf(quad);
  const [across, down] = [REACH_ACROSS, REACH_DOWN].map((n) => Math.max(least, n * heightOf(quad))) as [
    number,
    number,
  ];
  const [left, top] = [Math.max(0, Math.floor(box.left - across)), Math.max(0, Math.floor(box.top - down))];
  return {
    left,
    top,
    width: Math.min(width, Math.ceil(box.left + box.width + across)) - left,
    height: Math.min(height, Math.ceil(box.top + box.height + down)) - top,
  };
}

/** Overlapping regions become one. */
function joined(regions: Region[]): Region[] {
  const parts: Region[] = [];
  for (let next of regions) {
    for (let i = parts.length - 1; i >= 0; i--) {
      if (overlap(parts[i] as Region, next) <= 0) continue;
      next = union(parts[i] as Region, next);
      parts.splice(i, 1);
      i = parts.length;
    }
    parts.push(next);
  }
  return parts;
}

function union(a: Region, b: Region): Region {
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)];
  return {
    left,
    top,
    width: Math.max(a.left + a.width, b.left + b.width) - left,
    height: Math.max(a.top + a.height, b.top + b.height) - top,
  };
}

function overlap(a: Region, b: Region): number {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return across <= 0 || down <= 0 ? 0 : across * down;
}

function contains(part: Region, box: Region): boolean {
  return overlap(part, box) > 0.9 * box.width * box.height;
}
