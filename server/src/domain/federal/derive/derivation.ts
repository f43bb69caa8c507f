import type { Database, Transaction } from '../../../db/database.ts';

export type Load = {
  /** The name of the dataset, as in the catalogue. */
  dataset: string;
  /** Where readers still see the old rows until the commit. */
  live: string;
  /** The table with the new rows, complete, checked, indexed and analysed. It takes the live name at the commit. */
  staged: string;
  /** The day the rows speak of, ISO. */
  asOf: string;
  /** For the little that must be committed beforehand, by itself: monthly partitions. */
  database: Database;
};

/** Runs inside the transaction of the swap, before any lock is taken: what it writes appears with the new rows. */
export type Derivation = (tx: Transaction, load: Load) => Promise<void>;
