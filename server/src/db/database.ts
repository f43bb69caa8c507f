import pg from 'pg';
import { AppError, codeOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { BatchingSocket } from './batching-socket.ts';
import { NODE_SESSION, type NodeAddresses, NodePools } from './nodes/node-pools.ts';

/** Named statements are prepared once per connection, so each name must belong to one text. */
export type Statement = {
  name: string;
  text: string;
  /**
   * Why a statement on a distributed table runs on all shards. Any other statement names the carriers whose shards it
   * needs, which a test checks (`distributed-statements.test.ts`).
   */
  allShards?: string;
  /** Reads observations by their keys (`keyValues`). The keys can be split: each node is asked only for its own. */
  isByKeys?: boolean;
};

/** All statements of the modules that are loaded, by name. */
export const statements = new Map<string, Statement>();

export function statement(
  name: string,
  text: string,
  options: Omit<Statement, 'name' | 'text'> = {},
): Statement {
  const declared = { name, text, ...options };
  statements.set(name, declared);
  return declared;
}

/** Runs on the pool, or on one connection inside a transaction. */
export type Db = {
  rows<Row extends object>(statement: Statement, values?: unknown[]): Promise<Row[]>;
  row<Row extends object>(statement: Statement, values?: unknown[]): Promise<Row | null>;
  /** Returns the number of affected rows. */
  run(statement: Statement, values?: unknown[]): Promise<number>;
};

/** The row of a statement that always returns one. */
export async function readRow<Row extends object>(
  db: Db,
  statement: Statement,
  values: unknown[],
): Promise<Row> {
  const row = await db.row<Row>(statement, values);
  if (row === null) throw new Error(`${statement.name} returned no row`);
  return row;
}

/** Returns the row with an id from the request, or throws "not found". */
export async function foundRow<Row extends object>(
  db: Db,
  statement: Statement,
  values: unknown[],
  notFound: string,
): Promise<Row> {
  const row = await db.row<Row>(statement, values);
  if (row === null) throw new AppError('not_found', notFound);
  return row;
}

/**
 * Statements that `work` starts together are sent together and run in that order, in one round trip. If one of them fails,
 * those behind it fail too, because the transaction is aborted.
 */
export type Transaction = Db & {
  client: pg.Client;
  /**
   * Commits in the same round trip as the statements that were started for `last`. If one of them fails, PostgreSQL rolls
   * back instead. No statement may follow.
   */
  commitWith<T>(last: Promise<T>): Promise<T>;
};

export type Database = Db & {
  /** Rolls back if `work` throws. `settings`: PostgreSQL settings for this transaction. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, settings?: readonly string[]): Promise<T>;
  /** On a connection outside the pool: those of the pool cannot run COPY. Its statements are sent one by one. */
  copyTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A connection outside the pool, for LISTEN, long locks and COPY. The caller ends it. */
  connect(): Promise<pg.Client>;
  /** A second pool on the same server, for reads, with other session settings (`-c name=value`). The caller closes it. */
  openSecondPool(poolSize: number, session: string): Database;
  /** A pool on a node of a cluster, `host:port` as the coordinator knows it; null if this process reaches nodes only through it. `session`: further settings. */
  onNode(address: string, session?: string): Database | null;
  pool: pg.Pool;
  close(): Promise<void>;
};

const STATEMENT_TIMEOUT_MS = 60_000;
/** A transaction of a process that hangs must not hold its locks for long. */
const IDLE_IN_TRANSACTION_MS = 120_000;

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    // bigint columns hold ids and counts, far below 2^53. Dates are calendar days without a time zone.
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

/** All open pools of the process. */
export const openPools = new Set<pg.Pool>();

type SessionSettings = {
  /** Further session settings (`-c name=value`); a later one replaces an earlier one. */
  session?: string;
  /** A statement that takes longer is cancelled. `db/long-work.ts` has larger limits. */
  statementTimeoutMs?: number;
  /**
   * Whether connections send statements without waiting for the one before. Such a connection cannot run COPY, and it can
   * be closed only after its statements.
   */
  pipeline?: boolean;
  /** How the nodes of a cluster are reached; see `onNode`. */
  nodes?: NodeAddresses;
};

export function openPool(
  connection: pg.ClientConfig,
  poolSize: number,
  log: Log,
  {
    session = '',
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    pipeline = true,
    nodes = { isDirect: true },
  }: SessionSettings = {},
): Database {
  const timeouts = `-c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`;
  const config: pg.PoolConfig = {
    connectionTimeoutMillis: 10_000,
    ...connection,
    types,
    application_name: 'milepost',
    // The default random_page_cost of 4 assumes spinning disks.
    options: `-c random_page_cost=1.1 -c jit=off ${timeouts} ${session}`.trim(),
    keepAlive: true,
  };
  const stream = pipeline ? () => new BatchingSocket() : undefined;
  const pool = new pg.Pool({ ...config, stream, pipeline, max: poolSize, idleTimeoutMillis: 30_000 });
  openPools.add(pool);
  pool.on('error', (error) => log.warn({ error: error.message }, 'lost an idle database connection'));
  pool.on('connect', ignoreErrorEvents);
  const pools = new NodePools(connection, nodes, (one, more) => {
    const ofNode = `${NODE_SESSION} ${session} ${more}`;
    return openPool(one, poolSize, log, { session: ofNode, statementTimeoutMs, pipeline });
  });
  const connect = async () => {
    const client = new pg.Client(config);
    ignoreErrorEvents(client);
    await client.connect();
    return client;
  };
  return {
    ...queriesOn(pool),
    pool,
    openSecondPool: (size, more) =>
      openPool(connection, size, log, { session: more, statementTimeoutMs, pipeline: false, nodes }),
    connect,
    onNode: (address, more = '') => pools.at(address, more),
    async transaction(work, settings) {
      const client = await pool.connect();
      return await runTransaction(client, work, (lost) => client.release(lost), settings);
    },
    async copyTransaction(work) {
      const client = await connect();
      return await runTransaction(client, work, () => client.end());
    },
    async close() {
      openPools.delete(pool);
      await pools.close();
      await pool.end();
    },
  };
}

/**
 * A connection that is lost between two statements of a transaction emits an error, which would end the process. The next
 * statement fails with the same error.
 */
function ignoreErrorEvents(client: pg.ClientBase): void {
  client.on('error', () => undefined);
}

/** For a statement that is awaited later, or not at all: its failure must not count as an unhandled rejection. */
function sent<T>(query: Promise<T>): Promise<T> {
  query.catch(() => undefined);
  return query;
}

async function runTransaction<T>(
  client: pg.Client,
  work: (tx: Transaction) => Promise<T>,
  release: (connectionError?: Error) => unknown,
  settings: readonly string[] = [],
): Promise<T> {
  let connectionError: Error | undefined;
  let committed: Promise<pg.QueryResult> | undefined;
  const firstError = firstErrorOf(client);
  const commitWith = async <L>(last: Promise<L>): Promise<L> => {
    if (client.pipeline) committed = sent(client.query('commit'));
    return last;
  };
  try {
    const begun = sent(client.query(['begin', ...settings.map((one) => `set local ${one}`)].join('; ')));
    if (!client.pipeline) await begun;
    const result = await work({ ...queriesOn(firstError.client), client, commitWith });
    await (committed ?? client.query('commit'));
    return result;
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      connectionError = lost;
    });
    throw firstError.behind(error);
  } finally {
    await release(connectionError);
  }
}

/** A statement behind the one that failed: its own error says nothing. */
const IN_FAILED_TRANSACTION = '25P02';

/**
 * Statements that are sent together fail together, and the one that is awaited first need not be the one that failed first.
 * `behind` returns the error that aborted the transaction for an error that only follows from it.
 */
function firstErrorOf(client: pg.Client) {
  let first: unknown;
  const query = (config: pg.QueryConfig) => {
    const running = client.query(config);
    running.catch((error: unknown) => {
      first ??= error;
    });
    return running;
  };
  return {
    client: { query },
    behind: (error: unknown) => (codeOf(error) === IN_FAILED_TRANSACTION ? (first ?? error) : error),
  };
}

type Queryable = { query(config: pg.QueryConfig): Promise<pg.QueryResult> };

export function queriesOn(target: Queryable): Db {
  const query = ({ name, text }: Statement, values: unknown[] = []) => target.query({ name, text, values });
  return {
    rows: async (statement, values) => (await query(statement, values)).rows,
    row: async (statement, values) => (await query(statement, values)).rows[0] ?? null,
    run: async (statement, values) => (await query(statement, values)).rowCount ?? 0,
  };
}

/** A `Db` for reads, which all go through `read`. */
export function readsThrough(read: (statement: Statement, values: unknown[]) => Promise<object[]>): Db {
  const rows = (statement: Statement, values: unknown[] = []) => read(statement, values);
  return {
    rows: rows as Db['rows'],
    row: (async (statement, values) => (await rows(statement, values))[0] ?? null) as Db['row'],
    run: async (statement, values) => (await rows(statement, values)).length,
  };
}

/** Deadlock, serialization failure and lock timeout: the transaction was rolled back and can be repeated. */
const RETRYABLE = new Set(['40P01', '40001', '55P03']);
const MOST_TRIES = 5;

export async function retryOnDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction();
    } catch (error) {
      if (tries === MOST_TRIES || !RETRYABLE.has(codeOf(error) ?? '')) throw error;
    }
  }
}
