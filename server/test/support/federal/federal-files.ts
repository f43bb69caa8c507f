import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../src/db/database.ts';
import { type Dataset, headersOf } from '../../../src/domain/federal/dataset.ts';
import { allDatasets } from '../../../src/domain/federal/datasets/all-datasets.ts';
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

/** Rows of the portal's JSON, which omits empty fields and has lower-case names. */
export function portalRows(dataset: Dataset, rows: Record<string, string>[]): Row[] {
  const headers = new Map(headersOf(dataset).map((header) => [header.toLowerCase(), header]));
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) => {
        const header = headers.get(name);
        return header ? [[header, value]] : [];
      }),
    ),
  );
}

type Options = Partial<ImportOptions>;
export type Importer = Awaited<ReturnType<typeof testImporter>>;

export async function testImporter(database: Database, now = new Date()) {
  const folder = await temporaryFolder();
  const refusals: string[] = [];
  const skipped: string[] = [];
  let written = 0;
  async function write(name: string, content: string | Buffer): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }
  /** Imports the files and returns the loads; refusals are collected in `refusals`. */
  async function files(paths: string[], options: Options = {}): Promise<LoadResult[]> {
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
  }
  /** Writes the rows as a CSV file of the dataset and imports it. */
  async function rows(dataset: Dataset, list: Row[], options: Options = {}): Promise<LoadResult> {
    const before = refusals.length;
    const path = await write(`${dataset.name}-part${written++}.csv`, csvOf(dataset, list));
    const [result] = await files([path], { as: dataset, ...options });
    if (!result) throw new Error(refusals.slice(before).join('; '));
    return result;
  }
  /** Imports the rows of several datasets, by the names of the datasets. */
  async function datasets(lists: Record<string, Row[]>, options: Options = {}): Promise<void> {
    for (const [name, list] of Object.entries(lists)) {
      const dataset = allDatasets.find((one) => one.name === name);
      if (!dataset) throw new Error(`there is no dataset ${name}`);
      await rows(dataset, list, options);
    }
  }
  return { folder, refusals, skipped, write, files, rows, datasets };
}
