import type { Box, PictureReading, Point, Quad, TextLine } from '../../domain/recognition/recognizer.ts';
import { worthSecondReading } from '../../domain/recognition/worth-second-reading.ts';
import { readerAlphabet, secondReaderAlphabet } from './alphabet.ts';
import { openUpright, type Region, regionRaster, resized, type Upright } from './decode-picture.ts';
import { detectText } from './detect-text.ts';
import { modelFiles } from './models.ts';
import type { Raster } from './raster.ts';
import { regionOfBox } from './region-of-box.ts';
import { type Model, openModel } from './session.ts';
import { laidDown, quadSize, straighten } from './straighten.ts';
import { STRIP_HEIGHT, type StripReader, stripReader } from './strip-reader.ts';
import { textRegions } from './text-regions.ts';

/** Strips are cut from pixels of at most this many a side, which keeps a 40-megapixel picture within memory. */
const LONGEST_SIDE = 2_560;
const DETECTOR_SIDE = 1_280;
const SMALL_SIDE = 640;
const MOST_UPSCALING = 2;
const STRIDE = 32;
const LONGEST_STRIP = 1_600;
const LEAST_CONFIDENCE = 0.5;

export type PictureReader = (picture: Uint8Array, box: Box | null) => Promise<PictureReading>;

/** Loads the three models; what is returned reads one picture at a time. */
export async function openPictureReader(): Promise<PictureReader> {
  const detector = await openModel(modelFiles.detector());
  const first = stripReader(await openModel(modelFiles.reader()), readerAlphabet());
  const second = stripReader(await openModel(modelFiles.secondReader()), secondReaderAlphabet());
  const readers = { detector, first, second };
  return async (bytes, box) => {
    const picture = await openUpright(bytes);
    const { width, height } = picture;
    const region = box === null ? null : regionOfBox(box, width, height);
    if (region !== null) {
      const lines = await readRegion(readers, picture, region);
      if (lines.some(({ text }) => /[A-Za-z0-9]{2}/.test(text)))
        return { width, height, isWhole: false, lines };
    }
    const lines = await readRegion(readers, picture, { left: 0, top: 0, width, height });
    return { width, height, isWhole: true, lines };
  };
}

type Readers = { detector: Model; first: StripReader; second: StripReader };

async function readRegion(readers: Readers, picture: Upright, region: Region): Promise<TextLine[]> {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(region.width, region.height));
  const pixels = await regionRaster(
    picture,
    region,
    Math.max(1, Math.round(region.width * scale)),
    Math.max(1, Math.round(region.height * scale)),
  );
  const toPicture = ([x, y]: Point): Point => [
    region.left + (x * region.width) / pixels.width,
    region.top + (y * region.height) / pixels.height,
  ];
  const lines: TextLine[] = [];
  for (const quad of await findText(readers.detector, pixels)) {
    const line = await readLine(readers, pixels, quad);
    if (line) lines.push({ ...line, quad: line.quad.map(toPicture) as Quad });
  }
  return lines;
}

/** Quadrilaterals in pixels of the raster. */
async function findText(detector: Model, pixels: Raster): Promise<Quad[]> {
  const longest = Math.max(pixels.width, pixels.height);
  const scale =
    longest < SMALL_SIDE
      ? Math.min(MOST_UPSCALING, SMALL_SIDE / longest)
      : Math.min(1, DETECTOR_SIDE / longest);
  const side = (length: number) => Math.max(STRIDE, Math.round((length * scale) / STRIDE) * STRIDE);
  const input = await resized(pixels, side(pixels.width), side(pixels.height));
  const [fx, fy] = [pixels.width / input.width, pixels.height / input.height];
  const quads = textRegions(await detectText(detector, input));
  return quads.map((quad) => quad.map(([x, y]): Point => [(x + 0.5) * fx, (y + 0.5) * fy]) as Quad);
}

async function readLine({ first, second }: Readers, pixels: Raster, quad: Quad): Promise<TextLine | null> {
  const strip = cutStrip(pixels, quad);
  const reading = await first(strip);
  if (reading.text === '' || reading.confidence < LEAST_CONFIDENCE) return null;
  return { ...reading, quad, second: worthSecondReading(reading) ? await second(strip) : null };
}

function cutStrip(pixels: Raster, quad: Quad): Raster {
  const lying = laidDown(quad);
  const { width, height } = quadSize(lying);
  const wanted = Math.round((width / Math.max(1, height)) * STRIP_HEIGHT);
  return straighten(pixels, lying, Math.min(LONGEST_STRIP, Math.max(STRIP_HEIGHT, wanted)), STRIP_HEIGHT);
}
