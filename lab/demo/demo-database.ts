import { type Database, openPool } from '../../server/src/db/database.ts';
import { silent, startTestCluster, TEMPLATE } from '../../server/test/support/cluster.ts';

/** Runs `work` in a migrated database of its own, which is deleted afterwards. */
export async function withDemoDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const cluster = await startTestCluster();
  const database = openPool({ ...cluster.connection, database: TEMPLATE }, 6, silent);
  try {
    return await work(database);
  } finally {
    await database.close();
    await cluster.stop();
  }
}
