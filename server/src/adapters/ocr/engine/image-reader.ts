import type { Box, PictureReading, Point, Quad, TextLine } from '../../../domain/recognition/recognizer.ts';
import { openReaders } from '../models/open-readers.ts';
import { openUpright, type Region, regionRaster, type Upright } from './decode-image.ts';
import { readBlurred } from './read-blurred.ts';
import { type Readers, readRaster } from './read-raster.ts';
import { regionOfBox } from './region-of-box.ts';

/** Strips are cut from pixels of at most this many a side, which keeps a 40-megapixel picture within memory. */
const LONGEST_SIDE = 2_560;
const LEAST_CONFIDENCE = 0.5;

export type OcrEngine = (picture: Uint8Array, box: Box | null) => Promise<PictureReading>;

/** Loads the three models; what is returned reads one picture at a time. */
export async function openOcrEngine(): Promise<OcrEngine> {
  return ocrEngine(await openReaders());
}

export function ocrEngine(readers: Readers): OcrEngine {
  return async (bytes, box) => {
    const picture = await openUpright(bytes);
    const { width, height } = picture;
    const region = box === null ? null : regionOfBox(box, width, height);
    if (region !== null) {
      const lines = await readRegion(readers, picture, region);
      if (lines.some(({ text }) => /[A-Za-z0-9]{2}/.test(text)))
        return { width, height, isWhole: false, part: boxOf(region), lines };
    }
    const lines = await readRegion(readers, picture, { left: 0, top: 0, width, height });
    return { width, height, isWhole: true, lines };
  };
}

function boxOf({ left, top, width, height }: Region): Box {
  return { xmin: left, ymin: top, xmax: left + width, ymax: top + height };
}

async function readRegion(readers: Readers, picture: Upright, region: Region): Promise<TextLine[]> {
  const shrink = Math.min(1, LONGEST_SIDE / Math.max(region.width, region.height));
  const side = (length: number) => Math.max(1, Math.round(length * shrink));
  const pixels = await regionRaster(picture, region, side(region.width), side(region.height));
  const [fx, fy] = [region.width / pixels.width, region.height / pixels.height];
  const tenth = (value: number) => Math.round(value * 10) / 10;
  const toPicture = ([x, y]: Point): Point => [tenth(region.left + x * fx), tenth(region.top + y * fy)];
  const found = await readBlurred(readers, pixels, await readRaster(readers, pixels));
  const lines = found.filter(({ confidence }) => confidence >= LEAST_CONFIDENCE);
  return lines.map(({ text, confidence, characters, second, quad }) => ({
    text,
    confidence,
    characters,
    second,
    quad: quad.map(toPicture) as Quad,
  }));
}
