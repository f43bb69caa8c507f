import { hash, randomBytes } from 'node:crypto';
import type { Index, Sequence, Table } from '../../db/catalog.ts';
import { operatorError } from '../../lib/errors.ts';
import { type BackupStore, fileOf } from './backup-store.ts';

/** A compressed file that holds whole rows. `sha256` is of the file as stored. */
export type Part = { file: string; rows: number; bytes: number; raw_bytes: number; sha256: string };

/** Rows as COPY writes them. `hash` does not depend on their order. */
export type CopiedRows = { rows: number; raw_bytes: number; hash: string; parts: Part[] };

export type TableEntry = Omit<Table, 'bytes'> & CopiedRows;

export type Manifest = {
  format: 1;
  id: string;
  created_at: string;
  milepost_version: string;
  server_version: string;
  /** Identifies the database that the backup was made of. */
  database: string;
  migrations: { name: string; checksum: string }[];
  tables: TableEntry[];
  sequences: Sequence[];
  /** Without those of constraints. */
  indexes: Index[];
  /** Rows of key and size. `missing`: images that the blob store had lost or damaged before the backup. */
  blobs: CopiedRows & { total_bytes: number; missing: string[] };
  /** Fingerprints of the secrets that the data depends on. */
  secrets: { name: string; fingerprint: string }[];
  has_secrets: boolean;
  seconds: number;
};

/** Written last: a backup without it is incomplete. It holds the SHA-256 of the manifest. */
const SEAL = 'manifest.sha256';
const ID = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/;

export function newBackupId(now: Date): string {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${time}-${randomBytes(3).toString('hex')}`;
}

export async function writeManifest(store: BackupStore, manifest: Manifest): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await store.write(fileOf(manifest.id, 'manifest.json'), bytes);
  await store.sync();
  await store.write(fileOf(manifest.id, SEAL), Buffer.from(`${hash('sha256', bytes, 'hex')}\n`));
  await store.sync();
}

export async function readManifest(store: BackupStore, id: string): Promise<Manifest> {
  const seal = await store.read(fileOf(id, SEAL));
  if (seal === null) throw operatorError(`There is no complete backup ${id} in ${store.where}.`);
  const bytes = await store.read(fileOf(id, 'manifest.json'));
  if (bytes === null || hash('sha256', bytes, 'hex') !== seal.toString().trim())
    throw operatorError(`The manifest of backup ${id} is damaged. Use another backup.`);
  const manifest = JSON.parse(bytes.toString()) as Manifest;
  if (manifest.format !== 1)
    throw operatorError(
      `Backup ${id} has a format that this version of Milepost cannot read. Update Milepost.`,
    );
  return manifest;
}

/** The ids of all backups, oldest first. */
export async function listBackupIds(
  store: BackupStore,
): Promise<{ complete: string[]; incomplete: string[] }> {
  const states = new Map<string, boolean>();
  for await (const name of store.list()) {
    const [, id = '', file] = name.split('/');
    if (ID.test(id)) states.set(id, (states.get(id) ?? false) || file === SEAL);
  }
  const ids = [...states.keys()].sort();
  return {
    complete: ids.filter((id) => states.get(id)),
    incomplete: ids.filter((id) => !states.get(id)),
  };
}

/** The backup with this id, or the newest one. */
export async function findManifest(store: BackupStore, id?: string): Promise<Manifest> {
  const chosen = id ?? (await listBackupIds(store)).complete.at(-1);
  if (chosen === undefined || !ID.test(chosen))
    throw operatorError(
      id === undefined
        ? `There is no complete backup in ${store.where}.`
        : `"${id}" is not the id of a backup. milepost backup --list shows the ids.`,
    );
  return readManifest(store, chosen);
}

/** Removes a backup. The seal goes first, so that a backup that was removed in part is incomplete. */
export async function removeBackup(store: BackupStore, id: string): Promise<void> {
  await store.remove([fileOf(id, SEAL)]);
  const names: string[] = [];
  for await (const name of store.list(id)) names.push(name);
  await store.remove(names);
}
