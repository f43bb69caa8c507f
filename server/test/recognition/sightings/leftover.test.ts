import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureMonths } from '../../../src/domain/observations/ensure-months.ts';
import { recordObservations } from '../../../src/domain/observations/record-observations.ts';
import { testApi } from '../../support/api.ts';
import { countDifferences } from '../../support/carriers/observation-counts.ts';
import { testRecognition } from '../../support/recognition/recognition.ts';

const api = await testApi();
const { db } = api;
const { organizationId: org } = await api.customer(['admin']);
const { ingest, drain } = testRecognition(api);

/** What the database would give the sighting of a waiting image. */
async function reserved(imageId: string): Promise<number> {
  const { rows } = await db.pool.query('select sighting_id from image_queue where image_id = $1', [imageId]);
  return rows[0].sighting_id;
}

const observations = async () =>
  (await db.pool.query('select usdot_number, id from observations order by id')).rows;

test('an observation that a crashed attempt left on another node is replaced, not doubled', async () => {
  const id = await ingest(org, { lines: ['USDOT 1234567'] });
  const { rows } = await db.pool.query('select time_captured from images where id = $1', [id]);
  const { time_captured } = rows[0];
  const sightingId = await reserved(id);
  await ensureMonths(db, [time_captured]);
  // The node has committed this, and the coordinator nothing.
  await recordObservations(db, [
    { usdot_number: 1_234_567, time_captured, type: 'Detection', id: sightingId, image_id: id },
  ]);
  await drain();
  assert.deepEqual(await observations(), [{ usdot_number: 1_234_567, id: sightingId }]);
  assert.deepEqual(await countDifferences(db), []);
  assert.equal((await db.pool.query('select 1 from image_queue')).rowCount, 0);
  const stored = await db.pool.query('select id from sightings');
  assert.deepEqual(stored.rows, [{ id: sightingId }]);
});

test('an attempt that is repeated uses the same id, and another image another one', async () => {
  const [first, second] = [
    await ingest(org, { fails: 'busy', times: 1 }, { plate: 'AB1234', seconds: 3_600 }),
    await ingest(org, { lines: [] }, { plate: 'CD5678', seconds: 7_200 }),
  ];
  const ids = [await reserved(first), await reserved(second)];
  assert.notEqual(ids[0], ids[1]);
  await drain();
  assert.equal(await reserved(first), ids[0]);
  await db.pool.query('update image_queue set due_at = now()');
  await drain();
  const { rows } = await db.pool.query(
    'select sighting_id from images where id = any($1) order by sighting_id',
    [[first, second]],
  );
  assert.deepEqual(
    rows.map(({ sighting_id }) => sighting_id),
    ids.toSorted(),
  );
});
