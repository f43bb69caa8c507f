import { once } from 'node:events';
import type pg from 'pg';
import * as copyStreams from 'pg-copy-streams';
import { quote } from '../../db/catalog.ts';
import type { Database } from '../../db/database.ts';
import { setTextFormat } from '../../db/snapshot.ts';
import { mapInOrder } from '../../lib/async/map-concurrent.ts';
import type { Watchdog } from '../../lib/async/watchdog.ts';
import { operatorError } from '../../lib/errors.ts';
import type { BackupStore } from './backup-store.ts';
import { columnList, copyTo, hashRows } from './copy-table.ts';
import type { Manifest, TableEntry } from './manifest.ts';
import { readPart } from './parts.ts';

export type RestoreProgress =
  | { phase: 'tables'; done: number; total: number; rawBytes: number; totalRawBytes: number }
  | { phase: 'finishing' }
  | { phase: 'blobs'; done: number; total: number };

type TablesToRestore = {
  database: Database;
  store: BackupStore;
  manifest: Manifest;
  jobs: number;
  watchdog: Watchdog;
  /** Statements to run after a table is filled. */
  indexes: Map<string, string[]>;
  onProgress(progress: RestoreProgress): void;
};

/** Parts of one table that are read and decompressed ahead of the server. */
const PARTS_AHEAD = 2;
const CHUNK_BYTES = 256 * 1024;
const SESSION = `set synchronous_commit = off; set maintenance_work_mem = '256MB'; set statement_timeout = '6h'`;

/** Fills the tables, the largest first, builds their indexes and compares their rows with the manifest. */
export async function restoreTables(restore: TablesToRestore): Promise<void> {
  const { database, manifest, jobs, onProgress } = restore;
  const queue = manifest.tables
    .filter(({ partition_key }) => partition_key === null)
    .sort((a, b) => b.raw_bytes - a.raw_bytes);
  const totalRawBytes = queue.reduce((sum, { raw_bytes }) => sum + raw_bytes, 0);
  const progress = { done: 0, total: queue.length, rawBytes: 0, totalRawBytes };
  const clients: pg.Client[] = [];
  const worker = async () => {
    const client = await database.connect();
    clients.push(client);
    client.on('error', () => undefined);
    await setTextFormat(client);
    await client.query(SESSION);
    for (let table = queue.shift(); table !== undefined; table = queue.shift()) {
      await restoreTable(restore, client, table, (rawBytes) => {
        progress.rawBytes += rawBytes;
        onProgress({ phase: 'tables', ...progress });
      });
      progress.done++;
    }
  };
  try {
    await Promise.race([Promise.all(Array.from({ length: jobs }, worker)), restore.watchdog.expired]);
  } finally {
    queue.length = 0;
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function restoreTable(
  restore: TablesToRestore,
  client: pg.Client,
  table: TableEntry,
  onBytes: (rawBytes: number) => void,
): Promise<void> {
  const { watchdog, indexes } = restore;
  await client.query('begin');
  // Migrations insert rows into some tables. A table that is emptied, filled and indexed in one transaction needs no WAL
  // (wal_level minimal), and with FREEZE its rows need no vacuum later.
  await client.query(`truncate ${quote(table.name)}`);
  if (table.rows > 0) await fill(restore, client, table, onBytes);
  for (const sql of indexes.get(table.name) ?? []) await watchdog.suspendDuring(client.query(sql));
  await watchdog.suspendDuring(client.query('commit'));
  await watchdog.suspendDuring(client.query(`analyze ${quote(table.name)}`));
  const { rows, hash } = await hashRows(client, copyTo(table), () => watchdog.touch());
  if (rows !== table.rows || hash !== table.hash)
    throw operatorError(
      `The restored table ${table.name} differs from the backup: ${rows} rows (hash ${hash}) instead of ${table.rows} (hash ${table.hash}).`,
    );
}

async function fill(
  { store, watchdog }: TablesToRestore,
  client: pg.Client,
  table: TableEntry,
  onBytes: (rawBytes: number) => void,
): Promise<void> {
  const name = quote(table.name);
  const copy = client.query(
    copyStreams.from(`copy ${name} (${columnList(table.columns)}) from stdin with (freeze)`),
  );
  const finished = once(copy, 'finish');
  finished.catch(() => undefined);
  // After a failure the caller closes the connection, which ends the COPY.
  copy.on('error', () => undefined);
  for await (const raw of mapInOrder(PARTS_AHEAD, table.parts, (part) => readPart(store, part))) {
    for (let at = 0; at < raw.length; at += CHUNK_BYTES) {
      if (!copy.write(raw.subarray(at, at + CHUNK_BYTES)))
        await Promise.race([once(copy, 'drain'), finished]);
      watchdog.touch();
    }
    onBytes(raw.length);
  }
  copy.end();
  await finished;
}
