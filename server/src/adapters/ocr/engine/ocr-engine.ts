import type {
  Box,
  ImageReading,
  LocatedPlate,
  Point,
  Quad,
  StripReading,
} from '../../../domain/recognition/recognizer.ts';
import { type Survey, surveyText } from '../detection/find-text.ts';
import { openReaders, type PlateModels, type Readers } from '../models/models.ts';
import { locatePlates } from '../plates/locate-plates.ts';
import { readPlates } from '../plates/read-plates.ts';
import { openUpright, type Raster, type Region, regionRaster, type Upright } from './decode-image.ts';
import { imageQuality } from './image-quality.ts';
import { readBlurred } from './read-blurred.ts';
import { readRaster, type StripLine } from './read-raster.ts';
import { strokesBeside } from './strokes-beside.ts';

/** Larger regions are scaled down to this many pixels a side, which bounds memory for a 40-megapixel image. */
const LONGEST_SIDE = 2_560;
const LEAST_CONFIDENCE = 0.5;
/** Added around the box, as a share of its sides. */
const MARGIN = 0.04;
const LEAST_MARGIN_PIXELS = 8;
const LEAST_SIDE_PIXELS = 16;

export type OcrEngine = (image: Uint8Array, box: Box | null, row?: Quad) => Promise<ImageReading>;

/** Loads the models. The engine reads one image at a time. */
export async function openOcrEngine(models: string | null = null): Promise<OcrEngine> {
  return ocrEngine(await openReaders(models));
}

export function ocrEngine(readers: Readers): OcrEngine {
  return async (bytes, box, row) => {
    const image = await openUpright(bytes);
    const { width, height } = image;
    const region = box === null ? null : regionOfBox(box, width, height);
    if (region !== null) {
      const read = await readRegion(readers, image, region, row);
      if (read.plates?.length || read.lines.some(({ text }) => /[A-Za-z0-9]{2}/.test(text)))
        return { width, height, isWhole: false, part: boxOf(region), ...read };
    }
    const read = await readRegion(readers, image, { left: 0, top: 0, width, height }, row);
    return { width, height, isWhole: true, ...read };
  };
}

/** The box with a margin, clipped to the image; null when it is too small to hold text. */
export function regionOfBox(box: Box, width: number, height: number): Region | null {
  const isShare = Math.max(box.xmin, box.ymin, box.xmax, box.ymax) <= 1;
  const [unitX, unitY] = isShare ? [width, height] : [1, 1];
  const x = span(box.xmin * unitX, box.xmax * unitX, width);
  const y = span(box.ymin * unitY, box.ymax * unitY, height);
  if (x === null || y === null) return null;
  return { left: x.from, top: y.from, width: x.to - x.from, height: y.to - y.from };
}

function span(min: number, max: number, limit: number): { from: number; to: number } | null {
  if (!(max > min) || max <= 0 || min >= limit) return null;
  const margin = Math.max(LEAST_MARGIN_PIXELS, (max - min) * MARGIN);
  const from = Math.max(0, Math.floor(min - margin));
  const to = Math.min(limit, Math.ceil(max + margin));
  return to - from < LEAST_SIDE_PIXELS ? null : { from, to };
}

function boxOf({ left, top, width, height }: Region): Box {
  return { xmin: left, ymin: top, xmax: left + width, ymax: top + height };
}

type RegionReading = Pick<ImageReading, 'lines' | 'plates' | 'quality' | 'strokes'>;

async function readRegion(
  readers: Readers,
  image: Upright,
  region: Region,
  row: Quad | undefined,
): Promise<RegionReading> {
  const shrink = Math.min(1, LONGEST_SIDE / Math.max(region.width, region.height));
  const side = (length: number) => Math.max(1, Math.round(length * shrink));
  const pixels = await regionRaster(image, region, side(region.width), side(region.height));
  const [fx, fy] = [region.width / pixels.width, region.height / pixels.height];
  const tenth = (value: number) => Math.round(value * 10) / 10;
  const toImage = ([x, y]: Point): Point => [tenth(region.left + x * fx), tenth(region.top + y * fy)];
  const quadInImage = (quad: Quad) => quad.map(toImage) as Quad;
  const toRaster = ([x, y]: Point): Point => [(x - region.left) / fx, (y - region.top) / fy];
  const strokes = row && strokesBeside(pixels, row.map(toRaster) as Quad);
  const quality = imageQuality(pixels);
  const survey = await surveyText(readers, pixels);
  const read = await readRaster(readers, pixels, survey);
  const plates = readers.plates && (await findPlates(readers, readers.plates, pixels, survey, read));
  const lines = await readBlurred(readers, pixels, read, plates ?? []);
  return {
    lines: lines
      .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
      .map(({ mayLackDigit, ...line }) => ({
        ...plain(line),
        second: line.second && plain(line.second),
        quad: quadInImage(line.quad),
        ...(mayLackDigit ? { mayLackDigit } : {}),
      })),
    ...(plates && { plates: plates.map((plate) => ({ ...plate, quad: quadInImage(plate.quad) })) }),
    ...(quality && { quality }),
    ...(strokes && { strokes: strokes.map(quadInImage) }),
  };
}

async function findPlates(
  { reader }: Readers,
  models: PlateModels,
  pixels: Raster,
  survey: Survey | null,
  lines: StripLine[],
): Promise<LocatedPlate[]> {
  const spots = await locatePlates(models.locator, pixels, survey, lines);
  return readPlates(models, reader, pixels, spots, lines);
}

function plain({ text, confidence, characters }: StripReading): StripReading {
  return { text, confidence, characters };
}
