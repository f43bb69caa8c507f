import { createHash } from 'node:crypto';
import { mapConcurrent } from '../../lib/async/map-concurrent.ts';
import { blobKey } from '../images/blob-key.ts';
import { type BlobStore, folderOfKey, hashIn } from '../images/blob-store.ts';
import { CONTENT_TYPES, type ImageFormat } from '../images/image-format.ts';

export type Blob = { key: string; size: number; format: ImageFormat };
type BlobCopies = { copied: number; bytes: number; lost: string[] };

const AT_ONCE = 8;

/** The rows of a manifest's list of blobs: hash, size, format, class and day of the image, separated by tabs. */
export function parseBlobs(raw: Buffer): Blob[] {
  return raw
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [hash = '', size = '', format = '', retentionClass = '0', day = '0'] = line.split('\t');
      const place = { class: Number(retentionClass), day: Number(day), sha256: Buffer.from(hash, 'hex') };
      return { key: blobKey(place), size: Number(size), format: format as ImageFormat };
    });
}

export async function keysInFolder(store: BlobStore, folder: string): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const { key } of store.list(folder)) keys.add(key);
  return keys;
}

/** Copies the blobs that `to` does not have. Blobs that `from` has lost, or whose bytes do not match their key, are returned. */
export async function copyBlobs(
  from: BlobStore,
  to: BlobStore,
  blobs: Blob[],
  onCopied: (bytes: number) => void,
): Promise<BlobCopies> {
  const result: BlobCopies = { copied: 0, bytes: 0, lost: [] };
  const byFolder = Map.groupBy(blobs, ({ key }) => folderOfKey(key));
  for (const [folder, group] of byFolder) {
    const present = await keysInFolder(to, folder);
    onCopied(0);
    const missing = group.filter(({ key }) => !present.has(key));
    await mapConcurrent(AT_ONCE, missing, async (blob) => {
      const bytes = await copyBlob(from, to, blob);
      if (bytes === null) result.lost.push(blob.key);
      else {
        result.copied++;
        result.bytes += bytes;
      }
      onCopied(bytes ?? 0);
    });
  }
  result.lost.sort();
  return result;
}

async function copyBlob(from: BlobStore, to: BlobStore, { key, format }: Blob): Promise<number | null> {
  const blob = await from.open(key);
  if (blob === null) return null;
  const file = to.staging.create();
  try {
    const digest = createHash('sha256');
    for await (const chunk of blob.stream as AsyncIterable<Buffer>) {
      digest.update(chunk);
      await file.append(chunk);
    }
    if (digest.digest('hex') !== hashIn(key)) {
      await file.discard();
      return null;
    }
    const { size } = file;
    await to.put(key, file, { contentType: CONTENT_TYPES[format] });
    return size;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** Reads a blob and compares its bytes with its key. */
export async function isIntact(store: BlobStore, key: string): Promise<boolean> {
  const blob = await store.open(key);
  if (blob === null) return false;
  const digest = createHash('sha256');
  for await (const chunk of blob.stream as AsyncIterable<Buffer>) digest.update(chunk);
  return digest.digest('hex') === hashIn(key);
}
