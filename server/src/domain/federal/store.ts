import { LOCKS } from '../../db/advisory-locks.ts';
import { type Db, statement } from '../../db/database.ts';

export type StoredLoad = {
  dataset: string;
  file_name: string;
  file_bytes: number;
  content_hash: string;
  as_of: string;
  rows_read: number;
  rows_kept: number;
  rows_rejected: number;
  rows_repeated: number;
  rows_blank: number;
  cells_unread: number;
  reject_file: string | null;
  loaded_at: Date;
  seconds: number;
};

export type NewLoad = Omit<StoredLoad, 'loaded_at'>;

const columns = `dataset, file_name, file_bytes, content_hash, as_of, rows_read, rows_kept, rows_rejected,
  rows_repeated, rows_blank, cells_unread, reject_file, seconds`;

const current = statement(
  'federal.current-load',
  `select ${columns}, loaded_at from federal_loads where dataset = $1 and is_current`,
);
const all = statement(
  'federal.current-loads',
  `select ${columns}, loaded_at from federal_loads where is_current order by dataset`,
);
const retire = statement(
  'federal.retire-load',
  `update federal_loads set is_current = false where dataset = $1 and is_current`,
);
const insert = statement(
  'federal.insert-load',
  `insert into federal_loads (${columns}, is_current)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, true)`,
);
const lock = statement(
  'federal.lock-dataset',
  `select pg_try_advisory_xact_lock(${LOCKS.importDataset}, hashtext($1)) as is_mine`,
);

export function currentLoad(db: Db, dataset: string): Promise<StoredLoad | null> {
  return db.row<StoredLoad>(current, [dataset]);
}

/** What each table holds, by dataset. */
export function currentLoads(db: Db): Promise<StoredLoad[]> {
  return db.rows<StoredLoad>(all);
}

export async function recordLoad(db: Db, load: NewLoad): Promise<void> {
  await db.run(retire, [load.dataset]);
  await db.run(insert, [
    ...[load.dataset, load.file_name, load.file_bytes, load.content_hash, load.as_of],
    ...[load.rows_read, load.rows_kept, load.rows_rejected, load.rows_repeated, load.rows_blank],
    ...[load.cells_unread, load.reject_file, load.seconds],
  ]);
}

/** Until the transaction ends, however it ends. */
export async function lockDataset(db: Db, dataset: string): Promise<boolean> {
  return (await db.row<{ is_mine: boolean }>(lock, [dataset]))?.is_mine ?? false;
}
