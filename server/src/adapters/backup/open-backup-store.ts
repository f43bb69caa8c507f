import { join } from 'node:path';
import type { BackupStore } from '../../domain/backup/backup-store.ts';
import type { BlobLocation } from '../blobs/open-blobs.ts';
import { openBackupBucket } from './backup-bucket.ts';
import { openBackupFolder } from './backup-folder.ts';

/** Blobs for a bucket are staged in the data folder. */
export function openBackupStore(location: BlobLocation, dataDir: string): Promise<BackupStore> {
  return location.kind === 'files'
    ? openBackupFolder(location.root)
    : openBackupBucket(location, join(dataDir, 'incoming'));
}
