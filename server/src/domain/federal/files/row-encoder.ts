import type { CsvSplitter } from '../../../lib/csv/csv-splitter.ts';
import type { CopyBuffer } from '../copy/copy-buffer.ts';
import type { Dataset } from '../dataset.ts';
import { usdot } from '../values/number.ts';
import { BLANK, INVALID, type Value, WRITTEN } from '../values/value.ts';

const NO_CELL = Buffer.alloc(0);
const SMALLINT_OID = 21;

type Field = { name: string; header: string; cell: number; value: Value };

/** `null` if the row was written; otherwise the reason why it was not. */
type Verdict = null | 'blank' | { reason: string };

/** Encodes the records of one file as COPY rows. `cellIndexes` maps each header of the dataset to its cell in the file. */
export class RowEncoder {
  /** Table columns, in the order in which they are written. */
  readonly columns: string[];
  unreadableCells = 0;

  readonly #dataset: Dataset;
  readonly #cells: number;
  readonly #fields: Field[];
  readonly #positions: number[];
  readonly #skipIfBlank: number[];
  readonly #identity: Set<Field>;
  readonly #rowOverhead: number;
  readonly #unquotedCell: number;

  constructor(dataset: Dataset, cellIndexes: ReadonlyMap<string, number>, cells: number) {
    const cellOf = (header: string) => cellIndexes.get(header) ?? -1;
    this.#dataset = dataset;
    this.#cells = cells;
    this.#fields = dataset.columns.flatMap(({ header, into }) =>
      into.map(({ name, value }) => ({ name, header, cell: cellOf(header), value })),
    );
    const names = this.#fields.map(({ name }) => name);
    if (dataset.identifiedByDocket && !names.includes('usdot_number'))
      this.#fields.push({ name: 'usdot_number', header: '', cell: -1, value: usdot });
    const identifying = new Set(dataset.identifiedByDocket ? ['usdot_number', 'docket_number'] : []);
    this.#identity = new Set(this.#fields.filter(({ name }) => identifying.has(name)));
    this.#unquotedCell = dataset.unquotedCommasIn ? cellOf(dataset.unquotedCommasIn) : -1;
    this.#positions = dataset.positions?.headers.map(cellOf) ?? [];
    this.#skipIfBlank = (dataset.skipIfBlank ?? []).map(cellOf).filter((cell) => cell >= 0);
    this.columns = this.#fields.map(({ name }) => name);
    if (dataset.positions) this.columns.push(dataset.positions.name);
    if (dataset.generatedKey) this.columns.push(dataset.generatedKey);
    this.columns.push('unread');
    this.#rowOverhead = this.columns.length * 16 + this.#positions.length * 6 + 64;
  }

  encode(record: CsvSplitter, out: CopyBuffer, rowNo: number): Verdict {
    if (record.problem !== null) return { reason: record.problem };
    if (record.cells > this.#cells && this.#unquotedCell >= 0) this.#joinUnquoted(record);
    if (record.cells !== this.#cells)
      return { reason: `expected ${this.#cells} cells, found ${record.cells}` };
    if (this.#isSkipped(record)) return 'blank';
    const from = out.length;
    // A cell can be written twice (docket prefix and number) and again as unreadable text.
    out.reserve(recordBytes(record) * 4 + this.#rowOverhead);
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
      if (outcome === INVALID) {
        out.length = from;
        return { reason: rejectReason(field, record) };
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

  /** Unquoted cells are adjacent in the buffer, so moving the end of the first one restores the whole text. */
  #joinUnquoted(record: CsvSplitter): void {
    const surplus = record.cells - this.#cells;
    record.ends[this.#unquotedCell] = record.ends[this.#unquotedCell + surplus] as number;
    record.starts.copyWithin(this.#unquotedCell + 1, this.#unquotedCell + 1 + surplus, record.cells);
    record.ends.copyWithin(this.#unquotedCell + 1, this.#unquotedCell + 1 + surplus, record.cells);
    record.cells = this.#cells;
  }

  #isSkipped(record: CsvSplitter): boolean {
    if (this.#skipIfBlank.length === 0) return false;
    return this.#skipIfBlank.every((cell) => isBlank(record, cell));
  }

  /** A smallint[] with the positions, from 1, of the filled cells. */
  #writePositions(record: CsvSplitter, out: CopyBuffer): void {
    const from = out.length;
    // The array header (length, dimensions, flags, type, size, lower bound) is written when the size is known.
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

  /** Identical rows without a carrier can be different events, so the row number is part of their hash. */
  #writeKey(out: CopyBuffer, from: number, rowNo: number, hasIdentity: boolean): void {
    if (this.#dataset.generatedKey === 'row_no') out.integer(rowNo);
    if (this.#dataset.generatedKey === 'row_hash') writeHash(out, from, hasIdentity ? 0 : rowNo);
  }

  #writeUnread(out: CopyBuffer, unread: Record<string, string> | null): void {
    if (unread === null) {
      out.null();
      return;
    }
    this.unreadableCells += Object.keys(unread).length;
    const json = Buffer.from(JSON.stringify(unread));
    out.reserve(json.length + 5);
    out.long(json.length + 1);
    // Version number of the jsonb binary format.
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

function rejectReason({ header, cell, value }: Field, record: CsvSplitter): string {
  const found = cell < 0 ? '' : record.text(cell).trim();
  if (found === '') return `${header} is blank`;
  return `${header} is not ${value.label}: ${JSON.stringify(found.slice(0, 60))}`;
}

/**
 * 64-bit hash of the encoded row. Rows with the same hash are treated as the same row: among 10 million rows, the chance
 * that two different ones have the same hash is about 1 in 400,000.
 */
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
