import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { ReadInterrupted } from '../../src/domain/recognition/recognizer.ts';
import { testApi } from '../support/api.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { recognizerOf, testRecognition } from '../support/recognition/recognition.ts';

const api = await testApi();
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const org = customer.organizationId;
const { db } = api;
const { ingest, drain, recognizer, stage, woken } = testRecognition(api);

const sightings = async () => (await db.pool.query(`select * from observations order by id`)).rows;
const get = async (id: string) => (await api.app.inject({ url: `/images/${id}`, headers })).json();
const door = ['ACME ROCKETS LLC', 'TULSA OK', 'USDOT 1234567', 'MC 529015'];

beforeEach(async () => {
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence, revisits,
    unmatched_sightings, company_census, logos`);
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name, phy_city, phy_state, docket1_prefix, docket1_number)
       values (1234567, 'ACME ROCKETS LLC', 'TULSA', 'OK', 'MC', 529015);
     insert into logos (name) values ('acme')`,
  );
});

test('an image becomes one sighting with every field, its counts, and a row in the queue of the alerts', async () => {
  const id = await ingest(org, { lines: door }, { plate: 'abc-123' });
  await drain();
  const [row, ...more] = await sightings();
  assert.equal(more.length, 0);
  const { id: sightingId, ...fields } = row;
  assert.deepEqual(fields, {
    ...{ usdot_number: 1234567, time_captured: new Date('2026-05-04T10:00:00Z'), type: 'Detection' },
    ...{ source: 'camera-1', alpr_plate_number: 'ABC123', plate_state: 'OK', mc_number: '529015', vin: '' },
    ...{ cab_number: '', equipment_type: '', equipment_number: '', equipment_logo: '' },
    ...{ location_state: 'TX', location_city: 'Amarillo', latitude: 35.2, longitude: -101.8 },
    route: 'I-40 WB',
    ...{ is_usdot_imputed: false, is_cab_imputed: false, is_mc_imputed: false, is_vin_imputed: false },
    ...{ is_trailer_logo_imputed: false, usdot_number_ocr_score: 'High', mc_number_ocr_score: 'High' },
    ...{ vin_ocr_score: null, cab_number_ocr_score: null, trailer_number_ocr_score: null },
    ...{ trailer_logo_ocr_score: null, image_id: id, view_image_ids: null },
    ...{
      is_usdot_confirmed: true,
      is_plate_doubtful: false,
      has_conflicting_name: false,
      organization_id: org,
    },
  });
  assert.deepEqual(await countDifferences(db), []);
  const { rows: waiting } = await db.pool.query(
    `select id, organization_id, sighting->'lines' as lines, sighting->>'carrier_name' as carrier from unmatched_sightings`,
  );
  const carrier = 'ACME ROCKETS LLC';
  assert.deepEqual(waiting, [{ id: sightingId, organization_id: org, lines: door, carrier }]);
  assert.ok(woken.includes('unmatched_sightings'));
});

test('a plate that was read with less than 0.9 is marked as doubtful', async () => {
  await ingest(org, { lines: door }, { plate: 'ABC123', confidence: 0.9, source: 'a' });
  await ingest(org, { lines: door }, { plate: 'ABC123', confidence: 0.89, source: 'b' });
  await ingest(org, { lines: door }, { source: 'c' });
  await drain();
  const flags = (await sightings()).map(({ source, is_plate_doubtful }) => [source, is_plate_doubtful]);
  assert.deepEqual(flags.sort(), [
    ['a', false],
    ['b', true],
    ['c', false],
  ]);
});

test('a Mexican docket keeps its prefix in the sighting, and a freight forwarder’s is no MC number', async () => {
  for (const [i, text] of ['MC 123456', 'MX 123456', 'FF 123456'].entries())
    await ingest(org, { lines: [text] }, { seconds: i * 600 });
  await drain();
  const numbers = (await sightings()).map(({ mc_number, mc_number_ocr_score }) => [
    mc_number,
    mc_number_ocr_score,
  ]);
  assert.deepEqual(numbers, [
    ['123456', 'High'],
    ['MX123456', 'High'],
    ['', null],
  ]);
});

test('GET /images/{id} returns the sighting with its scores, evidence and lines', async () => {
  const id = await ingest(org, { lines: door }, { plate: 'ABC123' });
  const before = await get(id);
  assert.deepEqual([before.state, before.readings, before.sighting], ['stored', null, null]);
  await drain();
  const { state, readings, sighting } = await get(id);
  assert.equal(state, 'recognized');
  assert.equal(sighting.usdot_number, '1234567');
  assert.equal(sighting.mc_number, '529015');
  assert.equal(sighting.alpr_plate_number, 'ABC123');
  assert.equal(sighting.vin, '');
  assert.equal(sighting.usdot_number_ocr_score, 'High');
  assert.equal(sighting.vin_ocr_score, 'N/A');
  assert.equal(sighting.time_captured, '2026-05-04T10:00:00.000Z');
  assert.equal(sighting.location_state, 'TX');
  assert.equal(sighting.route, 'I-40 WB');
  assert.deepEqual(sighting.image_ids, [id]);
  assert.deepEqual(sighting.readings.usdot_number, {
    ...{ read: '1234567', outcome: 'confirmed', witnesses: ['name', 'docket', 'place'] },
    carrier_name: 'ACME ROCKETS LLC',
    rows: [{ table: 'carrier_dockets', key: 'census 1234567 MC529015', seen_at: null }],
  });
  assert.equal(readings.lines[2].text, 'USDOT 1234567');
  assert.equal(readings.lines[2].quad.length, 4);
  const usdot = readings.fields.find(({ field }: { field: string }) => field === 'usdot_number');
  assert.deepEqual([usdot.value, usdot.score, usdot.lines.at(-1)], ['1234567', 'High', 2]);
});

test('returns the raw reading next to the corrected number', async () => {
  const lines = door.with(2, 'USDOT 1234561');
  const id = await ingest(org, { lines });
  await drain();
  const { sighting } = await get(id);
  assert.equal(sighting.usdot_number, '1234567');
  assert.equal(sighting.usdot_number_ocr_score, 'Medium');
  assert.equal(sighting.readings.usdot_number.read, '1234561');
  assert.equal(sighting.readings.usdot_number.outcome, 'mended');
});

test('reads at most one image more than it should read at once, and claims the next ones together', async () => {
  for (let n = 0; n < 20; n++) await ingest(org, { lines: door }, { plate: `PLATE${n}`, seconds: n });
  let [reading, most, claimed] = [0, 0, 0];
  const slow = recognizerOf(async (request) => {
    most = Math.max(most, ++reading);
    await new Promise((resolve) => setTimeout(resolve, 5));
    reading--;
    return recognizer.read(request);
  });
  const database: Database = {
    ...db,
    rows(statement, values) {
      if (statement.name.startsWith('claim.fair')) claimed++;
      return db.rows(statement, values);
    },
  };
  await testRecognition(api, { recognizer: slow, database, atOnce: 4 }).drain();
  assert.equal((await sightings()).length, 20);
  assert.equal(most, 5);
  // Eight images, then four at a time, and the claims that find nothing.
  assert.ok(claimed <= 10, `${claimed} claims`);
});

suite('images that cannot be read', () => {
  test('a damaged image fails at once with a reason', async () => {
    const id = await ingest(org, { broken: 'The image is damaged and cannot be decoded.' });
    await drain();
    const { state, failure_reason, sighting } = await get(id);
    assert.deepEqual(
      [state, failure_reason, sighting],
      ['failed', 'The image is damaged and cannot be decoded.', null],
    );
    assert.equal([...recognizer.reads.values()].at(-1), 1);
    assert.equal((await sightings()).length, 0);
  });

  test('an image without text fails with a reason, or is a sighting if it has a plate', async () => {
    const empty = await ingest(org, { lines: [] });
    const plated = await ingest(org, { lines: [] }, { plate: 'ABC123', source: 'camera-2' });
    await drain();
    assert.equal((await get(empty)).state, 'failed');
    assert.match((await get(empty)).failure_reason, /Nothing could be read/);
    const { state, sighting } = await get(plated);
    assert.equal(state, 'recognized');
    assert.deepEqual([sighting.alpr_plate_number, sighting.usdot_number], ['ABC123', '']);
  });

  test('text without any field is a sighting', async () => {
    const id = await ingest(org, { lines: ['HOW IS MY DRIVING'] });
    await drain();
    const { sighting } = await get(id);
    assert.equal(sighting.usdot_number, '');
    assert.equal(sighting.readings.lines[0].text, 'HOW IS MY DRIVING');
    assert.deepEqual(await countDifferences(db), []);
  });

  test('control characters in the text do not fail the image', async () => {
    const id = await ingest(org, { lines: ['ACME\u0000 \ud800', 'USDOT 1234567'] });
    await drain();
    const { state, sighting } = await get(id);
    assert.deepEqual([state, sighting.usdot_number], ['recognized', '1234567']);
  });

  test('a failed read is retried after a pause, three attempts in all', async () => {
    const id = await ingest(org, { fails: 'The thread that read the image died.' });
    for (let attempt = 1; attempt <= 3; attempt++) {
      await drain();
      const { rows } = await db.pool.query(
        'select attempts, due_at - now() as pause, died_at from image_queue',
      );
      assert.equal(rows[0].attempts, attempt);
      assert.equal(rows[0].died_at === null, attempt < 3);
      await db.pool.query('update image_queue set due_at = now() where due_at is not null');
    }
    await drain();
    assert.equal([...recognizer.reads.values()].at(-1), 3);
    const { state, failure_reason } = await get(id);
    assert.deepEqual([state, failure_reason], ['failed', 'The thread that read the image died.']);
  });

  test('an interrupted read is retried and not counted as an attempt', async () => {
    const id = await ingest(org, { lines: door });
    let interruptions = 0;
    const interrupted = testRecognition(api, {
      recognizer: recognizerOf(async (request) => {
        if (interruptions++ < 5) throw new ReadInterrupted('The OCR process was stopped.');
        return recognizer.read(request);
      }),
    });
    for (let round = 0; round < 5; round++) {
      await interrupted.drain();
      await db.pool.query('update image_queue set due_at = now() where due_at is not null');
    }
    const { rows } = await db.pool.query(
      'select attempts, interruptions from image_queue where image_id = $1',
      [id],
    );
    assert.deepEqual(rows, [{ attempts: 0, interruptions: 5 }]);
    await interrupted.drain();
    assert.equal((await get(id)).state, 'recognized');
  });

  test('a failing or hanging image does not delay others', async () => {
    await ingest(org, { broken: 'damaged' });
    await ingest(org, { hangs: true }, { source: 'camera-9' });
    const good = await ingest(org, { lines: door }, { source: 'camera-2' });
    const stopping = new AbortController();
    const one = stage();
    const rounds = (async () => {
      while (!stopping.signal.aborted) await one.run(stopping.signal);
    })();
    while ((await get(good)).state !== 'recognized') await new Promise((resolve) => setTimeout(resolve, 20));
    stopping.abort();
    await rounds;
  });
});

suite('leases', () => {
  test('a stop releases the images that are being read', async () => {
    const id = await ingest(org, { hangs: true });
    const stopping = new AbortController();
    const round = stage().run(stopping.signal);
    while ((await db.pool.query('select from image_queue where lease_id is not null')).rowCount === 0) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    stopping.abort();
    await round;
    const { rows } = await db.pool.query(
      'select attempts, lease_id, due_at <= now() as due from image_queue',
    );
    assert.deepEqual(rows, [{ attempts: 0, lease_id: null, due: true }]);
    assert.equal((await get(id)).state, 'stored');
  });

  test('a worker that lost its lease writes nothing', async () => {
    const id = await ingest(org, { lines: door });
    const slow = testRecognition(api, {
      recognizer: recognizerOf(async (request) => {
        // Someone else takes the image and finishes it meanwhile.
        await db.pool.query('update image_queue set due_at = now()');
        await drain();
        return recognizer.read(request);
      }),
    });
    await slow.drain();
    assert.equal((await sightings()).length, 1);
    assert.equal((await get(id)).state, 'recognized');
    assert.deepEqual(await countDifferences(db), []);
  });
});
