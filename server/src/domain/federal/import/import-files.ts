import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { AppError, operatorError } from '../../../lib/errors.ts';
import { asOfDay } from '../files/as-of-day.ts';
import { catalogue } from '../datasets/all-datasets.ts';
import type { Dataset } from '../dataset.ts';
import { derivations } from '../derive/derivations.ts';
import { type LoadResult, loadFile } from './load-file.ts';
import type { Progress } from './load-options.ts';
import { type Recognised, recognise } from '../files/identify-dataset.ts';
import { openSources, type Source } from '../files/source-file.ts';

export type ImportOptions = {
  /** Where reject files go. */
  dataDir: string;
  force: boolean;
  /** When the file alone does not tell. */
  as?: Dataset;
  /** The day the files speak of, when their names do not tell. */
  asOf?: string;
  clock: Clock;
  giveWay?(backendPid: number): void;
  events: ImportEvents;
};

export type ImportEvents = {
  onRecognised(source: Source, found: Recognised, asOf: string): void;
  onProgress(source: Source, progress: Progress): void;
  onLoaded(result: LoadResult): void;
  onPassedOver(name: string): void;
  onRefused(name: string, reason: string): void;
};

type Found = { source: Source; found: Recognised; asOf: string };

/**
 * Imports files and all that folders hold. Each file is a whole load: of two of one dataset the newer comes last.
 * A file that is refused does not keep the others from being imported; the number of those refused is returned.
 */
export async function importFiles(
  database: Database,
  paths: string[],
  options: ImportOptions,
): Promise<{ results: LoadResult[]; refused: number }> {
  const { events } = options;
  const results: LoadResult[] = [];
  const refuse = (name: string, error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    events.onRefused(name, error.message);
    refused++;
  };
  let refused = 0;
  const found: Found[] = [];
  for (const { path, isGiven } of await listFiles(paths)) {
    try {
      const known = await examine(path, options);
      found.push(...known);
      if (known.length > 0) continue;
      if (isGiven) throw operatorError(`${path} is none of the federal files Milepost knows.`);
      events.onPassedOver(path);
    } catch (error) {
      refuse(path, error);
    }
  }
  for (const { source, found: recognised, asOf } of found.sort(inOrder)) {
    events.onRecognised(source, recognised, asOf);
    try {
      const result = await loadFile(database, source, recognised, {
        rejectFolder: join(options.dataDir, 'imports'),
        force: options.force,
        asOf,
        clock: options.clock,
        derivations,
        giveWay: options.giveWay,
        onProgress: (progress) => events.onProgress(source, progress),
      });
      results.push(result);
      events.onLoaded(result);
    } catch (error) {
      refuse(source.name, error);
    }
  }
  return { results, refused };
}

async function examine(path: string, { as, asOf, clock }: ImportOptions): Promise<Found[]> {
  const known: Found[] = [];
  for (const source of await openSources(path)) {
    const found = await recognise(source, as);
    if (found) known.push({ source, found, asOf: asOf ?? asOfDay(source, found.dataset, clock.now()) });
  }
  return known;
}

/** What others look things up in comes first; then the older file of a dataset before the newer. */
function inOrder(a: Found, b: Found): number {
  const place = catalogue.indexOf(a.found.dataset) - catalogue.indexOf(b.found.dataset);
  if (place !== 0) return place;
  return a.asOf === b.asOf ? a.source.name.localeCompare(b.source.name) : a.asOf < b.asOf ? -1 : 1;
}

async function listFiles(paths: string[]): Promise<{ path: string; isGiven: boolean }[]> {
  const files: { path: string; isGiven: boolean }[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (!found) throw operatorError(`${path} does not exist.`);
    if (!found.isDirectory()) {
      files.push({ path, isGiven: true });
      continue;
    }
    const inside = await readdir(path, { recursive: true, withFileTypes: true });
    const names = inside.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    files.push(...names.sort().map((name) => ({ path: name, isGiven: false })));
  }
  return files;
}
