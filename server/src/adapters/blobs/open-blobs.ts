import { join } from 'node:path';
import type { BlobStore } from '../../domain/images/blob-store.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { openLocalBlobs } from './local-blobs.ts';
import { openS3Blobs, type S3Location } from './s3-blobs.ts';
import { openStaging } from './staging.ts';

export type BlobLocation = { kind: 'files'; root: string } | ({ kind: 's3' } & S3Location);

/** The store at BLOB_URL. Images for a bucket are staged in the data folder; requests to it are signed with the time of `clock`. */
export async function openBlobs(
  location: BlobLocation,
  dataDir: string,
  clock: Clock = systemClock,
): Promise<BlobStore> {
  if (location.kind === 'files') return openLocalBlobs(location.root);
  return openS3Blobs(location, await openStaging(join(dataDir, 'incoming')), clock);
}
