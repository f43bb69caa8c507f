import { codeOf, messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { type Database, type Db, openPool, type Statement } from './database.ts';

/** Where questions go that change nothing: the replica when there is one and it answers, else the primary. */
export type Reader = Db & {
  /** The pool that would be asked now, and the one that is asked when that fails; for work on one connection. */
  current(): Database;
  primary: Database;
  /** Tells what became of work on that pool; true when it is worth doing again on the primary. */
  failed(database: Database, error: unknown): boolean;
  close(): Promise<void>;
};

const AVOIDED_MS = 5_000;
const REPLICA_CONNECT_MS = 2_000;
/** Connections that fail or are refused, shut-downs, and a replica that cancels a query because it must catch up. */
const ELSEWHERE =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|08...|28...|3D000|55000|57P0.|53300|40001|25006)$/;

export type ReaderOptions = {
  replicaUrl: string | null;
  poolSize: number;
  /** Session settings; empty shares the primary's own pool. */
  session: string;
  log: Log;
};

/**
 * A replica that cannot be asked is left alone for a few seconds and the primary does its work: readers see
 * newer rows then, never an error. What a replica answers may be as old as its lag.
 */
export function openReader(primary: Database, { replicaUrl, poolSize, session, log }: ReaderOptions): Reader {
  const home = session === '' ? primary : primary.beside(poolSize, session);
  const replica =
    replicaUrl === null
      ? null
      : openPool(
          { connectionString: replicaUrl, connectionTimeoutMillis: REPLICA_CONNECT_MS },
          poolSize,
          log,
          session,
        );
  let avoidedUntil = 0;
  const current = () => (replica !== null && Date.now() >= avoidedUntil ? replica : home);

  function failed(database: Database, error: unknown): boolean {
    const lost = ELSEWHERE.test(codeOf(error) ?? '') || /timeout|terminated/i.test(messageOf(error));
    if (database !== replica || !lost) return false;
    // 40001 is one query's bad luck, not the replica's state.
    if (codeOf(error) !== '40001') {
      avoidedUntil = Date.now() + AVOIDED_MS;
      log.warn({ error: messageOf(error) }, 'the read replica does not answer; the primary is asked');
    }
    return true;
  }

  async function ask<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const first = current();
    try {
      return await work(first);
    } catch (error) {
      if (!failed(first, error)) throw error;
      return work(home);
    }
  }

  return {
    rows: <Row extends object>(what: Statement, values?: unknown[]) =>
      ask((db) => db.rows<Row>(what, values)),
    row: <Row extends object>(what: Statement, values?: unknown[]) => ask((db) => db.row<Row>(what, values)),
    run: (what, values) => ask((db) => db.run(what, values)),
    current,
    primary: home,
    failed,
    async close() {
      await replica?.close();
      if (home !== primary) await home.close();
    },
  };
}
