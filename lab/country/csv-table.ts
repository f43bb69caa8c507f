import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Dataset, headersOf } from '../../server/src/domain/federal/dataset.ts';
import type { Carrier } from './carrier.ts';
import type { Crash } from './crash.ts';
import type { DayWriters } from './days.ts';
import type { Inspection } from './inspection.ts';

const BUFFER_BYTES = 1 << 20;
const MAX_BYTES_PER_CHARACTER = 3;

/** The events of one carrier, generated once and written to every file that lists them. */
export type Events = { inspections: Inspection[]; crashes: Crash[] };

/** One or more files that are written together, carrier by carrier. */
export type FileWriter = { tables: CsvTable[]; write(carrier: Carrier, events: Events): void };

/** The import reads the as-of day from the file names. */
export type Target = { folder: string; asOfDay: number; days: DayWriters };

type CsvStyle = {
  /** The legacy licensing files quote every cell. */
  quoteAll?: boolean;
  /** The "all with history" text files have no header. */
  header?: boolean;
  extension?: 'csv' | 'txt';
};

/** Writes one federal file. Writes are synchronous, which keeps memory use flat. */
export class CsvTable {
  rows = 0;
  readonly path: string;
  readonly days: DayWriters;
  readonly #columns: Map<string, number>;
  readonly #cells: string[];
  readonly #file: number;
  readonly #quoteAll: boolean;
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #filled = 0;

  constructor({ folder, asOfDay, days }: Target, dataset: Dataset, style: CsvStyle = {}) {
    mkdirSync(folder, { recursive: true });
    this.days = days;
    this.path = join(folder, `synthetic-${dataset.name}-${days.iso(asOfDay)}.${style.extension ?? 'csv'}`);
    this.#file = openSync(this.path, 'w');
    const headers = headersOf(dataset);
    this.#columns = new Map(headers.map((header, i) => [header, i]));
    this.#cells = [...headers];
    this.#quoteAll = style.quoteAll ?? false;
    if (style.header ?? true) this.#append();
    else this.#cells.fill('');
  }

  /** Sets a cell of the current row. Cells that are not set stay blank. */
  set(header: string, value: string | number): this {
    const column = this.#columns.get(header);
    if (column === undefined) throw new Error(`${this.path} has no column ${header}`);
    this.#cells[column] = typeof value === 'number' ? String(value) : value;
    return this;
  }

  /** Like `set`, for text that may contain commas or quotes. */
  setText(header: string, value: string): this {
    const quote = !this.#quoteAll && (value.includes(',') || value.includes('"'));
    const escaped = value.includes('"') ? value.replaceAll('"', '""') : value;
    return this.set(header, quote ? `"${escaped}"` : escaped);
  }

  endRow(): void {
    this.#append();
    this.rows++;
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
    // Small countries have no rows for some datasets, and the import rejects a file without rows.
    if (this.rows === 0) rmSync(this.path);
  }

  #append(): void {
    const line = this.#quoteAll ? `"${this.#cells.join('","')}"\n` : `${this.#cells.join(',')}\n`;
    this.#cells.fill('');
    if (this.#filled + line.length * MAX_BYTES_PER_CHARACTER > BUFFER_BYTES) this.#flush();
    this.#filled += this.#buffer.write(line, this.#filled, 'utf8');
  }

  #flush(): void {
    for (let from = 0; from < this.#filled; ) {
      from += writeSync(this.#file, this.#buffer, from, this.#filled - from);
    }
    this.#filled = 0;
  }
}
