import type { FormatProbe } from './picture.ts';

/** RIFF header, first chunk's header, and as much of it as holds the size. */
const HEAD_BYTES = 30;

/** The size stands in the first chunk, whichever of three it is; the length of the whole in the RIFF header. */
export function webpProbe(): FormatProbe {
  let head = Buffer.alloc(0);
  let seen = 0;
  let announced = Number.POSITIVE_INFINITY;
  let size: { width: number; height: number } | null = null;

  return {
    push(chunk) {
      seen += chunk.length;
      if (head.length === HEAD_BYTES) return;
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      if (head.length < HEAD_BYTES) return;
      announced = head.readUInt32LE(4) + 8;
      size = sizeOf(head);
    },
    size: () => size,
    isWhole: () => size !== null && seen >= announced,
  };
}

function sizeOf(head: Buffer): { width: number; height: number } {
  const kind = head.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ' && head.readUIntBE(23, 3) === 0x9d012a) {
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  }
  if (kind === 'VP8L' && head[20] === 0x2f) {
    const bits = head.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  throw new Error('a WebP must begin with VP8, VP8L or VP8X');
}
