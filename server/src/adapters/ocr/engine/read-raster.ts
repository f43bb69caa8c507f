import type { Point, Quad, StripReading, TextLine } from '../../../domain/recognition/recognizer.ts';
import { worthSecondReading } from '../../../domain/recognition/worth-second-reading.ts';
import { detectText, textRegions } from '../detection/text-regions.ts';
import type { Readers } from '../models/models.ts';
import type { Model } from '../models/onnx.ts';
import { STRIP_HEIGHT } from '../models/strip-reader.ts';
import { type Raster, resized } from './decode-image.ts';
import { quadSize, rotatedToHorizontal, straighten } from './straighten.ts';

/** A line and its strip, whose pixels are `scale` times those of the raster. */
export type StripLine = TextLine & { strip: Raster; scale: number };

const DETECTOR_SIDE = 1_280;
const SMALL_SIDE = 640;
const MOST_UPSCALING = 2;
const STRIDE = 32;
const LONGEST_STRIP = 1_600;
/** Below this there is no text, or it is illegible. */
const LEAST_CONFIDENCE = 0.3;

const NUMBER_ALONE = /^[A-Z]{0,3}[ -]?\d{2,8}$/i;
/** Added at each end, in line heights. */
const WIDENING = 0.3;
const LEAST_CONFIDENCE_WIDE = 0.8;

/** Reads every line of text. Lines in one row are not joined, because they may not belong together. */
export async function readRaster(readers: Readers, pixels: Raster): Promise<StripLine[]> {
  const lines: StripLine[] = [];
  for (const quad of await findText(readers.detector, pixels)) {
    const { strip, scale } = cutStrip(pixels, quad);
    const reading = await readStrip(readers, strip);
    if (!reading) continue;
    const { strip: wider } = cutStrip(pixels, widened(quad));
    lines.push({ ...(await checkEnds(readers, reading, wider)), quad, strip, scale });
  }
  return lines;
}

type TwoReadings = StripReading & { second: StripReading | null };

async function readStrip({ first, second }: Readers, strip: Raster): Promise<TwoReadings | null> {
  const reading = await first(strip);
  if (reading.text === '' || reading.confidence < LEAST_CONFIDENCE) return null;
  return { ...reading, second: second !== null && worthSecondReading(reading) ? await second(strip) : null };
}

/**
 * Both readers get the strip that the detector cut, so they agree on a number whose first or last digit was cut off.
 * If a wider strip shows more characters, that reading replaces the first one, and the two readings disagree.
 */
async function checkEnds({ first }: Readers, reading: TwoReadings, wider: Raster): Promise<TwoReadings> {
  if (!NUMBER_ALONE.test(reading.text)) return reading;
  const wide = await first(wider);
  const isMore = wide.text.length > reading.text.length && wide.text.includes(reading.text);
  if (!isMore || wide.confidence < LEAST_CONFIDENCE_WIDE) return reading;
  const { text, confidence, characters } = reading;
  return { ...wide, second: reading.second ?? { text, confidence, characters } };
}

function widened([tl, tr, br, bl]: Quad): Quad {
  const { width, height } = quadSize([tl, tr, br, bl]);
  const part = (WIDENING * height) / Math.max(1, width);
  const beyond = (a: Point, b: Point): Point => [a[0] + (a[0] - b[0]) * part, a[1] + (a[1] - b[1]) * part];
  return [beyond(tl, tr), beyond(tr, tl), beyond(br, bl), beyond(bl, br)];
}

/** Large images are scaled down for detection; strips are cut from the full raster. */
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
  const horizontal = rotatedToHorizontal(quad);
  const { width, height } = quadSize(horizontal);
  const wanted = Math.round((width / Math.max(1, height)) * STRIP_HEIGHT);
  const length = Math.min(LONGEST_STRIP, Math.max(STRIP_HEIGHT, wanted));
  return { strip: straighten(pixels, horizontal, length, STRIP_HEIGHT), scale: length / Math.max(1, width) };
}
