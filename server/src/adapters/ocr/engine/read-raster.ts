import type { Point, Quad, StripReading, TextLine } from '../../../domain/recognition/recognizer.ts';
import { worthSecondReading } from '../../../domain/recognition/worth-second-reading.ts';
import { findText, type Survey, surveyText } from '../detection/find-text.ts';
import type { CtcOutput, PlacedReading } from '../models/ctc.ts';
import type { Readers } from '../models/models.ts';
import { STRIP_HEIGHT } from '../models/strip-reader.ts';
import type { Raster } from './decode-image.ts';
import { isCrowded } from './open-ends.ts';
import { quadSize, rotatedToHorizontal, straighten } from './straighten.ts';

/** A line and its strip, whose pixels are `scale` times those of the raster. `output`: of the reader whose text it has. */
export type StripLine = TextLine & { strip: Raster; scale: number; output: CtcOutput };

const LONGEST_STRIP = 1_600;
/** Below this there is no text, or it is illegible. */
const LEAST_CONFIDENCE = 0.3;

/** A digit at either end of a line: the next digit may have been cut off. */
const DIGIT_AT_END = /^[A-Z]{0,3}[ -]?\d|\d$/;
/** Added at each end, in line heights: room for the rest of a digit, and beside a long number for a whole digit. */
const WIDENING = 0.3;
const ONE_DIGIT = 0.75;
const LEAST_CONFIDENCE_ADDED = 0.8;
/** As long as a USDOT or MC number. */
const LONG_NUMBER_AT_END = /^\d{4}|\d{4}$/;

/** Reads every line of text. Lines in one row are not joined, because they may not belong together. */
export async function readRaster(
  readers: Readers,
  pixels: Raster,
  survey?: Survey | null,
): Promise<StripLine[]> {
  const seen = survey === undefined ? await surveyText(readers, pixels) : survey;
  const quads = await findText(readers.detector, pixels, seen);
  const tallest = Math.max(...quads.map((quad) => heightOf(quad)));
  const lines: StripLine[] = [];
  for (const quad of quads) {
    const { strip, scale } = cutStrip(pixels, quad);
    const reading = await readStrip(readers, strip, heightOf(quad) / tallest);
    if (!reading) continue;
    lines.push({ ...(await checkEnds(readers, reading, pixels, quad)), quad, strip, scale });
  }
  return lines;
}

type TwoReadings = StripReading & Pick<TextLine, 'second' | 'mayLackDigit'> & { output: CtcOutput };

/** The quick reader reads the strip; the reader, which costs ten times as much, only if the line may be a field. */
async function readStrip(
  { quick, reader }: Readers,
  strip: Raster,
  height: number,
): Promise<TwoReadings | null> {
  const glance = await quick(strip);
  if (glance.text === '' || glance.confidence < LEAST_CONFIDENCE) return null;
  if (reader === null || !worthSecondReading(glance, height)) return { ...glance, second: null };
  const reading = await reader(strip);
  return reading.text === '' ? { ...glance, second: null } : { ...reading, second: glance };
}

/**
 * Both readers get the strip that the detector cut, so they agree on a number whose first or last digit was cut off.
 * If a wider strip shows more digits, both read the wider strip. Unless they agree there, the line is doubtful. If
 * something stands directly beside the number and cannot be read, a digit may be missing.
 */
async function checkEnds(
  readers: Readers,
  reading: TwoReadings,
  pixels: Raster,
  quad: Quad,
): Promise<TwoReadings> {
  if (reading.second === null || !DIGIT_AT_END.test(reading.text)) return reading;
  const isLong = LONG_NUMBER_AT_END.test(reading.text);
  const { strip } = cutStrip(pixels, widened(quad, isLong ? ONE_DIGIT : WIDENING));
  const glance = await readers.quick(strip);
  const checked = await readWider(readers, reading, strip, glance);
  return isLong ? { ...checked, mayLackDigit: isEndCrowded(strip, glance, checked.text) } : checked;
}

async function readWider(
  { reader }: Readers,
  reading: TwoReadings,
  strip: Raster,
  glance: StripReading,
): Promise<TwoReadings> {
  if (reader === null || !hasMoreDigits(glance, reading)) return reading;
  const wide = await reader(strip);
  if (bare(wide.text) === bare(glance.text)) return { ...wide, second: glance };
  const { text, confidence, characters } = reading;
  return hasMoreDigits(wide, reading)
    ? { ...wide, second: { text, confidence, characters } }
    : { ...reading, second: glance };
}

/** Where the number is read differently in the wider strip, its position is not known. */
function isEndCrowded(strip: Raster, { text, centers }: PlacedReading, line: string): boolean {
  const [from, to] = placeOf(line, text) ?? [];
  if (from === undefined || to === undefined) return true;
  const placed = (index: number) => ({
    character: text[index] ?? '',
    center: (centers[index] as number) * strip.width,
  });
  return isCrowded(strip, placed(from), placed(to));
}

/** The first and the last position of the line in a text. Of a line that ends with digits, the text may have another prefix. */
function placeOf(line: string, text: string): [number, number] | null {
  const at = text.indexOf(line);
  if (at >= 0) return [at, at + line.length - 1];
  const digits = /(?<=^\D.*)(?<!\d)\d+$/.exec(line)?.[0];
  if (digits === undefined || /^\d/.test(text)) return null;
  const found = [...text.matchAll(/\d+/g)].filter(([run]) => run === digits);
  return found.length === 1 && found[0] ? [0, found[0].index + digits.length - 1] : null;
}

/** Whether digits were added directly before or after the number, each of them clear. */
function hasMoreDigits(wide: StripReading, narrow: StripReading): boolean {
  const at = wide.text.indexOf(narrow.text);
  if (at < 0 || wide.text.length === narrow.text.length) return false;
  const end = at + narrow.text.length;
  const before = /\d+$/.exec(wide.text.slice(0, at))?.[0].length ?? 0;
  const after = /^\d+/.exec(wide.text.slice(end))?.[0].length ?? 0;
  const added = [...wide.characters.slice(at - before, at), ...wide.characters.slice(end, end + after)];
  const isPartOfNumber = (before > 0 && /^\d/.test(narrow.text)) || (after > 0 && /\d$/.test(narrow.text));
  return isPartOfNumber && added.every((one) => one >= LEAST_CONFIDENCE_ADDED);
}

const bare = (text: string) => text.replace(/[^A-Z0-9]/gi, '');

function heightOf(quad: Quad): number {
  return quadSize(rotatedToHorizontal(quad)).height;
}

function widened([tl, tr, br, bl]: Quad, by: number): Quad {
  const { width, height } = quadSize([tl, tr, br, bl]);
  const part = (by * height) / Math.max(1, width);
  const beyond = (a: Point, b: Point): Point => [a[0] + (a[0] - b[0]) * part, a[1] + (a[1] - b[1]) * part];
  return [beyond(tl, tr), beyond(tr, tl), beyond(br, bl), beyond(bl, br)];
}

function cutStrip(pixels: Raster, quad: Quad): { strip: Raster; scale: number } {
  const horizontal = rotatedToHorizontal(quad);
  const { width, height } = quadSize(horizontal);
  const wanted = Math.round((width / Math.max(1, height)) * STRIP_HEIGHT);
  const length = Math.min(LONGEST_STRIP, Math.max(STRIP_HEIGHT, wanted));
  return { strip: straighten(pixels, horizontal, length, STRIP_HEIGHT), scale: length / Math.max(1, width) };
}
