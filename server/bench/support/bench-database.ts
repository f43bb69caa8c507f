import type pg from 'pg';
import { type Database, openPool } from '../../src/db/database.ts';
import { silent, startTestCluster, TEMPLATE } from '../../test/support/cluster.ts';

export type BenchDatabase = {
  database: Database;
  url: string;
  connection: pg.ClientConfig;
  stop(): Promise<void>;
};

/** A migrated database on a server of its own that really waits for its disk, as in production. */
export async function benchDatabase(): Promise<BenchDatabase> {
  const cluster = await startTestCluster();
  const admin = openPool(cluster.connection, 1, silent);
  await admin.pool.query('alter system reset fsync');
  await admin.pool.query('alter system reset synchronous_commit');
  await admin.pool.query('select pg_reload_conf()');
  await admin.pool.query(`create database bench template ${TEMPLATE}`);
  await admin.close();
  const connection = { ...cluster.connection, database: 'bench' };
  const database = openPool(connection, 10, silent);
  const url = `postgres://${connection.user}:${connection.password}@localhost/bench?host=${connection.host}`;
  return {
    database,
    url,
    connection,
    async stop() {
      await database.close();
      await cluster.stop();
    },
  };
}
