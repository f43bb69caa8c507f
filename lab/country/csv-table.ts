import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Dataset, headersOf } from '../../server/src/domain/federal/dataset.ts';

const BUFFER_BYTES = 1 << 20;
const MOST_BYTES_A_CHARACTER = 3;

export type CsvStyle = {
  /** As the older licensing files have it: every cell in quotes. */
  quoteAll?: boolean;
  /** The "all with history" text files have none. */
  header?: boolean;
  extension?: 'csv' | 'txt';
};

/** Where the files go, and the day they speak of, which an import reads from their names. */
export type Target = { folder: string; asOf: string };

/** One federal file on its way to the disk. Writing is synchronous: it keeps memory flat without any bookkeeping. */
export class CsvTable {
  rows = 0;
  readonly path: string;
  readonly #at: Map<string, number>;
  readonly #cells: string[];
  readonly #file: number;
  readonly #quoteAll: boolean;
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #filled = 0;

  constructor({ folder, asOf }: Target, dataset: Dataset, style: CsvStyle = {}) {
    mkdirSync(folder, { recursive: true });
    this.path = join(folder, `synthetic-${dataset.name}-${asOf}.${style.extension ?? 'csv'}`);
    this.#file = openSync(this.path, 'w');
    const headers = headersOf(dataset);
    this.#at = new Map(headers.map((header, i) => [header, i]));
    this.#cells = headers.map(() => '');
    this.#quoteAll = style.quoteAll ?? false;
    if (style.header ?? true) {
      this.#cells.splice(0, headers.length, ...headers);
      this.#append();
    }
  }

  /** A cell of the row that is being made; what is not set stays blank. */
  set(header: string, value: string | number): this {
    const at = this.#at.get(header);
    if (at === undefined) throw new Error(`${this.path} has no column ${header}`);
    this.#cells[at] = typeof value === 'number' ? String(value) : value;
    return this;
  }

  /** Free text may hold commas and quotes. */
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
    // A small country may have nothing to tell here, and a file without rows is no federal file.
    if (this.rows === 0) rmSync(this.path);
  }

  #append(): void {
    const line = this.#quoteAll ? `"${this.#cells.join('","')}"\n` : `${this.#cells.join(',')}\n`;
    this.#cells.fill('');
    if (this.#filled + line.length * MOST_BYTES_A_CHARACTER > BUFFER_BYTES) this.#flush();
    this.#filled += this.#buffer.write(line, this.#filled, 'utf8');
  }

  #flush(): void {
    for (let from = 0; from < this.#filled; ) {
      from += writeSync(this.#file, this.#buffer, from, this.#filled - from);
    }
    this.#filled = 0;
  }
}
