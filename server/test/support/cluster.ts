import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { openPool } from '../../src/db/database.ts';
import { openEmbedded } from '../../src/db/embedded/open-embedded.ts';
import { migrateSchema } from '../../src/domain/migrate-schema.ts';
import { createLog } from '../../src/lib/log.ts';

export const TEMPLATE = 'milepost_template';
export const silent = createLog('silent');

/** Starts a PostgreSQL server with a migrated template database. Benchmarks need durability, tests do not. */
export async function startTestCluster({
  durable = false,
} = {}): Promise<{ connection: pg.ClientConfig; stop(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'milepost-test-'));
  // Under root, the server runs as another user.
  await chmod(dir, 0o755);
  const embedded = await openEmbedded(dir, silent);
  const admin = openPool(embedded.connection, 2, silent);
  if (!durable) {
    await admin.pool.query('alter system set fsync = off');
    await admin.pool.query('alter system set synchronous_commit = off');
    await admin.pool.query('select pg_reload_conf()');
  }
  await admin.pool.query(`create database ${TEMPLATE}`);
  await admin.close();
  const template = openPool({ ...embedded.connection, database: TEMPLATE }, 2, silent);
  await migrateSchema(template);
  await template.close();
  return {
    connection: embedded.connection,
    async stop() {
      await embedded.release();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
