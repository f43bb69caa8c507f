import type { Database } from '../../../src/db/database.ts';
import { eventually } from '../milepost.ts';

/** Waits until a statement waits for a lock that another transaction of the same database holds. */
export function untilLockWait(db: Database): Promise<void> {
  return eventually('a statement waits for a lock', () => hasLockWait(db));
}

export async function hasLockWait(db: Database): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount !== 0;
}
