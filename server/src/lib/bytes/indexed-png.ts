import { constants, crc32, deflateRawSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const ZLIB_HEADER = Buffer.from([0x78, 0x01]);
/** An empty last block. */
const ZLIB_END = Buffer.from([0x03, 0x00]);
const BAND_ROWS = 16;
const ADLER = 65_521;
/** A band is small, and the default state of 256 KB is cleared for each. */
const SMALL_STATE = { windowBits: 13, memLevel: 6 };

type Color = readonly [red: number, green: number, blue: number];
/** Rows that are compressed on their own, and their checksum. */
type Band = { bytes: Buffer; length: number; sums: [a: number, b: number] };

/**
 * Encodes PNGs with one byte per pixel, an index into the palette. They differ from `base` in a few rows: the bands of the
 * other rows are compressed once.
 */
export function pngEncoder(width: number, base: Uint8Array, palette: readonly Color[]) {
  const height = base.length / width;
  const bandsOf = Math.ceil(height / BAND_ROWS);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bit depth 8, color type 3 (palette).
  header.set([8, 3], 8);
  const head = [SIGNATURE, chunk('IHDR', header), chunk('PLTE', Buffer.from(palette.flat()))];
  const end = chunk('IEND', Buffer.alloc(0));
  const band = (pixels: Uint8Array, nth: number, level: number) =>
    packBand(pixels.subarray(nth * BAND_ROWS * width, (nth + 1) * BAND_ROWS * width), width, level);
  const unchanged = Array.from({ length: bandsOf }, (_, nth) => band(base, nth, 9));

  /** `pixels` equal `base` except in the rows of `changed`, ranges of the first and the last row. */
  return (pixels: Uint8Array, changed: readonly (readonly [from: number, to: number])[]): Buffer => {
    const isChanged = (nth: number) =>
      changed.some(([from, to]) => to >= nth * BAND_ROWS && from < (nth + 1) * BAND_ROWS);
    const bands = unchanged.map((one, nth) => (isChanged(nth) ? band(pixels, nth, 1) : one));
    const data = Buffer.concat([ZLIB_HEADER, ...bands.map(({ bytes }) => bytes), ZLIB_END, checksum(bands)]);
    return Buffer.concat([...head, chunk('IDAT', data), end]);
  };
}

function packBand(pixels: Uint8Array, width: number, level: number): Band {
  const height = pixels.length / width;
  const rows = Buffer.alloc((width + 1) * height);
  // The first byte of each row is its filter type: 0 for none.
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  let [a, b] = [1, 0];
  for (const byte of rows) {
    a += byte;
    b += a;
  }
  // A full flush ends at a whole byte, and what follows does not refer to what came before.
  const bytes = deflateRawSync(rows, { ...SMALL_STATE, level, finishFlush: constants.Z_FULL_FLUSH });
  return { bytes, length: rows.length, sums: [a % ADLER, b % ADLER] };
}

/** The Adler-32 of all bands from those of each (RFC 1950). */
function checksum(bands: Band[]): Buffer {
  let [a, b] = [1, 0];
  for (const { length, sums } of bands) {
    b = (b + sums[1] + length * (a + ADLER - 1)) % ADLER;
    a = (a + sums[0] + ADLER - 1) % ADLER;
  }
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(b * 65_536 + a);
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
