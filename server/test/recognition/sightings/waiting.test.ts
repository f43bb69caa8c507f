import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Matcher } from '../../../src/domain/alerts/match/matcher.ts';
import { findObservations } from '../../../src/domain/privacy/erase/find-vehicle.ts';
import { platePattern } from '../../../src/domain/privacy/erase/vehicle-pattern.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { testApi } from '../../support/api.ts';
import { writeWaiting } from '../../support/observations/write-waiting.ts';
import { testRecognition } from '../../support/recognition/recognition.ts';

const api = await testApi();
const { app, db } = api;
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const { ingest, stage } = testRecognition(api);
const observations = async () => (await db.pool.query('select id from observations')).rows;

/** Recognition without the worker that writes observations. */
async function read(): Promise<void> {
  const recognizing = stage();
  while (await recognizing.run(new AbortController().signal));
}

async function json(url: string) {
  const response = await app.inject({ url, headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

test('an image shows its sighting, is listed with its level and is found by an erasure before its observation is written', async () => {
  const plate = 'QX4711';
  const id = await ingest(customer.organizationId, { lines: ['USDOT 1234567'] }, { plate });
  await read();
  const pattern = platePattern(plate, undefined);
  const look = async () => {
    const { sighting } = await json(`/images/${id}`);
    const { images } = await json('/images');
    return {
      sighting,
      levels: images.map((image: { confidence: string }) => image.confidence),
      keys: await findObservations(db, pattern),
    };
  };
  assert.deepEqual(await observations(), []);
  const before = await look();
  assert.equal(before.sighting.usdot_number, '1234567');
  assert.deepEqual([before.keys.length, before.levels], [1, [before.sighting.usdot_number_ocr_score]]);

  await writeWaiting(db);
  assert.equal((await observations()).length, 1);
  await db.pool.query('delete from unmatched_sightings');
  assert.deepEqual(await look(), before);
});

test('a sighting that another image changes is shown as it is now, and moves when it is written', async () => {
  const capture = { source: 'door', plate: 'ZZ1000' };
  const id = await ingest(customer.organizationId, { lines: ['USDOT 7654321'] }, { ...capture, seconds: 8 });
  await read();
  await writeWaiting(db);
  const { sighting: later } = await json(`/images/${id}`);
  await ingest(customer.organizationId, { lines: ['TULSA OK'] }, capture);
  await read();
  const { sighting: moved } = await json(`/images/${id}`);
  assert.equal(moved.sighting_id, later.sighting_id);
  assert.ok(moved.time_captured < later.time_captured);
  await new Matcher({ database: db, clock: systemClock, wake: () => undefined }).drain();
  assert.deepEqual((await json(`/images/${id}`)).sighting, moved);
});
