import { AppError } from '../../lib/errors.ts';
import type { BlobStore } from '../images/blob-store.ts';
import { MAX_IMAGE_BYTES } from '../images/image-format.ts';
import type { WaitingImage } from '../images/image-queue.ts';
import type { LogoList } from './logo-list.ts';
import { readFields } from './read-fields.ts';
import type { PictureReading, Recognizer } from './recognizer.ts';
import { type PictureRead, pictureRead, saysNothing } from './sighting/view.ts';

export type ImageReader = { blobs: BlobStore; recognizer: Recognizer; logos: LogoList };

/** Reads a stored picture. What can never be read is an AppError of kind `invalid` whose message is the reason. */
export async function readImage(
  { blobs, recognizer, logos }: ImageReader,
  image: WaitingImage,
  signal: AbortSignal,
): Promise<PictureRead> {
  const picture = await fetchPicture(blobs, image.sha256.toString('hex'));
  const box = { xmin: image.box_xmin, ymin: image.box_ymin, xmax: image.box_xmax, ymax: image.box_ymax };
  const reading = storable(await recognizer.read({ picture, box, signal }));
  const { plate_number, alpr_state, alpr_confidence } = image;
  const fields = readFields(reading, {
    logos: await logos.names(),
    plate: plate_number ? { number: plate_number, state: alpr_state, confidence: alpr_confidence } : null,
  });
  const read = pictureRead(reading, fields);
  if (saysNothing(read)) {
    throw new AppError('invalid', 'Nothing could be read on the picture, and no plate came with it.');
  }
  return read;
}

/** The database takes no control characters and no halves of characters; a recognizer of others may send them. */
function storable(reading: PictureReading): PictureReading {
  const plain = <S extends { text: string }>(strip: S): S => ({
    ...strip,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant
    text: strip.text.replace(/[\u0000-\u001f]/g, ' ').toWellFormed(),
  });
  const lines = reading.lines.map((line) => ({ ...plain(line), second: line.second && plain(line.second) }));
  return { ...reading, lines };
}

async function fetchPicture(blobs: BlobStore, key: string): Promise<Uint8Array> {
  const blob = await blobs.open(key);
  if (blob === null) throw new AppError('invalid', 'The picture is no longer kept.');
  if (blob.size > MAX_IMAGE_BYTES) {
    blob.stream.destroy();
    throw new AppError('invalid', 'The picture is larger than any that is taken.');
  }
  const chunks: Buffer[] = [];
  for await (const chunk of blob.stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
