import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CsvSplitter, csvLine } from '../../../lib/csv/csv-splitter.ts';

/** Rejected rows as CSV: line number, reason, original cells. The file is created when the first row is added. */
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
    this.#stream ??= await this.#open();
    const line = csvLine([String(record.line), reason, ...record.texts()]);
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
