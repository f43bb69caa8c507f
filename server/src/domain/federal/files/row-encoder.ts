import type { CsvSplitter } from '../../../lib/bytes/csv-splitter.ts';
import type { CopyBuffer } from '../copy/copy-buffer.ts';
import type { Dataset } from '../dataset.ts';
import { usdot } from '../values/number.ts';
import { BLANK, UNFIT, type Value, WRITTEN } from '../values/value.ts';

const NO_CELL = Buffer.alloc(0);
const SMALLINT_OID = 21;

type Field = { name: string; header: string; cell: number; value: Value };

/** What became of a record. `null` is a row; anything else is why there is none. */
export type Verdict = null | 'blank' | { reason: string };

/** Turns records of one file into COPY rows. `places` says in which cell each of the dataset's columns stands. */
export class RowEncoder {
  /** The table's columns, in the order in which they are written. */
  readonly columns: string[];
  cellsUnread = 0;

  readonly #dataset: Dataset;
  readonly #cells: number;
  readonly #fields: Field[];
  readonly #positions: number[];
  readonly #blankWithout: number[];
  readonly #identity: Set<Field>;
  readonly #rowRoom: number;
  readonly #loose: number;

  constructor(dataset: Dataset, places: ReadonlyMap<string, number>, cells: number) {
    const cellOf = (header: string) => places.get(header) ?? -1;
    this.#dataset = dataset;
    this.#cells = cells;
    this.#fields = dataset.columns.flatMap(({ header, into }) =>
      into.map(({ name, value }) => ({ name, header, cell: cellOf(header), value })),
    );
    const names = this.#fields.map(({ name }) => name);
    if (dataset.byDocket && !names.includes('usdot_number'))
      this.#fields.push({ name: 'usdot_number', header: '', cell: -1, value: usdot });
    const identifying = new Set(dataset.byDocket ? ['usdot_number', 'docket_number'] : []);
    this.#identity = new Set(this.#fields.filter(({ name }) => identifying.has(name)));
    this.#loose = dataset.mayHoldCommas ? cellOf(dataset.mayHoldCommas) : -1;
    this.#positions = dataset.positions?.headers.map(cellOf) ?? [];
    this.#blankWithout = (dataset.blankWithout ?? []).map(cellOf).filter((cell) => cell >= 0);
    this.columns = this.#fields.map(({ name }) => name);
    if (dataset.positions) this.columns.push(dataset.positions.name);
    if (dataset.madeKey) this.columns.push(dataset.madeKey);
    this.columns.push('unread');
    this.#rowRoom = this.columns.length * 16 + this.#positions.length * 6 + 64;
  }

  encode(record: CsvSplitter, out: CopyBuffer, rowNo: number): Verdict {
    if (record.problem !== null) return { reason: record.problem };
    if (record.cells > this.#cells && this.#loose >= 0) this.#joinLoose(record);
    if (record.cells !== this.#cells)
      return { reason: `${record.cells} cells where ${this.#cells} are needed` };
    if (this.#saysNothing(record)) return 'blank';
    const from = out.length;
    // A cell may be written twice (a docket's letters and number) and once more as a text nobody can read.
    out.reserve(recordBytes(record) * 4 + this.#rowRoom);
    out.short(this.columns.length);
    let unread: Record<string, string> | null = null;
    let hasIdentity = this.#identity.size === 0;
    for (const field of this.#fields) {
      const outcome = this.#write(field, record, out);
      if (outcome === WRITTEN) {
        if (!hasIdentity && this.#identity.has(field)) hasIdentity = true;
        continue;
      }
      if (outcome === BLANK) continue;
      if (outcome === UNFIT) {
        out.length = from;
        return { reason: unfit(field, record) };
      }
      unread ??= {};
      unread[field.header] = record.text(field.cell);
    }
    if (this.#positions.length > 0) this.#writePositions(record, out);
    this.#writeKey(out, from, rowNo, hasIdentity);
    this.#writeUnread(out, unread);
    return null;
  }

  #write({ cell, value }: Field, record: CsvSplitter, out: CopyBuffer): number {
    if (cell < 0) return value.write(out, NO_CELL, 0, 0);
    const { source } = record;
    let start = record.starts[cell] as number;
    let end = record.ends[cell] as number;
    while (start < end && (source[start] as number) <= 0x20) start++;
    while (end > start && (source[end - 1] as number) <= 0x20) end--;
    return value.write(out, source, start, end);
  }

  /** Unquoted cells lie side by side, so that the text is whole again when its ends are set apart. */
  #joinLoose(record: CsvSplitter): void {
    const surplus = record.cells - this.#cells;
    record.ends[this.#loose] = record.ends[this.#loose + surplus] as number;
    record.starts.copyWithin(this.#loose + 1, this.#loose + 1 + surplus, record.cells);
    record.ends.copyWithin(this.#loose + 1, this.#loose + 1 + surplus, record.cells);
    record.cells = this.#cells;
  }

  #saysNothing(record: CsvSplitter): boolean {
    if (this.#blankWithout.length === 0) return false;
    return this.#blankWithout.every((cell) => isBlank(record, cell));
  }

  /** A smallint[] with the numbers, from 1, of the cells that are filled. */
  #writePositions(record: CsvSplitter, out: CopyBuffer): void {
    const from = out.length;
    // Length, dimensions, flags, type, size, lower bound: written when the size is known.
    out.length += 24;
    let filled = 0;
    this.#positions.forEach((cell, i) => {
      if (cell < 0 || isBlank(record, cell) || record.source[record.starts[cell] as number] === 0x4e) return;
      filled++;
      out.smallint(i + 1);
    });
    const end = filled === 0 ? from + 16 : out.length;
    out.length = from;
    out.long(end - from - 4);
    out.long(filled === 0 ? 0 : 1);
    out.long(0);
    out.long(SMALLINT_OID);
    if (filled > 0) {
      out.long(filled);
      out.long(1);
    }
    out.length = end;
  }

  /** Two rows that name no carrier cannot be told to be the same event, however alike. */
  #writeKey(out: CopyBuffer, from: number, rowNo: number, hasIdentity: boolean): void {
    if (this.#dataset.madeKey === 'row_no') out.integer(rowNo);
    if (this.#dataset.madeKey === 'row_hash') writeHash(out, from, hasIdentity ? 0 : rowNo);
  }

  #writeUnread(out: CopyBuffer, unread: Record<string, string> | null): void {
    if (unread === null) {
      out.null();
      return;
    }
    this.cellsUnread += Object.keys(unread).length;
    const json = Buffer.from(JSON.stringify(unread));
    out.reserve(json.length + 5);
    out.long(json.length + 1);
    // The version of jsonb's binary form.
    out.bytes[out.length++] = 1;
    out.length += json.copy(out.bytes, out.length);
  }
}

function isBlank(record: CsvSplitter, cell: number): boolean {
  const end = record.ends[cell] as number;
  for (let at = record.starts[cell] as number; at < end; at++)
    if ((record.source[at] as number) > 0x20) return false;
  return true;
}

function recordBytes(record: CsvSplitter): number {
  return (record.ends[record.cells - 1] as number) - (record.starts[0] as number);
}

function unfit({ header, cell, value }: Field, record: CsvSplitter): string {
  const found = cell < 0 ? '' : record.text(cell).trim();
  if (found === '') return `${header} is blank`;
  return `${header} is not ${value.what}: ${JSON.stringify(found.slice(0, 60))}`;
}

/** 64 bits over what was written of the row: two rows with one hash are one row. */
function writeHash(out: CopyBuffer, from: number, salt: number): void {
  const { bytes } = out;
  let low = 0x811c9dc5 ^ salt;
  let high = 0x01000193 ^ Math.imul(salt, 0x9e3779b1);
  for (let at = from; at < out.length; at++) {
    const byte = bytes[at] as number;
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte, 0x85ebca6b) ^ (high >>> 13);
  }
  out.long(8);
  out.long(Math.imul(high ^ (high >>> 16), 0xc2b2ae35));
  out.long(low);
}
