import { CsvSplitter } from '../../../lib/bytes/csv-splitter.ts';
import { operatorError } from '../../../lib/errors.ts';
import { catalogue } from '../datasets/all-datasets.ts';
import { CopyBuffer } from '../copy/copy-buffer.ts';
import type { Dataset } from '../dataset.ts';
import { RowEncoder } from './row-encoder.ts';
import type { Source } from './source-file.ts';
import { keyText, text } from '../values/text.ts';

const SAMPLE_ROWS = 50;
/** A header that names fewer of a dataset's columns is taken for something else. */
const LEAST_COLUMNS = 3;
const LEAST_SHARE = 0.6;
const UNREAD_WEIGHS = 8;

export type Recognised = {
  dataset: Dataset;
  hasHeader: boolean;
  /** In which cell each of the dataset's columns stands. */
  places: ReadonlyMap<string, number>;
  cells: number;
  /** Required columns that the file does not have. */
  missing: string[];
};

/** Tells the dataset from the header or, without one, from the shape of the first rows; null when it is none of ours. */
export async function recognise(source: Source, wanted?: Dataset): Promise<Recognised | null> {
  const rows = await firstRows(source);
  const header = rows[0];
  if (!header) return null;
  const datasets = wanted ? [wanted] : catalogue;
  const byHeader = datasets.map((dataset) => matchHeader(dataset, header));
  const complete = byHeader.filter(({ missing, places }) => missing.length === 0 && places.size > 0);
  if (complete.length > 0) return pick(complete, source);
  const byShape = datasets.filter(
    ({ columns, comesWithoutHeader }) => (comesWithoutHeader || wanted) && columns.length === header.length,
  );
  const fitting = byShape
    .map((dataset) => ({ dataset, weight: weigh(dataset, rows) }))
    .filter(({ weight }) => weight > 0);
  if (fitting.length > 0) {
    const heaviest = Math.max(...fitting.map(({ weight }) => weight));
    const best = fitting.filter(({ weight }) => weight === heaviest);
    return pick(
      best.map(({ dataset }) => headerless(dataset)),
      source,
    );
  }
  const partial = byHeader.filter(({ places, dataset }) => {
    const possible = Math.min(header.length, dataset.columns.length);
    return places.size >= LEAST_COLUMNS && places.size / possible >= LEAST_SHARE;
  });
  return partial.length > 0 ? pick(partial, source) : null;
}

async function firstRows(source: Source): Promise<string[][]> {
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

function matchHeader(dataset: Dataset, header: string[]): Recognised {
  const names = header.map(normalise);
  const places = new Map<string, number>();
  const missing: string[] = [];
  for (const column of dataset.columns) {
    const place = [column.header, ...column.aliases].map((name) => names.indexOf(normalise(name)));
    const found = place.find((at) => at >= 0);
    if (found !== undefined) places.set(column.header, found);
    else if (column.required) missing.push(column.header);
  }
  return { dataset, hasHeader: true, places, cells: header.length, missing };
}

/** `Dot Number` and `dot_number` are one; what stands in brackets is a remark. */
function normalise(name: string): string {
  return name
    .replace(/\(.*$/, '')
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
}

function headerless(dataset: Dataset): Recognised {
  const places = new Map(dataset.columns.map(({ header }, i) => [header, i]));
  return { dataset, hasHeader: false, places, cells: dataset.columns.length, missing: [] };
}

/**
 * How many cells say something that only this dataset's columns would: dates, amounts, numbers. 0 when a row does
 * not fit. A cell that cannot be read speaks against it, but a single impossible date does not decide.
 */
function weigh(dataset: Dataset, rows: string[][]): number {
  const encoder = new RowEncoder(dataset, headerless(dataset).places, dataset.columns.length);
  const splitter = new CsvSplitter(65_536);
  const out = new CopyBuffer(65_536);
  const telling = dataset.columns.map(({ into }) =>
    into.some(({ value }) => value !== text && value !== keyText),
  );
  let weight = 0;
  for (const row of rows) {
    splitter.write(Buffer.from(`${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`));
    if (!splitter.next()) return 0;
    const verdict = encoder.encode(splitter, out, 0);
    if (verdict !== null && verdict !== 'blank') return 0;
    weight += row.filter((cell, i) => telling[i] && cell.trim() !== '').length;
    out.length = 0;
  }
  return Math.max(0, weight - encoder.cellsUnread * UNREAD_WEIGHS);
}

/** The dataset that accounts for most columns; among equals the file's name decides. */
function pick(candidates: Recognised[], source: Source): Recognised {
  const most = Math.max(...candidates.map(({ places }) => places.size));
  const best = candidates.filter(({ places }) => places.size === most);
  const named = best.length > 1 ? best.filter(({ dataset }) => dataset.fileName?.test(source.name)) : best;
  if (named.length === 1 && named[0]) return named[0];
  const choices = best.map(({ dataset }) => dataset.name).join(' or ');
  throw operatorError(`${source.name} may be ${choices}: its columns are the same. Say which with --as.`);
}
