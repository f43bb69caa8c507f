import { crc32 } from 'node:zlib';
import type { FormatProbe } from '../image-format.ts';

const SIGNATURE_BYTES = 8;
const HEADER_BYTES = 8;
const CRC_BYTES = 4;
/**
 * Packed texts and profiles are unpacked before the first pixel is read: to a thousand times its length, and to 8 MB at
 * most, which is libpng's own limit for each. Honest pictures have a colour profile and a short text or two.
 */
const MOST_UNPACKED_BYTES = 8_500_000;
const unpackedBytes = (length: number) => Math.min(length * 1_032, 8_000_000);
/** Bits of a sample by colour type, as the standard allows them. */
const DEPTHS: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** An iTXt's keyword of at most 79 bytes, its end, and the byte that says whether the text is packed. */
const ITXT_HEAD_BYTES = 81;

/** Walks the chunks as the bytes come: IHDR must be first, IEND must come. */
export function pngProbe(): FormatProbe {
  let skip = SIGNATURE_BYTES;
  let collected = Buffer.alloc(0);
  let wanted = HEADER_BYTES;
  /** Empty while a chunk's own header is awaited. */
  let kind = '';
  let length = 0;
  let size: { width: number; height: number } | null = null;
  let unpacked = 0;
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
    if (size === null && (kind !== 'IHDR' || length !== 13)) throw new Error('a PNG must begin with IHDR');
    if (kind === 'IHDR') wanted = 13 + CRC_BYTES;
    else if (kind === 'IEND') wanted = CRC_BYTES;
    else if (kind === 'iTXt') wanted = Math.min(length, ITXT_HEAD_BYTES) + CRC_BYTES;
    else skip = length + CRC_BYTES;
    if (kind === 'zTXt' || kind === 'iCCP') addPacked();
    if (kind === 'IDAT') pixels = true;
    if (skip > 0) kind = '';
  }

  function onHeader(): void {
    const sum = crc32(Buffer.concat([Buffer.from('IHDR'), collected.subarray(0, 13)]));
    if (collected.readUInt32BE(13) !== sum)
      throw new Error('the header of a PNG does not match its checksum');
    const [depth = 0, colour = 0] = collected.subarray(8, 10);
    if (!DEPTHS[colour]?.includes(depth)) throw new Error('a PNG of no known colours');
    size = { width: collected.readUInt32BE(0), height: collected.readUInt32BE(4) };
    nextChunk();
  }

  function onText(): void {
    if (collected[collected.indexOf(0) + 1] !== 0) addPacked();
    skip = length + CRC_BYTES - wanted;
    nextChunk();
  }

  function nextChunk(): void {
    kind = '';
    wanted = HEADER_BYTES;
  }

  function addPacked(): void {
    unpacked += unpackedBytes(length);
    if (unpacked > MOST_UNPACKED_BYTES) throw new Error('a PNG with too many packed texts');
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
