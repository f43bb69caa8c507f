import { crc32 } from 'node:zlib';
import type { FormatProbe } from '../image-format.ts';

const SIGNATURE_BYTES = 8;
const HEADER_BYTES = 8;
const CRC_BYTES = 4;
/**
 * Compressed text and color profiles are decompressed before the first pixel is read: up to a thousand times their
 * length, and up to 8 MB each, which is libpng's limit. Ordinary images have a color profile and a few short texts.
 */
const MOST_DECOMPRESSED_BYTES = 8_500_000;
const decompressedBytes = (length: number) => Math.min(length * 1_032, 8_000_000);
/** Bits per sample by color type, as the standard allows. */
const DEPTHS: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** The keyword of an iTXt chunk (79 bytes at most), its terminator, and the compression flag. */
const ITXT_HEAD_BYTES = 81;

/** Walks the chunks: IHDR must come first, and IEND must be present. */
export function pngProbe(): FormatProbe {
  let skip = SIGNATURE_BYTES;
  let collected = Buffer.alloc(0);
  let wanted = HEADER_BYTES;
  /** Empty while a chunk header is expected. */
  let kind = '';
  let length = 0;
  let size: { width: number; height: number } | null = null;
  let decompressed = 0;
  let pixels = false;
  let whole = false;

  function onCollected(): void {
    if (kind === '') onChunk(collected.readUInt32BE(0), collected.toString('latin1', 4, 8));
    else if (kind === 'IHDR') onHeader();
    else if (kind === 'iTXt') onText();
    else whole = true;
    collected = Buffer.alloc(0);
  }

  function onChunk(chunkLength: number, chunkKind: string): void {
    length = chunkLength;
    kind = chunkKind;
    if (size === null && (kind !== 'IHDR' || length !== 13))
      throw new Error('the PNG does not begin with IHDR');
    if (kind === 'IHDR') wanted = 13 + CRC_BYTES;
    else if (kind === 'IEND') wanted = CRC_BYTES;
    else if (kind === 'iTXt') wanted = Math.min(length, ITXT_HEAD_BYTES) + CRC_BYTES;
    else skip = length + CRC_BYTES;
    if (kind === 'zTXt' || kind === 'iCCP') addCompressed();
    if (kind === 'IDAT') pixels = true;
    if (skip > 0) kind = '';
  }

  function onHeader(): void {
    const sum = crc32(Buffer.concat([Buffer.from('IHDR'), collected.subarray(0, 13)]));
    if (collected.readUInt32BE(13) !== sum) throw new Error('the PNG header does not match its checksum');
    const [depth = 0, color = 0] = collected.subarray(8, 10);
    if (!DEPTHS[color]?.includes(depth)) throw new Error('the PNG has an unknown color type');
    size = { width: collected.readUInt32BE(0), height: collected.readUInt32BE(4) };
    nextChunk();
  }

  function onText(): void {
    if (collected[collected.indexOf(0) + 1] !== 0) addCompressed();
    skip = length + CRC_BYTES - wanted;
    nextChunk();
  }

  function nextChunk(): void {
    kind = '';
    wanted = HEADER_BYTES;
  }

  function addCompressed(): void {
    decompressed += decompressedBytes(length);
    if (decompressed > MOST_DECOMPRESSED_BYTES) throw new Error('the PNG has too much compressed text');
  }

  return {
    push(chunk) {
      for (let at = 0; at < chunk.length && !whole; ) {
        if (skip > 0) {
          const taken = Math.min(skip, chunk.length - at);
          skip -= taken;
          at += taken;
          continue;
        }
        const part = chunk.subarray(at, at + wanted - collected.length);
        collected = Buffer.concat([collected, part]);
        at += part.length;
        if (collected.length === wanted) onCollected();
      }
    },
    size: () => size,
    isWhole: () => whole && pixels,
  };
}
