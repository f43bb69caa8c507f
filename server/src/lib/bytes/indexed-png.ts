import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pack = promisify(deflate) as (bytes: Buffer, options: { level: number }) => Promise<Buffer>;

/** Encodes a PNG with one byte per pixel, an index into the palette. */
export async function indexedPng(
  width: number,
  pixels: Uint8Array,
  palette: readonly (readonly [number, number, number])[],
): Promise<Buffer> {
  const height = pixels.length / width;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bit depth 8, color type 3 (palette).
  header.set([8, 3], 8);
  const rows = Buffer.alloc((width + 1) * height);
  // The first byte of each row is its filter type: 0 for none.
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', await pack(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
