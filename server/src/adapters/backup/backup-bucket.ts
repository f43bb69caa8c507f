import { hash } from 'node:crypto';
import type { BackupStore } from '../../domain/backup/backup-store.ts';
import { openS3Blobs, type S3Location } from '../blobs/s3-blobs.ts';
import { expectSuccess, isMissing, S3Client, s3Error } from '../blobs/s3-client.ts';
import { openStaging } from '../blobs/staging.ts';

/** Objects under `bucket/prefix`. The store verifies the hash of each upload. */
export async function openBackupBucket(location: S3Location, stagingRoot: string): Promise<BackupStore> {
  const { bucket, prefix, endpoint } = location;
  const client = new S3Client(location);
  const blobs = openS3Blobs({ ...location, prefix: `${prefix}blobs/` }, await openStaging(stagingRoot));
  const pathOf = (name: string) => `${bucket}/${prefix}${name}`;
  return {
    where: `bucket ${bucket} at ${endpoint}`,
    blobs,
    async write(name, bytes) {
      const headers = {
        'content-type': 'application/octet-stream',
        'content-length': String(bytes.length),
        'x-amz-content-sha256': hash('sha256', bytes, 'hex'),
      };
      const request = { method: 'PUT' as const, path: pathOf(name), headers, body: () => bytes };
      await expectSuccess('PUT', await client.send(request));
    },
    // A bucket responds when an object is durable.
    sync: async () => undefined,
    async read(name) {
      const response = await client.send({ method: 'GET', path: pathOf(name) });
      if (await isMissing(response)) return null;
      if (response.statusCode !== 200) throw s3Error('GET', response.statusCode, await response.body.text());
      return Buffer.from(await response.body.arrayBuffer());
    },
    async *list(backupId) {
      const start = backupId === undefined ? 'backups/' : `backups/${backupId}/`;
      for await (const { name } of client.list(bucket, prefix + start)) yield name.slice(prefix.length);
    },
    async remove(names) {
      for (const name of names) {
        const response = await client.send({ method: 'DELETE', path: pathOf(name) });
        if (!(await isMissing(response))) await expectSuccess('DELETE', response);
      }
    },
    async close() {
      await client.close();
      await blobs.close();
    },
  };
}
