import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { imageQueue } from '../../src/domain/images/image-queue.ts';
import { testApi } from '../support/api.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { readLines } from '../support/recognition/read-lines.ts';
import { recognizerOf, testRecognition } from '../support/recognition/recognition.ts';
import { startServer } from '../support/start-server.ts';

const api = await testApi();
const { db } = api;
const headers = await api.bearer(await api.customer(['admin']));
const jpeg = await sampleImage('jpeg');
const url = `${await startServer((_request, response) => response.end(jpeg))}/`;

let reads = 0;
const { drain, drainRevisits } = testRecognition(api, {
  recognizer: recognizerOf(async () => {
    reads++;
    return readLines(['ACME ROCKETS LLC', 'USDOT 1234567']);
  }),
});

type Body = ReturnType<typeof ingestBody>;

async function post(body: unknown = ingestBody(url)): Promise<string> {
  const response = await api.app.inject({ method: 'POST', url: '/image', headers, payload: body as object });
  assert.equal(response.statusCode, 200, response.body);
  return response.json().image_id;
}
const get = async (id: string) => (await api.app.inject({ url: `/images/${id}`, headers })).json();
const imageRow = async () => (await db.pool.query('select * from images')).rows[0];

beforeEach(async () => {
  reads = 0;
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence, revisits,
    unmatched_sightings`);
});

suite('an image whose worker vanishes', () => {
  test('is read after three workers were killed', async () => {
    const id = await post();
    for (let worker = 1; worker <= 3; worker++) {
      assert.equal((await imageQueue().claim(db, 1)).rows.length, 1);
      await db.pool.query('update image_queue set due_at = now()');
    }
    await drain();
    assert.equal((await get(id)).state, 'recognized');
  });
});

suite('resending', () => {
  test('a failed image is read again', async () => {
    const id = await post();
    const { leaseId } = await imageQueue().claim(db, 1);
    await imageQueue().fail(db, leaseId, [{ key: id, attempts: 1, reason: 'broken', hopeless: true }]);
    assert.equal((await get(id)).state, 'failed');
    assert.equal(await post(), id);
    assert.equal((await get(id)).state, 'stored');
    await drain();
    assert.equal((await get(id)).state, 'recognized');
  });

  test('a recognized image is not read again', async () => {
    const id = await post();
    await drain();
    assert.equal(await post(), id);
    await drain();
    assert.equal(reads, 1);
  });
});

suite('resending with other metadata', () => {
  const body = ingestBody(url);
  const corrections: [string, Partial<Body>, Record<string, unknown>][] = [
    [
      'plate and its state',
      { detection_metadata: { alpr_confidence: 0.99, alpr_state: 'KS', plate_number: 'XYZ789' } },
      { alpr_plate_number: 'XYZ789', plate_state: 'KS' },
    ],
    [
      'location',
      { source_location_info: { ...body.source_location_info, city: 'Tulsa', state: 'OK', route: 'I-44' } },
      { location_city: 'Tulsa', location_state: 'OK', route: 'I-44 WB' },
    ],
  ];
  for (const [name, correction, expected] of corrections) {
    test(`corrects the ${name} of the sighting`, async () => {
      const id = await post();
      await drain();
      assert.equal(await post({ ...body, ...correction }), id);
      await drain();
      await drainRevisits();
      const { rows } = await db.pool.query('select * from observations');
      assert.equal(rows.length, 1, 'the sighting is revised, not repeated');
      for (const [column, value] of Object.entries(expected)) assert.equal(rows[0][column], value);
      assert.deepEqual(await countDifferences(db), []);
    });
  }

  test('stores a corrected bounding box and reads the image again', async () => {
    await post();
    await drain();
    await post({ ...body, detection_bounding_box: { xmin: 0, ymin: 0, xmax: 100, ymax: 150 } });
    await drain();
    assert.equal((await imageRow()).box_xmax, 100);
    assert.equal(reads, 2);
  });

  test('keeps the plate when the new request has none', async () => {
    await post();
    await drain();
    await post({ ...body, detection_metadata: { alpr_confidence: 0, alpr_state: 'TX' } });
    await drain();
    const { plate_number, alpr_state } = await imageRow();
    assert.deepEqual([plate_number, alpr_state, reads], ['ABC123', 'OK', 1]);
  });

  test('makes a worker that is reading the image lose its lease', async () => {
    await post();
    const { leaseId, rows } = await imageQueue().claim(db, 1);
    await post({ ...body, detection_metadata: { ...body.detection_metadata, plate_number: 'NEW1' } });
    assert.deepEqual(await imageQueue().finish(db, leaseId, [rows[0]?.key ?? '']), []);
    await drain();
    const { rows: seen } = await db.pool.query('select alpr_plate_number from observations');
    assert.deepEqual(seen, [{ alpr_plate_number: 'NEW1' }]);
  });
});
