import { buffer } from 'node:stream/consumers';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import type { ZipEntry } from './stored-zip.ts';

const MAX_ENTRIES = 5_000;

export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04';

/** The uncompressed entries of a ZIP file, in their order. Null if it has others, or cannot be read. */
export async function readStoredZip(bytes: Buffer): Promise<ZipEntry[] | null> {
  try {
    const zip = await open(bytes);
    if (zip.entryCount > MAX_ENTRIES) return null;
    const entries: ZipEntry[] = [];
    for (const entry of await listEntries(zip)) {
      if (entry.compressionMethod !== 0) return null;
      entries.push({ name: entry.fileName, bytes: await bytesOf(zip, entry) });
    }
    return entries;
  } catch {
    return null;
  }
}

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    ),
  );
}

function listEntries(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', reject);
    zip.readEntry();
  });
}

function bytesOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) =>
      error ? reject(error) : buffer(stream).then(resolve, reject),
    ),
  );
}
