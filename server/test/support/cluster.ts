import { type ChildProcess, spawn } from 'node:child_process';
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

/**
 * Starts an embedded PostgreSQL server with a migrated template database, also when TEST_DATABASE_URL is set. Benchmarks
 * need durability, tests do not.
 */
export async function startTestCluster({
  durable = false,
} = {}): Promise<{ connection: pg.ClientConfig; stop(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'milepost-test-'));
  // Under root, the server runs as another user.
  await chmod(dir, 0o755);
  const watchdog = startWatchdog(dir);
  const embedded = await openEmbedded(dir, silent);
  const admin = openPool(embedded.connection, 2, silent);
  if (!durable) {
    await admin.pool.query('alter system set fsync = off');
    await admin.pool.query('alter system set synchronous_commit = off');
    await admin.pool.query('select pg_reload_conf()');
  }
  await admin.close();
  await createTemplate(embedded.connection, TEMPLATE);
  return {
    connection: embedded.connection,
    async stop() {
      await embedded.release();
      await rm(dir, { recursive: true, force: true });
      watchdog.kill();
    },
  };
}

/** Stops the server when this process has ended: a test file that fails during its set-up exits without running its hooks. */
function startWatchdog(dir: string): ChildProcess {
  const script = `while kill -0 "$1" 2>/dev/null; do sleep 1; done
    kill -QUIT "$(head -n 1 "$2/postgres/postmaster.pid")" 2>/dev/null; sleep 1; rm -rf "$2"`;
  const options = { detached: true, stdio: 'ignore' } as const;
  const watchdog = spawn('sh', ['-c', script, 'watchdog', String(process.pid), dir], options);
  watchdog.unref();
  return watchdog;
}

/** Creates a migrated database that test databases are cloned from. */
export async function createTemplate(connection: pg.ClientConfig, name: string): Promise<void> {
  const admin = openPool(connection, 1, silent);
  await admin.pool.query(`create database ${name} ${EMPTY}`);
  await admin.close();
  const template = openPool({ ...connection, database: name }, 2, silent);
  await migrateSchema(template);
  await template.close();
}

/** Not template1, which a server's administrator may have changed. */
export const EMPTY = `encoding 'UTF8' template template0`;
