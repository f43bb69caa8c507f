import { open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupStore } from '../../domain/backup/backup-store.ts';
import { mapConcurrent } from '../../lib/async/map-concurrent.ts';
import { codeOf } from '../../lib/errors.ts';
import { DurableFolder } from '../blobs/durable-folder.ts';
import { openLocalBlobs } from '../blobs/local-blobs.ts';

const SYNCS_AT_ONCE = 16;

/** Files under `root`. They, and the folders that are created, can be read by this user only. */
export async function openBackupFolder(root: string, readOnly: boolean): Promise<BackupStore> {
  const folders = new Map<string, DurableFolder>();
  let unsynced: string[] = [];
  const folderOf = (path: string) => {
    const known = folders.get(path) ?? new DurableFolder(path);
    folders.set(path, known);
    return known;
  };
  const blobs = await openLocalBlobs(join(root, 'blobs'), { readOnly });
  return {
    where: root,
    blobs,
    async write(name, bytes) {
      const path = join(root, name);
      const folder = folderOf(dirname(path));
      await folder.ready();
      await writeFile(`${path}.part`, bytes, { mode: 0o600 });
      await rename(`${path}.part`, path);
      unsynced.push(path);
    },
    async sync() {
      const paths = unsynced;
      unsynced = [];
      await mapConcurrent(SYNCS_AT_ONCE, paths, syncFile);
      await Promise.all([...new Set(paths.map((path) => folderOf(dirname(path))))].map((one) => one.sync()));
    },
    read: (name) => readFile(join(root, name)).catch(ifMissing(null)),
    async *list(backupId) {
      const start = backupId === undefined ? 'backups' : `backups/${backupId}`;
      yield* filesUnder(root, start);
    },
    async remove(names) {
      const removed = new Set(names.map((name) => join(root, name)));
      unsynced = unsynced.filter((path) => !removed.has(path));
      for (const name of names) await rm(join(root, name), { force: true });
      for (const folder of new Set(names.map((name) => dirname(name)))) await removeEmpty(root, folder);
    },
    async close() {
      for (const folder of folders.values()) await folder.close();
      await blobs.close();
    },
  };
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}

async function* filesUnder(root: string, folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(ifMissing([]))) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesUnder(root, name);
    else yield name;
  }
}

/** Removes the folder and its parents, up to `backups`, as long as they are empty. */
async function removeEmpty(root: string, folder: string): Promise<void> {
  for (let path = folder; path.startsWith('backups/'); path = dirname(path)) {
    const isGone = await rmdir(join(root, path)).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}

function ifMissing<T>(fallback: T) {
  return (error: unknown): T => {
    if (codeOf(error) === 'ENOENT') return fallback;
    throw error;
  };
}
