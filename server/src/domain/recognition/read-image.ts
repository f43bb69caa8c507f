import { AppError, OutsideFault } from '../../lib/errors.ts';
import type { BlobStore } from '../images/blob-store.ts';
import { fetchStored } from '../images/fetch-stored.ts';
import type { WaitingImage } from '../images/image-queue.ts';
import type { LogoList } from '../logos/logos.ts';
import { readFields } from './readings/read-fields.ts';
import type { ImageReading, Recognizer } from './recognizer.ts';
import { isEmptyReading, type StoredReading, storedReading } from './sighting/view.ts';

export type ImageReader = { blobs: BlobStore; recognizer: Recognizer; logos: LogoList };

/**
 * Reads a stored image. Throws an AppError of kind `invalid`, with the reason, when a retry cannot help, and an
 * OutsideFault when the store fails.
 */
export async function readImage(
  { blobs, recognizer, logos }: ImageReader,
  image: WaitingImage,
  signal: AbortSignal,
): Promise<StoredReading> {
  const bytes = await fetchStored(blobs, image);
  // A store that has just been restored, or a wrong bucket: the image may come back.
  if (bytes === null) throw new OutsideFault('The image store does not have the image (404).');
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
