import { createReadStream } from 'node:fs';
import {
  BLOB_DAY,
  BLOB_HASH,
  BLOB_KEY,
  BLOB_PREFIX,
  type BlobStore,
  hashIn,
  type Staging,
} from '../../domain/images/blob-store.ts';
import { RETENTION_PERIODS } from '../../domain/images/retention/retention-classes.ts';
import { mapConcurrent } from '../../lib/async/map-concurrent.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { expectSuccess, isMissing, type S3Access, S3Client, s3Error } from './s3-client.ts';
import { checkStaging } from './staging.ts';

export type S3Location = S3Access & { bucket: string; prefix: string; directLinks: boolean };

const FOLDERS_AT_ONCE = 8;
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Any S3-compatible store: `bucket/prefix/ab/abcd…` and `bucket/prefix/365-days/2026-11-18/abcd…`. The store verifies the hash of each upload. */
export function openS3Blobs(location: S3Location, staging: Staging, clock: Clock = systemClock): BlobStore {
  const client = new S3Client(location, clock);
  const { bucket, prefix } = location;
  const pathOf = (key: string) => {
    if (!BLOB_KEY.test(key)) throw new Error(`not a blob key: ${key}`);
    return `${bucket}/${prefix}${BLOB_HASH.test(key) ? `${key.slice(0, 2)}/${key}` : key}`;
  };
  return {
    where: `bucket ${bucket} at ${location.endpoint}`,
    staging,
    async put(key, file, { contentType }) {
      await file.flush();
      const headers = {
        'content-type': contentType,
        'content-length': String(file.size),
        'x-amz-content-sha256': hashIn(key),
      };
      const body = () => createReadStream(file.path);
      await expectSuccess('PUT', await client.send({ method: 'PUT', path: pathOf(key), headers, body }));
      await file.discard();
    },
    async open(key) {
      const response = await client.send({ method: 'GET', path: pathOf(key) });
      if (await isMissing(response)) return null;
      if (response.statusCode !== 200) throw s3Error('GET', response.statusCode, await response.body.text());
      return { size: Number(response.headers['content-length']), stream: response.body };
    },
    async has(key) {
      const response = await client.send({ method: 'HEAD', path: pathOf(key) });
      if (await isMissing(response)) return false;
      await expectSuccess('HEAD', response);
      return true;
    },
    async delete(key) {
      const response = await client.send({ method: 'DELETE', path: pathOf(key) });
      if (!(await isMissing(response))) await expectSuccess('DELETE', response);
    },
    async *list(folder) {
      for await (const { name, modifiedAt } of client.list(bucket, `${prefix}${folder}/`)) {
        const hash = name.split('/').at(-1) ?? '';
        const key = BLOB_DAY.test(folder) ? `${folder}/${hash}` : hash;
        if (BLOB_KEY.test(key)) yield { key, modifiedAt };
      }
    },
    async folders() {
      const found = (await client.folders(bucket, prefix)).filter((name) => BLOB_PREFIX.test(name));
      // Not every compatible store lists a folder that has only folders.
      await mapConcurrent(FOLDERS_AT_ONCE, [...RETENTION_PERIODS], async (days) => {
        const names = await client.folders(bucket, `${prefix}${days}-days/`);
        found.push(...names.map((day) => `${days}-days/${day}`).filter((name) => BLOB_DAY.test(name)));
      });
      return found;
    },
    // A folder of a bucket exists while it has objects.
    removeFolder: async () => undefined,
    async link(key, expiresAt) {
      if (!location.directLinks) return null;
      const seconds = Math.max(1, Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000));
      return client.presign(pathOf(key), seconds);
    },
    async check() {
      await checkStaging(staging);
      const query = { 'max-keys': '1', prefix };
      await expectSuccess('GET', await client.send({ method: 'GET', path: bucket, query }));
      // The name is no blob key, so no other operation sees the object.
      const headers = { 'content-length': '0', 'x-amz-content-sha256': EMPTY_SHA256 };
      const path = `${bucket}/${prefix}write-check`;
      await expectSuccess('PUT', await client.send({ method: 'PUT', path, headers, body: () => '' }));
    },
    async close() {
      await client.close();
      await staging.close();
    },
  };
}
