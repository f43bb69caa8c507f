import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Statement } from '../../../src/db/database.ts';
import { hasCitus } from '../../../src/db/distribute.ts';
import { deleteImagesById } from '../../../src/domain/images/delete-image.ts';
import type { WaitingImage } from '../../../src/domain/images/image-queue.ts';
import { deleteWholeSightings } from '../../../src/domain/privacy/delete-sightings.ts';
import { correctImage } from '../../../src/domain/recognition/labels/correct-image.ts';
import { readFields } from '../../../src/domain/recognition/readings/read-fields.ts';
import { recordImage } from '../../../src/domain/recognition/sighting/record-image.ts';
import { storedReading } from '../../../src/domain/recognition/sighting/view.ts';
import { bucketOfImage, bucketOfSighting, cameraBucket } from '../../../src/lib/camera-bucket.ts';
import { testApi } from '../../support/api.ts';
import { cameraTables } from '../../support/db/camera-tables.ts';
import { checkStatement } from '../../support/db/distributed-statements.ts';
import { spyStatements } from '../../support/db/spy-statements.ts';
import { readLines } from '../../support/recognition/read-lines.ts';
import { testRecognition } from '../../support/recognition/recognition.ts';

/** Statements for several cameras, and those that also read or write other tables. */
const OTHERS = [
  /^claim\.(fair|more)\./,
  /^images\.(waiting|insert|delete)$/,
  /^revisits\.insert-/,
  /^alerts\.recent\.delete$/,
  /^labels\.list$/,
];

const api = await testApi();
const customer = await api.customer(['admin']);
const org = customer.organizationId;
const { db } = api;
const seen = new Map<string, Statement>();
const database = spyStatements(db, (statement) => seen.set(statement.name, statement));
const { ingest, drain, drainRevisits } = testRecognition({ ...api, db: database });
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
    if (OTHERS.some((pattern) => pattern.test(name))) continue;
    const own = await checkStatement(
      { text },
      { distribution: cameraTables, temporary: [], functions: new Set() },
    );
    found.push(...(own ?? []).map((problem) => `${name}: ${problem}`));
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
    ...['images.recognized', 'images.unread', 'labels.of-images', 'sightings.near', 'sightings.views'],
    ...['sightings.insert', 'sightings.put', 'sightings.assign', 'sightings.find'],
    ...['observations.enqueue-one-unmatched', 'claim.finish-one.delete.image_queue.in-bucket'],
    ...['claim.give-back.delete.image_queue.in-bucket', 'claim.finish-one.delete.revisits.in-bucket'],
  ])
    assert.ok(seen.has(name), `${name} was not run`);
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
  await deleteImagesById(database, [image]);
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
    `select i.bucket, s.bucket as of_sighting, s.id from images i join sightings s on s.id = i.sighting_id where i.id = $1`,
    [image],
  );
  assert.deepEqual(
    rows.map((row) => [row.bucket, row.of_sighting, bucketOfSighting(Number(row.id))]),
    [[bucket, bucket, bucket]],
  );
});

if (await hasCitus(db))
  test('images are recorded where the tables of cameras are distributed', async () => {
    await db.pool.query('truncate images, image_queue, sightings');
    for (const seconds of [0, 2]) await ingest(org, { lines: [NUMBER] }, { plate: 'JKL012', seconds });
    for (const trigger of ['delete_from_image_queue', 'free_stored_bytes'])
      await db.pool.query(`drop trigger ${trigger} on images`);
    const [first, ...others] = cameraTables.tables;
    await db.pool.query(`select create_distributed_table($1, 'bucket', colocate_with => 'none')`, [first]);
    for (const table of others)
      await db.pool.query(`select create_distributed_table($1, 'bucket', colocate_with => $2)`, [
        table,
        first,
      ]);
    const { rows } = await db.pool.query<WaitingImage & { organization_id: number }>(
      `select i.*, i.id as key, q.sighting_id as new_sighting_id from images i
         join image_queue q on q.image_id = i.id and q.bucket = i.bucket order by i.time_captured`,
    );
    const reading = readLines([NUMBER]);
    const plate = { number: 'JKL012', state: 'OK', confidence: 0.95 };
    const read = storedReading(reading, readFields(reading, { logos: [], plate }));
    const ids: (number | undefined)[] = [];
    for (const image of rows)
      ids.push((await recordImage(db, image, read, { finish: async () => true }))?.sightingId);
    assert.deepEqual(ids, [ids[0], ids[0]]);
    const { rows: sightings } = await db.pool.query('select image_ids from sightings');
    assert.deepEqual(sightings, [{ image_ids: rows.map(({ key }) => key) }]);
  });
