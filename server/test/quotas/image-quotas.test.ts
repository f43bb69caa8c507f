import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import type { QuotaName } from '../../src/contract/admin/quota-rules.ts';
import { openPool } from '../../src/db/database.ts';
import { deleteImagesById } from '../../src/domain/images/delete-image.ts';
import { FreeSpace } from '../../src/domain/images/free-space.ts';
import { imageId } from '../../src/domain/images/image-id.ts';
import { ImageWriter } from '../../src/domain/images/image-writer.ts';
import type { NewImage } from '../../src/domain/images/insert/new-image.ts';
import { classFor } from '../../src/domain/images/retention/retention-classes.ts';
import { expireOtherImages } from '../../src/domain/images/sweep-store.ts';
import { readQuotas, setQuota } from '../../src/domain/quotas/quota-store.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { silent } from '../support/cluster.ts';
import { checkedImage } from '../support/images/checked-image.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { startServer } from '../support/start-server.ts';

const DAY_MS = 86_400_000;
let now = new Date();
const clock = { now: () => now };
const api = await testApi({ clock });
const { db } = api;
const other = openPool(db.connection, 10, silent);
closing(() => other.close());
const writers = [new ImageWriter(db), new ImageWriter(other)] as const;

const jpeg = await sampleImage('jpeg');
let downloads = 0;
const camera = await startServer((_request, response) => {
  downloads++;
  response.end(jpeg);
});
const url = `${camera}/`;

const BYTES = 1_000;
function newImage(organizationId: number, source = randomBytes(4).toString('hex')): NewImage {
  const record = checkedImage(ingestBody(url, { source }), now, () => null);
  const sha256 = createHash('sha256').update(source).digest();
  const facts = { format: 'jpeg' as const, width: 1, height: 1 };
  const id = imageId(classFor(365), organizationId, record, sha256);
  return { id, organizationId, record, sha256, byteSize: BYTES, facts, receivedAt: now, force: false };
}
async function used(organizationId: number, name: QuotaName): Promise<number | undefined> {
  return (await readQuotas(db, organizationId, now)).find((quota) => quota.name === name)?.used;
}
async function stored(organizationId: number): Promise<number> {
  const { rows } = await db.pool.query('select count(*)::int as n from images where organization_id = $1', [
    organizationId,
  ]);
  return rows[0].n;
}
const insert = (image: NewImage, i = 0) => (writers[i % 2] ?? writers[0]).insert(image);

suite('images_per_day and stored_bytes', () => {
  test('two processes that write in batches never exceed the quota and lose nothing below it', async () => {
    const { organizationId } = await api.customer();
    const { organizationId: neighbor } = await api.customer();
    await setQuota(db, organizationId, 'images_per_day', 30);
    const all = Array.from({ length: 120 }, (_, i) => i);
    const [mine, theirs] = await Promise.all([
      Promise.allSettled(all.map((i) => insert(newImage(organizationId), i))),
      Promise.allSettled(all.map((i) => insert(newImage(neighbor), i))),
    ]);
    const accepted = mine.filter(({ status }) => status === 'fulfilled').length;
    assert.equal(accepted, 30);
    assert.equal(await stored(organizationId), 30);
    assert.equal(await used(organizationId, 'images_per_day'), 30);
    assert.equal(await used(organizationId, 'stored_bytes'), 30 * BYTES);
    assert.ok(theirs.every(({ status }) => status === 'fulfilled'));
    assert.equal(await used(neighbor, 'images_per_day'), 120);
  });

  test('a repeated or corrected image counts once', async () => {
    const { organizationId } = await api.customer();
    const image = newImage(organizationId);
    await Promise.all([insert(image, 0), insert(image, 1), insert(image, 0)]);
    const corrected = { ...image, record: { ...image.record, city: 'Reno' } };
    assert.equal(await insert(corrected), 'queued');
    assert.equal(await used(organizationId, 'images_per_day'), 1);
    assert.equal(await used(organizationId, 'stored_bytes'), BYTES);
  });

  test('an expired or deleted image no longer counts as stored, and counts again when it is sent again', async () => {
    const { organizationId } = await api.customer();
    const image = newImage(organizationId);
    await insert(image);
    await insert(newImage(organizationId));
    const later = new Date(now.getTime() + 366 * DAY_MS);
    await expireOtherImages(db, organizationId, later);
    assert.equal(await used(organizationId, 'stored_bytes'), 0);
    await insert(image);
    assert.equal(await used(organizationId, 'stored_bytes'), BYTES);
    assert.equal(await used(organizationId, 'images_per_day'), 3);
    const { rows } = await db.pool.query<{ id: string }>('select id from images where organization_id = $1', [
      organizationId,
    ]);
    await db.transaction((tx) =>
      deleteImagesById(
        tx,
        rows.map(({ id }) => id),
      ),
    );
    assert.equal(await used(organizationId, 'stored_bytes'), 0);
  });

  test('the count of images starts again at midnight UTC', async () => {
    const { organizationId } = await api.customer();
    await setQuota(db, organizationId, 'images_per_day', 1);
    await insert(newImage(organizationId));
    await assert.rejects(insert(newImage(organizationId)), { code: 'MPQ01' });
    const today = now;
    now = new Date(today.getTime() + DAY_MS);
    await insert(newImage(organizationId));
    now = today;
    assert.equal(await stored(organizationId), 2);
  });

  test('POST /image gets 429 with the quota and its reset time, and nothing is downloaded for a while', async () => {
    const partner = await api.customer(['image-ingest-endpoint'], 'partner');
    const headers = await api.bearer(partner);
    await setQuota(db, partner.organizationId, 'stored_bytes', jpeg.length);
    const before = downloads;
    const send = (source: string) =>
      api.app.inject({ method: 'POST', url: '/image', headers, payload: ingestBody(url, { source }) });
    assert.equal((await send('a')).statusCode, 200);
    for (let i = 0; i < 3; i++) {
      const refused = await send('b');
      assert.equal(refused.statusCode, 429, refused.body);
      assert.equal(refused.json().quota, 'stored_bytes');
    }
    assert.equal(downloads - before, 2);
    assert.equal(await stored(partner.organizationId), 1);
  });
});

test('an image is rejected with 500 and Retry-After before the disk is full', async () => {
  const partner = await api.customer(['image-ingest-endpoint'], 'partner');
  const headers = await api.bearer(partner);
  const { images } = api.services;
  const before = images.freeSpace;
  images.freeSpace = new FreeSpace(images.blobs.staging, Number.MAX_SAFE_INTEGER);
  const payload = ingestBody(url, { source: 'full' });
  const refused = await api.app.inject({ method: 'POST', url: '/image', headers, payload });
  assert.equal(refused.statusCode, 500);
  assert.match(refused.json().detail, /disk is almost full/);
  assert.equal(refused.headers['retry-after'], '60');
  assert.equal(await stored(partner.organizationId), 0);
  images.freeSpace = before;
  const accepted = await api.app.inject({ method: 'POST', url: '/image', headers, payload });
  assert.equal(accepted.statusCode, 200);
});
