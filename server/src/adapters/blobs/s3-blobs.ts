import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { BLOB_KEY, type BlobStore, type ListedBlob, type Staging } from '../../domain/images/blob-store.ts';
import { type S3Access, S3Client, type S3Response, s3Error } from './s3-client.ts';

export type S3Location = S3Access & { bucket: string; prefix: string; directLinks: boolean };

/** Any S3-compatible store: `bucket/prefix/ab/abcd…`. The store verifies the hash of each upload. */
export function openS3Blobs(location: S3Location, staging: Staging): BlobStore {
  const client = new S3Client(location);
  const { bucket, prefix } = location;
  const pathOf = (key: string) => {
    if (!BLOB_KEY.test(key)) throw new Error(`not a blob key: ${key}`);
    return `${bucket}/${prefix}${key.slice(0, 2)}/${key}`;
  };
  return {
    where: `bucket ${bucket} at ${location.endpoint}`,
    staging,
    prepare: () => undefined,
    async put(key, file, { contentType }) {
      await file.flush();
      const headers = {
        'content-type': contentType,
        'content-length': String(file.size),
        'x-amz-content-sha256': key,
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
    list: (start) => list(client, bucket, `${prefix}${start}/`),
    async link(key, expiresAt) {
      if (!location.directLinks) return null;
      const seconds = Math.max(1, Math.floor((expiresAt.getTime() - Date.now()) / 1000));
      return client.presign(pathOf(key), seconds);
    },
    async check() {
      const query = { 'max-keys': '1', prefix };
      await expectSuccess('GET', await client.send({ method: 'GET', path: bucket, query }));
      // The name is no blob key, so no other operation sees the object.
      const path = `${bucket}/${prefix}check-${randomUUID()}`;
      const headers = { 'content-length': '5' };
      await expectSuccess('PUT', await client.send({ method: 'PUT', path, headers, body: () => 'check' }));
      await expectSuccess('DELETE', await client.send({ method: 'DELETE', path }));
    },
    async close() {
      await client.close();
      await staging.close();
    },
  };
}

/** Version 1 of ListObjects, because every compatible store supports it. */
async function* list(client: S3Client, bucket: string, prefix: string): AsyncGenerator<ListedBlob> {
  let marker: string | undefined;
  do {
    const query = { prefix, ...(marker === undefined ? {} : { marker }) };
    const response = await client.send({ method: 'GET', path: bucket, query });
    const text = await response.body.text();
    if (response.statusCode !== 200) throw s3Error('GET', response.statusCode, text);
    marker = undefined;
    for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      // Only the last segment is used, because the prefix may be escaped in the response.
      const key = element(entry, 'Key')?.split('/').at(-1) ?? '';
      if (BLOB_KEY.test(key)) yield { key, modifiedAt: new Date(element(entry, 'LastModified') ?? '') };
      if (element(text, 'IsTruncated') === 'true') marker = prefix + key;
    }
  } while (marker !== undefined);
}

function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}

async function isMissing(response: S3Response): Promise<boolean> {
  if (response.statusCode !== 404) return false;
  await response.body.dump();
  return true;
}

async function expectSuccess(method: string, response: S3Response): Promise<void> {
  const text = await response.body.text();
  if (response.statusCode >= 300) throw s3Error(method, response.statusCode, text);
}
