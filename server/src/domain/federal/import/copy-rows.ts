import { createHash } from 'node:crypto';
import type { Transaction } from '../../../db/database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { CsvSplitter } from '../../../lib/csv/csv-splitter.ts';
import { operatorError } from '../../../lib/errors.ts';
import { CopyTarget } from '../copy/copy-target.ts';
import type { Dataset } from '../dataset.ts';
import type { FileLayout } from '../files/identify-dataset.ts';
import { RejectFile } from '../files/reject-file.ts';
import { RowEncoder } from '../files/row-encoder.ts';
import type { SourceFile } from '../files/source-file.ts';

export type Progress = {
  phase: 'reading' | 'indexing' | 'deriving' | 'swapping';
  rows: number;
  bytes: number;
};

export type CopyOptions = {
  rejectFolder: string;
  /** Skips all checks, and reloads a file that is already loaded. */
  force: boolean;
  clock: Clock;
  onProgress(progress: Progress): void;
};

type Counts = { rowsRead: number; rowsBlank: number; rejects: RejectFile };

type CopiedRows = Counts & { contentHash: string; unreadableCells: number };

const MAX_REJECTED_SHARE = 0.01;
/** Stop early when more rows than this, and more than half of all rows, were rejected. */
const STOP_AT_REJECTED_ROWS = 2_000;
const STOP_AT_REJECTED_SHARE = 0.5;

/** Streams the file into the staging table. Bad rows go to the reject file; too many of them fail the import. */
export async function copyRows(
  tx: Transaction,
  source: SourceFile,
  { dataset, hasHeader, cellIndexes, cells }: FileLayout,
  stagingTable: string,
  options: CopyOptions,
): Promise<CopiedRows> {
  const encoder = new RowEncoder(dataset, cellIndexes, cells);
  const target = new CopyTarget(tx.client, stagingTable, encoder.columns);
  const timestamp = options.clock.now().toISOString().replace(/[:.]/g, '-');
  const rejects = new RejectFile(options.rejectFolder, `${dataset.name}-${timestamp}`);
  const counts: Counts = { rowsRead: 0, rowsBlank: 0, rejects };
  const splitter = new CsvSplitter();
  const hash = createHash('sha256');
  let isHeaderNext = hasHeader;
  let bytes = 0;
  const takeRows = async () => {
    if (isHeaderNext && splitter.next()) isHeaderNext = false;
    await encodeRows(splitter, encoder, target, counts);
    if (!options.force && isHopeless(counts)) checkRejects(dataset, counts);
    options.onProgress({ phase: 'reading', rows: counts.rowsRead, bytes });
  };
  const onProgress = (read: number) => {
    bytes = read;
  };
  try {
    for await (const chunk of source.read(onProgress)) {
      hash.update(chunk);
      splitter.write(chunk);
      await takeRows();
    }
    splitter.end();
    await takeRows();
    await target.finish();
  } catch (error) {
    target.abort();
    throw error;
  } finally {
    await rejects.close();
  }
  if (!options.force) checkRejects(dataset, counts);
  return { ...counts, contentHash: hash.digest('hex'), unreadableCells: encoder.unreadableCells };
}

async function encodeRows(
  splitter: CsvSplitter,
  encoder: RowEncoder,
  target: CopyTarget,
  counts: Counts,
): Promise<void> {
  while (splitter.next()) {
    const verdict = encoder.encode(splitter, target.current, ++counts.rowsRead);
    if (verdict === 'blank') counts.rowsBlank++;
    else if (verdict !== null) await counts.rejects.add(splitter, verdict.reason);
    if (target.isFull) await target.flush();
  }
}

function isHopeless({ rowsRead, rejects }: Counts): boolean {
  return rejects.count > STOP_AT_REJECTED_ROWS && rejects.count > rowsRead * STOP_AT_REJECTED_SHARE;
}

function checkRejects({ title }: Dataset, { rowsRead, rejects }: Counts): void {
  if (rowsRead === 0) throw operatorError(`The file has no rows of ${title}. The existing rows were kept.`);
  if (rejects.count <= rowsRead * MAX_REJECTED_SHARE) return;
  throw operatorError(
    `${rejects.count} of ${rowsRead} rows of ${title} are bad, more than 1 %. The existing rows were kept. ` +
      `See ${rejects.path}. Use --force to import the good rows.`,
  );
}
