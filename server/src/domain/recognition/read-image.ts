import { buffer } from 'node:stream/consumers';
import { MAX_IMAGE_BYTES } from '../../contract/image.ts';
import { AppError } from '../../lib/errors.ts';
import type { BlobStore } from '../images/blob-store.ts';
import type { WaitingImage } from '../images/image-queue.ts';
import type { LogoList } from '../logos/logos.ts';
import { readFields } from './readings/read-fields.ts';
import type { ImageReading, Recognizer } from './recognizer.ts';
import { isEmptyReading, type StoredReading, storedReading } from './sighting/view.ts';

export type ImageReader = { blobs: BlobStore; recognizer: Recognizer; logos: LogoList };

/** Reads a stored image. Throws an AppError of kind `invalid`, with the reason, when a retry cannot help. */
export async function readImage(
  { blobs, recognizer, logos }: ImageReader,
  image: WaitingImage,
  signal: AbortSignal,
): Promise<StoredReading> {
  const bytes = await fetchImage(blobs, image.sha256.toString('hex'));
  const box = { xmin: image.box_xmin, ymin: image.box_ymin, xmax: image.box_xmax, ymax: image.box_ymax };
  const reading = storable(await recognizer.read({ image: bytes, box, signal }));
  const { plate_number, alpr_state, alpr_confidence } = image;
  const fields = readFields(reading, {
    logos: await logos.names(),
    plate: plate_number ? { number: plate_number, state: alpr_state, confidence: alpr_confidence } : null,
  });
  const read = storedReading(reading, fields);
  if (isEmptyReading(read)) {
    throw new AppError('invalid', 'Nothing could be read on the image, and no plate was sent with it.');
  }
  return read;
}

/** PostgreSQL rejects control characters and lone surrogates, which an external recognizer may return. */
function storable(reading: ImageReading): ImageReading {
  const plain = <S extends { text: string }>(strip: S): S => ({
    ...strip,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
    text: strip.text.replace(/[\u0000-\u001f]/g, ' ').toWellFormed(),
  });
  const lines = reading.lines.map((line) => ({ ...plain(line), second: line.second && plain(line.second) }));
  return { ...reading, lines };
}

async function fetchImage(blobs: BlobStore, key: string): Promise<Uint8Array> {
  const blob = await blobs.open(key);
  if (blob === null) throw new AppError('invalid', 'The image is no longer stored.');
  if (blob.size > MAX_IMAGE_BYTES) {
    blob.stream.destroy();
    throw new AppError('invalid', 'The image exceeds the maximum size.');
  }
  return buffer(blob.stream);
}
