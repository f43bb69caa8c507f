import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { migrateSchema } from '../domain/migrate-schema.ts';
import { recordCommand } from './audit-command.ts';
import type { Context } from './command.ts';

/**
 * Opens the database for one command. The embedded server is shared with a running service, or started and stopped. The
 * audit log records what the command declares.
 */
export async function withDatabase<T>(
  context: Context,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { settings, log } = context;
  const opened = await openDatabase({ ...settings, database: { ...settings.database, poolSize: 2 } }, log);
  try {
    await migrateSchema(opened.database);
    return await recordCommand(context, opened.database, () => work(opened.database));
  } finally {
    await opened.close();
  }
}
