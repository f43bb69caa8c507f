import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { migrateSchema } from '../domain/migrate-schema.ts';
import type { Context } from './command.ts';

/** Runs beside a server on the same data, or alone: then the embedded database runs for as long as the command does. */
export async function withDatabase<T>(
  { settings, log }: Context,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const opened = await openDatabase({ ...settings, database: { ...settings.database, poolSize: 2 } }, log);
  try {
    await migrateSchema(opened.database);
    return await work(opened.database);
  } finally {
    await opened.close();
  }
}
