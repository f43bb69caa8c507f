import { AppError } from '../../../lib/errors.ts';
import type { FormatProbe } from '../image-format.ts';

const EOI = 0xd9;
const SOS = 0xda;
const DQT = 0xdb;

/** Progressive images have about 10 scans. Each scan costs a pass over all pixels, however few bytes it has. */
const MOST_SCANS = 100;

/** Walks the markers: the frame header holds the size, and the end has its own marker. */
export function jpegProbe(): FormatProbe {
  let state: 'marker' | 'code' | 'length' | 'segment' | 'scan' | 'end' = 'marker';
  let code = 0;
  let left = 0;
  let header: number[] = [];
  let size: { width: number; height: number } | null = null;
  let tables = false;
  let scans = 0;

  /** Returns the offset after the consumed bytes. */
  function step(chunk: Buffer, at: number): number {
    const byte = chunk[at] ?? 0;
    switch (state) {
      case 'marker':
        if (byte !== 0xff) throw new Error('a JPEG marker is missing');
        state = 'code';
        return at + 1;
      case 'code':
        code = byte;
        if (byte === EOI) state = 'end';
        // Fill bytes; then, inside a scan, a stuffed byte or a restart; then markers without a segment.
        else if (byte === 0xff) state = 'code';
        else if (scans > 0 && (byte === 0 || (byte >= 0xd0 && byte <= 0xd7))) state = 'scan';
        else if (byte === 0x01 || (byte >= 0xd0 && byte <= 0xd8)) state = 'marker';
        else state = 'length';
        header = [];
        return at + 1;
      case 'length':
        header.push(byte);
        if (header.length === 2) {
          left = (header[0] ?? 0) * 256 + byte - 2;
          if (left < 0) throw new Error('a JPEG segment has an invalid length');
          header = [];
          state = left === 0 ? 'marker' : 'segment';
        }
        return at + 1;
      case 'segment':
        return segment(chunk, at);
      case 'scan': {
        const next = chunk.indexOf(0xff, at);
        if (next === -1) return chunk.length;
        state = 'code';
        return next + 1;
      }
      default:
        return chunk.length;
    }
  }

  function segment(chunk: Buffer, at: number): number {
    const taken = Math.min(left, chunk.length - at);
    if (isFrame(code) && header.length < 6)
      header.push(...chunk.subarray(at, at + Math.min(taken, 6 - header.length)));
    left -= taken;
    if (left > 0) return at + taken;
    if (isFrame(code)) {
      if (size) throw new Error('the JPEG has two frames');
      const [precision, h1 = 0, h0 = 0, w1 = 0, w0 = 0, components = 0] = header;
      // The decoder does not support arithmetic coding, hierarchical mode or 12 bits.
      if (code > 0xc2 || precision !== 8 || ![1, 3, 4].includes(components))
        throw new Error('the JPEG frame is not supported');
      size = { width: w1 * 256 + w0, height: h1 * 256 + h0 };
    }
    if (code === SOS) {
      if (!size || !tables) throw new Error('a JPEG scan comes before its frame or tables');
      if (++scans > MOST_SCANS) throw new AppError('failed', `The JPEG has more than ${MOST_SCANS} scans.`);
    }
    if (code === DQT) tables = true;
    state = code === SOS ? 'scan' : 'marker';
    return at + taken;
  }

  return {
    push(chunk) {
      for (let at = 0; at < chunk.length && state !== 'end'; ) at = step(chunk, at);
    },
    size: () => size,
    isWhole: () => state === 'end' && scans > 0,
  };
}

/** SOF0 to SOF15, except for the three codes in that range with other meanings. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
}
