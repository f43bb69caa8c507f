import { type Db, statement } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { BlobStore } from './blob-store.ts';
import { fetchStored, type StoredBytes } from './fetch-stored.ts';

export const THUMBNAIL_TYPE = 'image/jpeg';

/** Throws an AppError of kind `invalid` when the image cannot be decoded. */
export type Thumbnailer = {
  make(image: Uint8Array): Promise<Buffer>;
  close(): Promise<void>;
};

const MAX_BYTES = 32 * 1_048_576;
/** Also the longest time that a thumbnail of a deleted image stays in memory; it is no longer served then. */
const MAX_AGE_MS = 600_000;
const MAX_WAITING = 300;

type Entry = { bytes: Buffer | null; madeAt: number };

/**
 * Thumbnails are made when they are first shown and kept in memory for a while, because few of all images are ever
 * looked at. Nothing is stored, so there is nothing to delete with the image.
 */
export class Thumbnails {
  readonly #blobs: BlobStore;
  readonly #thumbnailer: Thumbnailer;
  readonly #clock: Clock;
  /** By hash of the image, the least recently used first. */
  readonly #made = new Map<string, Entry>();
  readonly #making = new Map<string, Promise<Buffer | null>>();
  #bytes = 0;

  constructor(blobs: BlobStore, thumbnailer: Thumbnailer, clock: Clock) {
    this.#blobs = blobs;
    this.#thumbnailer = thumbnailer;
    this.#clock = clock;
  }

  /** A JPEG; null if the image is not stored or cannot be decoded. The caller has checked that the image exists. */
  of(image: StoredBytes): Promise<Buffer | null> {
    const key = image.sha256.toString('hex');
    const kept = this.#made.get(key);
    if (kept) {
      this.#forget(key);
      if (this.#clock.now().getTime() - kept.madeAt < MAX_AGE_MS) {
        this.#keep(key, kept);
        return Promise.resolve(kept.bytes);
      }
    }
    const running = this.#making.get(key);
    if (running) return running;
    if (this.#making.size >= MAX_WAITING)
      throw new AppError('too_many', 'Too many thumbnails at once.', { retryAfterSeconds: 1 });
    const made = this.#make(key, image).finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    return made;
  }

  close(): Promise<void> {
    return this.#thumbnailer.close();
  }

  async #make(key: string, image: StoredBytes): Promise<Buffer | null> {
    const original = await fetchStored(this.#blobs, image);
    if (original === null) return null;
    const bytes = await this.#thumbnailer.make(original).catch((error) => {
      if (error instanceof AppError && error.kind === 'invalid') return null;
      throw error;
    });
    this.#keep(key, { bytes, madeAt: this.#clock.now().getTime() });
    return bytes;
  }

  #keep(key: string, entry: Entry): void {
    this.#made.set(key, entry);
    this.#bytes += sizeOf(entry);
    for (const oldest of this.#made.keys()) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const entry = this.#made.get(key);
    if (entry) this.#bytes -= sizeOf(entry);
    this.#made.delete(key);
  }
}

const stored = statement(
  'images.stored-hashes',
  'select id, sha256, byte_size from images where id = any($1::uuid[]) and image_deleted_at is null',
);

/** Thumbnails by image id, of the images that are still stored and can be decoded. */
export async function storedThumbnails(
  { db, thumbnails }: { db: Db; thumbnails: Thumbnails },
  imageIds: string[],
): Promise<Map<string, Buffer>> {
  const rows = await db.rows<StoredBytes>(stored, [imageIds]);
  const made = await Promise.all(rows.map(async (image) => [image.id, await thumbnails.of(image)] as const));
  return new Map(made.flatMap(([id, bytes]) => (bytes === null ? [] : [[id, bytes]])));
}

/** The entry itself takes memory too, so that many undecodable images cannot fill it. */
const sizeOf = ({ bytes }: Entry) => (bytes?.length ?? 0) + 500;
