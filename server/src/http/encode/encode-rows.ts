import type { PackedField, PackedRows } from '../../domain/observations/packed-rows.ts';

const FIELD_END = 0x1f;
const ROW_END = 0x1e;
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
  const output = new Output(text.length + rows * maxBytes + 2);
  output.byte(0x5b);
  let at = 0;
  for (let row = 0; row < rows; row++) {
    if (row > 0) output.byte(0x2c);
    for (let i = 0; i < fields.length; i++) {
      output.bytes(before[i] as Uint8Array);
      const start = output.length;
      const from = at;
      for (; at < text.length; at++) {
        const code = text.charCodeAt(at);
        if (code === FIELD_END || code === ROW_END) break;
        if (code > 127 || isPlain[code] === 0) return null;
        output.byte(code);
      }
      const kind = (fields[i] as PackedField).kind;
      if (kind === 'number') {
        if (at === from) output.bytes(NULL);
      } else if (kind !== 'text') {
        output.length = start;
        if (kind === 'time') output.time(Number(text.slice(from, at)));
        else output.bytes(text.charCodeAt(from) === 0x74 ? TRUE : FALSE);
      }
      at++;
    }
    output.bytes(end);
  }
  output.byte(0x5d);
  return output.done();
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

/** A buffer with a fixed capacity. */
class Output {
  length = 0;
  readonly #bytes: Buffer;
  #day = Number.NaN;
  #dayText: Uint8Array = new Uint8Array(0);

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  byte(value: number): void {
    this.#bytes[this.length++] = value;
  }

  bytes(values: Uint8Array): void {
    for (let i = 0; i < values.length; i++) this.#bytes[this.length++] = values[i] as number;
  }

  /** The format of `toISOString`. The day is cached: neighboring rows mostly have the same one. */
  time(seconds: number): void {
    const ms = Math.round(seconds * 1_000);
    const day = Math.floor(ms / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#dayText = Buffer.from(new Date(day * DAY_MS).toISOString().slice(0, -13));
    }
    this.bytes(this.#dayText);
    const rest = ms - day * DAY_MS;
    this.#twoDigits(Math.floor(rest / 3_600_000));
    this.byte(0x3a);
    this.#twoDigits(Math.floor(rest / 60_000) % 60);
    this.byte(0x3a);
    this.#twoDigits(Math.floor(rest / 1_000) % 60);
    this.byte(0x2e);
    this.byte(0x30 + Math.floor((rest % 1_000) / 100));
    this.#twoDigits(rest % 100);
    this.byte(0x5a);
  }

  #twoDigits(value: number): void {
    this.byte(0x30 + Math.floor(value / 10));
    this.byte(0x30 + (value % 10));
  }

  done(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}
