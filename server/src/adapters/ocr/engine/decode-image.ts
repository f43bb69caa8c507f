import sharp, { type Sharp } from 'sharp';
import { MAX_PIXELS } from '../../../domain/images/image-format.ts';
import { ImageProbe } from '../../../domain/images/probes/probe-image.ts';
import { AppError, messageOf } from '../../../lib/errors.ts';
import { nativeGate } from '../pool/native-gate.ts';
import type { Raster } from './raster.ts';

// Several readers share the cores and the memory: no cache, one thread each.
sharp.cache(false);
sharp.concurrency(1);

/** A picture that can be decoded, with its size once it stands upright. */
export type Upright = { bytes: Uint8Array; width: number; height: number };
export type Region = { left: number; top: number; width: number; height: number };

/** Broken, empty, too large: nobody will ever read it, and the sentence says why. */
export async function openUpright(bytes: Uint8Array): Promise<Upright> {
  if (bytes.length === 0) throw new AppError('invalid', 'The picture is empty.');
  try {
    // Formats beside the three that are taken never reach the decoder.
    const probe = new ImageProbe();
    probe.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    probe.end();
    const { autoOrient } = await nativeGate.pass(() => decoder(bytes).metadata());
    return { bytes, width: autoOrient.width, height: autoOrient.height };
  } catch (error) {
    throw unreadable(error);
  }
}

/** The pixels of a region of the upright picture, in the size wanted. */
export async function regionRaster(
  picture: Upright,
  region: Region,
  width: number,
  height: number,
): Promise<Raster> {
  try {
    const pixels = decoder(picture.bytes)
      .autoOrient()
      .extract(region)
      .resize(width, height, { fit: 'fill' })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' });
    const { data, info } = await nativeGate.pass(() => pixels.toBuffer({ resolveWithObject: true }));
    if (info.channels !== 3) throw new Error(`The picture has ${info.channels} channels.`);
    return { data, width: info.width, height: info.height };
  } catch (error) {
    throw unreadable(error);
  }
}

export async function resized(raster: Raster, width: number, height: number): Promise<Raster> {
  const { width: fromWidth, height: fromHeight } = raster;
  const pixels = sharp(raster.data, { raw: { width: fromWidth, height: fromHeight, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: width < fromWidth ? 'lanczos3' : 'cubic' })
    .raw();
  const data = await nativeGate.pass(() => pixels.toBuffer());
  return { data, width, height };
}

function decoder(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, sequentialRead: true });
}

function unreadable(error: unknown): AppError {
  if (error instanceof AppError)
    return new AppError('invalid', error.message, { cause: error, detail: error.detail });
  return new AppError('invalid', 'The picture is damaged and cannot be decoded.', {
    cause: error,
    detail: messageOf(error),
  });
}
