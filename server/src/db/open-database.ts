import pg from 'pg';
import type { Settings } from '../config/settings.ts';
import { sleep } from '../lib/clock.ts';
import { AppError, codeOf, messageOf, operatorError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { type Database, openPool } from './database.ts';
import { isDatabaseAway } from './database-fault.ts';
import { openEmbedded } from './embedded/open-embedded.ts';

type OpenDatabase = { database: Database; where: string; close(): Promise<void> };

type Waiting = {
  /** How long to wait for a server that is starting. */
  waitMs?: number;
  signal?: AbortSignal;
};

/** A database server that recovers after a crash, or a container that starts with this one, is ready by then. */
export const DATABASE_WAIT_MS = 60_000;
const WAIT_PAUSE_MS = 500;

/** Opens the server in DATABASE_URL, or the embedded one in DATA_DIR. */
export async function openDatabase(
  settings: Settings,
  log: Log,
  { waitMs = 0, signal }: Waiting = {},
): Promise<OpenDatabase> {
  const { poolSize, statementTimeoutMs, nodes } = settings.database;
  if (settings.database.url === null) {
    if (!settings.database.allowsEmbedded)
      throw operatorError(
        'DATABASE_URL must be set in production. For one machine with a permanent disk, EMBEDDED_DATABASE=yes stores everything in DATA_DIR instead.',
      );
    const embedded = await openEmbedded(settings.dataDir, log);
    const database = openPool(embedded.connection, poolSize, log, { statementTimeoutMs });
    return {
      database,
      where: `embedded PostgreSQL in ${embedded.clusterDir}`,
      async close() {
        await database.close();
        await embedded.release();
      },
    };
  }
  const connection = { connectionString: settings.database.url };
  const database = openPool(connection, poolSize, log, { statementTimeoutMs, nodes });
  try {
    await whenStarted(() => checkVersion(database), log, waitMs, signal);
  } catch (error) {
    await database.close();
    throw error;
  }
  const { host, database: name } = new pg.Client({ connectionString: settings.database.url });
  return { database, where: `PostgreSQL at ${host}, database ${name}`, close: () => database.close() };
}

/** Repeats `connect` while the server cannot be reached or is starting. */
async function whenStarted(
  connect: () => Promise<void>,
  log: Log,
  waitMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  for (let isLogged = false; ; ) {
    try {
      return await connect();
    } catch (error) {
      if (error instanceof AppError) throw error;
      const reason = `${codeOf(error) ?? ''} ${messageOf(error)}`.trim();
      const isOver = performance.now() - startedAt >= waitMs || signal?.aborted;
      if (!isDatabaseAway(error)) throw operatorError(`DATABASE_URL cannot be used: ${reason}`, error);
      if (isOver) throw operatorError(`DATABASE_URL cannot be used${waited(waitMs)}: ${reason}`, error);
      if (!isLogged) log.warn({ reason, seconds: waitMs / 1_000 }, 'waiting for the database');
      isLogged = true;
      await sleep(WAIT_PAUSE_MS, signal);
    }
  }
}

const waited = (waitMs: number) => (waitMs === 0 ? '' : ` after ${waitMs / 1_000} seconds of waiting`);

async function checkVersion(database: Database): Promise<void> {
  const { rows } = await database.pool.query(`select current_setting('server_version_num')::int as version`);
  if (rows[0].version < 150_000) {
    throw operatorError(
      `DATABASE_URL is PostgreSQL ${Math.floor(rows[0].version / 10_000)}, but 15 or newer is required.`,
    );
  }
}
