import { type Database, readRow, statement } from '../../db/database.ts';
import { ok, type Result, warning } from './check.ts';

const locks = statement(
  'doctor.locks',
  `select current_setting('max_locks_per_transaction')::int
       * (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int) as allowed,
     (select count(*)::int from pg_inherits where inhparent = 'images'::regclass) as partitions,
     (select count(*)::int from pg_index where indrelid = 'images'::regclass) as indexes`,
);
type LockFacts = { allowed: number; partitions: number; indexes: number };

/** Statements on all images at the same time: an erasure, a backup and the retention. */
const AT_ONCE = 3;

export async function checkLocks(database: Database): Promise<Result> {
  return locksResult(await readRow<LockFacts>(database, locks, []));
}

export function locksResult({ allowed, partitions, indexes }: LockFacts): Result {
  const needed = AT_ONCE * partitions * (1 + indexes);
  const says = `${partitions} partitions of images need up to ${needed} locks, the server has ${allowed}`;
  return needed > allowed ? warning(says) : ok(says);
}
