import pg from 'pg';
import type { Settings } from '../config/settings.ts';
import { AppError, codeOf, messageOf, operatorError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { type Database, openPool } from './database.ts';
import { openEmbedded } from './embedded/open-embedded.ts';

type OpenDatabase = { database: Database; where: string; close(): Promise<void> };

/** Opens the server in DATABASE_URL, or the embedded one in DATA_DIR. */
export async function openDatabase(settings: Settings, log: Log): Promise<OpenDatabase> {
  const { poolSize, statementTimeoutMs } = settings.database;
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
  const database = openPool(connection, poolSize, log, { statementTimeoutMs });
  try {
    await checkVersion(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const { host, database: name } = new pg.Client({ connectionString: settings.database.url });
  return { database, where: `PostgreSQL at ${host}, database ${name}`, close: () => database.close() };
}

async function checkVersion(database: Database): Promise<void> {
  try {
    const { rows } = await database.pool.query(
      `select current_setting('server_version_num')::int as version`,
    );
    if (rows[0].version < 150_000) {
      throw operatorError(
        `DATABASE_URL is PostgreSQL ${Math.floor(rows[0].version / 10_000)}, but 15 or newer is required.`,
      );
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw operatorError(
      `DATABASE_URL cannot be used: ${codeOf(error) ?? ''} ${messageOf(error)}`.trim(),
      error,
    );
  }
}
