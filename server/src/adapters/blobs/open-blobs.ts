import { join } from 'node:path';
import type { BlobStore } from '../../domain/images/blob-store.ts';
import { openLocalBlobs } from './local-blobs.ts';
import { openS3Blobs, type S3Location } from './s3-blobs.ts';
import { openStaging } from './staging.ts';

export type BlobLocation = { kind: 'files'; root: string } | ({ kind: 's3' } & S3Location);

/** The store that BLOB_URL names. Pictures for a bucket are staged under the data folder. */
export async function openBlobs(location: BlobLocation, dataDir: string): Promise<BlobStore> {
  if (location.kind === 'files') return openLocalBlobs(location.root);
  return openS3Blobs(location, await openStaging(join(dataDir, 'incoming')));
}
