import { createHash } from 'node:crypto';
import type { Transaction } from '../../../db/database.ts';
import { CsvSplitter } from '../../../lib/bytes/csv-splitter.ts';
import { type Counts, checkRejects, isHopeless } from './checks.ts';
import { CopyTarget } from '../copy/copy-target.ts';
import type { LoadOptions } from './load-options.ts';
import type { Recognised } from '../files/identify-dataset.ts';
import { RejectFile } from '../files/reject-file.ts';
import { RowEncoder } from '../files/row-encoder.ts';
import type { Source } from '../files/source-file.ts';

export type CopiedRows = Counts & { contentHash: string; cellsUnread: number };

/** Streams the file into the staging table; bad rows go to the reject file, too many of them end it. */
export async function copyRows(
  tx: Transaction,
  source: Source,
  found: Recognised,
  staged: string,
  options: LoadOptions,
): Promise<CopiedRows> {
  const encoder = new RowEncoder(found.dataset, found.places, found.cells);
  const target = new CopyTarget(tx.client, staged, encoder.columns);
  const rejects = new RejectFile(options.rejectFolder, `${found.dataset.name}-${stamp(options)}`);
  const counts: Counts = { rowsRead: 0, rowsBlank: 0, rejects };
  const splitter = new CsvSplitter();
  const hash = createHash('sha256');
  let isHeaderNext = found.hasHeader;
  let bytes = 0;
  const takeRows = async () => {
    if (isHeaderNext && splitter.next()) isHeaderNext = false;
    await encodeRows(splitter, encoder, target, counts);
    if (!options.force && isHopeless(counts)) checkRejects(found.dataset, counts);
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
  if (!options.force) checkRejects(found.dataset, counts);
  return { ...counts, contentHash: hash.digest('hex'), cellsUnread: encoder.cellsUnread };
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

function stamp({ clock }: LoadOptions): string {
  return clock.now().toISOString().replace(/[:.]/g, '-');
}
