import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { withDeadline } from '../../lib/async/deadline.ts';
import { codeOf, messageOf, OutsideFault } from '../../lib/errors.ts';
import { keyOfImage } from './blob-key.ts';
import type { BlobStore } from './blob-store.ts';

export type StoredBytes = { id: string; sha256: Buffer; byte_size: number };

/** For the whole transfer, so that a store that sends byte by byte does not use up the time for reading the image. */
const FETCH_MS = 60_000;

/** Opens a stored image; null if the store does not have it. Any other failure of the store is an OutsideFault. */
export async function openStored(blobs: BlobStore, image: StoredBytes) {
  const blob = await blobs.open(keyOfImage(image)).catch(storeFailed);
  if (blob === null || blob.size === image.byte_size) return blob;
  drop(blob.stream);
  throw new OutsideFault('The image store returned another number of bytes than were stored.');
}

/**
 * The bytes of a stored image, checked against the size and the hash with which it was accepted; null if the store does not
 * have it. Whatever else the store does instead of returning them is no fault of the image: an OutsideFault.
 */
export async function fetchStored(blobs: BlobStore, image: StoredBytes): Promise<Buffer | null> {
  let stream: Readable | undefined;
  const fetching = (async () => {
    const blob = await blobs.open(keyOfImage(image));
    if (blob === null) return null;
    stream = blob.stream;
    // One byte more shows that there are too many.
    return firstBytes(stream, image.byte_size + 1);
  })();
  try {
    const bytes = await withDeadline(fetching, FETCH_MS, 'Fetching the image');
    if (bytes !== null && !hashOf(bytes).equals(image.sha256))
      throw new OutsideFault('The image store returned other bytes than were stored.');
    return bytes;
  } catch (error) {
    return storeFailed(error);
  } finally {
    if (stream) drop(stream);
  }
}

/** A stream that is destroyed early may emit an error. */
function drop(stream: Readable): void {
  stream.on('error', () => undefined).destroy();
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

async function firstBytes(stream: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks);
}

/** The reason is shown to the customer. It has only the code of the error: the message may contain addresses of the store. */
function storeFailed(error: unknown): never {
  if (error instanceof OutsideFault) throw error;
  const code = codeOf(error) ?? codeOf((error as Error).cause) ?? 'no answer';
  throw new OutsideFault(`The image store failed (${code}).`, messageOf(error));
}
