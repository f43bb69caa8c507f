import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Statement } from '../../../src/db/database.ts';
import { hasCitus } from '../../../src/db/distribute.ts';
import { deleteImagesById } from '../../../src/domain/images/delete-image.ts';
import { ImageWriter } from '../../../src/domain/images/image-writer.ts';
import { cameraDistribution } from '../../../src/domain/observations/distribution.ts';
import { deleteWholeSightings } from '../../../src/domain/privacy/delete-sightings.ts';
import { correctImage } from '../../../src/domain/recognition/labels/correct-image.ts';
import { bucketOfImage, bucketOfSighting, cameraBucket } from '../../../src/lib/camera-bucket.ts';
import { testApi } from '../../support/api.ts';
import { asCluster } from '../../support/db/as-cluster.ts';
import { checkStatement } from '../../support/db/distributed-statements.ts';
import { spyStatements } from '../../support/db/spy-statements.ts';
import { testRecognition } from '../../support/recognition/recognition.ts';

/** A claim locks and joins rows of one shard: of a list of buckets. */
const ON_ONE_SHARD = /FOR UPDATE|LATERAL/;

const api = await testApi();
const customer = await api.customer(['admin']);
const org = customer.organizationId;
const { db } = api;
const seen = new Map<string, Statement>();
/** In the form that a cluster needs, which also runs on one server. */
const database = asCluster(spyStatements(db, (statement) => seen.set(statement.name, statement)));
const images = { ...api.services.images, db: database, writer: new ImageWriter(database) };
const { ingest, drain, drainRevisits } = testRecognition({
  db: database,
  services: { ...api.services, images },
});
/** Where processes reach the nodes, claims name a shard. */
const CLAIM = /^claim\.(fair|more)\b/;
const isCitus = await hasCitus(db);
const NUMBER = 'USDOT 1234567';
const corrector = {
  database,
  now: new Date(),
  organizationId: org,
  userId: customer.userId,
  wake: () => undefined,
};

/** What is wrong with the statements that were run, as the shape test of observations finds it. */
async function problems(): Promise<string[]> {
  const found: string[] = [];
  for (const { name, text } of seen.values()) {
    const own = await checkStatement(
      { text },
      { distribution: cameraDistribution, temporary: [], functions: new Set(['next_sighting_id']) },
    );
    const counted = name.endsWith('.of-buckets')
      ? own?.filter((problem) => !ON_ONE_SHARD.test(problem))
      : own;
    found.push(...(counted ?? []).map((problem) => `${name}: ${problem}`));
  }
  return found;
}

test('each statement that reads and records images of a camera names its bucket', async () => {
  for (const seconds of [0, 2, 5]) await ingest(org, { lines: [NUMBER] }, { plate: 'ABC123', seconds });
  await ingest(org, { lines: [NUMBER] }, { plate: 'XYZ789', seconds: 30 });
  const hanging = await ingest(org, { fails: 'later', times: 1 }, { seconds: 300 });
  await ingest(org, { broken: 'It cannot be decoded.' }, { seconds: 400 });
  await drain();
  await db.pool.query('update image_queue set due_at = now() where image_id = $1', [hanging]);
  await drain();
  await ingest(org, { lines: ['ACME'] }, { plate: 'ABC123', seconds: 60 });
  await drain();
  await db.pool.query(
    'insert into revisits (sighting_id, bucket, organization_id) select id, bucket, organization_id from sightings',
  );
  await drainRevisits();
  assert.deepEqual(await problems(), []);
  for (const name of [
    ...['images.insert-apart.row', 'images.insert-apart.enqueue', 'claim.fair.image_queue.of-buckets'],
    ...['images.recognized', 'images.unread', 'labels.of-images', 'sightings.near', 'sightings.views'],
    ...['sightings.insert', 'sightings.put', 'sightings.assign', 'sightings.find'],
    ...[
      'observations.enqueue-one-unmatched',
      'claim.finish-one.delete.image_queue.in-bucket',
      'claim.extend.delete.image_queue.in-bucket',
    ],
    ...['claim.give-back.delete.image_queue.in-bucket', 'claim.finish-one.delete.revisits.in-bucket'],
  ])
    assert.ok(seen.has(name) || (isCitus && CLAIM.test(name)), `${name} was not run`);
});

test('so does each statement that corrects or deletes an image', async () => {
  const image = await ingest(org, { lines: [NUMBER] }, { plate: 'DEF456', seconds: 900 });
  await drain();
  const correction = {
    field: 'alpr_plate_number',
    value: 'DEF457',
    plate_state: 'OK',
    confirm: true,
  } as const;
  await correctImage(corrector, image, correction);
  const sighting = await db.pool.query('select sighting_id as id from images where id = $1', [image]);
  const { id } = sighting.rows[0];
  const { rows } = await db.pool.query('select usdot_number, time_captured from sightings where id = $1', [
    id,
  ]);
  await database.transaction(async (tx) => {
    await deleteWholeSightings(tx, [{ ...rows[0], id: Number(id) }]);
  });
  await database.transaction((tx) => deleteImagesById(tx, [image]));
  assert.deepEqual(await problems(), []);
  for (const name of ['labels.put', 'labels.delete-of-sightings', 'sightings.delete', 'revisits.dequeue'])
    assert.ok(seen.has(name), `${name} was not run`);
  const { rows: left } = await db.pool.query('select 1 from images where id = $1', [image]);
  assert.deepEqual(left, []);
});

test('the rows of an image have the bucket of its camera, and so has the id of its sighting', async () => {
  const image = await ingest(org, { lines: [NUMBER] }, { source: 'mile-7', plate: 'GHI789' });
  const bucket = cameraBucket(org, 'mile-7');
  assert.equal(bucketOfImage(image), bucket);
  const queued = await db.pool.query('select bucket, sighting_id from image_queue where image_id = $1', [
    image,
  ]);
  assert.deepEqual(
    queued.rows.map((row) => [row.bucket, bucketOfSighting(Number(row.sighting_id))]),
    [[bucket, bucket]],
  );
  await drain();
  const { rows } = await db.pool.query(
    `select i.bucket, s.bucket as of_sighting, s.id from images i join sightings s on s.id = i.sighting_id and s.bucket = i.bucket
      where i.id = $1`,
    [image],
  );
  assert.deepEqual(
    rows.map((row) => [row.bucket, row.of_sighting, bucketOfSighting(Number(row.id))]),
    [[bucket, bucket, bucket]],
  );
});
