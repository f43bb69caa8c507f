import type { Database, Transaction } from '../../../db/database.ts';

export type Load = {
  dataset: string;
  /** The live table: readers see its old rows until the commit. */
  live: string;
  /** The table with the new rows: complete, checked, indexed and analyzed. The commit renames it to `live`. */
  staged: string;
  /** The columns of the table, and whether the file has them. */
  columns: ReadonlyMap<string, boolean>;
  /** Date of the data, ISO. */
  asOf: string;
  /** Only for work that must be committed separately beforehand: monthly partitions. */
  database: Database;
};

/** Runs in the import's transaction, before the swap takes any lock. Its writes become visible with the new rows. */
export type Derivation = (tx: Transaction, load: Load) => Promise<void>;
