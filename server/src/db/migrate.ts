import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { sha256 } from '../lib/bytes/hash.ts';
import { sleep } from '../lib/clock.ts';
import { codeOf, operatorError } from '../lib/errors.ts';
import { LOCKS } from './advisory-locks.ts';
import { type Database, statement, type Transaction } from './database.ts';
import { allowLongWork } from './long-work.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

type Migration = { name: string; text: string; checksum: string };

const applied = statement('migrate.applied', `select name, checksum from milepost_migrations order by name`);

const recordApplied = 'insert into milepost_migrations (name, checksum) values ($1, $2)';

async function listMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, checksum: sha256(text).toString('hex') };
    }),
  );
}

/** Statements wait this long for the lock of a table. Everything else that uses the table queues behind such a wait. */
const LOCK_WAIT_MS = 1_000;
const LOCK_DEADLINE_MS = 10 * 60_000;
const MAX_PAUSE_MS = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Exists while a restore is running or after it failed. */
export const RESTORE_MARKER = 'milepost_restore';

type MigrateOptions = {
  /** Only these. Default: all. */
  only?: string[];
  /** Called by the restore itself. */
  isRestore?: boolean;
  /** Default: the migrations of this version. */
  folder?: string;
  /** How long to retry while another transaction uses a table. */
  lockDeadlineMs?: number;
};

/** A file with this one statement runs outside a transaction, as PostgreSQL requires. */
const CONCURRENT_INDEX = /^(?:\s|--.*\n)*create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)/i;
const BUSY_PAUSE_MS = 100;

/**
 * Applies the missing migrations, each in its own transaction, and returns their names. Several processes may call it at
 * once. If a table is in use, the migration is rolled back and repeated, so that it does not block the users of the table.
 */
export async function migrate(
  database: Database,
  { only, isRestore = false, folder, lockDeadlineMs = LOCK_DEADLINE_MS }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await listMigrations(folder);
  const isWanted = ({ name }: Migration) => only?.includes(name) ?? true;
  const done: string[] = [];
  const client = await database.connect();
  client.on('error', () => undefined);
  try {
    await allowLongWork(client, 'session');
    for (;;) {
      await lockMigrations(client);
      const name = await retryWhileLocked(lockDeadlineMs, async () => {
        const next = await database.transaction(async (tx) => {
          await allowLongWork(tx.client);
          await tx.client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
          if (!isRestore) await refuseUnfinishedRestore(tx);
          return applyNext(tx, migrations, isWanted);
        });
        if (next && CONCURRENT_INDEX.test(next.text)) await buildIndex(client, next);
        return next?.name ?? null;
      });
      await client.query('select pg_advisory_unlock($1)', [LOCKS.migrate]);
      if (name === null) return done;
      done.push(name);
    }
  } finally {
    await client.end();
  }
}

/** Polls: a session that waits for a lock has a snapshot, and the concurrent build of an index would wait for that. */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [LOCKS.migrate]);
    if (rows[0].mine) return;
    await sleep(BUSY_PAUSE_MS);
  }
}

/** An interrupted build leaves an invalid index, which is removed first. */
async function buildIndex(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  const index = CONCURRENT_INDEX.exec(text)?.[1] ?? '';
  const { rows } = await client.query(
    'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`);
  await client.query(text);
  await client.query(recordApplied, [name, checksum]);
}

async function retryWhileLocked<T>(deadlineMs: number, transaction: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await transaction();
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (Date.now() + pauseMs > deadline)
        throw operatorError(
          'A migration could not lock a table, because a long transaction uses it. End that transaction (see pg_stat_activity) and try again.',
          error,
        );
      await sleep(pauseMs);
    }
  }
}

/** Returns the next migration, or null when none is missing. Only the concurrent build of an index is left to the caller. */
async function applyNext(
  tx: Transaction,
  migrations: Migration[],
  isWanted: (migration: Migration) => boolean,
): Promise<Migration | null> {
  await tx.client.query(
    `create table if not exists milepost_migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const known = new Map((await tx.rows<Migration>(applied)).map((m) => [m.name, m.checksum]));
  checkHistory(known, migrations);
  const next = migrations.find((migration) => isWanted(migration) && !known.has(migration.name));
  if (next === undefined) return null;
  if (!CONCURRENT_INDEX.test(next.text)) {
    await tx.client.query(next.text);
    await tx.client.query(recordApplied, [next.name, next.checksum]);
  }
  return next;
}

async function refuseUnfinishedRestore(tx: Transaction): Promise<void> {
  const { rows } = await tx.client.query(
    `select to_regclass('${RESTORE_MARKER}') is not null and not pg_try_advisory_xact_lock_shared($1) as restoring,
       to_regclass('${RESTORE_MARKER}') is not null as marked`,
    [LOCKS.restore],
  );
  if (rows[0].restoring)
    throw operatorError('A restore of this database is running. Wait until it has finished.');
  if (rows[0].marked)
    throw operatorError('A restore of this database did not finish. Run milepost restore again.');
}

/** Fails unless this version has all of these migrations, unchanged. */
export async function checkMigrations(known: { name: string; checksum: string }[]): Promise<void> {
  checkHistory(new Map(known.map(({ name, checksum }) => [name, checksum])), await listMigrations());
}

/** The names of the migrations that were not applied yet. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const migrations = await listMigrations();
  const { rows } = await database.pool.query(
    `select to_regclass('milepost_migrations') is not null as there`,
  );
  if (!rows[0].there) return migrations.map((m) => m.name);
  const known = new Set((await database.rows<Migration>(applied)).map((m) => m.name));
  return migrations.filter((m) => !known.has(m.name)).map((m) => m.name);
}

/** Fails if another version of Milepost migrated the database. */
export async function checkApplied(database: Database): Promise<void> {
  const { rows } = await database.pool.query(
    `select to_regclass('milepost_migrations') is not null as there`,
  );
  if (rows[0].there) await checkMigrations(await database.rows<Migration>(applied));
}

/** The last file of 1.0.0. Versions before had other tables, and none of their databases has this file. */
export const LAST_OF_BASELINE = '0019-lanes.sql';

function checkHistory(known: Map<string, string>, migrations: Migration[]): void {
  const available = new Map(migrations.map((m) => [m.name, m.checksum]));
  const isUnknown = [...known.keys()].some((name) => !available.has(name));
  if (isUnknown && available.has(LAST_OF_BASELINE) && !known.has(LAST_OF_BASELINE))
    throw operatorError(
      'The database was created by a version of Milepost before 1.0.0, which had other tables. Start with an empty database (or an empty DATA_DIR) and import the federal files again.',
    );
  for (const [name, checksum] of known) {
    if (!available.has(name)) {
      throw operatorError(
        `The database was migrated by a newer version of Milepost (unknown migration ${name}). Update Milepost.`,
      );
    }
    if (available.get(name) !== checksum) {
      throw operatorError(
        `The file of migration ${name} was changed after it was applied. Restore the file.`,
      );
    }
  }
}
