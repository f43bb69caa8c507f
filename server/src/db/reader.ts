import type pg from 'pg';
import { codeOf, messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { type Database, type Db, openPool, readsThrough, type Statement } from './database.ts';
import { readOnNodes } from './nodes/read-on-nodes.ts';

/** Runs read-only queries on the replica if there is one and it is available, otherwise on the primary. */
export type Reader = Db & {
  /** The pool to use now, for callers that need one connection. */
  current(): Database;
  /** The pool to use if `current` fails. */
  primary: Database;
  /** Reports an error of `current`. Returns true if the query should be retried on the primary. */
  failed(database: Database, error: unknown): boolean;
  /** Its own pools, for the metrics. */
  pools: { name: 'primary' | 'replica'; pool: pg.Pool }[];
  close(): Promise<void>;
};

const AVOID_MS = 5_000;
const REPLICA_CONNECT_MS = 2_000;
/** Failed connections, shutdowns, and queries that the replica cancelled because of a replication conflict. */
const RETRY_ON_PRIMARY =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|08...|28...|3D000|55000|57P0.|53300|40001|25006)$/;

type ReaderOptions = {
  replicaUrl: string | null;
  poolSize: number;
  /** Session settings. If empty, the primary's pool is shared. */
  session: string;
  log: Log;
};

/** If the replica fails, it is not used for a few seconds. Callers then see newer rows, but never an error. */
export function openReader(primary: Database, { replicaUrl, poolSize, session, log }: ReaderOptions): Reader {
  const home = session === '' ? primary : primary.openSecondPool(poolSize, session);
  const replica =
    replicaUrl === null
      ? null
      : openPool(
          { connectionString: replicaUrl, connectionTimeoutMillis: REPLICA_CONNECT_MS },
          poolSize,
          log,
          { session, pipeline: false },
        );
  let avoidedUntil = 0;
  const current = () => (replica !== null && Date.now() >= avoidedUntil ? replica : home);

  function failed(database: Database, error: unknown): boolean {
    const lost = RETRY_ON_PRIMARY.test(codeOf(error) ?? '') || /timeout|terminated/i.test(messageOf(error));
    if (database !== replica || !lost) return false;
    // 40001 affects a single query, not the replica.
    if (codeOf(error) !== '40001') {
      avoidedUntil = Date.now() + AVOID_MS;
      log.warn({ error: messageOf(error) }, 'read replica failed; using the primary');
    }
    return true;
  }

  async function read(statement: Statement, values: unknown[]): Promise<object[]> {
    const from = (database: Database) =>
      readOnNodes(database, statement, values, (on, own) => on.rows(statement, own));
    const first = current();
    try {
      return await from(first);
    } catch (error) {
      if (!failed(first, error)) throw error;
      return from(home);
    }
  }

  return {
    ...readsThrough(read),
    current,
    primary: home,
    failed,
    pools: [
      ...(home === primary ? [] : [{ name: 'primary' as const, pool: home.pool }]),
      ...(replica === null ? [] : [{ name: 'replica' as const, pool: replica.pool }]),
    ],
    async close() {
      await replica?.close();
      if (home !== primary) await home.close();
    },
  };
}
