import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** `gzipped` is null for a file that is not worth packing. */
export type PageFile = { type: string; bytes: Buffer; gzipped: (() => Promise<Buffer>) | null };

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const PACKED_ALREADY = new Set(['.png', '.webp', '.woff2']);
const WORTH_PACKING_BYTES = 1_024;

/** Every file of a built page by its path below `folder`; null when there is no such folder. */
export async function readPageFiles(folder: string): Promise<Map<string, PageFile> | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return null;
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const files = paths.map(async (path) => {
    const file = await readPageFile(join(folder, path));
    return [path.split(sep).join('/'), file] as const;
  });
  return new Map(await Promise.all(files));
}

async function readPageFile(path: string): Promise<PageFile> {
  const bytes = await readFile(path);
  const extension = extname(path);
  const pack = bytes.length >= WORTH_PACKING_BYTES && !PACKED_ALREADY.has(extension);
  return {
    type: TYPES[extension] ?? 'application/octet-stream',
    bytes,
    gzipped: pack ? packOnce(bytes) : null,
  };
}

/** Packed at the first request, so that a start does not wait for it. */
function packOnce(bytes: Buffer): () => Promise<Buffer> {
  let packed: Promise<Buffer> | undefined;
  return () => {
    packed ??= promisify(gzip)(bytes);
    return packed;
  };
}
