import type { UnreadReason } from '../../contract/read-results.ts';
import { AppError, OutsideFault } from '../../lib/errors.ts';
import type { BlobStore } from '../images/blob-store.ts';
import { fetchStored } from '../images/fetch-stored.ts';
import type { WaitingImage } from '../images/image-queue.ts';
import type { LogoList } from '../logos/logos.ts';
import { readFields } from './readings/read-fields.ts';
import type { Fields } from './readings/reading.ts';
import type { Box, ImageQuality, ImageReading, Recognizer } from './recognizer.ts';
import { isEmptyReading, type StoredReading, storedReading } from './sighting/view.ts';

export type ImageReader = { blobs: BlobStore; recognizer: Recognizer; logos: LogoList };

/** A retry cannot help: there is nothing to read. */
class NothingRead extends AppError {
  readonly quality: ImageQuality | undefined;

  constructor(quality: ImageQuality | undefined) {
    super('invalid', 'Nothing could be read on the image, and no plate was sent with it.');
    this.quality = quality;
  }
}

/** What the recognizer sees in a stored image, whose bytes are checked. */
export type SeenImage = { bytes: Buffer; box: Box; seen: ImageReading };

/**
 * Reads a stored image. Throws an AppError of kind `invalid`, with the reason, when a retry cannot help, and an
 * OutsideFault when the store fails.
 */
export async function readImage(
  reader: ImageReader,
  image: WaitingImage,
  signal: AbortSignal,
): Promise<StoredReading> {
  const { seen } = await seeImage(reader, image, signal);
  return notEmpty(storedReading(seen, await fieldsIn(reader, image, seen)));
}

export async function seeImage(
  { blobs, recognizer }: ImageReader,
  image: WaitingImage,
  signal: AbortSignal,
): Promise<SeenImage> {
  const bytes = await fetchStored(blobs, { ...image, id: image.key });
  // A store that has just been restored, or a wrong bucket: the image may come back.
  if (bytes === null) throw new OutsideFault('The image store does not have the image (404).');
  const box = { xmin: image.box_xmin, ymin: image.box_ymin, xmax: image.box_xmax, ymax: image.box_ymax };
  return { bytes, box, seen: storable(await recognizer.read({ image: bytes, box, signal })) };
}

export type PartnerMetadata = Pick<WaitingImage, 'plate_number' | 'alpr_state' | 'alpr_confidence'>;

export async function fieldsIn(
  { logos }: Pick<ImageReader, 'logos'>,
  { plate_number, alpr_state, alpr_confidence }: PartnerMetadata,
  seen: ImageReading,
): Promise<Fields> {
  return readFields(seen, {
    logos: await logos.names(),
    plate: plate_number ? { number: plate_number, state: alpr_state, confidence: alpr_confidence } : null,
  });
}

export function notEmpty(read: StoredReading): StoredReading {
  if (isEmptyReading(read)) throw new NothingRead(read.quality);
  return read;
}

/** The result of an image whose reading failed for good. */
export function failedResult(error: unknown): UnreadReason {
  if (error instanceof NothingRead) return 'no_text';
  return error instanceof AppError && error.kind === 'invalid' ? 'unreadable_image' : 'failed';
}

/** Of an image on which nothing was read: it may be too dark, or blurred. */
export function qualityOfUnread(error: unknown): ImageQuality | undefined {
  return error instanceof NothingRead ? error.quality : undefined;
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
