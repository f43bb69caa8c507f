import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openPool } from '../../src/db/database.ts';
import { distribute } from '../../src/db/distribute.ts';
import { distributions } from '../../src/domain/observations/distribution.ts';
import { createTemplate, silent, startTestCluster, TEMPLATE } from './cluster.ts';

type Node = { host: string; port: number };

/** The server of a test run. Passed to the test files as JSON. */
export type TestServer = {
  connection: pg.ClientConfig;
  template: string;
  /** The workers of a Citus cluster; null on plain PostgreSQL. */
  workers: Node[] | null;
};

export type OpenServer = TestServer & { stop(): Promise<void> };

/**
 * The server in TEST_DATABASE_URL, or an embedded one. If the database in TEST_DATABASE_URL has the citus extension, every
 * test database is created on all its nodes and distributed.
 */
export async function openTestServer(): Promise<OpenServer> {
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined) return { ...(await startTestCluster()), template: TEMPLATE, workers: null };
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: url });
  const connection: pg.ClientConfig = { host, port, user, password, database, ssl };
  const template = `milepost_template_${randomBytes(4).toString('hex')}`;
  await createTemplate(connection, template);
  const workers = await citusWorkers(connection);
  return {
    connection,
    template,
    workers,
    stop: () => dropDatabase({ connection, template, workers }, template),
  };
}

async function citusWorkers(connection: pg.ClientConfig): Promise<Node[] | null> {
  return onServer(connection, async (query) => {
    const { rows } = await query(`select 1 from pg_extension where extname = 'citus'`);
    if (rows.length === 0) return null;
    const nodes = await query(
      `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and noderole = 'primary'`,
    );
    return nodes.rows as Node[];
  });
}

/** Clones the template, or `template0` for a database without tables. */
export async function createDatabase(server: TestServer, name: string, from: string): Promise<void> {
  const { connection, workers } = server;
  await onServer(connection, (query) => query(`create database ${name} ${from}`));
  if (workers === null) return;
  for (const node of workers)
    await onServer({ ...connection, ...node }, (query) => query(`create database ${name}`));
  for (const node of [...workers, {}])
    await onServer({ ...connection, ...node, database: name }, (query) => query('create extension citus'));
  const database = openPool({ ...connection, database: name }, 2, silent);
  try {
    const { host, port = 5432 } = connection;
    await database.pool.query('select citus_set_coordinator_host($1, $2)', [host, port]);
    for (const node of workers)
      await database.pool.query('select citus_add_node($1, $2)', [node.host, node.port]);
    if (from.includes(server.template)) await distribute(database, distributions);
  } finally {
    await database.close();
  }
}

export async function dropDatabase({ connection, workers }: TestServer, name: string): Promise<void> {
  for (const node of [{}, ...(workers ?? [])])
    await onServer({ ...connection, ...node }, (query) =>
      query(`drop database if exists ${name} with (force)`),
    );
}

async function onServer<T>(
  connection: pg.ClientConfig,
  work: (query: pg.Client['query']) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client.query.bind(client) as pg.Client['query']);
  } finally {
    await client.end();
  }
}

/** Works for a socket folder and for a host and port. */
export function urlOf({ host, port, user, password }: pg.ClientConfig, database: string): string {
  const parameters = { host, port, user, password };
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value ? [[name, String(value)] as [string, string]] : [],
  );
  return `postgres:///${database}?${new URLSearchParams(given)}`;
}
