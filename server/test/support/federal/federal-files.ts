import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../src/db/database.ts';
import { type Dataset, headersOf } from '../../../src/domain/federal/dataset.ts';
import { type ImportOptions, importFiles } from '../../../src/domain/federal/import/import-files.ts';
import type { LoadResult } from '../../../src/domain/federal/import/load-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export type Row = Record<string, string | number>;

export function csvOf(
  dataset: Dataset,
  rows: Row[],
  form: { header?: boolean; quoted?: boolean } = {},
): string {
  const headers = headersOf(dataset);
  const cell = (value: string | number | undefined) => {
    const text = String(value ?? '');
    return form.quoted || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => {
    const strange = Object.keys(row).filter((name) => !headers.includes(name));
    if (strange.length > 0) throw new Error(`${dataset.name} has no column ${strange.join(', ')}`);
    return headers.map((header) => cell(row[header])).join(',');
  });
  return [...(form.header === false ? [] : [headers.map(cell).join(',')]), ...lines, ''].join('\n');
}

export type Importer = {
  folder: string;
  refusals: string[];
  skipped: string[];
  /** Imports the files and returns the loads; refusals are collected in `refusals`. */
  files(paths: string[], options?: Partial<ImportOptions>): Promise<LoadResult[]>;
  /** Writes the rows as a CSV file of the dataset and imports it. */
  rows(dataset: Dataset, rows: Row[], options?: Partial<ImportOptions>): Promise<LoadResult>;
  write(name: string, content: string | Buffer): Promise<string>;
};

export async function testImporter(database: Database, now = new Date()): Promise<Importer> {
  const folder = await temporaryFolder();
  const refusals: string[] = [];
  const skipped: string[] = [];
  let files = 0;
  const importer: Importer = {
    folder,
    refusals,
    skipped,
    async files(paths, options = {}) {
      const { results } = await importFiles(database, paths, {
        dataDir: folder,
        force: false,
        clock: { now: () => now },
        events: {
          onSkipped: (name) => void skipped.push(name),
          onRefused: (_name, reason) => void refusals.push(reason),
        },
        ...options,
      });
      return results;
    },
    async rows(dataset, rows, options = {}) {
      const before = refusals.length;
      const path = await importer.write(`${dataset.name}-part${files++}.csv`, csvOf(dataset, rows));
      const [result] = await importer.files([path], { as: dataset, ...options });
      if (!result) throw new Error(refusals.slice(before).join('; '));
      return result;
    },
    async write(name, content) {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
  };
  return importer;
}
