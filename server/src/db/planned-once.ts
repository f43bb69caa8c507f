import type { Database, Transaction } from './database.ts';
import { bucketRanges } from './nodes/bucket-ranges.ts';

/**
 * A transaction of look-ups by key. Each connection plans its statements once, for all values: to plan them again with the
 * values of every execution takes several times as long as to run them. Not on a cluster: Citus selects the shard when it
 * plans, so it needs the values.
 */
export async function plannedOnce<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  const isOneServer = (await bucketRanges(database)) === null;
  return isOneServer ? plannedForAll(database, work, settings) : database.transaction(work);
}

/** The same on any server, for statements on tables that are not distributed. */
export function plannedForAll<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  return database.transaction(work, ['plan_cache_mode = force_generic_plan', ...settings]);
}
