import { operatorError } from '../../../lib/errors.ts';
import type { Dataset } from '../dataset.ts';
import type { RejectFile } from '../files/reject-file.ts';

export type Counts = { rowsRead: number; rowsBlank: number; rejects: RejectFile };

const LARGEST_BAD_SHARE = 0.01;
const SMALLEST_SHARE_OF_LAST = 0.5;
/** Enough to know that the rest will not mend it. */
const HOPELESS_ROWS = 2_000;
const HOPELESS_SHARE = 0.5;

export function isHopeless({ rowsRead, rejects }: Counts): boolean {
  return rejects.count > HOPELESS_ROWS && rejects.count > rowsRead * HOPELESS_SHARE;
}

export function checkRejects(dataset: Dataset, { rowsRead, rejects }: Counts): void {
  if (rowsRead === 0) throw operatorError(`There are no rows of ${dataset.title}; the old ones stay.`);
  if (rejects.count <= rowsRead * LARGEST_BAD_SHARE) return;
  throw operatorError(
    `${rejects.count} of ${rowsRead} rows of ${dataset.title} are bad, more than 1 %; the old rows stay. ` +
      `See ${rejects.path}; --force imports the others.`,
  );
}

/** A file that was cut short looks sound row by row. */
export function checkCount(dataset: Dataset, before: number, now: number): void {
  if (now >= before * SMALLEST_SHARE_OF_LAST) return;
  throw operatorError(
    `${dataset.title} would fall from ${before} rows to ${now}, by more than half; the old rows stay. ` +
      `--force imports it all the same.`,
  );
}
