import { crc32 } from 'node:zlib';
import type { FormatProbe } from './probe-picture.ts';

const SIGNATURE_BYTES = 8;
const HEADER_BYTES = 8;
const CRC_BYTES = 4;
/** Each of these may unpack to megabytes before the first pixel is read; honest pictures have a few. */
const PACKED_KINDS = new Set(['zTXt', 'iTXt', 'iCCP']);
const MOST_PACKED = 8;

/** Walks the chunks as the bytes come: IHDR must be first, IEND must come. */
export function pngProbe(): FormatProbe {
  let skip = SIGNATURE_BYTES;
  let collected = Buffer.alloc(0);
  let wanted = HEADER_BYTES;
  let kind = '';
  let size: { width: number; height: number } | null = null;
  let packed = 0;
  let whole = false;

  function onCollected(): void {
    if (wanted === HEADER_BYTES) {
      const length = collected.readUInt32BE(0);
      kind = collected.toString('latin1', 4, 8);
      if (size === null && (kind !== 'IHDR' || length !== 13)) throw new Error('a PNG must begin with IHDR');
      if (PACKED_KINDS.has(kind) && ++packed > MOST_PACKED)
        throw new Error('a PNG with too many packed texts');
      if (kind === 'IHDR') wanted = 13 + CRC_BYTES;
      else if (kind === 'IEND') wanted = CRC_BYTES;
      else skip = length + CRC_BYTES;
    } else if (kind === 'IHDR') {
      const sum = crc32(Buffer.concat([Buffer.from('IHDR'), collected.subarray(0, 13)]));
      if (collected.readUInt32BE(13) !== sum)
        throw new Error('the header of a PNG does not match its checksum');
      size = { width: collected.readUInt32BE(0), height: collected.readUInt32BE(4) };
      wanted = HEADER_BYTES;
    } else {
      whole = true;
    }
    collected = Buffer.alloc(0);
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
    isWhole: () => whole,
  };
}
