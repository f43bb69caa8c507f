import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CsvSplitter } from '../../../lib/bytes/csv-splitter.ts';

/** Rows that could not be taken, as CSV: the line in the file, the reason, the cells as they stood. Made when needed. */
export class RejectFile {
  count = 0;
  path: string | null = null;
  readonly #folder: string;
  readonly #name: string;
  #stream: WriteStream | null = null;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  async add(record: CsvSplitter, reason: string): Promise<void> {
    this.count++;
    const cells = [String(record.line), reason, ...record.texts()];
    const line = `${cells.map(quoted).join(',')}\n`;
    this.#stream ??= await this.#open();
    if (!this.#stream.write(line)) await once(this.#stream, 'drain');
  }

  async close(): Promise<void> {
    const stream = this.#stream;
    if (stream) await new Promise<void>((resolve) => stream.end(resolve));
  }

  async #open(): Promise<WriteStream> {
    await mkdir(this.#folder, { recursive: true });
    this.path = join(this.#folder, `${this.#name}.csv`);
    const stream = createWriteStream(this.path);
    stream.write('line,reason,cells\n');
    return stream;
  }
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
