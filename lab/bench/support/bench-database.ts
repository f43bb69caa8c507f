import { type Database, openPool } from '../../../server/src/db/database.ts';
import { silent, startTestCluster, TEMPLATE } from '../../../server/test/support/cluster.ts';

export type BenchDatabase = { database: Database; url: string; stop(): Promise<void> };

/** A migrated database on a server of its own that waits for its disk, as in production. */
export async function benchDatabase(): Promise<BenchDatabase> {
  const { connection, stop } = await startTestCluster({ durable: true });
  const database = openPool({ ...connection, database: TEMPLATE }, 10, silent);
  return {
    database,
    url: `postgres://${connection.user}:${connection.password}@/${TEMPLATE}?host=${connection.host}`,
    async stop() {
      await database.close();
      await stop();
    },
  };
}
