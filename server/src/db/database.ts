import pg from 'pg';
import type { Log } from '../lib/log.ts';

/** A named statement is prepared once per connection; the name must be unique for its text. */
export type Statement = { name: string; text: string };

export function statement(name: string, text: string): Statement {
  return { name, text };
}

/** What a capability's store needs: the pool outside, one connection inside a transaction. */
export type Db = {
  rows<Row extends object>(statement: Statement, values?: unknown[]): Promise<Row[]>;
  row<Row extends object>(statement: Statement, values?: unknown[]): Promise<Row | null>;
  /** How many rows it touched. */
  run(statement: Statement, values?: unknown[]): Promise<number>;
};

export type Transaction = Db & { client: pg.PoolClient };

export type Database = Db & {
  /** Commits what `work` wrote, or nothing of it. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A connection of its own, outside the pool: LISTEN, long locks, COPY. The caller ends it. */
  connect(): Promise<pg.Client>;
  /** A second pool on the same server, with session settings (`-c name=value`) of its own. The caller closes it. */
  beside(poolSize: number, session: string): Database;
  pool: pg.Pool;
  close(): Promise<void>;
};

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    // Our big integers are ids and counts, far below 2^53; dates are calendar days without a zone.
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

export function openPool(connection: pg.ClientConfig, poolSize: number, log: Log, session = ''): Database {
  const config: pg.PoolConfig = {
    connectionTimeoutMillis: 10_000,
    ...connection,
    types,
    application_name: 'milepost',
    // Our plans rest on single rows being cheap to fetch, as on any disk of today; the default says four times as much.
    options: `-c random_page_cost=1.1 -c jit=off ${session}`.trim(),
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...config, max: poolSize, idleTimeoutMillis: 30_000 });
  pool.on('error', (error) => log.warn({ error: error.message }, 'an idle database connection was lost'));
  return {
    ...queriesOn(pool),
    pool,
    beside: (size, settings) => openPool(connection, size, log, settings),
    async connect() {
      const client = new pg.Client(config);
      await client.connect();
      return client;
    },
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin');
        const result = await work({ ...queriesOn(client), client });
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((lost: Error) => {
          broken = lost;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

export function queriesOn(target: pg.Pool | pg.PoolClient): Db {
  return {
    async rows<Row extends object>({ name, text }: Statement, values: unknown[] = []) {
      const result = await target.query({ name, text, values });
      return result.rows as Row[];
    },
    async row<Row extends object>({ name, text }: Statement, values: unknown[] = []) {
      const result = await target.query({ name, text, values });
      return (result.rows[0] as Row | undefined) ?? null;
    },
    async run({ name, text }, values = []) {
      const result = await target.query({ name, text, values });
      return result.rowCount ?? 0;
    },
  };
}
