import type { FormatProbe } from '../image-format.ts';

const EOI = 0xd9;
const SOS = 0xda;
const DQT = 0xdb;

/** Walks the markers as the bytes come: the size stands in the frame header, the end is a marker of its own. */
export function jpegProbe(): FormatProbe {
  let state: 'marker' | 'code' | 'length' | 'segment' | 'scan' | 'end' = 'marker';
  let code = 0;
  let left = 0;
  let header: number[] = [];
  let size: { width: number; height: number } | null = null;
  let tables = false;
  let scans = 0;

  /** Returns the place after what it consumed. */
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
        // Fill bytes; then, in a scan, a stuffed byte or a restart; then markers that stand alone.
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
          if (left < 0) throw new Error('a JPEG segment has no length');
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
      if (size) throw new Error('a JPEG with two frames');
      const [precision, h1 = 0, h0 = 0, w1 = 0, w0 = 0, components = 0] = header;
      // Arithmetic coding, hierarchies and 12 bits exist in the standard; no decoder here reads them.
      if (code > 0xc2 || precision !== 8 || ![1, 3, 4].includes(components))
        throw new Error('an unusual JPEG frame');
      size = { width: w1 * 256 + w0, height: h1 * 256 + h0 };
    }
    if (code === SOS) {
      if (!size || !tables) throw new Error('a JPEG scan without its frame or tables');
      scans++;
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

/** SOF0 to SOF15 without the three codes between them that mean something else. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
}
