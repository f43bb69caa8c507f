import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openPool } from '../../../server/src/db/database.ts';
import { openEmbedded } from '../../../server/src/db/embedded/open-embedded.ts';
import { migrate } from '../../../server/src/db/migrate.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { writeInspections } from './write-inspections.ts';

export type ImportGround = {
  folder: string;
  /** SMS inspections; readable by the server too. */
  file: string;
  database: Database;
  /** The same server, as a URL. */
  url: string;
};

/** An embedded server of its own, as durable as in production, and a file to import. */
export async function onImportGround<T>(
  rows: number,
  work: (ground: ImportGround) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-bench-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'sms-inspection.csv');
  const embedded = await openEmbedded(folder, createLog('error'));
  const database = openPool(embedded.connection, 10, createLog('error'));
  const { user, password, host, database: name } = embedded.connection;
  const parameters = new URLSearchParams({
    host: String(host),
    user: String(user),
    password: String(password),
  });
  try {
    await migrate(database);
    await writeInspections(file, rows);
    return await work({ folder, file, database, url: `postgres:///${name}?${parameters}` });
  } finally {
    await database.close();
    await embedded.release();
    await rm(folder, { recursive: true, force: true });
  }
}
