/** Bytes that are not the DER that was expected. */
export class DerError extends Error {}

/** One value: its tag, its content, and all of its bytes. */
export type Der = { tag: number; body: Buffer; raw: Buffer };

export const TAG = {
  ...{ boolean: 0x01, integer: 0x02, bits: 0x03, octets: 0x04, null: 0x05, oid: 0x06 },
  ...{ time: 0x18, sequence: 0x30, set: 0x31, context0: 0xa0, context1: 0xa1 },
} as const;
const MOST_LENGTH_BYTES = 3;

/** Reads the value at an offset. Only what DER allows: lengths in their shortest form, and tags of one byte. */
function readAt(bytes: Buffer, at: number): { value: Der; next: number } {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) throw new DerError('It ends within a value.');
  if ((tag & 0x1f) === 0x1f) throw new DerError('It has a tag of several bytes.');
  let [start, length] = [at + 2, first];
  if (first >= 0x80) {
    const size = first & 0x7f;
    if (size === 0 || size > MOST_LENGTH_BYTES)
      throw new DerError('It has a length that DER does not allow.');
    if (start + size > bytes.length) throw new DerError('It ends within a value.');
    length = bytes.readUIntBE(start, size);
    if (length < 0x80 || length < 2 ** (8 * (size - 1)))
      throw new DerError('It has a length that is not in its shortest form.');
    start += size;
  }
  const next = start + length;
  if (next > bytes.length) throw new DerError('It ends within a value.');
  return { value: { tag, body: bytes.subarray(start, next), raw: bytes.subarray(at, next) }, next };
}

/** The one value that the bytes are. */
export function readDer(bytes: Buffer): Der {
  const { value, next } = readAt(bytes, 0);
  if (next !== bytes.length) throw new DerError('It has bytes after its end.');
  return value;
}

/** The values in a constructed one. */
export function partsOf(value: Der | undefined, tag: number = TAG.sequence): Der[] {
  const { body } = expect(value, tag);
  const parts: Der[] = [];
  for (let at = 0; at < body.length; ) {
    const { value: part, next } = readAt(body, at);
    parts.push(part);
    at = next;
  }
  return parts;
}

export function expect(value: Der | undefined, tag: number): Der {
  if (value?.tag !== tag) throw new DerError(`A value of the tag ${tag} is missing.`);
  return value;
}

export function oidOf(value: Der | undefined): string {
  const { body } = expect(value, TAG.oid);
  const numbers: number[] = [];
  let number = 0;
  for (const byte of body) {
    if (number > 2 ** 40) throw new DerError('It has an object identifier that is too long.');
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0;
  }
  const [first = 0, ...rest] = numbers;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - top * 40, ...rest].join('.');
}

/** `20261118120000Z`, with or without a fraction of a second. */
export function timeOf(value: Der | undefined): Date {
  const text = expect(value, TAG.time).body.toString('latin1');
  const [, y, mo, d, h, mi, s, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/.exec(text) ?? [];
  const time = new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}${fraction.slice(0, 4)}Z`);
  if (y === undefined || Number.isNaN(time.getTime()))
    throw new DerError('It has a time that does not exist.');
  return time;
}

/** The bytes of a value with this tag and content. */
export function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const size = body.length < 2 ** 8 ? 1 : body.length < 2 ** 16 ? 2 : 3;
  const length = Buffer.alloc(size);
  length.writeUIntBE(body.length, 0, size);
  return Buffer.concat([Buffer.from([tag, 0x80 | size]), length, body]);
}

export const sequence = (...parts: Buffer[]): Buffer => der(TAG.sequence, ...parts);

/** An integer that is not negative, from its bytes. */
export function integer(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const plain = first < 0 ? Buffer.alloc(1) : bytes.subarray(first);
  return der(TAG.integer, (plain[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), plain]) : plain);
}

export function oid(text: string): Buffer {
  const [top = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = [top * 40 + second, ...rest].flatMap((number) => {
    const digits = [number % 128];
    for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift(0x80 | (left % 128));
    return digits;
  });
  return der(TAG.oid, Buffer.from(bytes));
}
