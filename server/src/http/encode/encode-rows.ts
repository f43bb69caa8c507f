import type { PackedField, PackedRows } from '../../domain/observations/packed-rows.ts';

const FIELD_END = 0x1f;
const ROW_END = 0x1e;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const DOT = 0x2e;
const ZERO = 0x30;
const UTC = 0x5a;
const DAY_MS = 86_400_000;
/** The longest value that is longer than its packed form: an ISO time. */
const MAX_GROWTH = 24;

const NULL = Buffer.from('null');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');

/** Characters that JSON writes as they are, in one byte. */
const isPlain = Uint8Array.from(
  { length: 128 },
  (_, code) => +(code >= 0x20 && code !== 0x22 && code !== 0x5c),
);

/** The bytes of a JSON array of objects. */
export function encodeRows({ fields, text, length }: PackedRows): Buffer {
  if (length === 0) return Buffer.from('[]');
  return encodePlain(keysOf(fields), text, length) ?? encodeAny(fields, text);
}

/** The bytes around the values of a row. */
type Keys = {
  fields: readonly PackedField[];
  /** The bytes before each value. */
  before: Uint8Array[];
  end: Uint8Array;
  maxBytes: number;
};

const keys = new WeakMap<readonly PackedField[], Keys>();

function keysOf(fields: readonly PackedField[]): Keys {
  const known = keys.get(fields);
  if (known) return known;
  const quote = (i: number) => (fields[i]?.kind === 'text' || fields[i]?.kind === 'time' ? '"' : '');
  const before = fields.map(({ name }, i) =>
    Buffer.from(`${i > 0 ? `${quote(i - 1)},` : '{'}${JSON.stringify(name)}:${quote(i)}`),
  );
  const end = Buffer.from(`${quote(fields.length - 1)}}`);
  const keyBytes = before.reduce((sum, { length }) => sum + length, end.length);
  const made = { fields, before, end, maxBytes: keyBytes + fields.length * MAX_GROWTH + 1 };
  keys.set(fields, made);
  return made;
}

/**
 * Writes characters straight into the response buffer, which takes a third of the time of strings and
 * `JSON.stringify`. Null when a character needs escaping or more than one byte.
 */
function encodePlain({ fields, before, end, maxBytes }: Keys, text: string, rows: number): Buffer | null {
  const bytes = Buffer.allocUnsafe(text.length + rows * maxBytes + 2);
  const dates = new DateCache();
  bytes[0] = OPEN_LIST;
  let length = 1;
  let at = 0;
  for (let row = 0; row < rows; row++) {
    if (row > 0) bytes[length++] = COMMA;
    for (let i = 0; i < fields.length; i++) {
      length = copy(before[i] as Uint8Array, bytes, length);
      const start = length;
      const from = at;
      for (; at < text.length; at++) {
        const code = text.charCodeAt(at);
        if (code === FIELD_END || code === ROW_END) break;
        if (code > 127 || isPlain[code] === 0) return null;
        bytes[length++] = code;
      }
      const kind = (fields[i] as PackedField).kind;
      if (kind === 'number') {
        if (at === from) length = copy(NULL, bytes, length);
      } else if (kind === 'time') {
        length = writeTime(Number(text.slice(from, at)), dates, bytes, start);
      } else if (kind === 'boolean') {
        length = copy(text.charCodeAt(from) === 0x74 ? TRUE : FALSE, bytes, start);
      }
      at++;
    }
    length = copy(end, bytes, length);
  }
  bytes[length++] = CLOSE_LIST;
  return bytes.subarray(0, length);
}

/** Returns the position after the copy. Faster than `Buffer.copy` for short texts. */
function copy(source: Uint8Array, target: Uint8Array, at: number): number {
  for (let i = 0; i < source.length; i++) target[at + i] = source[i] as number;
  return at + source.length;
}

/** Neighboring rows mostly have the same date. */
class DateCache {
  #day = Number.NaN;
  #text: Uint8Array = NULL;

  /** `YYYY-MM-DDT` of a number of days since 1970. */
  text(day: number): Uint8Array {
    if (day !== this.#day) {
      this.#day = day;
      this.#text = Buffer.from(new Date(day * DAY_MS).toISOString().slice(0, -13));
    }
    return this.#text;
  }
}

/** Writes the format of `toISOString`. */
function writeTime(seconds: number, dates: DateCache, bytes: Uint8Array, start: number): number {
  const ms = Math.round(seconds * 1_000);
  const day = Math.floor(ms / DAY_MS);
  const rest = ms - day * DAY_MS;
  const at = copy(dates.text(day), bytes, start);
  writeDigits(Math.floor(rest / 3_600_000), bytes, at);
  bytes[at + 2] = COLON;
  writeDigits(Math.floor(rest / 60_000) % 60, bytes, at + 3);
  bytes[at + 5] = COLON;
  writeDigits(Math.floor(rest / 1_000) % 60, bytes, at + 6);
  bytes[at + 8] = DOT;
  bytes[at + 9] = ZERO + Math.floor((rest % 1_000) / 100);
  writeDigits(rest % 100, bytes, at + 10);
  bytes[at + 12] = UTC;
  return at + 13;
}

function writeDigits(value: number, bytes: Uint8Array, at: number): void {
  bytes[at] = ZERO + Math.floor(value / 10);
  bytes[at + 1] = ZERO + (value % 10);
}

function encodeAny(fields: readonly PackedField[], text: string): Buffer {
  const rows = text.split('\u001e').map((row) => {
    const values = row.split('\u001f');
    return `{${fields.map((field, i) => `${JSON.stringify(field.name)}:${encodeValue(field, values[i] ?? '')}`).join(',')}}`;
  });
  return Buffer.from(`[${rows.join(',')}]`);
}

function encodeValue({ kind }: PackedField, value: string): string {
  if (kind === 'number') return value === '' ? 'null' : value;
  if (kind === 'boolean') return value === 't' ? 'true' : 'false';
  return JSON.stringify(kind === 'time' ? new Date(Math.round(Number(value) * 1_000)) : value);
}
