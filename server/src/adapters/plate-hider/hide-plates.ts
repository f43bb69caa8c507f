import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import type { ImageFormat } from '../../domain/images/image-format.ts';
import type {
  HiddenImage,
  HiddenPlates,
  HideRequest,
} from '../../domain/recognition/private-vehicles/plate-hider.ts';
import type { Point, Quad } from '../../domain/recognition/recognizer.ts';
import { boundsOf, grown, overlap } from '../ocr/detection/regions.ts';
import {
  decoder,
  openUpright,
  type Raster,
  type Region,
  regionRaster,
  type Upright,
  unreadable,
} from '../ocr/engine/decode-image.ts';
import type { Model } from '../ocr/models/onnx.ts';
import { platesIn } from '../ocr/plates/locate-plates.ts';

/** The longest sides at which plates are looked for: whole, and small plates in large images. */
const SIDES = [960, 1_920];
/** A larger image is searched at this scale only if it has pixels for it. */
const LEAST_ENLARGEMENT = 1.25;
/** Lower than for reading: a lamp that is hidden costs nothing. */
const LEAST_PROBABILITY = 0.15;
const MOST_PLATES = 40;
/** Around a plate, as a share of its sides: corners are not exact. */
const [ACROSS, DOWN] = [0.15, 0.25];
/** A place that covers this share of a plate that stays is that plate. */
const SAME_PLACE = 0.3;
/** Cells of a hidden plate. Nothing of its letters is left in them. */
const CELLS = { width: 3, height: 2 };
const QUALITY = 92;

/** Covers every plate but those that stay with a few cells of its colors. */
export async function hidePlates(locator: Model, { image, keep, also }: HideRequest): Promise<HiddenPlates> {
  const upright = await openUpright(image);
  const found = [...also, ...(await platesAnywhere(locator, upright))];
  const kept = keep.map(boundsOf);
  const places = found.filter((quad) => !kept.some((one) => isSamePlace(boundsOf(quad), one)));
  if (places.length === 0) return { places, image: null };
  return { places, image: await covered(upright, places) };
}

async function platesAnywhere(locator: Model, image: Upright): Promise<Quad[]> {
  const longest = Math.max(image.width, image.height);
  const sides = SIDES.filter((side, i) => i === 0 || longest > side / LEAST_ENLARGEMENT);
  const whole = { left: 0, top: 0, width: image.width, height: image.height };
  const quads: Quad[] = [];
  for (const side of sides) {
    const scale = Math.min(1, side / longest);
    const size = (length: number) => Math.max(1, Math.round(length * scale));
    const pixels: Raster = await regionRaster(image, whole, size(image.width), size(image.height));
    const [fx, fy] = [image.width / pixels.width, image.height / pixels.height];
    const limits = {
      least: LEAST_PROBABILITY,
      beside: 0,
      longest: Number.POSITIVE_INFINITY,
      most: MOST_PLATES,
    };
    for (const { quad } of await platesIn(locator, pixels, limits))
      quads.push(quad.map(([x, y]): Point => [x * fx, y * fy]) as Quad);
  }
  return quads;
}

function isSamePlace(place: Region, kept: Region): boolean {
  const area = Math.min(place.width * place.height, kept.width * kept.height);
  return overlap(place, kept) > SAME_PLACE * area;
}

async function covered({ bytes, width, height }: Upright, places: Quad[]): Promise<HiddenImage> {
  try {
    const { format } = await decoder(bytes).metadata();
    const upright = await decoder(bytes)
      .autoOrient()
      .toColourspace('srgb')
      .png({ compressionLevel: 1 })
      .toBuffer();
    const covers: OverlayOptions[] = [];
    for (const quad of places) {
      const part = boundsOf(quad);
      const place = grown(part, [ACROSS * part.width, DOWN * part.height], { width, height });
      if (place.width < 1 || place.height < 1) continue;
      covers.push({ input: await cells(upright, place), left: place.left, top: place.top });
    }
    const stored = format === 'png' || format === 'webp' ? format : 'jpeg';
    const { data, info } = await encoded(sharp(upright).composite(covers), stored).toBuffer({
      resolveWithObject: true,
    });
    return { bytes: data, format: stored, width: info.width, height: info.height };
  } catch (error) {
    throw unreadable(error);
  }
}

async function cells(image: Buffer, place: Region): Promise<Buffer> {
  const small = await sharp(image)
    .extract(place)
    .resize({ ...CELLS, fit: 'fill' })
    .png()
    .toBuffer();
  return sharp(small)
    .resize({ width: place.width, height: place.height, fit: 'fill', kernel: 'nearest' })
    .png()
    .toBuffer();
}

/** In the format of the original, whose name is stored with the image. */
function encoded(image: Sharp, format: ImageFormat): Sharp {
  if (format === 'png') return image.png();
  if (format === 'webp') return image.webp({ quality: QUALITY });
  return image.flatten({ background: 'white' }).jpeg({ quality: QUALITY });
}
