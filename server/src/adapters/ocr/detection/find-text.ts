import type { Point, Quad } from '../../../domain/recognition/recognizer.ts';
import { cut, type Raster, type Region, resized } from '../engine/decode-image.ts';
import type { Model } from '../models/onnx.ts';
import { LOCATOR_SIDE, LOCATOR_STRIDE, locateText, type TextMap } from './locate-text.ts';
import { boundsOf, contains, grown, joinedAreas, overlap, scaled, type TextArea } from './regions.ts';
import { detectText, textRegions } from './text-regions.ts';

type Detectors = { detector: Model; locator: Model };

/** The longest side of the image when the detector searches for large, medium and small text. */
const LOW_SIDE = 416;
const MIDDLE_SIDE = 736;
const FULL_SIDE = 1_280;
const SMALL_IMAGE_SIDE = 640;
const MOST_UPSCALING = 2;
const STRIDE = 32;

/** Text of at least this height, in pixels of the searched image, is not searched again at a higher resolution. */
const CLEAR_HEIGHT = 18;
/** At low resolution, adjacent lines may be found as one block. A block is narrower than this, relative to its height. */
const LEAST_ASPECT = 1.6;
/** The margin around a line that is searched again, in line heights. */
const REACH = 1.5;
/** If a search of the areas would cost more than this share of a search of the whole image, the whole image is searched. */
const MOST_COST = 0.45;
/** How far an area is extended where a line touches its edge, in line heights, and how often. */
const EXTENSION = 6;
const MOST_EXTENSIONS = 2;
const TOUCH_PIXELS = 3;

/** What the searches at low resolution show: large text, and where smaller text may be. */
export type Survey = { reduced: Raster; seen: Quad[]; map: TextMap };

/** Null for an image so small that it is searched as a whole. */
export async function surveyText({ detector, locator }: Detectors, pixels: Raster): Promise<Survey | null> {
  const longest = Math.max(pixels.width, pixels.height);
  if (fullScale(longest) <= (MIDDLE_SIDE / longest) * 1.15) return null;
  const reduced = await reducedImage(pixels);
  const [fx, fy] = [pixels.width / reduced.width, pixels.height / reduced.height];
  const lowScale = LOW_SIDE / Math.max(reduced.width, reduced.height);
  const seen = (await search(detector, reduced, lowScale)).map(
    (quad) => quad.map(([x, y]): Point => [x * fx, y * fy]) as Quad,
  );
  return { reduced, seen, map: await locateText(locator, reduced) };
}

/**
 * Finds lines of text. The cost of the detector is proportional to the pixels. It searches the whole image only at low
 * resolution, which finds large text. The locator, a small network, finds areas with smaller text, and the detector searches
 * these areas at a higher resolution.
 */
export async function findText(detector: Model, pixels: Raster, survey: Survey | null): Promise<Quad[]> {
  const longest = Math.max(pixels.width, pixels.height);
  const full = fullScale(longest);
  const [low, middle] = [LOW_SIDE / longest, MIDDLE_SIDE / longest];
  if (survey === null) return search(detector, pixels, full);
  const { reduced, seen, map } = survey;
  const [fx, fy] = [pixels.width / reduced.width, pixels.height / reduced.height];
  const inMap = (quad: Quad) => scaled(boundsOf(quad), 1 / fx, 1 / fy);
  const isClear = (quad: Quad) => isClearLine(quad, CLEAR_HEIGHT / low) && !map.hasSmallText(inMap(quad));
  const clear = seen.filter(isClear);
  const areas = joinedAreas([
    ...map
      .areas(clear.map(inMap))
      .map((area) => ({ ...area, ...grown(scaled(area, fx, fy), [0, 0], pixels) })),
    ...seen
      .filter((quad) => !isClear(quad))
      .map((quad) => surroundings(quad, pixels, heightOf(quad) < CLEAR_HEIGHT / middle)),
  ]);
  const scaleOf = (area: TextArea) => (area.hasSmallText ? full : middle);
  const cost = areas.reduce((sum, area) => sum + area.width * area.height * scaleOf(area) ** 2, 0);
  if (cost > MOST_COST * pixels.width * pixels.height * full ** 2 || areas.length + clear.length === 0)
    return search(detector, pixels, full);
  const found: Quad[] = [];
  for (const area of areas) found.push(...(await searchArea(detector, pixels, area, scaleOf(area), clear)));
  const isCovered = (quad: Quad) => areas.some((area) => contains(area, boundsOf(quad)));
  return [
    ...clear.filter((quad) => !isCovered(quad)),
    ...withoutRepetitions(found.filter((quad) => !isRemnant(quad, clear, areas))),
  ];
}

function fullScale(longest: number): number {
  const enlarge = Math.min(MOST_UPSCALING, SMALL_IMAGE_SIDE / longest);
  return enlarge > 1 ? enlarge : Math.min(1, FULL_SIDE / longest);
}

/** The image for the locators. The search at low resolution also starts from it, because scaling it down costs less. */
export function reducedImage(pixels: Raster): Promise<Raster> {
  const scale = Math.min(1, LOCATOR_SIDE / Math.max(pixels.width, pixels.height));
  const side = (length: number) =>
    Math.max(LOCATOR_STRIDE, Math.round((length * scale) / LOCATOR_STRIDE) * LOCATOR_STRIDE);
  return resized(pixels, side(pixels.width), side(pixels.height), 'linear');
}

async function search(detector: Model, pixels: Raster, scale: number): Promise<Quad[]> {
  const side = (length: number) => Math.max(STRIDE, Math.round((length * scale) / STRIDE) * STRIDE);
  const input = await resized(pixels, side(pixels.width), side(pixels.height));
  const [fx, fy] = [pixels.width / input.width, pixels.height / input.height];
  const quads = textRegions(await detectText(detector, input));
  return quads.map((quad) => quad.map(([x, y]): Point => [(x + 0.5) * fx, (y + 0.5) * fy]) as Quad);
}

/** An area that cuts a line is extended: the readers cannot tell that a digit at the edge is missing. */
async function searchArea(
  detector: Model,
  pixels: Raster,
  area: Region,
  scale: number,
  clear: Quad[],
): Promise<Quad[]> {
  let part = area;
  for (let extensions = 0; ; extensions++) {
    // Enlarging a part by a few pixels to the detector's stride costs as much as searching it.
    if (scale === 1) part = aligned(part, pixels);
    const quads = (await search(detector, cut(pixels, part), scale)).map(
      (quad) => quad.map(([x, y]): Point => [x + part.left, y + part.top]) as Quad,
    );
    const cuts = quads.filter((quad) => isCutBy(part, quad, pixels) && !isRemnant(quad, clear, [part]));
    if (cuts.length === 0 || extensions === MOST_EXTENSIONS) return quads;
    part = joinedAreas([
      { ...part, hasSmallText: true },
      ...cuts.map((quad) => surroundings(quad, pixels, true, EXTENSION)),
    ])[0] as Region;
  }
}

/** The part with sides that are multiples of the stride, by moving its edges by up to half a stride in all. */
function aligned({ left, top, width, height }: Region, image: Raster): Region {
  const [x, across] = alignedSide(left, width, image.width);
  const [y, down] = alignedSide(top, height, image.height);
  return { left: x, top: y, width: across, height: down };
}

function alignedSide(from: number, length: number, limit: number): [from: number, length: number] {
  const wanted = Math.max(STRIDE, Math.round(length / STRIDE) * STRIDE);
  if (wanted > limit) return [from, length];
  return [Math.min(limit - wanted, Math.max(0, from - ((wanted - length) >> 1))), wanted];
}

function isCutBy(part: Region, quad: Quad, { width, height }: Raster): boolean {
  const box = boundsOf(quad);
  return (
    (part.left > 0 && box.left < part.left + TOUCH_PIXELS) ||
    (part.left + part.width < width && box.left + box.width > part.left + part.width - TOUCH_PIXELS) ||
    (part.top > 0 && box.top < part.top + TOUCH_PIXELS) ||
    (part.top + part.height < height && box.top + box.height > part.top + part.height - TOUCH_PIXELS)
  );
}

/** A partial line at the edge of an area, if the search at low resolution found the whole line. */
function isRemnant(quad: Quad, clear: Quad[], areas: Region[]): boolean {
  const inner = boundsOf(quad);
  return clear.some((whole) => {
    const outer = boundsOf(whole);
    const isWhole = !areas.some((area) => contains(area, outer));
    return isWhole && overlap(inner, outer) > 0.5 * inner.width * inner.height;
  });
}

/** An extended area may overlap another one: of two quads on the same text, the larger one is kept. */
function withoutRepetitions(quads: Quad[]): Quad[] {
  const boxes = quads.map(boundsOf);
  const size = ({ width, height }: Region) => width * height;
  return quads.filter((_, i) => {
    const box = boxes[i] as Region;
    return !boxes.some(
      (other, j) =>
        j !== i &&
        (size(other) > size(box) || (size(other) === size(box) && j < i)) &&
        overlap(other, box) > 0.7 * size(box),
    );
  });
}

function isClearLine(quad: Quad, leastHeight: number): boolean {
  const { width, height } = boundsOf(quad);
  return heightOf(quad) >= leastHeight && width >= LEAST_ASPECT * height;
}

function heightOf([tl, tr, , bl]: Quad): number {
  return Math.min(Math.hypot(tr[0] - tl[0], tr[1] - tl[1]), Math.hypot(bl[0] - tl[0], bl[1] - tl[1]));
}

function surroundings(quad: Quad, image: Raster, hasSmallText: boolean, reach = REACH): TextArea {
  const margin = reach * heightOf(quad);
  return { ...grown(boundsOf(quad), [margin, margin], image), hasSmallText };
}
