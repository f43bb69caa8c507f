import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type Database, openPool } from '../../src/db/database.ts';
import { closing } from './closing.ts';
import { EMPTY, silent } from './cluster.ts';
import { createDatabase, dropDatabase, openTestServer, type TestServer, urlOf } from './test-server.ts';

export type TestDatabase = Database & {
  url: string;
  connection: pg.ClientConfig;
};

/** A database without any table. */
export const emptyDatabase = (poolSize = 10) => testDatabase(poolSize, EMPTY);

let own: Promise<TestServer> | undefined;

/** The server of the test run. Without the global setup of `npm test`, the file opens one for all of its databases. */
function testServer(): Promise<TestServer> {
  const inherited = process.env.MILEPOST_TEST_CLUSTER;
  if (inherited) return Promise.resolve(JSON.parse(inherited));
  own ??= openTestServer().then((server) => {
    closing(() => server.stop());
    return server;
  });
  return own;
}

/** Creates a migrated database, which is dropped after the test file. */
export async function testDatabase(poolSize = 10, from?: string): Promise<TestDatabase> {
  const server = await testServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await createDatabase(server, name, from ?? `template ${server.template}`);
  const connection = { ...server.connection, database: name };
  const database = openPool(connection, poolSize, silent);
  closing(async () => {
    await database.close();
    await dropDatabase(server, name);
  });
  return { ...database, url: urlOf(server.connection, name), connection };
}
