import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openLocalBlobs } from '../../src/adapters/blobs/local-blobs.ts';
import { LOCKS } from '../../src/db/advisory-locks.ts';
import { blobKey, blobPlace, keyOfImage } from '../../src/domain/images/blob-key.ts';
import { folderOfKey } from '../../src/domain/images/blob-store.ts';
import { imageId } from '../../src/domain/images/image-id.ts';
import { findImage } from '../../src/domain/images/image-rows.ts';
import { ImageWriter } from '../../src/domain/images/image-writer.ts';
import { ingestImage } from '../../src/domain/images/ingest-image.ts';
import { insertImages } from '../../src/domain/images/insert/insert-images.ts';
import { ClassesOfOrganizations } from '../../src/domain/images/retention/organization-classes.ts';
import { classFor } from '../../src/domain/images/retention/retention-classes.ts';
import { ImageSweeper } from '../../src/domain/images/sweep-images.ts';
import { lockRipeMarks, rememberDeleted } from '../../src/domain/images/sweep-store.ts';
import { updatePrivacySettings } from '../../src/domain/privacy/settings.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { untilLockWait } from '../support/db/lock-waits.ts';
import { checkedImage } from '../support/images/checked-image.ts';
import { startS3 } from '../support/images/s3-server.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { eventually } from '../support/milepost.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DAY_MS = 86_400_000;
let now = new Date();
const clock = { now: () => now };
const api = await testApi({ clock });
const { images } = api.services;
const { blobs } = images;
const sweeper = new ImageSweeper({ database: api.db, clock, blobs });
const { organizationId } = await api.customer();
const { organizationId: otherId } = await api.customer();

let bytes = await sampleImage('jpeg');
const url = `${await startServer((_request, response) => response.end(bytes))}/`;

const record = (source = 'a') => checkedImage(ingestBody(url, { source }), now, () => null);
const hashOf = (image: Buffer) => createHash('sha256').update(image).digest();
const keyOf = (image: Buffer) => hashOf(image).toString('hex');

async function fresh(seed: number, organization = organizationId): Promise<{ id: string; key: string }> {
  bytes = await sampleImage('jpeg', { seed });
  const service = { ...images, classes: new ClassesOfOrganizations(api.db) };
  const id = await ingestImage(service, organization, record(), url);
  return { id, key: keyOfImage({ id, sha256: hashOf(bytes) }) };
}

async function marks(): Promise<string[]> {
  const { rows } = await api.db.pool.query(
    'select sha256, class, day from blob_deletions where deleted_at is null',
  );
  return rows.map(blobKey);
}

/** As if the marks had stood for an hour. */
const ripen = () => api.db.pool.query(`update blob_deletions set marked_at = marked_at - interval '1 hour'`);

suite('retention', () => {
  test('deletes an image after the retention of its organization, not before', async () => {
    await updatePrivacySettings(api.db, organizationId, { image_retention_days: 30 });
    const { id, key } = await fresh(1);
    const { id: kept, key: keptKey } = await fresh(2, otherId);
    now = new Date(Date.now() + 29 * DAY_MS);
    assert.equal((await sweeper.run()).expired, 0);
    now = new Date(Date.now() + 31 * DAY_MS);
    assert.equal((await sweeper.run()).expired, 1);
    assert.equal(await blobs.has(key), true, 'marked only');
    assert.deepEqual(await marks(), [key]);
    await ripen();
    assert.equal((await sweeper.run()).deleted, 1);
    assert.equal(await blobs.has(key), false);
    assert.notEqual((await findImage(api.db, id))?.image_deleted_at, null);
    assert.equal(await blobs.has(keptKey), true);
    assert.equal((await findImage(api.db, kept))?.image_deleted_at, null);
    now = new Date();
  });

  test('an image resent after its deletion is stored again under the same id', async () => {
    const { id, key } = await fresh(1);
    assert.equal(await blobs.has(key), true);
    assert.equal((await findImage(api.db, id))?.image_deleted_at, null);
    await ripen();
    assert.equal((await sweeper.run()).deleted, 0);
    assert.equal(await blobs.has(key), true);
  });

  test('keeps a blob that another row refers to', async () => {
    await updatePrivacySettings(api.db, organizationId, { image_retention_days: 365 });
    const { key } = await fresh(3);
    assert.equal((await fresh(3, otherId)).key, key);
    await updatePrivacySettings(api.db, organizationId, { image_retention_days: 1 });
    now = new Date(Date.now() + 2 * DAY_MS);
    await sweeper.run();
    now = new Date();
    await ripen();
    await sweeper.run();
    assert.equal(await blobs.has(key), true);
    assert.ok(!(await marks()).includes(key));
    await updatePrivacySettings(api.db, organizationId, { image_retention_days: 365 });
  });

  test('rejects an unknown organization', async () => {
    const changes = { image_retention_days: 3 };
    await assert.rejects(updatePrivacySettings(api.db, 999_999, changes), /no such organization/);
  });
});

suite('orphans', () => {
  async function orphan(seed: number, ageMs: number): Promise<string> {
    const content = await sampleImage('png', { seed, width: 20, height: 20 });
    const key = keyOf(content);
    const file = blobs.staging.create();
    await file.append(content);
    await blobs.put(key, file, { contentType: 'image/png' });
    const then = new Date(Date.now() - ageMs);
    await utimes(join(api.settings.dataDir, 'blobs', key.slice(0, 2), key), then, then);
    return key;
  }

  test('deletes an old blob without a row and keeps a young one', async () => {
    const old = await orphan(1, 2 * 3_600_000);
    const young = await orphan(2, 60_000);
    const { key: owned } = await fresh(4);
    for (const key of [old, young, owned]) await sweeper.markOrphans(folderOfKey(key));
    assert.deepEqual(await marks(), [old]);
    await ripen();
    await sweeper.run();
    assert.deepEqual(
      [await blobs.has(old), await blobs.has(young), await blobs.has(owned)],
      [false, true, true],
    );
  });

  test('covers all folders', async () => {
    const keys = await Promise.all([11, 12, 13, 14].map((seed) => orphan(seed, 2 * 3_600_000)));
    for (let i = 0; i < 256 / 8; i++) await sweeper.sweepOrphans();
    const marked = await marks();
    for (const key of keys) assert.ok(marked.includes(key));
    await ripen();
    await sweeper.run();
    for (const key of keys) assert.equal(await blobs.has(key), false);
  });

  test('one process at a time looks for orphans', async () => {
    const other = await api.db.connect();
    await other.query('select pg_advisory_lock($1)', [LOCKS.sweepOrphans]);
    assert.equal(await sweeper.sweepOrphans(), null);
    await other.end();
    await eventually('the lock', async () => (await sweeper.sweepOrphans()) !== null);
  });

  test('at most 2,000 blobs a second are listed, young ones included', async () => {
    const folder = await temporaryFolder();
    const store = await openLocalBlobs(folder);
    closing(() => store.close());
    await mkdir(join(folder, 'ab'), { recursive: true });
    const names = Array.from({ length: 1_100 }, (_, n) => `ab${String(n).padStart(62, '0')}`);
    await Promise.all(names.map((name) => writeFile(join(folder, 'ab', name), '')));
    const pauses: number[] = [];
    const pause = async (ms: number) => void pauses.push(ms);
    const paced = new ImageSweeper({ database: api.db, clock, blobs: store, pause });
    assert.equal(await paced.markOrphans('ab', -DAY_MS), 1_100);
    assert.deepEqual(pauses, [250, 250], 'after each 500');
    assert.equal(await paced.markOrphans('ab', 365 * DAY_MS), 0);
    assert.equal(pauses.length, 4);
    await api.db.pool.query('delete from blob_deletions');
  });

  test('an ingest that fails to insert its row leaves an orphan that is deleted', async () => {
    bytes = await sampleImage('jpeg', { seed: 20 });
    const noDatabase = { ...api.db, rows: () => Promise.reject(new Error('no database')) };
    const broken = { ...images, writer: new ImageWriter(noDatabase) };
    await assert.rejects(ingestImage(broken, organizationId, record('broken'), url), {
      message: 'The image could not be queued. Retry later.',
    });
    const { current } = await images.classes.of(organizationId);
    const sha256 = hashOf(bytes);
    const key = keyOfImage({ id: imageId(current, organizationId, record('broken'), sha256), sha256 });
    assert.equal(await blobs.has(key), true);
    await sweeper.markOrphans(folderOfKey(key), -DAY_MS);
    await ripen();
    await sweeper.run();
    assert.equal(await blobs.has(key), false);
    const { rows } = await api.db.pool.query(`select from images where source = 'broken'`);
    assert.equal(rows.length, 0);
  });

  test('an ingest whose file cannot be opened fails to store', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'milepost-staging-'));
    closing(() => rm(folder, { recursive: true, force: true }));
    const other = await openLocalBlobs(folder);
    await rm(join(folder, 'incoming'), { recursive: true });
    await assert.rejects(ingestImage({ ...images, blobs: other }, organizationId, record('closed'), url), {
      message: 'The image could not be stored. Retry later.',
    });
  });

  test('an ingest that fails to store leaves no file', async () => {
    const broken = { ...images, blobs: { ...blobs, put: () => Promise.reject(new Error('disk full')) } };
    await assert.rejects(ingestImage(broken, organizationId, record('full'), url), /could not be stored/);
    const root = join(api.settings.dataDir, 'blobs', 'incoming');
    const folders = await readdir(root);
    for (const folder of folders) assert.deepEqual(await readdir(join(root, folder)), []);
  });
});

suite('concurrent deletion and ingest of the same image', () => {
  async function marked(seed: number) {
    bytes = await sampleImage('jpeg', { seed });
    const sha256 = Buffer.from(keyOf(bytes), 'hex');
    const facts = { format: 'jpeg', width: 320, height: 200 } as const;
    const { current } = await images.classes.of(organizationId);
    const id = imageId(current, organizationId, record(), sha256);
    const place = blobPlace({ id, sha256 });
    const values = [sha256, place.class, place.day];
    await api.db.pool.query('insert into blob_deletions (sha256, class, day) values ($1, $2, $3)', values);
    await ripen();
    const about = { organizationId, record: record(), receivedAt: now, force: false };
    return { image: { id, ...about, sha256, byteSize: bytes.length, facts }, place };
  }

  test('keeps the blob when the row is first', async () => {
    const { image } = await marked(30);
    assert.equal((await insertImages(api.db, [image])).get(image.id), 'queued');
    await api.db.transaction(async (tx) => assert.deepEqual(await lockRipeMarks(tx, 1), []));
  });

  test('the insert waits for a deletion that is first, and reports it', async () => {
    const { image, place } = await marked(31);
    let insertion: Promise<Map<string, string>> | undefined;
    await api.db.transaction(async (tx) => {
      assert.deepEqual(await lockRipeMarks(tx, 1), [place]);
      insertion = insertImages(api.db, [image]);
      await untilLockWait(api.db);
      await rememberDeleted(tx, [place]);
    });
    assert.equal((await insertion)?.get(image.id), 'deleted');
    assert.equal(await findImage(api.db, image.id), null);
  });

  test('accepts an image that was stored again after the deletion', async () => {
    const { image, place } = await marked(32);
    await api.db.transaction(async (tx) => {
      await lockRipeMarks(tx, 1);
      await rememberDeleted(tx, [place]);
    });
    assert.equal(await ingestImage(images, organizationId, record(), url), image.id);
    assert.ok(await findImage(api.db, image.id));
  });
});

test('concurrent images are written in batches, and a bad row fails alone', async () => {
  const images = [];
  for (let n = 0; n < 60; n++) {
    // Ten images twice, and one whose organization is not there.
    const sha256 = createHash('sha256')
      .update(`together ${n % 50}`)
      .digest();
    const owner = n === 30 ? 999_999 : organizationId;
    const about = { organizationId: owner, record: record(`t${n % 50}`), receivedAt: now, force: false };
    const facts = { format: 'jpeg', width: 1, height: 1 } as const;
    images.push({
      id: imageId(classFor(365), owner, about.record, sha256),
      ...about,
      sha256,
      byteSize: 1,
      facts,
    });
  }
  const writer = new ImageWriter(api.db);
  const found = await Promise.allSettled(images.map((image) => writer.insert(image)));
  assert.equal(found.filter((one) => one.status === 'rejected').length, 1);
  const values = found.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
  assert.equal(values.filter((value) => value === 'queued').length, 49);
  assert.equal(values.filter((value) => value === 'known').length, 10);
});

test('ingest, links and deletion work with an S3-compatible store', async () => {
  const s3 = await startS3();
  closing(s3.stop);
  const remote = await testApi({ db: api.db, env: { BLOB_URL: s3.url } });
  bytes = await sampleImage('webp', { seed: 40 });
  const headers = await remote.bearer(await remote.customer(['admin']));
  const payload = ingestBody(url);
  const posted = await remote.app.inject({ method: 'POST', url: '/image', headers, payload });
  assert.equal(posted.statusCode, 200, posted.body);
  const described = await remote.app.inject({ url: `/images/${posted.json().image_id}`, headers });
  const link = new URL(described.json().image_url);
  const content = await remote.app.inject({ url: link.pathname + link.search });
  assert.deepEqual(content.rawPayload, bytes);
  const [folder = ''] = await readdir(join(remote.settings.dataDir, 'incoming'));
  assert.deepEqual(await readdir(join(remote.settings.dataDir, 'incoming', folder)), []);
});
