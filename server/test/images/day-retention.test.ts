import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openLocalBlobs } from '../../src/adapters/blobs/local-blobs.ts';
import { keyOfImage } from '../../src/domain/images/blob-key.ts';
import { folderOfKey } from '../../src/domain/images/blob-store.ts';
import { classOf } from '../../src/domain/images/image-id.ts';
import { findImage } from '../../src/domain/images/image-rows.ts';
import { ingestImage } from '../../src/domain/images/ingest-image.ts';
import { deleteDroppedFiles } from '../../src/domain/images/retention/drop-days.ts';
import { prepareImagePartitions } from '../../src/domain/images/retention/image-partitions.ts';
import { ClassesOfOrganizations } from '../../src/domain/images/retention/organization-classes.ts';
import { classFor } from '../../src/domain/images/retention/retention-classes.ts';
import { ImageSweeper } from '../../src/domain/images/sweep-images.ts';
import { updatePrivacySettings } from '../../src/domain/privacy/settings.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { untilLockWait } from '../support/db/lock-waits.ts';
import { checkedImage } from '../support/images/checked-image.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DAY_MS = 86_400_000;
const start = new Date();
let now = start;
const clock = { now: () => now };
const api = await testApi({ clock });
const { db } = api;
const { images } = api.services;
const { blobs } = images;
const sweeper = new ImageSweeper({ database: db, clock, blobs });

let bytes = await sampleImage('jpeg');
const url = `${await startServer((_request, response) => response.end(bytes))}/`;
const after = (days: number) => new Date(start.getTime() + days * DAY_MS);
/** As if the day had been dropped, or the mark had stood, for an hour. */
async function ripen() {
  await db.pool.query(`update dropped_image_days set dropped_at = dropped_at - interval '1 hour'`);
  await db.pool.query(`update blob_deletions set marked_at = marked_at - interval '1 hour'`);
}
const keepFor = (organizationId: number, days: number) =>
  updatePrivacySettings(db, organizationId, { image_retention_days: days });

async function organization(days: number): Promise<number> {
  const { organizationId } = await api.customer(['admin']);
  await keepFor(organizationId, days);
  await prepareImagePartitions(db, now);
  return organizationId;
}

/** Sends an image that was captured at `start`. */
async function send(organizationId: number, seed: number, source = 'a') {
  bytes = await sampleImage('jpeg', { seed });
  const sha256 = createHash('sha256').update(bytes).digest();
  const record = checkedImage(
    ingestBody(url, { source, time_captured: start.toISOString() }),
    now,
    () => null,
  );
  const service = { ...images, classes: new ClassesOfOrganizations(db) };
  const id = await ingestImage(service, organizationId, record, url);
  return { id, key: keyOfImage({ id, sha256 }) };
}
const storedBytes = async (organizationId: number) => {
  const { rows } = await db.pool.query(
    `select used from quota_usage where name = 'stored_bytes' and organization_id = $1`,
    [organizationId],
  );
  return Number(rows[0]?.used ?? 0);
};
const countOf = async (sql: string, values: unknown[] = []) =>
  Number((await db.pool.query(`select count(*) as n from ${sql}`, values)).rows[0].n);

suite('a day whose period is over', () => {
  test('is dropped with its rows, labels, queue and quota, and then its folder is deleted', async () => {
    const org = await organization(30);
    const { id, key } = await send(org, 1);
    assert.equal(folderOfKey(key), `30-days/${start.toISOString().slice(0, 10)}`);
    await db.pool.query(
      `insert into image_labels (image_id, bucket, field, organization_id, value, read_value, read_score)
       values ($1, image_bucket($1), 'vin', $2, 'x', 'y', 'Low')`,
      [id, org],
    );
    assert.ok((await storedBytes(org)) > 0);
    now = after(30);
    await sweeper.run();
    assert.ok(await findImage(db, id), 'the last image of the day may be younger');
    now = after(32);
    const { droppedDays, expired } = await sweeper.run();
    assert.ok(droppedDays > 0);
    assert.equal(expired, 0, 'no image is deleted by itself');
    assert.equal(await findImage(db, id), null);
    assert.equal(await countOf('image_queue where image_id = $1', [id]), 0);
    assert.equal(await countOf('image_labels where image_id = $1', [id]), 0);
    assert.equal(await storedBytes(org), 0);
    assert.equal(await blobs.has(key), true, 'an image of the day may just be arriving');
    await ripen();
    await sweeper.run();
    assert.equal(await blobs.has(key), false);
    assert.equal((await blobs.folders()).includes(folderOfKey(key)), false, 'its folder is removed');
  });

  test('takes nothing from another class', async () => {
    now = start;
    const [short, long] = [await organization(30), await organization(60)];
    const [gone, kept] = [await send(short, 2), await send(long, 2)];
    assert.notEqual(gone.key, kept.key, 'bytes are shared within a class only');
    now = after(40);
    await sweeper.run();
    await ripen();
    await sweeper.run();
    assert.deepEqual([await findImage(db, gone.id), await blobs.has(gone.key)], [null, false]);
    assert.equal((await findImage(db, kept.id))?.image_deleted_at, null);
    assert.equal(await blobs.has(kept.key), true);
  });

  test('is dropped once when two workers drop days at the same time', async () => {
    now = start;
    const org = await organization(28);
    const { id } = await send(org, 13);
    now = after(30);
    const other = new ImageSweeper({ database: db, clock, blobs });
    await Promise.all([sweeper.run(), other.run()]);
    await sweeper.run();
    assert.equal(await findImage(db, id), null);
    assert.equal(await storedBytes(org), 0);
  });

  test('stays while a backup is running', async () => {
    now = start;
    const org = await organization(7);
    const { id } = await send(org, 3);
    now = after(9);
    const backup = await db.connect();
    await backup.query('select pg_advisory_lock(7061005)');
    assert.equal((await sweeper.run()).droppedDays, 0);
    assert.ok(await findImage(db, id));
    await backup.end();
    assert.ok((await sweeper.run()).droppedDays > 0);
    assert.equal(await findImage(db, id), null);
  });
});

suite('an image that arrives after its day was dropped', () => {
  test('is stored, read and kept for the period from its receipt', async () => {
    now = start;
    const org = await organization(10);
    const first = await send(org, 4);
    now = after(12);
    await sweeper.run();
    assert.equal(await findImage(db, first.id), null);
    const { id, key } = await send(org, 4);
    assert.equal(id, first.id);
    await ripen();
    await sweeper.run();
    assert.equal(await blobs.has(key), true, 'the folder has an image again');
    assert.equal((await findImage(db, id))?.image_deleted_at, null);
    now = after(21);
    await sweeper.run();
    assert.equal((await findImage(db, id))?.image_deleted_at, null);
    now = after(23);
    assert.equal((await sweeper.run()).expired, 1);
    await ripen();
    await sweeper.run();
    assert.equal(await blobs.has(key), false);
  });

  test('waits for the deletion of its file, and stores it again', async () => {
    now = start;
    const org = await organization(14);
    const { key } = await send(org, 5);
    now = after(16);
    await sweeper.run();
    await ripen();
    const other = await db.pool.connect();
    await other.query('begin');
    await other.query('select from dropped_image_days for update');
    const sending = send(org, 5);
    await untilLockWait(db);
    await blobs.delete(key);
    await other.query('update dropped_image_days set deleted_at = now()');
    await other.query('commit');
    other.release();
    await assert.rejects(sending, { message: 'The image could not be queued. Retry later.' });
    const { id } = await send(org, 5);
    assert.equal((await findImage(db, id))?.image_deleted_at, null);
    assert.equal(await blobs.has(key), true);
  });

  test('is stored while the files of the day are deleted, and the rest of them is left to the search', async () => {
    now = start;
    const org = await organization(21);
    const { key } = await send(org, 12);
    const folder = folderOfKey(key);
    const names = Array.from({ length: 600 }, (_, n) =>
      createHash('sha256').update(`file ${n}`).digest('hex'),
    );
    for (const name of names) await writeFile(join(api.settings.dataDir, 'blobs', folder, name), '');
    const left = async () => {
      const keys: string[] = [];
      for await (const blob of blobs.list(folder)) keys.push(blob.key);
      return keys;
    };
    now = after(23);
    await sweeper.run();
    await ripen();
    // Another process stops after the first files.
    const stop = new AbortController();
    const stopping = { ...blobs, delete: (one: string) => blobs.delete(one).finally(() => stop.abort()) };
    assert.equal(await deleteDroppedFiles(db, stopping, 0, stop.signal), 500);
    assert.equal((await left()).length, 101);
    const { id } = await send(org, 12);
    await sweeper.run();
    assert.equal((await findImage(db, id))?.image_deleted_at, null);
    assert.equal(await blobs.has(key), true);
    assert.ok((await left()).length >= 101, 'nothing more is deleted at once');
    await sweeper.markOrphans(folder, -1);
    await ripen();
    await sweeper.run();
    assert.deepEqual(await left(), [key]);
  });
});

suite('an organization that changes its period', () => {
  test('to a shorter one: its images are deleted one by one, those of others in the same folder stay', async () => {
    now = start;
    const [org, other] = [await organization(365), await organization(365)];
    const [own, shared] = [await send(org, 6), await send(org, 7)];
    assert.equal((await send(other, 7)).key, shared.key);
    await keepFor(org, 90);
    now = after(80);
    assert.equal((await sweeper.run()).expired, 0);
    now = after(92);
    assert.equal((await sweeper.run()).expired, 2);
    await ripen();
    await sweeper.run();
    assert.notEqual((await findImage(db, own.id))?.image_deleted_at, null);
    assert.deepEqual([await blobs.has(own.key), await blobs.has(shared.key)], [false, true]);
    assert.equal(await storedBytes(org), 0);
  });

  test('to a longer one: it applies to images that are sent from then on', async () => {
    now = start;
    const org = await organization(20);
    const before = await send(org, 8);
    await keepFor(org, 180);
    await prepareImagePartitions(db, now);
    const later = await send(org, 9);
    assert.deepEqual([classOf(before.id), classOf(later.id)], [classFor(20), classFor(180)]);
    now = after(22);
    await sweeper.run();
    assert.equal(await findImage(db, before.id), null);
    assert.ok(await findImage(db, later.id));
  });

  test('an image that was sent before and is sent again keeps its id and its class', async () => {
    now = start;
    const org = await organization(100);
    const first = await send(org, 10);
    await keepFor(org, 200);
    assert.deepEqual(await send(org, 10), first);
    await keepFor(org, 100);
    assert.deepEqual(await send(org, 10), first);
    assert.equal(await countOf('images where organization_id = $1', [org]), 1);
  });

  test('a period that no class has: deleted one by one at its end, not at the end of the class', async () => {
    now = start;
    const org = await organization(33);
    const { id, key } = await send(org, 11);
    assert.equal(folderOfKey(key).split('/')[0], '40-days');
    now = after(32);
    assert.equal((await sweeper.run()).expired, 0);
    now = after(35);
    assert.equal((await sweeper.run()).expired, 1);
    assert.notEqual((await findImage(db, id))?.image_deleted_at, null);
    now = start;
  });
});

test('a file among the folders of days does not stop the search for files without a row', async () => {
  const folder = await temporaryFolder();
  const store = await openLocalBlobs(folder);
  closing(() => store.close());
  await mkdir(join(folder, '7-days', '2026-11-18'), { recursive: true });
  await writeFile(join(folder, '7-days', 'notes.txt'), '');
  assert.deepEqual(await store.folders(), ['7-days/2026-11-18']);
  assert.equal(await new ImageSweeper({ database: db, clock, blobs: store }).sweepOrphans(), 0);
});
