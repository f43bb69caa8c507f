import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, suite, test } from 'node:test';
import { DurableFolder } from '../../src/adapters/blobs/durable-folder.ts';
import { openBlobs } from '../../src/adapters/blobs/open-blobs.ts';
import { openStaging } from '../../src/adapters/blobs/staging.ts';
import { blobLocation } from '../../src/config/blob-location.ts';
import type { BlobStore } from '../../src/domain/images/blob-store.ts';
import { startS3 } from '../support/images/s3-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const dir = await temporaryFolder();
const s3 = await startS3();
const stores: Record<string, BlobStore> = {
  files: await openBlobs(blobLocation(undefined, join(dir, 'a')), join(dir, 'a')),
  's3-compatible': await openBlobs(blobLocation(s3.url, join(dir, 'b')), join(dir, 'b')),
};
after(async () => {
  for (const store of Object.values(stores)) await store.close();
  await s3.stop();
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function put(store: BlobStore, bytes: Buffer): Promise<string> {
  const file = store.staging.create();
  for (let at = 0; at < bytes.length; at += 100_000) await file.append(bytes.subarray(at, at + 100_000));
  assert.equal(file.size, bytes.length);
  await store.put(sha256(bytes), file, { contentType: 'image/jpeg' });
  await assert.rejects(stat(file.path), { code: 'ENOENT' });
  await file.discard();
  return sha256(bytes);
}

async function listed(store: BlobStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key, modifiedAt } of store.list(prefix)) {
    assert.ok(Math.abs(Date.now() - modifiedAt.getTime()) < 60_000);
    keys.push(key);
  }
  return keys;
}

/** How often the list names it; other tests' blobs may begin with the same letters. */
async function listedAs(store: BlobStore, key: string): Promise<string[]> {
  return (await listed(store, key.slice(0, 2))).filter((found) => found === key);
}

/** One contract, every store. */
for (const [name, store] of Object.entries(stores)) {
  suite(`${name}: the contract of a blob store`, () => {
    test('the folder of a day is listed, removed when it is empty, and can be filled again', async () => {
      const putIn = async (folder: string, bytes: Buffer) => {
        const key = `${folder}${sha256(bytes)}`;
        const file = store.staging.create();
        await file.append(bytes);
        await store.put(key, file, { contentType: 'image/jpeg' });
        return key;
      };
      const bytes = randomBytes(50);
      const keys = [
        await putIn('7-days/2026-11-18/', bytes),
        await putIn('7-days/2026-11-18/', randomBytes(60)),
        await putIn('7-days/2026-11-19/', bytes),
        await putIn('', bytes),
      ];
      const folders = await store.folders();
      for (const one of ['7-days/2026-11-18', '7-days/2026-11-19', keys[3]?.slice(0, 2)])
        assert.ok(folders.includes(one ?? ''), `${one} of ${folders}`);
      assert.deepEqual((await listed(store, '7-days/2026-11-18')).sort(), keys.slice(0, 2).sort());
      const isListed = async () => (await store.folders()).includes('7-days/2026-11-18');
      await store.removeFolder('7-days/2026-11-18');
      assert.equal(await isListed(), true);
      for (const key of keys.slice(0, 2)) await store.delete(key);
      await store.removeFolder('7-days/2026-11-18');
      assert.equal(await isListed(), false);
      assert.deepEqual(await Promise.all(keys.map((key) => store.has(key))), [false, false, true, true]);
      await store.removeFolder('7-days/2026-11-18');
      const again = await putIn('7-days/2026-11-18/', bytes);
      assert.equal(again, keys[0]);
      assert.equal(await store.has(again), true);
    });

    for (const size of [1, 100, 300_000, 3_000_000]) {
      test(`${size} bytes go in and come out`, async () => {
        const bytes = randomBytes(size);
        const key = await put(store, bytes);
        assert.equal(await store.has(key), true);
        const blob = await store.open(key);
        assert.ok(blob);
        assert.equal(blob.size, size);
        assert.deepEqual(await buffer(blob.stream), bytes);
      });
    }

    test('stores the same bytes once, also when they are put concurrently', async () => {
      const bytes = randomBytes(50_000);
      const keys = await Promise.all([put(store, bytes), put(store, bytes), put(store, bytes)]);
      const key = keys[0] ?? '';
      assert.deepEqual(await listedAs(store, key), [key]);
    });

    test('a missing blob opens as null, does not exist, and can be deleted without an error', async () => {
      const key = 'ab'.repeat(32);
      assert.equal(await store.open(key), null);
      assert.equal(await store.has(key), false);
      await store.delete(key);
      assert.deepEqual(await listedAs(store, key), []);
    });

    test('a deleted blob no longer exists', async () => {
      const key = await put(store, randomBytes(1_000));
      await store.delete(key);
      assert.equal(await store.has(key), false);
      assert.deepEqual(await listedAs(store, key), []);
    });

    test('rejects a key that is not a hash', async () => {
      for (const key of ['', '../../etc/passwd', 'AB'.repeat(32), `${'ab'.repeat(32)}/x`]) {
        await assert.rejects(store.open(key), /not a blob key/);
        await assert.rejects(store.delete(key), /not a blob key/);
      }
    });

    test('stores forty blobs concurrently', async () => {
      const keys = await Promise.all(Array.from({ length: 40 }, () => put(store, randomBytes(20_000))));
      for (const key of keys) assert.equal(await store.has(key), true);
    });

    test('the check passes, and the description contains no secret', async () => {
      await store.check();
      assert.doesNotMatch(store.where, /S3RVER/);
    });
  });
}

suite('the S3-compatible store', () => {
  test('lists more than one page of blobs', async () => {
    const store = stores['s3-compatible'];
    assert.ok(store);
    // A page holds 1,000 keys, so this finds more than a thousand short texts whose hashes begin alike.
    const wanted = new Set<string>();
    const texts: Buffer[] = [];
    for (let i = 0; texts.length < 1_003; i++) {
      const bytes = Buffer.from(`blob ${i}`);
      if (sha256(bytes).startsWith('cd')) texts.push(bytes);
    }
    for (let at = 0; at < texts.length; at += 50) {
      const keys = await Promise.all(texts.slice(at, at + 50).map((bytes) => put(store, bytes)));
      for (const key of keys) wanted.add(key);
    }
    const found = new Set(await listed(store, 'cd'));
    assert.ok(wanted.isSubsetOf(found));
  });

  test('a presigned link serves the bytes, and a modified one does not', async () => {
    const direct = await openBlobs(blobLocation(`${s3.url}&links=direct`, dir), join(dir, 'c'));
    const bytes = randomBytes(2_000);
    const key = await put(direct, bytes);
    const url = await direct.link(key, new Date(Date.now() + 60_000));
    assert.ok(url);
    const response = await fetch(url);
    assert.equal(response.status, 200);
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
    const other = url.replace(key, sha256(randomBytes(3)));
    assert.equal((await fetch(other)).status, 403);
    assert.equal((await fetch(url.replace(/Expires=\d+/, 'Expires=9999'))).status, 403);
    await direct.close();
    assert.equal(await stores['s3-compatible']?.link(key, new Date()), null, 'only when asked for');
  });

  test('put and check fail with wrong credentials, a missing bucket or an unreachable host, and leave no staged file', async () => {
    for (const url of [
      s3.url.replace(':S3RVER@', ':wrong@'),
      s3.url.replace('/pictures/', '/nothere/'),
      `s3://a:b@127.0.0.1:1/pictures?tls=false`,
    ]) {
      const store = await openBlobs(blobLocation(url, dir), join(dir, 'd'));
      await assert.rejects(store.check(), /S3/);
      await assert.rejects(put(store, randomBytes(10)), /S3 PUT/);
      await store.close();
      assert.deepEqual(await readdir(join(dir, 'd', 'incoming')), []);
    }
  });
});

suite('BLOB_URL', () => {
  test('accepts files and S3 URLs', () => {
    const url = 's3://k%2F1:s%3A2@minio.internal:9000/bucket/a/b?region=eu-1&tls=false';
    assert.deepEqual(blobLocation(url, '/data'), {
      kind: 's3',
      endpoint: 'http://minio.internal:9000',
      bucket: 'bucket',
      prefix: 'a/b/',
      region: 'eu-1',
      accessKeyId: 'k/1',
      secretAccessKey: 's:2',
      directLinks: false,
    });
    assert.deepEqual(blobLocation('file:///srv/blobs', '/data'), { kind: 'files', root: '/srv/blobs' });
    assert.deepEqual(blobLocation(undefined, '/data'), { kind: 'files', root: '/data/blobs' });
  });
  test('rejects invalid URLs', () => {
    for (const url of [
      's3://host/bucket',
      's3://k:s@host',
      'https://x/y',
      'nonsense',
      's3://k:s@h/b?regin=x',
    ]) {
      assert.throws(() => blobLocation(url, '/data'), url);
    }
  });
});

suite('staging', () => {
  test('deletes the folder of a process that has ended, and keeps that of a running one', async () => {
    const root = join(dir, 'incoming');
    const first = await openStaging(root);
    const kept = await first.create();
    const [own = ''] = await readdir(root);
    const [host] = own.split('~');
    const left = new DurableFolder(join(root, `${host}~999999999~x`));
    await left.ready();
    await writeFile(join(left.path, 'stray'), 'x');
    await left.close();
    const parent = new DurableFolder(join(root, `${host}~${process.ppid}~x`));
    await parent.ready();
    await parent.close();
    assert.equal(await first.sweep(), 1);
    assert.deepEqual((await readdir(root)).sort(), [own, `${host}~${process.ppid}~x`].sort());
    await stat(kept.path);
    await kept.discard();
  });
});
