import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../../../db/database.ts';
import { allowLongWork } from '../../../db/long-work.ts';
import { codeOf, operatorError } from '../../../lib/errors.ts';
import type { Derivation } from '../derive/derivation.ts';
import { setCarriersByDocket } from '../derive/docket-carriers.ts';
import type { FileLayout } from '../files/identify-dataset.ts';
import type { SourceFile } from '../files/source-file.ts';
import {
  currentLoad,
  lockDataset,
  lockDemoLoads,
  type NewLoad,
  notifyFederalChanged,
  recordLoad,
  type StoredLoad,
} from '../loads.ts';
import { type CopyOptions, copyRows, type Progress } from './copy-rows.ts';
import { buildIndexes, createStagingTable, prepareSwap, swapTables } from './staging-table.ts';

/** Lowers the priority of the server process that does the work. Returns a function that restores it, if that is permitted. */
export type GiveWay = (backendPid: number) => () => void;

/** Removes the synthetic demo in the transaction of the first real file. */
export type DemoReplacement = {
  /** Federal data and what was computed from it: before the new rows are compared with anything. */
  removeCountry(tx: Transaction): Promise<void>;
  /** Sightings, and what belongs to the demo's organizations: last, because others wait for its locks. */
  removeDesk(tx: Transaction): Promise<void>;
};

type LoadOptions = CopyOptions & {
  asOf: string;
  derivations: readonly Derivation[];
  giveWay?: GiveWay | undefined;
  /** Without it, no file is imported while the demo is loaded. */
  replaceDemo?: DemoReplacement | undefined;
};

/** `deriving_seconds` is the part of `seconds` spent on writing other tables. */
export type LoadResult = NewLoad & { outcome: 'loaded' | 'unchanged'; deriving_seconds: number };

export const DEMO_IN_THE_WAY =
  'The database contains the synthetic demo, which real data replaces. Nothing was imported.';

const DISK_FULL = '53100';
const MIN_SHARE_OF_LAST_LOAD = 0.5;

/**
 * Without client_connection_check_interval, a server that is building an index would not notice that the import was
 * killed. Windows does not support the setting.
 */
const SESSION = `set local maintenance_work_mem = '256MB';
  select set_config('client_connection_check_interval', '2s', true) where version() !~* 'windows|mingw|visual c'`;

/**
 * Replaces the dataset's table with the rows of one file, in one transaction: staging, checks, indexes, derived tables
 * and swap. If the import fails or is killed, nothing changes.
 */
export async function loadFile(
  database: Database,
  source: SourceFile,
  layout: FileLayout,
  options: LoadOptions,
): Promise<LoadResult> {
  const { dataset, missing } = layout;
  if (missing.length > 0 && !options.force)
    throw operatorError(`${source.name} lacks ${missing.join(', ')}, required for ${dataset.title}.`);
  try {
    return await database.copyTransaction(async (tx) => {
      await allowLongWork(tx.client);
      await tx.client.query(SESSION);
      const restorePriority = options.giveWay ? await lowerPriority(tx, options.giveWay) : () => undefined;
      if (!(await lockDataset(tx, dataset.name)))
        throw operatorError(`Another import of ${dataset.title} is running.`);
      const isDemo = await lockDemoLoads(tx);
      if (isDemo && !options.replaceDemo) throw operatorError(DEMO_IN_THE_WAY);
      const replaceDemo = isDemo ? options.replaceDemo : undefined;
      const loaded = isDemo ? null : await currentLoad(tx, dataset.name);
      if (loaded && !options.force && (await isSameContent(loaded, source)))
        return { ...loaded, outcome: 'unchanged' as const, deriving_seconds: 0 };
      return await replaceRows(tx, database, source, layout, loaded, {
        ...options,
        replaceDemo,
        restorePriority,
      });
    });
  } catch (error) {
    if (codeOf(error) !== DISK_FULL) throw error;
    throw operatorError(
      `The database has no disk space left for ${dataset.title}. The existing rows were kept.`,
      error,
    );
  }
}

async function replaceRows(
  tx: Transaction,
  database: Database,
  source: SourceFile,
  layout: FileLayout,
  loaded: StoredLoad | null,
  options: LoadOptions & { restorePriority(): void },
): Promise<LoadResult> {
  const startedAt = performance.now();
  const { dataset } = layout;
  const { asOf } = options;
  const tables = await createStagingTable(tx, dataset.table);
  const copied = await copyRows(tx, source, layout, tables.staged, options);
  const enter = (phase: Progress['phase']) =>
    options.onProgress({ phase, rows: copied.rowsRead, bytes: source.bytes });
  await options.replaceDemo?.removeCountry(tx);
  enter('indexing');
  if (dataset.identifiedByDocket) await setCarriersByDocket(tx, tables.staged);
  const repeated = await buildIndexes(tx, tables);
  const kept = copied.rowsRead - copied.rejects.count - copied.rowsBlank - repeated;
  if (loaded && !options.force) checkRowCount(dataset.title, loaded.rows_kept, kept);
  enter('deriving');
  const derivingAt = performance.now();
  const columns = new Map(
    dataset.columns.flatMap(({ header, into }) =>
      into.map(({ name }) => [name, layout.cellIndexes.has(header)] as const),
    ),
  );
  for (const derive of options.derivations)
    await derive(tx, { ...tables, columns, dataset: dataset.name, asOf, database });
  const derivingSeconds = (performance.now() - derivingAt) / 1_000;
  enter('swapping');
  await options.replaceDemo?.removeDesk(tx);
  const swap = await prepareSwap(tx, tables);
  const load: NewLoad = {
    dataset: dataset.name,
    file_name: source.name,
    file_bytes: source.bytes,
    content_hash: copied.contentHash,
    as_of: asOf,
    rows_read: copied.rowsRead,
    rows_kept: kept,
    rows_rejected: copied.rejects.count,
    rows_repeated: repeated,
    rows_blank: copied.rowsBlank,
    cells_unread: copied.unreadableCells,
    reject_file: copied.rejects.path,
    seconds: (performance.now() - startedAt) / 1_000,
  };
  await recordLoad(tx, load);
  await tx.rows(notifyFederalChanged, [dataset.name]);
  // Readers wait for the rest of the transaction.
  options.restorePriority();
  await swapTables(tx, swap);
  return { ...load, outcome: 'loaded', deriving_seconds: derivingSeconds };
}

/** A truncated file can look valid row by row. */
function checkRowCount(title: string, before: number, now: number): void {
  if (now >= before * MIN_SHARE_OF_LAST_LOAD) return;
  throw operatorError(
    `${title} would fall from ${before} rows to ${now}, by more than half. The existing rows were kept. ` +
      `Use --force to import the file.`,
  );
}

/** Parallel workers are separate processes whose priority cannot be lowered: disable them. */
async function lowerPriority(tx: Transaction, giveWay: GiveWay): Promise<() => void> {
  await tx.client.query(
    'set local max_parallel_maintenance_workers = 0; set local max_parallel_workers_per_gather = 0',
  );
  const { rows } = await tx.client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0] ? giveWay(rows[0].pid) : () => undefined;
}

/** Reads the file only if its size equals that of the loaded file. */
async function isSameContent(loaded: StoredLoad, source: SourceFile): Promise<boolean> {
  if (loaded.file_bytes !== source.bytes) return false;
  const hash = createHash('sha256');
  for await (const chunk of source.read()) hash.update(chunk);
  return loaded.content_hash === hash.digest('hex');
}
