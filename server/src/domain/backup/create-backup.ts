import type pg from 'pg';
import { listIndexes, listSequences, type Table } from '../../db/catalog.ts';
import type { Database } from '../../db/database.ts';
import { isDistributed } from '../../db/distribute.ts';
import { openSnapshot, type Snapshot } from '../../db/snapshot.ts';
import { Watchdog } from '../../lib/async/watchdog.ts';
import type { Clock } from '../../lib/clock.ts';
import { operatorError } from '../../lib/errors.ts';
import type { BlobStore } from '../images/blob-store.ts';
import { type BackupStore, fileOf } from './backup-store.ts';
import { copyBlobs, parseBlobs } from './copy-blobs.ts';
import { copyTo, copyToParts } from './copy-table.ts';
import { explainBackupFailure } from './explain-backup-failure.ts';
import { type CopiedRows, type Manifest, newBackupId, type TableEntry, writeManifest } from './manifest.ts';
import { type Pruned, pruneBackups, removeIncomplete } from './old-backups.ts';
import { PartWriter, readPart } from './parts.ts';
import { fingerprints, type Secret } from './secrets.ts';

export type BackupProgress =
  | { phase: 'waiting' }
  | { phase: 'tables'; done: number; total: number; rawBytes: number }
  | { phase: 'blobs'; done: number; total: number; bytes: number };

export type BackupOptions = {
  database: Database;
  /** Null: the blobs stay where they are and are not part of the backup. */
  blobs: BlobStore | null;
  store: BackupStore;
  clock: Clock;
  version: string;
  secrets: Secret[];
  /** Stores the secrets in the backup, too. */
  withSecrets: boolean;
  /** Afterwards, older backups of this database are removed except for the newest ones. */
  keep: number | null;
  /** Tables that are copied at the same time. */
  jobs: number;
  onProgress(progress: BackupProgress): void;
  /** Lowers the priority of a session. */
  giveWay?(backendPid: number): void;
};

export type BackupResult = {
  manifest: Manifest;
  rows: number;
  rawBytes: number;
  storedBytes: number;
  blobsCopied: number;
  blobBytesCopied: number;
  pruned: Pruned;
};

/** Nothing was written for this long. The server may need minutes for the first row of a large table with few rows. */
const IDLE_MS = 15 * 60_000;

const BLOBS = `copy (select encode(sha256, 'hex'), max(byte_size), max(format), image_class(id), image_folder_day(id) from images
  where image_deleted_at is null group by 1, 4, 5 order by 4, 5, 1) to stdout`;

/** Of a database whose version has no retention classes. */
const BLOBS_WITHOUT_DAYS = `copy (select encode(sha256, 'hex'), max(byte_size), max(format) from images
  where image_deleted_at is null group by 1 order by 1) to stdout`;

const NONE_PRUNED: Pruned = { backups: [], blobs: 0 };
const NO_ROWS: CopiedRows = { rows: 0, raw_bytes: 0, hash: '', parts: [] };

/** Copies the database as it is at one moment, and the blobs that it refers to, while the service runs. */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const startedAt = performance.now();
  try {
    // Each node has snapshots of its own, so its rows would be of another moment than those of the others.
    if (await isDistributed(options.database))
      throw operatorError(
        'Tables of this database are distributed over several nodes, and milepost backup cannot copy them as of one moment. Back up the nodes, see docs/backup.md. Nothing was written.',
      );
    const snapshot = await openSnapshot(options.database, () => options.onProgress({ phase: 'waiting' }));
    const closed = new Promise<never>((_, reject) =>
      snapshot.client.once('end', () => reject(new Error('the connection that holds the snapshot was lost'))),
    );
    closed.catch(() => undefined);
    const watchdog = new Watchdog(IDLE_MS, 'The backup');
    try {
      const work = backUp(options, snapshot, watchdog, startedAt);
      work.catch(() => undefined);
      return await Promise.race([work, closed, watchdog.expired]);
    } finally {
      watchdog.stop();
      await snapshot.close();
    }
  } catch (error) {
    throw explainBackupFailure(error, options.store.where, 'backup');
  }
}

async function backUp(
  options: BackupOptions,
  snapshot: Snapshot,
  watchdog: Watchdog,
  startedAt: number,
): Promise<BackupResult> {
  const { store, clock } = options;
  const createdAt = clock.now();
  const id = newBackupId(createdAt);
  const { client } = snapshot;
  const facts = await readFacts(client);
  await removeIncomplete(store, facts.database);
  await store.write(fileOf(id, 'started.json'), Buffer.from(JSON.stringify({ database: facts.database })));
  const indexes = await listIndexes(client);
  const { tables, blobList } = await copyTables(options, snapshot, id, watchdog);
  const copies = await copyAllBlobs(options, blobList, watchdog);
  const sequences = await listSequences(client);
  if (options.withSecrets)
    await store.write(fileOf(id, 'secrets.json'), Buffer.from(JSON.stringify(options.secrets)));
  const manifest: Manifest = {
    format: 1,
    id,
    created_at: createdAt.toISOString(),
    milepost_version: options.version,
    ...facts,
    tables,
    sequences,
    indexes,
    blobs: { ...blobList, total_bytes: copies.totalBytes, missing: copies.lost },
    secrets: fingerprints(id, options.secrets),
    has_secrets: options.withSecrets,
    seconds: (performance.now() - startedAt) / 1_000,
  };
  // Fails if the session, and with it the protection of the blobs, was lost. The lock is held until the session ends.
  await client.query('commit');
  await writeManifest(store, manifest);
  const pruned =
    options.keep === null ? NONE_PRUNED : await pruneBackups(store, facts.database, options.keep);
  const parts = [...tables, blobList].flatMap((entry) => entry.parts);
  return {
    manifest,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    rawBytes: tables.reduce((sum, { raw_bytes }) => sum + raw_bytes, 0),
    storedBytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) + copies.bytes,
    blobsCopied: copies.copied,
    blobBytesCopied: copies.bytes,
    pruned,
  };
}

async function readFacts(
  client: pg.ClientBase,
): Promise<Pick<Manifest, 'server_version' | 'database' | 'migrations'>> {
  const { rows: facts } = await client.query<{ server_version: string; database: string }>(
    `select current_setting('server_version') as server_version,
       (select system_identifier from pg_control_system()) || '-' ||
         (select oid from pg_database where datname = current_database()) as database`,
  );
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from milepost_migrations order by name',
  );
  const { server_version = '', database = '' } = facts[0] ?? {};
  return { server_version, database, migrations };
}

/** Copies all tables, the largest first, and the list of the blobs that they refer to. */
async function copyTables(
  { blobs, store, jobs, onProgress, giveWay }: BackupOptions,
  snapshot: Snapshot,
  id: string,
  watchdog: Watchdog,
): Promise<{ tables: TableEntry[]; blobList: CopiedRows }> {
  const progress = { done: 0, total: snapshot.tables.length, rawBytes: 0 };
  const copied = new Map<string, CopiedRows>();
  const copy = async (client: pg.ClientBase, name: string, sql: string) => {
    const writer = new PartWriter(store, id, name, (part) => {
      watchdog.touch();
      progress.rawBytes += part.raw_bytes;
      onProgress({ phase: 'tables', ...progress });
    });
    return copyToParts(client, sql, writer);
  };
  const queue = snapshot.tables
    .filter(({ partition_key }) => partition_key === null)
    .sort((a, b) => b.bytes - a.bytes);
  const worker = async () => {
    const client = await snapshot.join();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (rows[0]) giveWay?.(rows[0].pid);
    for (let table = queue.shift(); table !== undefined; table = queue.shift()) {
      copied.set(table.name, await copy(client, `tables/${table.name}`, copyTo(table)));
      progress.done++;
    }
  };
  const has = (table: string) => snapshot.tables.some(({ name }) => name === table);
  const list = has('image_days') ? BLOBS : BLOBS_WITHOUT_DAYS;
  const blobList = blobs !== null && has('images') ? await copy(snapshot.client, 'blobs', list) : NO_ROWS;
  await Promise.all(Array.from({ length: jobs }, worker));
  return { tables: snapshot.tables.map((table) => entryOf(table, copied.get(table.name))), blobList };
}

function entryOf({ bytes, ...table }: Table, rows: CopiedRows | undefined): TableEntry {
  return { ...table, ...(rows ?? NO_ROWS) };
}

async function copyAllBlobs(
  { blobs: source, store, onProgress }: BackupOptions,
  blobList: CopiedRows,
  watchdog: Watchdog,
): Promise<{ copied: number; bytes: number; totalBytes: number; lost: string[] }> {
  const total = { copied: 0, bytes: 0, totalBytes: 0, lost: [] as string[] };
  if (source === null) return total;
  for (const part of blobList.parts) {
    const blobs = parseBlobs(await readPart(store, part));
    const { copied, bytes, lost } = await copyBlobs(source, store.blobs, blobs, () => {
      watchdog.touch();
      onProgress({ phase: 'blobs', done: total.copied, total: blobList.rows, bytes: total.bytes });
    });
    total.copied += copied;
    total.bytes += bytes;
    total.lost.push(...lost);
    total.totalBytes += blobs.reduce((sum, { size }) => sum + size, 0);
  }
  return total;
}
