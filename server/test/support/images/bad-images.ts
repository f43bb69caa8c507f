import { crc32, deflateSync } from 'node:zlib';

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
