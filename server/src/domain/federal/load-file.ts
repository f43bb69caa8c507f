import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { CsvSplitter } from '../../lib/csv-splitter.ts';
import { operatorError } from '../../lib/errors.ts';
import { type Counts, checkCount, checkRejects, isHopeless } from './checks.ts';
import { CopyTarget } from './copy-target.ts';
import type { Derivation } from './derivation.ts';
import { findCarriers } from './dockets.ts';
import type { Recognised } from './recognise.ts';
import { RejectFile } from './reject-file.ts';
import { RowEncoder } from './row-encoder.ts';
import type { Source } from './source.ts';
import { buildIndexes, createStaging } from './staging.ts';
import { currentLoad, lockDataset, type NewLoad, recordLoad } from './store.ts';
import { swap } from './swap.ts';

export type Progress = {
  phase: 'reading' | 'indexing' | 'deriving' | 'swapping';
  rows: number;
  bytes: number;
};

export type LoadOptions = {
  rejectFolder: string;
  /** Overrides every refusal, and loads a file again that is loaded already. */
  force: boolean;
  asOf: string;
  clock: Clock;
  derivations: readonly Derivation[];
  /** Told the server process that will do the work, when it should not compete with the service for the cores. */
  giveWay?(backendPid: number): void;
  onProgress(progress: Progress): void;
};

export type LoadResult = NewLoad & { outcome: 'loaded' | 'unchanged' };

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
  const startedAt = performance.now();
  return await database.transaction(async (tx) => {
    // A server that is busy with an index would otherwise not notice that we died.
    await tx.client.query(`set local client_connection_check_interval = '2s'`);
    await tx.client.query(`set local maintenance_work_mem = '256MB'`);
    if (options.giveWay) await stepBack(tx, options.giveWay);
    if (!(await lockDataset(tx, dataset.name)))
      throw operatorError(`Another import of ${dataset.title} is running.`);
    const loaded = await currentLoad(tx, dataset.name);
    if (loaded && !options.force && loaded.file_bytes === source.bytes) {
      const sameContent = loaded.content_hash === (await hashOf(source));
      if (sameContent) return { ...loaded, outcome: 'unchanged' as const };
    }
    const staging = await createStaging(tx, dataset.table);
    const read = await copyRows(tx, source, found, staging.staged, options);
    if (dataset.byDocket) await findCarriers(tx, staging.staged);
    options.onProgress({ phase: 'indexing', rows: read.rowsRead, bytes: source.bytes });
    const repeated = await buildIndexes(tx, staging);
    const kept = read.rowsRead - read.rejects.count - read.rowsBlank - repeated;
    if (loaded && !options.force) checkCount(dataset, loaded.rows_kept, kept);
    options.onProgress({ phase: 'deriving', rows: read.rowsRead, bytes: source.bytes });
    for (const derive of options.derivations)
      await derive(tx, { ...staging, dataset: dataset.name, asOf: options.asOf });
    options.onProgress({ phase: 'swapping', rows: read.rowsRead, bytes: source.bytes });
    await swap(tx, staging);
    const load: NewLoad = {
      dataset: dataset.name,
      file_name: source.name,
      file_bytes: source.bytes,
      content_hash: read.contentHash,
      as_of: options.asOf,
      rows_read: read.rowsRead,
      rows_kept: kept,
      rows_rejected: read.rejects.count,
      rows_repeated: repeated,
      rows_blank: read.rowsBlank,
      cells_unread: read.cellsUnread,
      reject_file: read.rejects.path,
      seconds: (performance.now() - startedAt) / 1_000,
    };
    await recordLoad(tx, load);
    return { ...load, outcome: 'loaded' as const };
  });
}

/** Helpers of an index build are processes of their own, which nobody could slow down: it does without them. */
async function stepBack(tx: Transaction, giveWay: (backendPid: number) => void): Promise<void> {
  await tx.client.query('set local max_parallel_maintenance_workers = 0');
  const { rows } = await tx.client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]) giveWay(rows[0].pid);
}

type ReadResult = Counts & { contentHash: string; cellsUnread: number };

async function copyRows(
  tx: Transaction,
  source: Source,
  found: Recognised,
  staged: string,
  options: LoadOptions,
): Promise<ReadResult> {
  const encoder = new RowEncoder(found.dataset, found.places, found.cells);
  const splitter = new CsvSplitter();
  const target = new CopyTarget(tx.client, staged, encoder.columns);
  const stamp = options.clock.now().toISOString().replace(/[:.]/g, '-');
  const counts: Counts = {
    rowsRead: 0,
    rowsBlank: 0,
    rejects: new RejectFile(options.rejectFolder, `${found.dataset.name}-${stamp}`),
  };
  const hash = createHash('sha256');
  let headerRead = !found.hasHeader;
  let bytes = 0;
  const takeRows = async () => {
    while (splitter.next()) {
      if (!headerRead) {
        headerRead = true;
        continue;
      }
      const verdict = encoder.encode(splitter, target.current, ++counts.rowsRead);
      if (verdict === 'blank') counts.rowsBlank++;
      else if (verdict !== null) await counts.rejects.add(splitter, verdict.reason);
      if (target.isFull) await target.flush();
    }
    if (!options.force && isHopeless(counts)) checkRejects(found.dataset, counts);
    options.onProgress({ phase: 'reading', rows: counts.rowsRead, bytes });
  };
  try {
    for await (const chunk of source.read((read) => {
      bytes = read;
    })) {
      hash.update(chunk);
      splitter.write(chunk);
      await takeRows();
    }
    splitter.end();
    await takeRows();
    await target.finish();
  } catch (error) {
    await target.abort();
    throw error;
  } finally {
    await counts.rejects.close();
  }
  if (!options.force) checkRejects(found.dataset, counts);
  return { ...counts, contentHash: hash.digest('hex'), cellsUnread: encoder.cellsUnread };
}

async function hashOf(source: Source): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source.read()) hash.update(chunk);
  return hash.digest('hex');
}
