import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type Database, openPool } from '../../src/db/database.ts';
import { closing } from './closing.ts';
import { silent, startTestCluster, TEMPLATE } from './cluster.ts';

export type TestDatabase = Database & {
  url: string;
  connection: pg.ClientConfig;
};

/** A database without any table. */
export const emptyDatabase = (poolSize = 10) => testDatabase(poolSize, 'template1');

/**
 * Creates a migrated database, which is dropped after the test file. Without the global setup of `npm test`, the file
 * starts its own server.
 */
export async function testDatabase(poolSize = 10, template = TEMPLATE): Promise<TestDatabase> {
  const inherited = process.env.MILEPOST_TEST_CLUSTER;
  const own = inherited ? null : await startTestCluster();
  const connection: pg.ClientConfig = own?.connection ?? JSON.parse(inherited ?? '{}');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = openPool(connection, 1, silent);
  await admin.pool.query(`create database ${name} template ${template}`);
  const database = openPool({ ...connection, database: name }, poolSize, silent);
  closing(async () => {
    await database.close();
    await admin.pool.query(`drop database ${name} with (force)`);
    await admin.close();
    await own?.stop();
  });
  const url = `postgres://${connection.user}:${connection.password}@/${name}?host=${connection.host}`;
  return { ...database, url, connection: { ...connection, database: name } };
}
