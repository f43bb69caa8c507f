import { createReadStream } from 'node:fs';
import { BLOB_KEY, type BlobStore, type ListedBlob, type Staging } from '../../domain/images/blob-store.ts';
import { type S3Access, type S3Answer, S3Client, s3Error } from './s3-client.ts';

export type S3Location = S3Access & { bucket: string; prefix: string; directLinks: boolean };

/** Any S3-compatible store: `bucket/prefix/ab/abcd…`. The store checks each upload against its hash. */
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
      const answer = await client.send({ method: 'GET', path: pathOf(key) });
      if (await isMissing(answer)) return null;
      if (answer.statusCode !== 200) throw s3Error('GET', answer.statusCode, await answer.body.text());
      return { size: Number(answer.headers['content-length']), stream: answer.body };
    },
    async has(key) {
      const answer = await client.send({ method: 'HEAD', path: pathOf(key) });
      if (await isMissing(answer)) return false;
      await expectSuccess('HEAD', answer);
      return true;
    },
    async delete(key) {
      const answer = await client.send({ method: 'DELETE', path: pathOf(key) });
      if (!(await isMissing(answer))) await expectSuccess('DELETE', answer);
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
    },
    async close() {
      await client.close();
      await staging.close();
    },
  };
}

/** The first form of S3's list, which goes on after a key: every compatible store has it. */
async function* list(client: S3Client, bucket: string, prefix: string): AsyncGenerator<ListedBlob> {
  let marker: string | undefined;
  do {
    const query = { prefix, ...(marker === undefined ? {} : { marker }) };
    const answer = await client.send({ method: 'GET', path: bucket, query });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw s3Error('GET', answer.statusCode, text);
    marker = undefined;
    for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      // Only the last part is ours to read; a prefix may come back escaped.
      const key = element(entry, 'Key')?.split('/').at(-1) ?? '';
      if (BLOB_KEY.test(key)) yield { key, modifiedAt: new Date(element(entry, 'LastModified') ?? '') };
      if (element(text, 'IsTruncated') === 'true') marker = prefix + key;
    }
  } while (marker !== undefined);
}

function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}

async function isMissing(answer: S3Answer): Promise<boolean> {
  if (answer.statusCode !== 404) return false;
  await answer.body.dump();
  return true;
}

async function expectSuccess(method: string, answer: S3Answer): Promise<void> {
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw s3Error(method, answer.statusCode, text);
}
