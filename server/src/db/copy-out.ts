import type pg from 'pg';
import { copyMessages } from './copy-messages.ts';

/** Reads the fields of one row in the binary COPY format, in order. */
export class CopiedRow {
  bytes: Buffer = Buffer.alloc(0);
  at = 0;
  /** The offset of the end of the row. */
  end = 0;

  /** An integer, date or boolean as a number, exact up to 2^53; `absent` if null. */
  number(absent: number): number {
    const { bytes } = this;
    const length = this.#length();
    if (length < 0) return absent;
    const at = this.at;
    this.at = at + length;
    if (length === 4) return word(bytes, at);
    if (length === 2) return (((bytes[at] as number) << 24) >> 16) | (bytes[at + 1] as number);
    if (length === 1) return bytes[at] as number;
    return word(bytes, at) * 4_294_967_296 + (word(bytes, at + 4) >>> 0);
  }

  double(absent: number): number {
    const length = this.#length();
    if (length < 0) return absent;
    this.at += length;
    return this.bytes.readDoubleBE(this.at - length);
  }

  text(): string {
    const length = this.#length();
    if (length <= 0) return '';
    this.at += length;
    return this.bytes.toString('utf8', this.at - length, this.at);
  }

  /** The bytes of a bytea, valid only during the call for this row. Empty if null. */
  binary(): Buffer {
    const length = Math.max(0, this.#length());
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  #length(): number {
    this.at += 4;
    return word(this.bytes, this.at - 4);
  }
}

/** A signed 32-bit integer. Faster than `readInt32BE`, which checks its arguments. */
export function word(bytes: Buffer, at: number): number {
  return (
    ((bytes[at] as number) << 24) |
    ((bytes[at + 1] as number) << 16) |
    ((bytes[at + 2] as number) << 8) |
    (bytes[at + 3] as number)
  );
}

const HEADER_BYTES = 19;

/** Runs `COPY (query) TO STDOUT` in binary format and calls `onRow` as rows arrive. */
export function copyOut(
  client: pg.ClientBase,
  query: string,
  onRow: (row: CopiedRow) => void,
): Promise<void> {
  const row = new CopiedRow();
  let isFirst = true;
  const { done } = copyMessages(client, `copy (${query}) to stdout (format binary)`, (bytes, at, end) => {
    const start = isFirst ? at + HEADER_BYTES : at;
    isFirst = false;
    // The trailer has -1 instead of a number of fields.
    if (bytes.readInt16BE(start) < 0) return;
    row.bytes = bytes;
    row.at = start + 2;
    row.end = end;
    onRow(row);
  });
  return done.then(() => undefined);
}
