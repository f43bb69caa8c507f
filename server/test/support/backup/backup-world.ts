import { hash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { openBackupStore } from '../../../src/adapters/backup/open-backup-store.ts';
import { openLocalBlobs } from '../../../src/adapters/blobs/local-blobs.ts';
import { blobLocation } from '../../../src/config/blob-location.ts';
import type { Database } from '../../../src/db/database.ts';
import type { BackupStore } from '../../../src/domain/backup/backup-store.ts';
import { type BackupOptions, createBackup } from '../../../src/domain/backup/create-backup.ts';
import { type RestoreOptions, restoreBackup } from '../../../src/domain/backup/restore-backup.ts';
import { keyOfImage } from '../../../src/domain/images/blob-key.ts';
import type { BlobStore } from '../../../src/domain/images/blob-store.ts';
import { dayNumber, idPrefix } from '../../../src/domain/images/image-id.ts';
import { classFor, KEPT_CLASS } from '../../../src/domain/images/retention/retention-classes.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { closing } from '../closing.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export const SECRETS = [{ name: 'SECRET_KEY', value: 'a secret of at least 32 characters' }];

export async function blobFolder(): Promise<BlobStore> {
  const blobs = await openLocalBlobs(await temporaryFolder());
  closing(() => blobs.close());
  return blobs;
}

/** A store in a new folder, or in the bucket of this URL. */
export async function backupStore(url?: string): Promise<{ store: BackupStore; root: string }> {
  const root = await temporaryFolder();
  const location = url === undefined ? { kind: 'files' as const, root } : blobLocation(url, root);
  const store = await openBackupStore(location, root);
  closing(() => store.close());
  return { store, root };
}

type Needed = 'database' | 'blobs' | 'store';

export function backUp(options: Pick<BackupOptions, Needed> & Partial<BackupOptions>) {
  return createBackup({
    clock: systemClock,
    version: '1.2.3',
    secrets: SECRETS,
    withSecrets: false,
    keep: null,
    jobs: 2,
    onProgress: () => undefined,
    ...options,
  });
}

export function restoreTo(options: Pick<RestoreOptions, Needed> & Partial<RestoreOptions>) {
  return restoreBackup({ replace: false, jobs: 2, onProgress: () => undefined, ...options });
}

async function putBlob(blobs: BlobStore, key: string, bytes: Buffer): Promise<void> {
  const file = blobs.staging.create();
  await file.append(bytes);
  await blobs.put(key, file, { contentType: 'image/jpeg' });
}

let images = 0;

/** Stores an image as the service does: first its blob, then its row. Every other one is in the class that is kept. */
export async function addImage(database: Database, blobs: BlobStore, text: string): Promise<string> {
  const bytes = Buffer.from(text);
  const sha256 = hash('sha256', bytes, 'buffer');
  const retentionClass = ++images % 2 === 0 ? KEPT_CLASS : classFor(365);
  const start = idPrefix(retentionClass, dayNumber(new Date()), 7);
  const id = `${start}-0000-8000-8000-${String(images).padStart(12, '0')}`;
  const key = keyOfImage({ id, sha256 });
  await putBlob(blobs, key, bytes);
  await database.pool.query(
    `insert into images (id, bucket, organization_id, source, time_captured, sha256, byte_size, format, width, height,
       box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction,
       alpr_confidence, alpr_state)
     select $1, image_bucket($1), min(id), 'camera', now(), $2, $3, 'jpeg', 10, 10, 0, 0, 1, 1, 35, -101, '', '', '', '', 1, ''
     from organizations`,
    [id, sha256, bytes.length],
  );
  return key;
}

export async function keysOf(blobs: BlobStore): Promise<string[]> {
  const keys: string[] = [];
  for (const folder of await blobs.folders()) for await (const { key } of blobs.list(folder)) keys.push(key);
  return keys.sort();
}

export async function liveKeys(database: Database): Promise<string[]> {
  const { rows } = await database.pool.query('select id, sha256 from images where image_deleted_at is null');
  return [...new Set(rows.map(keyOfImage))].sort();
}

export const filesIn = (root: string) => readdir(root, { recursive: true });
