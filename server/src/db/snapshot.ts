import type pg from 'pg';
import { sleep } from '../lib/clock.ts';
import { codeOf, operatorError } from '../lib/errors.ts';
import { LOCKS } from './advisory-locks.ts';
import { listTables, quote, type Table } from './catalog.ts';
import type { Database } from './database.ts';

/** An import may hold the lock until its rows are in place. */
const LOCK_WAIT_MS = 30 * 60_000;
const LOCK_PAUSE_MS = 500;
const UNDEFINED_TABLE = '42P01';
const TRIES = 5;

/** The text form of values depends on these settings. With them it is the same on all servers and versions. */
const TEXT_FORMAT = [
  `set datestyle = 'ISO, YMD'`,
  `set timezone = 'UTC'`,
  `set intervalstyle = 'postgres'`,
  `set extra_float_digits = 1`,
  `set bytea_output = 'hex'`,
];

export async function setTextFormat(client: pg.ClientBase): Promise<void> {
  await client.query(
    [...TEXT_FORMAT, 'set statement_timeout = 0', 'set idle_in_transaction_session_timeout = 0'].join('; '),
  );
}

/** One view of all tables for several sessions. No table is dropped and no blob is deleted while it is open. */
export type Snapshot = {
  client: pg.Client;
  tables: Table[];
  /** A session that sees the same rows. It ends with the snapshot. */
  join(): Promise<pg.Client>;
  close(): Promise<void>;
};

export async function openSnapshot(database: Database, onWait: () => void): Promise<Snapshot> {
  const client = await database.connect();
  client.on('error', () => undefined);
  try {
    await setTextFormat(client);
    await lockBackup(client, onWait);
    const { id, tables } = await begin(client);
    const workers: pg.Client[] = [];
    return {
      client,
      tables,
      async join() {
        const worker = await database.connect();
        worker.on('error', () => undefined);
        workers.push(worker);
        await setTextFormat(worker);
        await worker.query('begin isolation level repeatable read read only');
        await worker.query(`set transaction snapshot '${id}'`);
        return worker;
      },
      async close() {
        await Promise.all([...workers, client].map((one) => one.end().catch(() => undefined)));
      },
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Polls, because a waiting exclusive lock would make imports wait, too. */
async function lockBackup(client: pg.Client, onWait: () => void): Promise<void> {
  const deadline = Date.now() + LOCK_WAIT_MS;
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [LOCKS.backup]);
    if (rows[0].mine) return;
    if (isFirst) onWait();
    if (Date.now() > deadline)
      throw operatorError('Another backup, or an import, is still running. Try again when it has finished.');
    await sleep(LOCK_PAUSE_MS);
  }
}

/** A partition may be dropped between the list of tables and their locks: then both are repeated. */
async function begin(client: pg.Client): Promise<{ id: string; tables: Table[] }> {
  for (let tried = 1; ; tried++) {
    await client.query('begin isolation level repeatable read read only');
    try {
      const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
      const tables = await listTables(client);
      if (tables.length > 0) {
        const names = tables.map(({ name }) => quote(name)).join(', ');
        await client.query(`lock table ${names} in access share mode`);
      }
      return { id: rows[0]?.id ?? '', tables };
    } catch (error) {
      if (codeOf(error) !== UNDEFINED_TABLE || tried === TRIES) throw error;
      await client.query('rollback');
    }
  }
}
