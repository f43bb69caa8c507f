import type { FormatProbe } from '../image-format.ts';

const RIFF_BYTES = 12;
const HEADER_BYTES = 8;
/** The size is in the first bytes of the first chunk, in all three kinds of it. */
const SIZE_BYTES = 10;

/** Walks the chunks: the first one has the size, one must have pixels, and the RIFF header has the total length. */
export function webpProbe(): FormatProbe {
  let collected: Buffer = Buffer.alloc(0);
  let wanted = RIFF_BYTES;
  let skip = 0;
  let seen = 0;
  let end = Number.POSITIVE_INFINITY;
  let kind = 'RIFF';
  let length = 0;
  let size: { width: number; height: number } | null = null;
  let pixels = false;

  function onCollected(): void {
    if (kind === 'RIFF') {
      end = collected.readUInt32LE(4) + 8;
      nextChunk();
    } else if (kind === '') {
      kind = collected.toString('latin1', 0, 4);
      length = collected.readUInt32LE(4);
      onChunk();
    } else {
      size = sizeOf(kind, collected);
      skip = padded(length) - SIZE_BYTES;
      nextChunk();
    }
    collected = Buffer.alloc(0);
  }

  function onChunk(): void {
    // An animation frame has pixels of its own.
    if (['VP8 ', 'VP8L', 'ANMF'].includes(kind) && length >= SIZE_BYTES) pixels = true;
    if (size === null) {
      if (length < SIZE_BYTES) throw new Error('the first WebP chunk is too short');
      wanted = SIZE_BYTES;
    } else {
      skip = padded(length);
      nextChunk();
    }
  }

  function nextChunk(): void {
    kind = '';
    wanted = HEADER_BYTES;
  }

  return {
    push(chunk) {
      for (let at = 0; at < chunk.length && seen < end; ) {
        const taken =
          skip > 0
            ? Math.min(skip, chunk.length - at)
            : Math.min(wanted - collected.length, chunk.length - at);
        if (skip > 0) skip -= taken;
        else collected = Buffer.concat([collected, chunk.subarray(at, at + taken)]);
        at += taken;
        seen += taken;
        if (skip === 0 && collected.length === wanted) onCollected();
      }
    },
    size: () => size,
    // The chunks must end exactly where the RIFF header says.
    isWhole: () => size !== null && pixels && seen === end && skip === 0 && collected.length === 0,
  };
}

const padded = (length: number) => length + (length % 2);

function sizeOf(kind: string, data: Buffer): { width: number; height: number } {
  if (kind === 'VP8X') return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
  if (kind === 'VP8 ' && data.readUIntBE(3, 3) === 0x9d012a) {
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  }
  if (kind === 'VP8L' && data[0] === 0x2f) {
    const bits = data.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  throw new Error('the WebP does not begin with VP8, VP8L or VP8X');
}
