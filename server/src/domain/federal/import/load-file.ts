import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../../../db/database.ts';
import { codeOf, operatorError } from '../../../lib/errors.ts';
import { checkCount } from './checks.ts';
import { copyRows } from './copy-rows.ts';
import { findCarriers } from '../derive/docket-carriers.ts';
import { tellFederalChanged } from '../federal-changed.ts';
import type { LoadOptions, Progress } from './load-options.ts';
import type { Recognised } from '../files/identify-dataset.ts';
import type { Source } from '../files/source-file.ts';
import { buildIndexes, createStaging } from './staging-table.ts';
import { currentLoad, lockDataset, type NewLoad, recordLoad, type StoredLoad } from '../loads.ts';
import { swap } from './swap.ts';

const DISK_FULL = '53100';

/**
 * Loading takes the time it takes. A server that is busy with an index would otherwise not notice that we died;
 * on Windows it cannot.
 */
const SESSION = `set local maintenance_work_mem = '256MB'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  select set_config('client_connection_check_interval', '2s', true) where version() !~* 'windows|mingw|visual c'`;

/** `deriving_seconds` is that part of `seconds` in which other tables were written from the file. */
export type LoadResult = NewLoad & { outcome: 'loaded' | 'unchanged'; deriving_seconds: number };

/**
 * One file becomes the dataset's table, or nothing changes. All of it happens in one transaction: staging, checks,
 * indexes, what is derived, the swap. Whatever kills the import, the database forgets it.
 */
export async function loadFile(
  database: Database,
  source: Source,
  found: Recognised,
  options: LoadOptions,
): Promise<LoadResult> {
  const { dataset } = found;
  if (found.missing.length > 0 && !options.force)
    throw operatorError(`${source.name} lacks ${found.missing.join(', ')} of ${dataset.title}.`);
  try {
    return await database.transaction(async (tx) => {
      await tx.client.query(SESSION);
      if (options.giveWay) await stepBack(tx, options.giveWay);
      if (!(await lockDataset(tx, dataset.name)))
        throw operatorError(`Another import of ${dataset.title} is running.`);
      const loaded = await currentLoad(tx, dataset.name);
      if (loaded && !options.force && (await isSame(loaded, source)))
        return { ...loaded, outcome: 'unchanged' as const, deriving_seconds: 0 };
      return await replace(tx, database, source, found, loaded, options);
    });
  } catch (error) {
    if (codeOf(error) !== DISK_FULL) throw error;
    throw operatorError(`The database has no room for ${dataset.title}; the old rows stay.`, error);
  }
}

async function replace(
  tx: Transaction,
  database: Database,
  source: Source,
  { dataset, ...found }: Recognised,
  loaded: StoredLoad | null,
  options: LoadOptions,
): Promise<LoadResult> {
  const startedAt = performance.now();
  const { asOf } = options;
  const staging = await createStaging(tx, dataset.table);
  const read = await copyRows(tx, source, { dataset, ...found }, staging.staged, options);
  const enter = (phase: Progress['phase']) =>
    options.onProgress({ phase, rows: read.rowsRead, bytes: source.bytes });
  if (dataset.byDocket) await findCarriers(tx, staging.staged);
  enter('indexing');
  const repeated = await buildIndexes(tx, staging);
  const kept = read.rowsRead - read.rejects.count - read.rowsBlank - repeated;
  if (loaded && !options.force) checkCount(dataset, loaded.rows_kept, kept);
  enter('deriving');
  const derivingAt = performance.now();
  for (const derive of options.derivations)
    await derive(tx, { ...staging, dataset: dataset.name, asOf, database });
  const derivingSeconds = (performance.now() - derivingAt) / 1_000;
  enter('swapping');
  await swap(tx, staging);
  const load: NewLoad = {
    ...{ dataset: dataset.name, file_name: source.name, file_bytes: source.bytes, as_of: asOf },
    ...{ content_hash: read.contentHash, rows_read: read.rowsRead, rows_kept: kept },
    ...{ rows_rejected: read.rejects.count, rows_repeated: repeated, rows_blank: read.rowsBlank },
    ...{ cells_unread: read.cellsUnread, reject_file: read.rejects.path },
    seconds: (performance.now() - startedAt) / 1_000,
  };
  await recordLoad(tx, load);
  await tx.rows(tellFederalChanged, [dataset.name]);
  return { ...load, outcome: 'loaded', deriving_seconds: derivingSeconds };
}

/** Helpers of an index build are processes of their own, which nobody could slow down: it does without them. */
async function stepBack(tx: Transaction, giveWay: (backendPid: number) => void): Promise<void> {
  await tx.client.query('set local max_parallel_maintenance_workers = 0');
  const { rows } = await tx.client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]) giveWay(rows[0].pid);
}

/** Reads the file only when it is as long as the one that is loaded. */
async function isSame(loaded: StoredLoad, source: Source): Promise<boolean> {
  if (loaded.file_bytes !== source.bytes) return false;
  const hash = createHash('sha256');
  for await (const chunk of source.read()) hash.update(chunk);
  return loaded.content_hash === hash.digest('hex');
}
