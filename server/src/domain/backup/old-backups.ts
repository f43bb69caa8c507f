import type { BackupStore } from './backup-store.ts';
import { fileOf } from './backup-store.ts';
import { keysInFolder, parseBlobs } from './copy-blobs.ts';
import { listBackupIds, type Manifest, readManifest, removeBackup } from './manifest.ts';
import { readPart } from './parts.ts';

export type Pruned = { backups: string[]; blobs: number };

/** Longer than any backup: an older incomplete backup of another database is abandoned, too. */
const ABANDONED_MS = 7 * 86_400_000;

export async function listBackups(
  store: BackupStore,
): Promise<{ backups: Manifest[]; incomplete: string[] }> {
  const { complete, incomplete } = await listBackupIds(store);
  const backups: Manifest[] = [];
  for (const id of complete) backups.push(await readManifest(store, id));
  // The ids of two backups of one second have no order.
  backups.sort((a, b) => a.created_at.localeCompare(b.created_at));
  return { backups, incomplete };
}

/** Removes what killed backups of this database left. The caller holds the lock, so none of them is running. */
export async function removeIncomplete(store: BackupStore, database: string): Promise<void> {
  const { incomplete } = await listBackupIds(store);
  for (const id of incomplete) {
    const started = await store.read(fileOf(id, 'started.json'));
    const owner = started === null ? null : (JSON.parse(started.toString()) as { database: string }).database;
    if (owner === database || Date.now() - startOf(id) > ABANDONED_MS) await removeBackup(store, id);
  }
}

/** Keeps the newest `keep` backups of this database, and the blobs that any remaining backup refers to. */
export async function pruneBackups(store: BackupStore, database: string, keep: number): Promise<Pruned> {
  const { backups } = await listBackups(store);
  const own = backups.filter((backup) => backup.database === database);
  const removed = own.slice(0, Math.max(0, own.length - keep)).map(({ id }) => id);
  for (const id of removed) await removeBackup(store, id);
  if (removed.length === 0) return { backups: [], blobs: 0 };
  const { complete, incomplete } = await listBackupIds(store);
  // A backup that is running elsewhere may rely on any blob.
  if (incomplete.length > 0) return { backups: removed, blobs: 0 };
  return { backups: removed, blobs: await removeUnusedBlobs(store, complete) };
}

async function removeUnusedBlobs(store: BackupStore, backupIds: string[]): Promise<number> {
  const used = new Set<string>();
  for (const id of backupIds)
    for (const part of (await readManifest(store, id)).blobs.parts)
      for (const { key } of parseBlobs(await readPart(store, part))) used.add(key);
  let removed = 0;
  for (const folder of await store.blobs.folders()) {
    for (const key of await keysInFolder(store.blobs, folder)) {
      if (used.has(key)) continue;
      await store.blobs.delete(key);
      removed++;
    }
  }
  return removed;
}

function startOf(id: string): number {
  return Date.parse(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'));
}
