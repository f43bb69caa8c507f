import sharp, { type Sharp } from 'sharp';
import { MAX_PIXELS } from '../../../domain/images/image-format.ts';
import { ImageProbe } from '../../../domain/images/probes/probe-image.ts';
import { AppError, messageOf } from '../../../lib/errors.ts';

// Several processes share the cores and the memory: no cache, one thread each.
sharp.cache(false);
sharp.concurrency(1);

/** Red, green and blue bytes, row by row. */
export type Raster = { data: Uint8Array; width: number; height: number };
/** A decodable image, with its size after rotation to upright. */
export type Upright = { bytes: Uint8Array; width: number; height: number };
export type Region = { left: number; top: number; width: number; height: number };

/** An image that can never be decoded throws an AppError of kind `invalid` with the reason. */
export async function openUpright(bytes: Uint8Array): Promise<Upright> {
  if (bytes.length === 0) throw new AppError('invalid', 'The image is empty.');
  try {
    // Formats other than the three that are accepted never reach the decoder.
    const probe = new ImageProbe();
    probe.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    probe.end();
    const { autoOrient } = await decoder(bytes).metadata();
    return { bytes, width: autoOrient.width, height: autoOrient.height };
  } catch (error) {
    throw unreadable(error);
  }
}

/** The pixels of a region of the upright image, scaled to the given size. */
export async function regionRaster(
  image: Upright,
  region: Region,
  width: number,
  height: number,
): Promise<Raster> {
  try {
    const { data, info } = await decoder(image.bytes)
      .autoOrient()
      .extract(region)
      .resize(width, height, { fit: 'fill' })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`The decoded image has ${info.channels} channels.`);
    return { data, width: info.width, height: info.height };
  } catch (error) {
    throw unreadable(error);
  }
}

export async function resized(
  raster: Raster,
  width: number,
  height: number,
  kernel: 'linear' | 'sharp' = 'sharp',
): Promise<Raster> {
  const { width: fromWidth, height: fromHeight } = raster;
  if (width === fromWidth && height === fromHeight) return raster;
  const data = await sharp(raster.data, { raw: { width: fromWidth, height: fromHeight, channels: 3 } })
    .resize(width, height, {
      fit: 'fill',
      kernel: kernel === 'linear' ? kernel : width < fromWidth ? 'lanczos3' : 'cubic',
    })
    .raw()
    .toBuffer();
  return { data, width, height };
}

export function cut({ data, width }: Raster, part: Region): Raster {
  const out = new Uint8Array(part.width * part.height * 3);
  for (let y = 0; y < part.height; y++) {
    const from = ((part.top + y) * width + part.left) * 3;
    out.set(data.subarray(from, from + part.width * 3), y * part.width * 3);
  }
  return { data: out, width: part.width, height: part.height };
}

export function decoder(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, sequentialRead: true });
}

export function unreadable(error: unknown): AppError {
  if (error instanceof AppError)
    return new AppError('invalid', error.message, { cause: error, detail: error.detail });
  return new AppError('invalid', 'The image is damaged and cannot be decoded.', {
    cause: error,
    detail: messageOf(error),
  });
}
