import { CsvSplitter } from '../../../lib/csv/csv-splitter.ts';
import { operatorError } from '../../../lib/errors.ts';
import { CopyBuffer } from '../copy/copy-buffer.ts';
import type { Dataset } from '../dataset.ts';
import { allDatasets } from '../datasets/all-datasets.ts';
import { keyText, text } from '../values/text.ts';
import { RowEncoder } from './row-encoder.ts';
import type { SourceFile } from './source-file.ts';

const SAMPLE_ROWS = 50;
/** A partial match of the header needs at least this many columns and this share of the columns. */
const MIN_COLUMNS = 3;
const MIN_SHARE = 0.6;
const UNREADABLE_CELL_PENALTY = 8;

/** The dataset of a file and the layout of its columns. */
export type FileLayout = {
  dataset: Dataset;
  hasHeader: boolean;
  /** Cell index in the file, by header of the dataset. */
  cellIndexes: ReadonlyMap<string, number>;
  cells: number;
  /** Required columns that the file does not have. */
  missing: string[];
};

/**
 * Identifies the dataset by the file's header or, if there is none, by the content of the first rows. Returns null for
 * a file that is not one of the datasets.
 */
export async function identifyDataset(source: SourceFile, as?: Dataset): Promise<FileLayout | null> {
  const rows = await firstRows(source);
  const header = rows[0];
  if (!header) return null;
  const datasets = as ? [as] : allDatasets;
  const byHeader = datasets.map((dataset) => matchHeader(dataset, header));
  const complete = byHeader.filter(
    ({ missing, cellIndexes }) => missing.length === 0 && cellIndexes.size > 0,
  );
  if (complete.length > 0) return pickBest(complete, source);
  const byContent = datasets
    .filter(({ columns, mayLackHeader }) => (mayLackHeader || as) && columns.length === header.length)
    .map((dataset) => ({ dataset, score: contentScore(dataset, rows) }));
  const highest = Math.max(...byContent.map(({ score }) => score));
  if (highest > 0) {
    const best = byContent.filter(({ score }) => score === highest);
    return pickBest(
      best.map(({ dataset }) => layoutWithoutHeader(dataset)),
      source,
    );
  }
  const partial = byHeader.filter(({ cellIndexes, dataset }) => {
    const possible = Math.min(header.length, dataset.columns.length);
    return cellIndexes.size >= MIN_COLUMNS && cellIndexes.size / possible >= MIN_SHARE;
  });
  return partial.length > 0 ? pickBest(partial, source) : null;
}

async function firstRows(source: SourceFile): Promise<string[][]> {
  const splitter = new CsvSplitter();
  const rows: string[][] = [];
  const take = () => {
    while (rows.length < SAMPLE_ROWS && splitter.next())
      if (splitter.problem === null) rows.push(splitter.texts());
  };
  for await (const chunk of source.read()) {
    splitter.write(chunk);
    take();
    if (rows.length >= SAMPLE_ROWS) return rows;
  }
  splitter.end();
  take();
  return rows;
}

function matchHeader(dataset: Dataset, header: string[]): FileLayout {
  const names = header.map(normalize);
  const cellIndexes = new Map<string, number>();
  const missing: string[] = [];
  for (const column of dataset.columns) {
    const candidates = [column.header, ...column.aliases].map((name) => names.indexOf(normalize(name)));
    const index = candidates.find((at) => at >= 0);
    if (index !== undefined) cellIndexes.set(column.header, index);
    else if (column.required) missing.push(column.header);
  }
  return { dataset, hasHeader: true, cellIndexes, cells: header.length, missing };
}

/** `Dot Number` equals `dot_number`. Text from the first parenthesis on is ignored. */
function normalize(name: string): string {
  return name
    .replace(/\(.*$/, '')
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
}

function layoutWithoutHeader(dataset: Dataset): FileLayout {
  const cellIndexes = new Map(dataset.columns.map(({ header }, i) => [header, i]));
  return { dataset, hasHeader: false, cellIndexes, cells: dataset.columns.length, missing: [] };
}

/**
 * The number of filled cells in typed columns (dates, amounts, numbers), minus a penalty for unreadable ones, so that a
 * single impossible date is not decisive. 0 if a row does not fit the dataset.
 */
function contentScore(dataset: Dataset, rows: string[][]): number {
  const encoder = new RowEncoder(dataset, layoutWithoutHeader(dataset).cellIndexes, dataset.columns.length);
  const splitter = new CsvSplitter(65_536);
  const out = new CopyBuffer(65_536);
  const isTyped = dataset.columns.map(({ into }) =>
    into.some(({ value }) => value !== text && value !== keyText),
  );
  let score = 0;
  for (const row of rows) {
    splitter.write(Buffer.from(`${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`));
    if (!splitter.next()) return 0;
    const verdict = encoder.encode(splitter, out, 0);
    if (verdict !== null && verdict !== 'blank') return 0;
    score += row.filter((cell, i) => isTyped[i] && cell.trim() !== '').length;
    out.length = 0;
  }
  return Math.max(0, score - encoder.unreadableCells * UNREADABLE_CELL_PENALTY);
}

/** The candidate with the most columns. If several have the same number, the file name decides. */
function pickBest(candidates: FileLayout[], source: SourceFile): FileLayout {
  const most = Math.max(...candidates.map(({ cellIndexes }) => cellIndexes.size));
  const best = candidates.filter(({ cellIndexes }) => cellIndexes.size === most);
  const named = best.length > 1 ? best.filter(({ dataset }) => dataset.fileName?.test(source.name)) : best;
  if (named.length === 1 && named[0]) return named[0];
  const choices = best.map(({ dataset }) => dataset.name).join(' or ');
  throw operatorError(`${source.name} may be ${choices}: both have the same columns. Specify one with --as.`);
}
