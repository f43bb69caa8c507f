import type { Point, Quad, StripReading, TextLine } from '../../../domain/recognition/recognizer.ts';
import { worthSecondReading } from '../../../domain/recognition/worth-second-reading.ts';
import { detectText } from '../detection/detect-text.ts';
import { textRegions } from '../detection/text-regions.ts';
import type { Model } from '../models/onnx.ts';
import { STRIP_HEIGHT, type StripReader } from '../models/strip-reader.ts';
import { resized } from './decode-image.ts';
import type { Raster } from './raster.ts';
import { laidDown, quadSize, straighten } from './straighten.ts';

/** Without a second reader nothing can be compared, and no level but Low given. */
export type Readers = { detector: Model; first: StripReader; second: StripReader | null };

/** A line with the strip that was read, whose pixels are `scale` times those of the raster. */
export type StripLine = TextLine & { strip: Raster; scale: number };

const DETECTOR_SIDE = 1_280;
const SMALL_SIDE = 640;
const MOST_UPSCALING = 2;
const STRIDE = 32;
const LONGEST_STRIP = 1_600;
/** Below it there is no text, or nobody can read it. */
const LEAST_CONFIDENCE = 0.3;

const NUMBER_ALONE = /^[A-Z]{0,3}[ -]?\d{2,8}$/i;
/** In heights of the line, at each end. */
const WIDER = 0.3;
const SURE_OF_MORE = 0.8;

/** Every line of text of the raster, in its pixels. Lines stay apart: what stands in one row may not belong together. */
export async function readRaster(readers: Readers, pixels: Raster): Promise<StripLine[]> {
  const lines: StripLine[] = [];
  for (const quad of await findText(readers.detector, pixels)) {
    const { strip, scale } = cutStrip(pixels, quad);
    const reading = await readStrip(readers, strip);
    if (!reading) continue;
    const { strip: wider } = cutStrip(pixels, widened(quad));
    lines.push({ ...(await withItsEnds(readers, reading, wider)), quad, strip, scale });
  }
  return lines;
}

type TwoReadings = StripReading & { second: StripReading | null };

export async function readStrip({ first, second }: Readers, strip: Raster): Promise<TwoReadings | null> {
  const reading = await first(strip);
  if (reading.text === '' || reading.confidence < LEAST_CONFIDENCE) return null;
  return { ...reading, second: second !== null && worthSecondReading(reading) ? await second(strip) : null };
}

/**
 * A number alone has nothing that shows where it ends, and both readers are given the strip that the detector cut:
 * one that reads more in a wider strip is kept beside the other, so that they disagree.
 */
async function withItsEnds({ first }: Readers, reading: TwoReadings, wider: Raster): Promise<TwoReadings> {
  if (!NUMBER_ALONE.test(reading.text)) return reading;
  const wide = await first(wider);
  const isMore = wide.text.length > reading.text.length && wide.text.includes(reading.text);
  if (!isMore || wide.confidence < SURE_OF_MORE) return reading;
  const { text, confidence, characters } = reading;
  return { ...wide, second: reading.second ?? { text, confidence, characters } };
}

function widened([tl, tr, br, bl]: Quad): Quad {
  const { width, height } = quadSize([tl, tr, br, bl]);
  const part = (WIDER * height) / Math.max(1, width);
  const beyond = (a: Point, b: Point): Point => [a[0] + (a[0] - b[0]) * part, a[1] + (a[1] - b[1]) * part];
  return [beyond(tl, tr), beyond(tr, tl), beyond(br, bl), beyond(bl, br)];
}

/** Large pictures are searched for text in a smaller size; strips are then cut from all their pixels. */
async function findText(detector: Model, pixels: Raster): Promise<Quad[]> {
  const longest = Math.max(pixels.width, pixels.height);
  const enlarge = Math.min(MOST_UPSCALING, SMALL_SIDE / longest);
  const scale = enlarge > 1 ? enlarge : Math.min(1, DETECTOR_SIDE / longest);
  const side = (length: number) => Math.max(STRIDE, Math.round((length * scale) / STRIDE) * STRIDE);
  const input = await resized(pixels, side(pixels.width), side(pixels.height));
  const [fx, fy] = [pixels.width / input.width, pixels.height / input.height];
  const quads = textRegions(await detectText(detector, input));
  return quads.map((quad) => quad.map(([x, y]): Point => [(x + 0.5) * fx, (y + 0.5) * fy]) as Quad);
}

function cutStrip(pixels: Raster, quad: Quad): { strip: Raster; scale: number } {
  const lying = laidDown(quad);
  const { width, height } = quadSize(lying);
  const wanted = Math.round((width / Math.max(1, height)) * STRIP_HEIGHT);
  const length = Math.min(LONGEST_STRIP, Math.max(STRIP_HEIGHT, wanted));
  return { strip: straighten(pixels, lying, length, STRIP_HEIGHT), scale: length / Math.max(1, width) };
}
