import { createHash } from 'node:crypto';
import { mapConcurrent } from '../../lib/async/map-concurrent.ts';
import type { BlobStore } from '../images/blob-store.ts';
import { CONTENT_TYPES, type ImageFormat } from '../images/image-format.ts';

export type Blob = { key: string; size: number; format: ImageFormat };
type BlobCopies = { copied: number; bytes: number; lost: string[] };

const AT_ONCE = 8;

/** The rows of a manifest's list of blobs: key, size and format of the image, separated by tabs. */
export function parseBlobs(raw: Buffer): Blob[] {
  return raw
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [key = '', size = '', format = ''] = line.split('\t');
      return { key, size: Number(size), format: format as ImageFormat };
    });
}

export async function keysWithPrefix(store: BlobStore, prefix: string): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const { key } of store.list(prefix)) keys.add(key);
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
  const byPrefix = Map.groupBy(blobs, ({ key }) => key.slice(0, 2));
  for (const [prefix, group] of byPrefix) {
    const present = await keysWithPrefix(to, prefix);
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
    if (digest.digest('hex') !== key) {
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
  return digest.digest('hex') === key;
}
