import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A PNG chunk with its checksum. */
export function pngChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

/** A PNG that says it is this large, whatever it holds. */
export function pngOfSize(
  width: number,
  height: number,
  between: Buffer[] = [],
  data = Buffer.alloc(1),
): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 0, 0, 0, 0])]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...between,
    pngChunk('IDAT', deflateSync(data)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A text chunk that unpacks to eight megabytes. */
export function packedText(kind: 'zTXt' | 'iTXt' = 'zTXt'): Buffer {
  const head = kind === 'zTXt' ? 'a\0\0' : 'a\0\x01\0\0\0';
  return pngChunk(kind, Buffer.concat([Buffer.from(head, 'latin1'), deflateSync(Buffer.alloc(7_900_000))]));
}

/** A text chunk of 20 KB that is not packed. */
export function plainText(): Buffer {
  return pngChunk(
    'iTXt',
    Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), Buffer.alloc(20_000, 65)]),
  );
}

/** Texts of every short length: where a chunk's end falls must not matter. */
export function shortTexts(): Buffer[] {
  return Array.from({ length: 90 }, (_, n) =>
    pngChunk('iTXt', Buffer.concat([Buffer.from('a\0\0'), Buffer.alloc(n)])),
  );
}

/** The same JPEG with another size in its frame header. */
export function jpegOfSize(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  for (let at = 2; at < copy.length; at += 2 + copy.readUInt16BE(at + 2)) {
    const code = copy[at + 1] ?? 0;
    if (code >= 0xc0 && code <= 0xc2) {
      copy.writeUInt16BE(height, at + 5);
      copy.writeUInt16BE(width, at + 7);
      return copy;
    }
  }
  throw new Error('no frame header');
}

/** An extended WebP that says it is this large. */
export function webpOfSize(width: number, height: number): Buffer {
  const canvas = Buffer.alloc(10);
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  const body = Buffer.concat([Buffer.from('WEBPVP8X'), Buffer.from([10, 0, 0, 0]), canvas]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), size, body]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A symbol for a run of up to 32,767 empty blocks, in one bit: the only entry of AC table 0. */
const EMPTY_RUN_TABLE = Buffer.from([0xff, 0xc4, 0, 20, 0x10, 1, ...Array(15).fill(0), 0xe0]);
const FIRST_BIT_PLANE = 13;

/**
 * A small progressive JPEG with up to 882 valid scans, all empty: one per coefficient and bit plane. Each costs the
 * decoder a pass over all pixels.
 */
export async function scanBomb(scans: number, side = 6_000): Promise<Buffer> {
  const { data: base } = await sharp({
    create: { width: side, height: side, channels: 3, background: '#808080' },
  })
    .greyscale()
    .jpeg({ progressive: true })
    .toBuffer({ resolveWithObject: true });
  const firstScan = base.indexOf(Buffer.from([0xff, 0xda]));
  const afterFirstScan = nextMarker(base, firstScan + 2 + base.readUInt16BE(firstScan + 2));
  const component = base[firstScan + 5] ?? 1;
  const runs = Math.ceil(Math.ceil(side / 8) ** 2 / 32_767);
  const emptyScan = emptyRuns(runs);
  const all: Buffer[] = [];
  for (let coefficient = 1; coefficient < 64; coefficient++) {
    for (let low = FIRST_BIT_PLANE; low >= 0 && all.length < scans; low--) {
      const high = low === FIRST_BIT_PLANE ? 0 : low + 1;
      const header = [0xff, 0xda, 0, 8, 1, component, 0, coefficient, coefficient, high * 16 + low];
      all.push(Buffer.concat([Buffer.from(header), emptyScan]));
    }
  }
  return Buffer.concat([
    base.subarray(0, afterFirstScan),
    EMPTY_RUN_TABLE,
    ...all,
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Each run is the bit 0 and 14 bits of length. Bytes of ones are followed by the zero that JPEG requires. */
function emptyRuns(count: number): Buffer {
  const bits = `0${'1'.repeat(14)}`.repeat(count);
  const bytes = (bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? []).map((byte) =>
    Number.parseInt(byte, 2),
  );
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));
}

function nextMarker(jpeg: Buffer, from: number): number {
  for (let at = from; ; at++) if (jpeg[at] === 0xff && jpeg[at + 1] !== 0) return at;
}
