import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { operatorError } from '../errors.ts';

export type ZipEntry = {
  name: string;
  compressedBytes: number;
  bytes: number;
  method: number;
  offset: number;
};

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;
const LONGEST_COMMENT = 65_535;
const FULL_32 = 0xffffffff;

/** Lists the files of an archive, without folders. Supports ZIP64. */
export async function listZip(path: string): Promise<ZipEntry[]> {
  const file = await open(path);
  try {
    const { offset, size } = await findDirectory(file, path);
    const directory = await readAt(file, offset, size);
    const entries: ZipEntry[] = [];
    for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY; ) {
      const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
      const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
      entries.push(readEntry(directory, at, nameEnd, extraEnd));
      at = extraEnd + directory.readUInt16LE(at + 32);
    }
    return entries.filter(({ name }) => !name.endsWith('/'));
  } finally {
    await file.close();
  }
}

/** Streams the contents of an entry. `onProgress` is called with the number of compressed bytes read so far. */
export function openZipEntry(path: string, entry: ZipEntry, onProgress?: (bytes: number) => void): Readable {
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw operatorError(`${entry.name} in ${path} uses an unsupported compression method.`);
  const inflate = createInflateRaw({ chunkSize: 1_048_576 });
  void feed(path, entry, inflate, onProgress).catch((error) => inflate.destroy(error));
  return inflate;
}

async function feed(
  path: string,
  entry: ZipEntry,
  inflate: ReturnType<typeof createInflateRaw>,
  onProgress?: (bytes: number) => void,
): Promise<void> {
  const file = await open(path);
  // The local header repeats the name and has its own extra field, whose length may differ from the directory's.
  const local = await readAt(file, entry.offset, 30);
  await file.close();
  const start = entry.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  if (entry.compressedBytes === 0) {
    inflate.end(storedBlock(Buffer.alloc(0), true));
    return;
  }
  const raw = createReadStream(path, {
    start,
    end: start + entry.compressedBytes - 1,
    highWaterMark: 32_768,
  });
  let bytes = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    onProgress?.(bytes);
    const packed = entry.method === DEFLATED ? chunk : storedBlock(chunk, bytes === entry.compressedBytes);
    if (!inflate.write(packed)) await new Promise((resolve) => inflate.once('drain', resolve));
    if (inflate.destroyed) return;
  }
  inflate.end();
}

/** Wraps stored contents in uncompressed deflate blocks, so that they pass through the same inflater. */
function storedBlock(chunk: Buffer, isLast: boolean): Buffer {
  const header = Buffer.alloc(5);
  header[0] = isLast ? 1 : 0;
  header.writeUInt16LE(chunk.length, 1);
  header.writeUInt16LE(~chunk.length & 0xffff, 3);
  return Buffer.concat([header, chunk]);
}

async function findDirectory(file: FileHandle, path: string): Promise<{ offset: number; size: number }> {
  const { size } = await file.stat();
  const tailAt = Math.max(0, size - LONGEST_COMMENT - 22);
  const tail = await readAt(file, tailAt, size - tailAt);
  let end = tail.length - 22;
  while (end >= 0 && tail.readUInt32LE(end) !== END) end--;
  if (end < 0) throw operatorError(`${path} is not a complete zip archive.`);
  const found = { size: tail.readUInt32LE(end + 12), offset: tail.readUInt32LE(end + 16) };
  if (found.offset !== FULL_32 && found.size !== FULL_32) return found;
  const locator = await readAt(file, tailAt + end - 20, 20);
  if (locator.readUInt32LE(0) !== LOCATOR_64) return found;
  const end64 = await readAt(file, Number(locator.readBigUInt64LE(8)), 56);
  if (end64.readUInt32LE(0) !== END_64) throw operatorError(`${path} is not a complete zip archive.`);
  return { size: Number(end64.readBigUInt64LE(40)), offset: Number(end64.readBigUInt64LE(48)) };
}

function readEntry(directory: Buffer, at: number, nameEnd: number, extraEnd: number): ZipEntry {
  const entry = {
    name: directory.toString('utf8', at + 46, nameEnd),
    method: directory.readUInt16LE(at + 10),
    compressedBytes: directory.readUInt32LE(at + 20),
    bytes: directory.readUInt32LE(at + 24),
    offset: directory.readUInt32LE(at + 42),
  };
  for (let extra = nameEnd; extra + 4 <= extraEnd; extra += 4 + directory.readUInt16LE(extra + 2)) {
    if (directory.readUInt16LE(extra) !== 1) continue;
    let field = extra + 4;
    // Contains only the values that did not fit into 32 bits, in this order.
    for (const key of ['bytes', 'compressedBytes', 'offset'] as const) {
      if (entry[key] !== FULL_32) continue;
      entry[key] = Number(directory.readBigUInt64LE(field));
      field += 8;
    }
  }
  return entry;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
