import type pg from 'pg';
import { LOCKS } from '../../db/advisory-locks.ts';
import { dropEverything, listTables, quote } from '../../db/catalog.ts';
import type { Database } from '../../db/database.ts';
import { distribute, isDistributed } from '../../db/distribute.ts';
import { checkMigrations, migrate, RESTORE_MARKER } from '../../db/migrate.ts';
import {
  createMissingTables,
  deferIndexes,
  enableTriggers,
  findDifferences,
  setSequences,
} from '../../db/restore-schema.ts';
import { Watchdog } from '../../lib/async/watchdog.ts';
import { sleep } from '../../lib/clock.ts';
import { messageOf, operatorError } from '../../lib/errors.ts';
import type { BlobStore } from '../images/blob-store.ts';
import { migrateSchema } from '../migrate-schema.ts';
import { distributions } from '../observations/distribution.ts';
import type { BackupStore } from './backup-store.ts';
import { copyBlobs, keysInFolder, parseBlobs } from './copy-blobs.ts';
import { explainBackupFailure } from './explain-backup-failure.ts';
import { findManifest, type Manifest } from './manifest.ts';
import { readPart } from './parts.ts';
import { type RestoreProgress, restoreTables } from './restore-tables.ts';

export type RestoreOptions = {
  database: Database;
  /** Null: the blobs are not restored. */
  blobs: BlobStore | null;
  store: BackupStore;
  /** Default: the newest backup. */
  backupId?: string;
  /** Deletes what the database contains. */
  replace: boolean;
  /** Tables that are filled at the same time. */
  jobs: number;
  onProgress(progress: RestoreProgress): void;
};

export type RestoreResult = {
  manifest: Manifest;
  rows: number;
  rawBytes: number;
  blobsCopied: number;
  /** Applied after the rows, because this version is newer than the backup. */
  migrations: string[];
  /** Tables that no migration creates. They have no constraints. */
  unknownTables: string[];
  /** Tables that were distributed before the restore, and are again. */
  distributed: string[];
  seconds: number;
};

const IDLE_MS = 15 * 60_000;

/**
 * Restores a backup: the schema of its version, its rows, then newer migrations. Every table is read back and compared with
 * the manifest. Until that has succeeded, a marker in the database keeps Milepost from using it.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { store, database } = options;
  const startedAt = performance.now();
  const manifest = await findManifest(store, options.backupId);
  await checkMigrations(manifest.migrations);
  if (options.blobs && !options.replace) await refuseExistingBlobs(options.blobs);
  const watchdog = new Watchdog(IDLE_MS, 'The restore');
  const client = await database.connect();
  client.on('error', () => undefined);
  try {
    // The sessions of this process must not count as those of a running service.
    for (const one of [client, database.pool]) await one.query(`set application_name = 'milepost restore'`);
    const wasDistributed = await isDistributed(database);
    await takeOver(client, options.replace, { backupId: manifest.id, wasDistributed });
    const work = restore(options, client, manifest, watchdog);
    work.catch(() => undefined);
    const restored = await Promise.race([work, watchdog.expired]);
    return { manifest, ...restored, seconds: (performance.now() - startedAt) / 1_000 };
  } catch (error) {
    throw explainBackupFailure(error, store.where, 'restore');
  } finally {
    watchdog.stop();
    await client.end();
  }
}

async function restore(
  options: RestoreOptions,
  client: pg.Client,
  manifest: Manifest,
  watchdog: Watchdog,
): Promise<Omit<RestoreResult, 'manifest' | 'seconds'>> {
  const { database, onProgress } = options;
  await migrate(database, { only: manifest.migrations.map(({ name }) => name), isRestore: true });
  // The removal of the marker is committed synchronously, and with it everything before.
  await client.query('set synchronous_commit = off');
  const unknownTables = await createMissingTables(client, manifest.tables);
  const different = await findDifferences(client, manifest.tables);
  if (different.length > 0)
    throw operatorError(`The columns of ${different.join(', ')} differ from those of the migrations.`);
  const deferred = await deferIndexes(client, manifest.indexes);
  await restoreTables({ ...options, watchdog, manifest, indexes: deferred.byTable });
  onProgress({ phase: 'finishing' });
  await watchdog.suspendDuring(finish(client, manifest, deferred.afterwards));
  const blobsCopied = await restoreBlobs(options, manifest, watchdog);
  await client.query('set synchronous_commit = on');
  const { rows: markers } = await client.query(`select was_distributed from ${RESTORE_MARKER}`);
  await client.query(`drop table ${RESTORE_MARKER}`);
  const migrations = await watchdog.suspendDuring(migrateSchema(database));
  const distributed = markers[0].was_distributed
    ? await watchdog.suspendDuring(distributeAgain(database))
    : [];
  return {
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    rawBytes: manifest.tables.reduce((sum, { raw_bytes }) => sum + raw_bytes, 0),
    blobsCopied,
    migrations,
    unknownTables,
    distributed,
  };
}

async function distributeAgain(database: Database): Promise<string[]> {
  try {
    return await distribute(database, distributions);
  } catch (error) {
    throw operatorError(
      `The backup was restored, but all its rows are on this server: ${messageOf(error)} Run milepost migrate --distribute.`,
      error,
    );
  }
}

const SESSION_END_MS = 2_000;

/** The server ends the session of a process that has just exited a moment later. */
async function becomesTrue(check: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + SESSION_END_MS;
  for (;;) {
    if (await check()) return true;
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
}

/** Locks the database for this restore, checks that it is empty or empties it, and marks it. */
async function takeOver(
  client: pg.Client,
  replace: boolean,
  { backupId, wasDistributed }: { backupId: string; wasDistributed: boolean },
): Promise<void> {
  const isLocked = async () =>
    (await client.query('select pg_try_advisory_lock($1) as mine', [LOCKS.restore])).rows[0].mine;
  if (!(await becomesTrue(isLocked))) throw operatorError('Another restore of this database is running.');
  const isUnused = async () =>
    (
      await client.query(
        `select count(*) as count from pg_stat_activity
         where datname = current_database() and application_name = 'milepost' and pid <> pg_backend_pid()`,
      )
    ).rows[0].count === 0;
  if (!(await becomesTrue(isUnused)))
    throw operatorError('Milepost is using this database. Stop all its processes first.');
  const tables = await listTables(client);
  const isRepeated = tables.some(({ name }) => name === RESTORE_MARKER);
  if (tables.length > 0 && !isRepeated && !replace)
    throw operatorError(
      'The database is not empty. Restore into an empty one, or use --replace to delete everything in it.',
    );
  // An attempt that was killed has dropped the distributed tables, so its marker knows.
  const known = isRepeated
    ? await client.query(`select to_jsonb(m) as marker from ${RESTORE_MARKER} m`)
    : null;
  const distributedBefore = wasDistributed || known?.rows[0]?.marker.was_distributed === true;
  await client.query('begin');
  await dropEverything(client);
  await client.query(
    `create table ${RESTORE_MARKER} (backup_id text not null, started_at timestamptz not null default now(),
       was_distributed boolean not null)`,
  );
  await client.query(`insert into ${RESTORE_MARKER} (backup_id, was_distributed) values ($1, $2)`, [
    backupId,
    distributedBefore,
  ]);
  await client.query('commit');
}

async function refuseExistingBlobs(blobs: BlobStore): Promise<void> {
  for (const folder of await blobs.folders()) {
    const keys = await keysInFolder(blobs, folder);
    if (keys.size > 0)
      throw operatorError(
        `There are already images in the blob store (${blobs.where}). Use an empty one, or --replace to keep them and add those of the backup.`,
      );
  }
}

/** Indexes of partitioned tables, foreign keys, sequences, triggers and statistics. */
async function finish(client: pg.Client, manifest: Manifest, afterwards: string[]): Promise<void> {
  await client.query(`set statement_timeout = '6h'`);
  for (const sql of afterwards) await client.query(sql);
  await setSequences(client, manifest.sequences);
  await enableTriggers(client);
  for (const { name, partition_key } of manifest.tables)
    if (partition_key !== null) await client.query(`analyze ${quote(name)}`);
}

async function restoreBlobs(
  { blobs: target, store, onProgress }: RestoreOptions,
  manifest: Manifest,
  watchdog: Watchdog,
): Promise<number> {
  if (target === null) return 0;
  const known = new Set(manifest.blobs.missing);
  let done = 0;
  for (const part of manifest.blobs.parts) {
    const blobs = parseBlobs(await readPart(store, part)).filter(({ key }) => !known.has(key));
    const before = done;
    let seen = 0;
    const { copied, lost } = await copyBlobs(store.blobs, target, blobs, (bytes) => {
      watchdog.touch();
      if (bytes > 0) seen++;
      onProgress({ phase: 'blobs', done: before + seen, total: manifest.blobs.rows });
    });
    if (lost.length > 0)
      throw operatorError(
        `${lost.length} images of the backup are missing or damaged in ${store.where}, for example ${lost[0]}.`,
      );
    done += copied;
  }
  return done;
}
