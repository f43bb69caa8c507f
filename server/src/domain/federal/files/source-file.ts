import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createGunzip } from 'node:zlib';
import { type Entry, openPromise } from 'yauzl';
import { codeOf, messageOf, operatorError } from '../../../lib/errors.ts';

const CHUNK_BYTES = 1_048_576;

/** One file of rows: a plain file, a gzipped file, or one entry of a zip file. */
export type SourceFile = {
  /** For messages: `Insur.zip/insur.txt`. */
  name: string;
  path: string;
  /** Size on disk, so that progress can be computed for compressed files too. */
  bytes: number;
  modifiedAt: Date;
  /** The decompressed contents. `onProgress` gets the number of bytes on disk that were read so far. */
  read(onProgress?: (bytes: number) => void): AsyncIterable<Buffer>;
};

const GZIP = 0x1f8b;
const ZIP = 0x504b;

/** The file type is identified by the first bytes, not by the name. */
export async function openSourceFiles(path: string): Promise<SourceFile[]> {
  const { size, mtime, magic } = await inspect(path);
  const base = { path, modifiedAt: mtime };
  if (magic === ZIP) {
    const entries = await listZip(path);
    return entries.map((entry) => ({
      ...base,
      name: `${basename(path)}/${entry.fileName}`,
      bytes: entry.compressedSize,
      read: (onProgress) => readZipEntry(path, entry, onProgress),
    }));
  }
  const read = (onProgress?: (bytes: number) => void) => {
    const file = counted(createReadStream(path, { highWaterMark: CHUNK_BYTES }), onProgress);
    if (magic !== GZIP) return file;
    const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
    // Errors surface in the iterator.
    void pipeline(file, gunzip).catch(() => undefined);
    return chunksOf(gunzip, basename(path));
  };
  return [{ ...base, name: basename(path), bytes: size, read }];
}

async function inspect(path: string): Promise<{ size: number; mtime: Date; magic: number }> {
  const file = await open(path).catch(() => {
    throw operatorError(`Cannot open ${path}.`);
  });
  try {
    const { size, mtime } = await stat(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return { size, mtime, magic: bytesRead === 2 ? buffer.readUInt16BE() : 0 };
  } finally {
    await file.close();
  }
}

async function* counted(stream: Readable, onProgress?: (bytes: number) => void): AsyncIterable<Buffer> {
  let bytes = 0;
  for await (const chunk of chunksOf(stream)) {
    bytes += chunk.length;
    onProgress?.(bytes);
    yield chunk;
  }
}

async function* chunksOf(stream: Readable, name = ''): AsyncIterable<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    if (!codeOf(error)?.startsWith('Z_')) throw error;
    throw operatorError(`${name} is damaged and cannot be decompressed (${messageOf(error)}).`, error);
  }
}

/** Lists the files of an archive, without folders. */
async function listZip(path: string): Promise<Entry[]> {
  try {
    const entries: Entry[] = [];
    const zip = await openPromise(path);
    for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) entries.push(entry);
    return entries;
  } catch (error) {
    throw operatorError(`${path} is not a complete zip archive (${messageOf(error)}).`, error);
  }
}

/** The contents of an entry. `onProgress` gets the share of the compressed bytes that was read so far. */
async function* readZipEntry(
  path: string,
  entry: Entry,
  onProgress: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const { fileName, compressedSize, uncompressedSize } = entry;
  const zip = await openPromise(path, { autoClose: false });
  try {
    let bytes = 0;
    let checksum = 0;
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      checksum = crc32(chunk, checksum);
      onProgress(Math.round((bytes / uncompressedSize) * compressedSize));
      yield chunk;
    }
    if (checksum !== entry.crc32) throw new Error('its checksum is wrong');
  } catch (error) {
    throw operatorError(`${fileName} is damaged and cannot be decompressed (${messageOf(error)}).`, error);
  } finally {
    zip.close();
  }
}
