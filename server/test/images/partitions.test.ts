import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { statements } from '../../src/db/database.ts';
import { classOf, dayNumber, dayOf } from '../../src/domain/images/image-id.ts';
import {
  listPartitions,
  partitionName,
  prepareImagePartitions,
} from '../../src/domain/images/retention/image-partitions.ts';
import { classFor } from '../../src/domain/images/retention/retention-classes.ts';
import { updatePrivacySettings } from '../../src/domain/privacy/settings.ts';
import { revisitSighting } from '../../src/domain/recognition/sighting/revisit-sighting.ts';
import { DEFAULT_RULES } from '../../src/domain/recognition/sighting/sighting-rules.ts';
import { bucketOfImage } from '../../src/lib/camera-bucket.ts';
import { testApi } from '../support/api.ts';
import { testRecognition } from '../support/recognition/recognition.ts';

const DAY_MS = 86_400_000;
const now = new Date();
const api = await testApi();
const { db } = api;
const { organizationId } = await api.customer(['admin']);
const recognition = testRecognition(api, {}, now.getTime() - 3_600_000);
const others = async () =>
  (await db.pool.query('select id from images_other order by id')).rows.map(({ id }) => id);
const countOf = async (sql: string) => Number((await db.pool.query(sql)).rows[0].n);

suite('partitions of images', () => {
  test('an image whose day has no partition is stored, and moves when the partition is created', async () => {
    const id = await recognition.ingest(organizationId, { lines: ['TEXT'] });
    assert.deepEqual(await others(), [id]);
    const bytes = await countOf(`select used as n from quota_usage where name = 'stored_bytes'`);
    assert.ok((await prepareImagePartitions(db, now)) >= 9);
    assert.deepEqual(await others(), []);
    const { rows } = await db.pool.query(
      // On a cluster, the name of a partition is followed by that of the shard.
      `select regexp_replace(tableoid::regclass::text, '_\\d{4,}$', '') as name from images where id = $1`,
      [id],
    );
    const partition = { retentionClass: classOf(id), from: dayOf(id), to: dayOf(id) + 1 };
    assert.deepEqual(rows, [{ name: partitionName(partition) }]);
    assert.equal(await countOf('select count(*) as n from image_queue'), 1, 'it is still queued');
    assert.equal(await countOf(`select used as n from quota_usage where name = 'stored_bytes'`), bytes);
    await recognition.drain();
    assert.equal(await countOf('select count(*) as n from images where recognized_at is not null'), 1);
  });

  test('an image is found while it moves to its partition', async () => {
    const { organizationId: moving } = await api.customer();
    await updatePrivacySettings(db, moving, { image_retention_days: 60 });
    const id = await recognition.ingest(moving, { lines: ['MOVING'] });
    assert.deepEqual(await others(), [id]);
    // The lock of the creation times out after a second, which a busy machine may need for these steps.
    for (let created: number | null = 0; created === 0; ) {
      created = null;
      const blocker = await db.pool.connect();
      await blocker.query('begin; lock table images_other in access share mode');
      const creation = prepareImagePartitions(db, now).then((count) => {
        created = count;
      });
      const waiters = async (count: number) => {
        const sql = `select from pg_locks where not granted and relation in ('images'::regclass, 'images_other'::regclass)`;
        while (created === null && (await db.pool.query(sql)).rowCount !== count) await pause(2);
      };
      await waiters(1);
      const read = db.pool.query('select id from images where id = $1', [id]);
      await waiters(2);
      await blocker.query('commit');
      blocker.release();
      await creation;
      assert.deepEqual((await read).rows, [{ id }]);
    }
    assert.deepEqual(await others(), []);
    await recognition.drain();
  });

  test('are created for a week ahead, once, and for the class of a new period', async () => {
    assert.equal(await prepareImagePartitions(db, now), 0);
    const last = dayNumber(new Date(now.getTime() + 7 * DAY_MS));
    assert.ok((await listPartitions(db)).some(({ to }) => to === last + 1));
    await updatePrivacySettings(db, organizationId, { image_retention_days: 30 });
    assert.equal(await prepareImagePartitions(db, now), 9);
    assert.ok((await listPartitions(db)).some(({ retentionClass }) => retentionClass === classFor(30)));
    await updatePrivacySettings(db, organizationId, { image_retention_days: 365 });
  });

  test('the class that is kept has months', async () => {
    const { organizationId: keeper } = await api.customer();
    await updatePrivacySettings(db, keeper, { image_retention_days: 36_500 });
    await prepareImagePartitions(db, new Date('2024-05-10T12:00:00Z'));
    await prepareImagePartitions(db, new Date('2027-02-26T12:00:00Z'));
    await updatePrivacySettings(db, keeper, { image_retention_days: 365 });
    const months = (await listPartitions(db)).filter(({ retentionClass }) => retentionClass === 0);
    assert.deepEqual(months.map(partitionName).sort(), [
      'images_00_2024_05_01',
      'images_00_2027_02_01',
      'images_00_2027_03_01',
    ]);
  });

  test('a long transaction postpones a new partition instead of blocking the table', async () => {
    const { organizationId: other } = await api.customer();
    await updatePrivacySettings(db, other, { image_retention_days: 14 });
    const reader = await db.pool.connect();
    await reader.query('begin');
    await reader.query('select 1 from images_other limit 1');
    assert.equal(await prepareImagePartitions(db, now), 0);
    await reader.query('commit');
    reader.release();
    assert.equal(await prepareImagePartitions(db, now), 9);
  });
});

suite('statements by image id', () => {
  /** The values for an id. */
  const values: Record<string, (id: string, bucket: number) => unknown[]> = {
    'images.find': (id, bucket) => [id, bucket],
    'images.waiting': (id) => [[id]],
    'images.recognized': (id, bucket) => [id, '{}', null, null, null, bucket, null, null],
    'images.forget-plate': (id, bucket) => [id, bucket],
    'images.replace-bytes': (id, bucket) => [id, Buffer.alloc(32), 1, 1, 1, bucket],
    'images.delete': (id, bucket) => [[id], bucket],
    'images.read-again': (id, bucket) => [id, bucket],
    'images.stored-hashes': (id) => [[id]],
    'images.kept': (id) => [[id]],
    'images.of-frame': (id, bucket) => [[id], bucket],
    'images.frame-detections': (id, bucket) => [[id], 0, 0, 1, 1, bucket],
    'sightings.views': (id, bucket) => [[id], bucket],
    'observations.lines-of-images': (id) => [[id]],
    'sightings.assign': (id, bucket) => [1, [id], bucket],
  };
  for (const [name, of] of Object.entries(values))
    test(`${name} reads one partition`, async () => {
      const id = await recognition.ingest(organizationId, { lines: ['TEXT'] });
      await prepareImagePartitions(db, now);
      assert.ok((await listPartitions(db)).length > 9);
      const { rows } = await db.pool.query(
        `explain (costs off) ${statements.get(name)?.text}`,
        of(id, bucketOfImage(id)),
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const read = new Set(plan.match(/\bimages_(?:\d\d_\d{4}_\d\d_\d\d|other)(?=_\d{4,}\b|\b)/g));
      assert.equal(read.size, 1, plan);
    });
});

test('a sighting that has lost one of its images with a dropped day stays as it is', async () => {
  const capture = { plate: 'AB1234', source: 'partly' };
  const script = { lines: ['USDOT 1234567'] };
  const gone = await recognition.ingest(organizationId, script, capture);
  const left = await recognition.ingest(organizationId, script, { ...capture, seconds: 4 });
  await recognition.drain();
  const sighting = async () =>
    (await db.pool.query('select * from sightings where $1 = any(image_ids)', [left])).rows[0];
  const before = await sighting();
  assert.deepEqual(before.image_ids, [gone, left]);
  await db.pool.query('delete from images where id = $1', [gone]);
  assert.equal(await db.transaction((tx) => revisitSighting(tx, before.id, DEFAULT_RULES)), false);
  assert.deepEqual(await sighting(), before);
});
