import { hash } from 'node:crypto';
import { endianness } from 'node:os';
import type { CopiedRow } from '../../../db/copy-out.ts';

/** A label is a text that many rows share; the array has its number. */
type ColumnType = 'double' | 'integer' | 'smallint' | 'byte' | 'label';
/** `absent` is the value for null, 0 if it is not given. */
type Column = { sql: string; type: ColumnType; absent?: number };

/** The columns of a table that scores are computed from. */
export type InputColumns = { table: string; where: string; columns: readonly Column[] };

type Numbers = Float64Array | Int32Array | Int16Array | Uint8Array;

const ARRAYS = {
  double: Float64Array,
  integer: Int32Array,
  smallint: Int16Array,
  byte: Uint8Array,
  label: Int32Array,
};

/** Rows as one array per column. A stored block is short enough to arrive in a few reads of the socket. */
export const BLOCK_ROWS = 16_384;

export type Block = { rows: number; values: readonly Numbers[]; labels: Labels };

/** The texts of label columns, numbered in order of arrival. Shared by all blocks of a table. */
export class Labels {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}

/** Collects rows in blocks. The arrays of a block are reused after `onBlock` returns. */
export class BlockBuilder {
  readonly #columns: readonly Column[];
  readonly #labels: Labels;
  readonly #onBlock: (block: Block) => void;
  readonly #values: Numbers[];
  readonly #size: number;
  #rows = 0;

  constructor(
    { columns }: InputColumns,
    labels: Labels,
    onBlock: (block: Block) => void,
    expectedRows = BLOCK_ROWS,
  ) {
    this.#columns = columns;
    this.#labels = labels;
    this.#onBlock = onBlock;
    this.#size = Math.min(BLOCK_ROWS, expectedRows);
    this.#values = columns.map(({ type }) => new ARRAYS[type](this.#size));
  }

  add(row: CopiedRow): void {
    if (this.#rows === this.#size) this.flush();
    for (let c = 0; c < this.#columns.length; c++) {
      const { type, absent = 0 } = this.#columns[c] as Column;
      const value = type === 'label' ? this.#labels.numberOf(row.text()) : row.number(absent);
      (this.#values[c] as Numbers)[this.#rows] = value;
    }
    this.#rows++;
  }

  flush(): void {
    const rows = this.#rows;
    this.#rows = 0;
    if (rows > 0) this.#onBlock({ rows, values: this.#values, labels: this.#labels });
  }
}

export function encodeBlock({ rows, values }: Block): Buffer {
  return Buffer.concat(
    values.map(({ buffer, BYTES_PER_ELEMENT }) => new Uint8Array(buffer, 0, rows * BYTES_PER_ELEMENT)),
  );
}

/** Decodes stored blocks. The arrays of a block are reused by the next call. */
export class BlockDecoder {
  readonly labels = new Labels();
  readonly #values: Numbers[];

  constructor({ columns }: InputColumns) {
    this.#values = columns.map(({ type }) => new ARRAYS[type](BLOCK_ROWS));
  }

  decode(rows: number, bytes: Buffer): Block {
    let at = 0;
    for (const { buffer, BYTES_PER_ELEMENT } of this.#values) {
      const length = rows * BYTES_PER_ELEMENT;
      new Uint8Array(buffer, 0, length).set(bytes.subarray(at, at + length));
      at += length;
    }
    return { rows, values: this.#values, labels: this.labels };
  }
}

export function selectOf({ table, where, columns }: InputColumns, from = table): string {
  return `select ${columns.map(({ sql }) => sql).join(', ')} from ${from} where ${where}`;
}

/** Blocks of another version are not read: they were written by other SQL or in another byte order. */
export function versionOf(columns: InputColumns): string {
  return hash('sha256', `${endianness()} ${selectOf(columns)} ${JSON.stringify(columns.columns)}`);
}
