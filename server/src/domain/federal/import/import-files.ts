import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { AppError, operatorError } from '../../../lib/errors.ts';
import { archivedDatasets } from '../archive/archived-datasets.ts';
import type { Dataset } from '../dataset.ts';
import { allDatasets } from '../datasets/all-datasets.ts';
import { derivations } from '../derive/derivations.ts';
import { asOfDay } from '../files/as-of-day.ts';
import { type FileLayout, identifyDataset } from '../files/identify-dataset.ts';
import { openSourceFiles, type SourceFile } from '../files/source-file.ts';
import type { Progress } from './copy-rows.ts';
import { type DemoReplacement, type GiveWay, type LoadResult, loadFile } from './load-file.ts';

export type ImportOptions = {
  /** Reject files are written to its `imports` folder. */
  dataDir: string;
  force: boolean;
  /** The dataset of the files, if they cannot be identified. */
  as?: Dataset;
  /** The date of the data, if the file names do not contain it. */
  asOf?: string;
  clock: Clock;
  giveWay?: GiveWay | undefined;
  replaceDemo?: DemoReplacement | undefined;
  events: ImportEvents;
};

export type ImportEvents = {
  onIdentified?(source: SourceFile, layout: FileLayout, asOf: string): void;
  onProgress?(source: SourceFile, progress: Progress): void;
  onLoaded?(result: LoadResult): void;
  onSkipped?(name: string): void;
  onRefused?(name: string, reason: string): void;
};

type IdentifiedFile = { source: SourceFile; layout: FileLayout; asOf: string };

/**
 * Imports files, and all known files in folders. Each file replaces its dataset, so only one file of a dataset is
 * imported: see chooseFiles. A refused file does not stop the others. `refused` counts the refused files.
 */
export async function importFiles(
  database: Database,
  paths: string[],
  options: ImportOptions,
): Promise<{ results: LoadResult[]; refused: number }> {
  const { events } = options;
  const results: LoadResult[] = [];
  let refused = 0;
  const refuse = (name: string, error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    events.onRefused?.(name, error.message);
    refused++;
  };
  const identified: IdentifiedFile[] = [];
  for (const { path, isFromFolder } of await listFiles(paths)) {
    try {
      const files = await identifyFiles(path, options);
      identified.push(...files);
      if (files.length > 0) continue;
      if (!isFromFolder) throw operatorError(`${path} is not a known federal file.`);
      events.onSkipped?.(path);
    } catch (error) {
      refuse(path, error);
    }
  }
  const chosen = chooseFiles(identified.sort(byImportOrder), (name, reason) =>
    refuse(name, operatorError(reason)),
  );
  for (const { source, layout, asOf } of chosen) {
    events.onIdentified?.(source, layout, asOf);
    try {
      const result = await loadFile(database, source, layout, {
        rejectFolder: join(options.dataDir, 'imports'),
        force: options.force,
        asOf,
        clock: options.clock,
        derivations,
        giveWay: options.giveWay,
        replaceDemo: options.replaceDemo,
        onProgress: (progress) => events.onProgress?.(source, progress),
      });
      results.push(result);
      events.onLoaded?.(result);
    } catch (error) {
      refuse(source.name, error);
    }
  }
  return { results, refused };
}

/**
 * Of several files of one dataset and day, none: which of them is complete is unknown, and the last would replace the
 * others. Of several days, the newest; of an archived dataset all, oldest first.
 */
function chooseFiles(
  sorted: IdentifiedFile[],
  refuse: (name: string, reason: string) => void,
): IdentifiedFile[] {
  return sorted.filter(({ source, layout: { dataset }, asOf }) => {
    const others = sorted.filter((one) => one.layout.dataset === dataset && one.source !== source);
    const twin = others.find((one) => one.asOf === asOf);
    const newer = dataset.name in archivedDatasets ? undefined : others.findLast((one) => one.asOf > asOf);
    if (twin)
      refuse(
        source.name,
        `${source.name} and ${twin.source.name} are both ${dataset.title} as of ${asOf}, and a file replaces the whole dataset. Import one complete file.`,
      );
    else if (newer)
      refuse(
        source.name,
        `${source.name} was not imported: ${newer.source.name} is ${dataset.title} of a newer day.`,
      );
    return !twin && !newer;
  });
}

async function identifyFiles(path: string, { as, asOf, clock }: ImportOptions): Promise<IdentifiedFile[]> {
  const identified: IdentifiedFile[] = [];
  for (const source of await openSourceFiles(path)) {
    const layout = await identifyDataset(source, as);
    if (!layout) continue;
    identified.push({ source, layout, asOf: asOf ?? asOfDay(source, layout.dataset, clock.now()) });
  }
  return identified;
}

function byImportOrder(a: IdentifiedFile, b: IdentifiedFile): number {
  const order = allDatasets.indexOf(a.layout.dataset) - allDatasets.indexOf(b.layout.dataset);
  if (order !== 0) return order;
  return a.asOf === b.asOf ? a.source.name.localeCompare(b.source.name) : a.asOf < b.asOf ? -1 : 1;
}

async function listFiles(paths: string[]): Promise<{ path: string; isFromFolder: boolean }[]> {
  const files: { path: string; isFromFolder: boolean }[] = [];
  for (const path of paths) {
    const stats = await stat(path).catch(() => null);
    if (!stats) throw operatorError(`${path} does not exist.`);
    if (!stats.isDirectory()) {
      files.push({ path, isFromFolder: false });
      continue;
    }
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    files.push(...names.sort().map((name) => ({ path: name, isFromFolder: true })));
  }
  return files;
}
