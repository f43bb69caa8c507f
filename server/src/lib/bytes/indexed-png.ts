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
/** Pixels of one row that get the same color: an index into the palette. `to` is the first pixel that stays. */
export type Span = { y: number; from: number; to: number; color: number };
type Checksum = { a: number; b: number };
/** Rows that are compressed on their own. */
type Band = { rows: Buffer; bytes: Buffer; sums: Checksum };

/**
 * Encodes PNGs with one byte per pixel, an index into the palette. They differ from `base` in a few spans: the bands without
 * a span are compressed once.
 */
export function pngEncoder(width: number, base: Uint8Array, palette: readonly Color[]) {
  const height = base.length / width;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bit depth 8, color type 3 (palette).
  header.set([8, 3], 8);
  const head = [SIGNATURE, chunk('IHDR', header), chunk('PLTE', Buffer.from(palette.flat()))];
  const end = chunk('IEND', Buffer.alloc(0));
  const unchanged = Array.from({ length: Math.ceil(height / BAND_ROWS) }, (_, nth) =>
    baseBand(base.subarray(nth * BAND_ROWS * width, (nth + 1) * BAND_ROWS * width), width),
  );

  /** A later span covers an earlier one. */
  return (spans: readonly Span[]): Buffer => {
    const byBand = Map.groupBy(spans, ({ y }) => Math.floor(y / BAND_ROWS));
    const bands = unchanged.map((one, nth) => {
      const drawn = byBand.get(nth);
      return drawn ? changedBand(one, nth, width, drawn) : one;
    });
    const data = Buffer.concat([ZLIB_HEADER, ...bands.map(({ bytes }) => bytes), ZLIB_END, checksum(bands)]);
    return Buffer.concat([...head, chunk('IDAT', data), end]);
  };
}

function baseBand(pixels: Uint8Array, width: number): Band {
  const height = pixels.length / width;
  const rows = Buffer.alloc((width + 1) * height);
  // The first byte of each row is its filter type: 0 for none.
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const sums = { a: 1, b: 0 };
  for (const byte of rows) {
    sums.a += byte;
    sums.b += sums.a;
  }
  return { rows, bytes: packed(rows), sums };
}

/** The sums are corrected for each changed byte: adding up all bytes takes longer than compressing them. */
function changedBand(
  { rows: baseRows, sums: before }: Band,
  nth: number,
  width: number,
  spans: Span[],
): Band {
  const rows = Buffer.from(baseRows);
  const sums = { ...before };
  for (const { y, from, to, color } of spans) {
    const row = (y - nth * BAND_ROWS) * (width + 1) + 1;
    for (let i = row + from; i < row + to; i++) {
      const change = color - (rows[i] ?? 0);
      sums.a += change;
      sums.b += change * (rows.length - i);
      rows[i] = color;
    }
  }
  return { rows, bytes: packed(rows), sums };
}

/**
 * A full flush ends at a whole byte, and what follows does not refer to what came before. Run lengths suit areas of one color:
 * fewer bytes than level 1, in the same time.
 */
function packed(rows: Buffer): Buffer {
  return deflateRawSync(rows, {
    ...SMALL_STATE,
    strategy: constants.Z_RLE,
    finishFlush: constants.Z_FULL_FLUSH,
  });
}

/** The Adler-32 of all bands from those of each (RFC 1950). */
function checksum(bands: Band[]): Buffer {
  let [a, b] = [1, 0];
  for (const { rows, sums } of bands) {
    b = (b + sums.b + rows.length * (a + ADLER - 1)) % ADLER;
    a = (a + sums.a + ADLER - 1) % ADLER;
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
