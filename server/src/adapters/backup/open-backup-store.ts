import { join } from 'node:path';
import type { BackupStore } from '../../domain/backup/backup-store.ts';
import type { BlobLocation } from '../blobs/open-blobs.ts';
import { openBackupBucket } from './backup-bucket.ts';
import { openBackupFolder } from './backup-folder.ts';

/** Blobs for a bucket are staged in the data folder. With `readOnly`, a folder is not changed. */
export function openBackupStore(
  location: BlobLocation,
  dataDir: string,
  { readOnly = false } = {},
): Promise<BackupStore> {
  return location.kind === 'files'
    ? openBackupFolder(location.root, readOnly)
    : openBackupBucket(location, join(dataDir, 'incoming'));
}
