import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import type { Database } from '../../../src/db/database.ts';
import { countObservations } from '../../../src/domain/observations/count-observations.ts';
import { joinedRoute } from '../../../src/domain/recognition/sighting/joined-route.ts';
import { testApi } from '../../support/api.ts';
import { countDifferences } from '../../support/carriers/observation-counts.ts';
import { spyStatements } from '../../support/db/spy-statements.ts';
import { seededRandom } from '../../support/random.ts';
import { type Capture, testRecognition } from '../../support/recognition/recognition.ts';

const api = await testApi();
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const org = customer.organizationId;
const { db } = api;
const recognition = testRecognition(api);
const { ingest, drain } = recognition;

const sightings = async () =>
  (await db.pool.query(`select * from observations order by time_captured, id`)).rows;
const get = async (id: string) => (await api.app.inject({ url: `/images/${id}`, headers })).json();
const NUMBER = 'USDOT 1234567';

beforeEach(async () => {
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence, revisits,
    unmatched_sightings, company_census, logos`);
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name) values (1234567, 'ACME ROCKETS LLC'), (80806, 'J B HUNT');
     insert into logos (name) values ('acme')`,
  );
});

test('joins route and direction', () => {
  const cases: [string, string, string][] = [
    ['I-40', 'Westbound', 'I-40 WB'],
    ['I-80', 'E', 'I-80 EB'],
    ['US 287 ', 'north', 'US 287 NB'],
    ['I-40 WB', 'WB', 'I-40 WB'],
    ['SR-1', 'South-bound', 'SR-1 SB'],
    ['Loop 610', 'Inner loop', 'Loop 610 Inner loop'],
    ['I-35 NB', 'Southbound', 'I-35 SB'],
    ['I-35 NB', 'Inner loop', 'I-35 NB Inner loop'],
    ['US-287', 'N/B', 'US-287 NB'],
    ['US-287 N/B', '', 'US-287 NB'],
    ['I-10 (Eastbound)', '', 'I-10 EB'],
    ['I-35 W', 'N', 'I-35 W NB'],
    ['', 'N', 'NB'],
  ];
  for (const [route, direction, joined] of cases) assert.equal(joinedRoute(route, direction), joined);
});

test('merges front, side and rear images of a truck into one sighting', async () => {
  const front = await ingest(org, { lines: ['ACME ROCKETS'] }, { plate: 'ABC123', seconds: 0 });
  const side = await ingest(
    org,
    { lines: [{ text: NUMBER, confidence: 0.7 }] },
    { plate: 'ABC123', seconds: 2 },
  );
  const rear = await ingest(org, { lines: [NUMBER, 'ACME'] }, { seconds: 5 });
  await drain();
  const [row, ...more] = await sightings();
  assert.equal(more.length, 0);
  assert.equal(row.usdot_number, 1234567);
  assert.equal(row.usdot_number_ocr_score, 'High', 'the best reading over all images');
  assert.equal(row.alpr_plate_number, 'ABC123');
  assert.deepEqual(row.view_image_ids, [front, side, rear]);
  assert.deepEqual(row.time_captured, new Date(recognition.start), 'of the first image');
  for (const id of [front, side, rear]) {
    const { sighting } = await get(id);
    assert.equal(sighting.sighting_id, row.id);
    assert.deepEqual(sighting.image_ids, [front, side, rear]);
    assert.equal(sighting.usdot_number, '1234567');
  }
  assert.deepEqual(await countDifferences(db), []);
  // An image that was read first may have had a sighting of its own for a moment: its row stays queued, so that the alerts settle it.
  const { rows: waiting } = await db.pool.query(
    `select (sighting->>'usdot_number')::int as usdot_number, id from unmatched_sightings where id in (select id from observations)`,
  );
  assert.deepEqual(
    waiting,
    [{ usdot_number: 1234567, id: row.id }],
    'queued for the alerts under its current key',
  );
});

test('merges two sightings when an image links them', async () => {
  const front = await ingest(org, { lines: ['SOME TEXT'] }, { plate: 'ABC123', seconds: 10 });
  const side = await ingest(org, { lines: [NUMBER] }, { seconds: 0 });
  await drain();
  assert.equal((await sightings()).length, 2);
  const { sighting_id: older } = (await get(front)).sighting;
  const both = await ingest(org, { lines: [NUMBER] }, { plate: 'ABC123', seconds: 4 });
  await drain();
  const rows = await sightings();
  assert.equal(rows.length, 1);
  assert.equal(rows[0].id, older, 'under the id of the sighting that was recorded first');
  assert.deepEqual(rows[0].time_captured, new Date(recognition.start), 'with the time of the first image');
  assert.deepEqual(rows[0].view_image_ids, [side, both, front]);
  for (const id of [front, side, both]) assert.equal((await get(id)).sighting.sighting_id, rows[0].id);
  assert.deepEqual(await countDifferences(db), []);
  const { rows: waiting } = await db.pool.query('select id from unmatched_sightings');
  // The one that no longer exists is queued too: the alerts settle its matches.
  assert.ok(waiting.length === 2 && waiting.some(({ id }) => id === rows[0].id));
  const { rows: bears } = await db.pool.query('select distinct sighting_id from vehicle_evidence');
  assert.deepEqual(bears, [{ sighting_id: rows[0].id }]);
});

suite('does not merge', () => {
  const apart: [string, Capture, Capture, cabs?: [string, string]][] = [
    ['images 121 seconds apart', { plate: 'ABC123' }, { plate: 'ABC123', seconds: 121 }],
    ['images of different cameras', { plate: 'ABC123' }, { plate: 'ABC123', source: 'camera-2' }],
    ['two trucks of one fleet', { plate: 'ABC123' }, { plate: 'XYZ789', seconds: 30 }],
    ['two trucks of one fleet that pass together', { plate: 'ABC123' }, { plate: 'XYZ789', seconds: 3 }],
    ['two trucks of one fleet with different cab numbers', {}, { seconds: 3 }, ['UNIT 4511', 'UNIT 88']],
    [
      'two trucks with the same plate and different cab numbers',
      { plate: 'ABC123' },
      { plate: 'ABC123', seconds: 3 },
      ['UNIT 4511', 'UNIT 88'],
    ],
  ];
  for (const [name, first, second, [cab, otherCab] = []] of apart) {
    test(name, async () => {
      await ingest(org, { lines: [NUMBER, ...(cab ? [cab] : [])] }, first);
      await ingest(org, { lines: [NUMBER, ...(otherCab ? [otherCab] : [])] }, second);
      await drain();
      assert.equal((await sightings()).length, 2);
      assert.deepEqual(await countDifferences(db), []);
    });
  }

  test('an image of another organization', async () => {
    const other = await api.customer();
    await ingest(org, { lines: [NUMBER] }, { plate: 'ABC123' });
    await ingest(other.organizationId, { lines: [NUMBER] }, { plate: 'ABC123' });
    await drain();
    assert.equal((await sightings()).length, 2);
  });

  test('images of a parked truck that span more than two minutes, in any order', async () => {
    for (const seconds of [300, 0, 180, 60, 240, 120]) {
      await ingest(org, { lines: [NUMBER] }, { plate: 'ABC123', seconds });
    }
    await drain();
    const { rows } = await db.pool.query(
      'select captured_until - time_captured as span, image_ids from sightings',
    );
    assert.ok(rows.length >= 2);
    assert.equal(rows.flatMap(({ image_ids }) => image_ids).length, 6);
    assert.ok(rows.every(({ span }) => (span.minutes ?? 0) * 60 + (span.seconds ?? 0) <= 120));
  });
});

test('assigns images after the twelfth to the sighting without changing it', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 15; n++)
    ids.push(await ingest(org, { lines: [NUMBER] }, { plate: 'ABC123', seconds: n }));
  await drain();
  const [row, ...more] = await sightings();
  assert.equal(more.length, 0);
  assert.equal(row.view_image_ids.length, 12);
  for (const id of ids) assert.equal((await get(id)).sighting.sighting_id, row.id);
});

for (const seconds of [10, 119, 120]) {
  test(`merges two images ${seconds} seconds apart with the same plate and state`, async () => {
    await ingest(org, { lines: [NUMBER] }, { plate: 'ABC123' });
    await ingest(org, { lines: [NUMBER] }, { plate: 'ABC123', seconds });
    await drain();
    assert.equal((await sightings()).length, 1);
    assert.deepEqual(await countDifferences(db), []);
  });
}

test('moves a sighting and its daily count to the previous day when a late image was captured before midnight', async () => {
  const countsOf = (...days: string[]) =>
    Promise.all(
      days.map((day) => countObservations(db, { usdotNumber: 1_234_567, startDate: day, endDate: day })),
    );
  const midnight = 14 * 3_600;
  await ingest(org, { lines: [NUMBER] }, { plate: 'ABC123', seconds: midnight + 5 });
  await drain();
  assert.deepEqual(await countsOf('2026-05-04', '2026-05-05'), [0, 1]);
  await ingest(org, { lines: ['SOME TEXT'] }, { plate: 'ABC123', seconds: midnight - 5 });
  await drain();
  assert.deepEqual(await countsOf('2026-05-04', '2026-05-05'), [1, 0]);
  assert.deepEqual(await countDifferences(db), []);
});

/** The statements of the transaction that records one image, also of its part on a node of a cluster. */
async function statementsOf(lines: string[], plate: string): Promise<string[]> {
  const names: string[] = [];
  const watched = <Some extends Database>(one: Some): Some => ({
    ...one,
    transaction: spyStatements(one, ({ name }) => names.push(name)).transaction,
    onNode: (...node) => {
      const pool = one.onNode(...node);
      return pool && watched(pool);
    },
  });
  const database: Database = watched(db);
  await ingest(org, { lines }, { plate, seconds: 30 });
  await testRecognition(api, { database }).drain();
  return names;
}

/** The look-ups of evidence and carriers while one image is recorded. */
async function lookUpsOf(lines: string[], plate: string): Promise<string[]> {
  return (await statementsOf(lines, plate)).filter((name) => /^(imputation|carrier-match)/.test(name));
}

test('records a truck whose name confirms its number with 12 statements, also shortly behind another of its fleet', async () => {
  await ingest(org, { lines: [NUMBER] }, { plate: 'ABC123', seconds: 20 });
  await drain();
  const names = await statementsOf(['ACME ROCKETS LLC', NUMBER], 'XYZ789');
  assert.equal(names.length, 12, names.join('\n'));
});

test('looks up the evidence once for a truck that passes shortly after another, and similar numbers if nothing confirms its own', async () => {
  await ingest(org, { lines: [NUMBER] }, { plate: 'ABC123' });
  await drain();
  assert.deepEqual(await lookUpsOf([NUMBER], 'XYZ789'), [
    'imputation.by-plate',
    'carrier-match.registered',
    'carrier-match.registered',
    'imputation.held-dockets',
  ]);
  assert.equal((await sightings()).length, 2);
});

test('looks up no similar numbers if the name on the door confirms the number', async () => {
  const lookUps = await lookUpsOf(['ACME ROCKETS LLC', NUMBER], 'XYZ789');
  assert.deepEqual(lookUps, ['imputation.by-plate', 'carrier-match.registered', 'imputation.held-dockets']);
});

test('eight concurrent workers write each truck once with exact counts', async () => {
  const random = seededRandom(7);
  const TRUCKS = 30;
  const images: [string, number][] = [];
  for (let truck = 0; truck < TRUCKS; truck++) {
    for (let n = 0; n < 3; n++) images.push([`PL${1000 + truck}`, truck]);
  }
  images.sort(() => random() - 0.5);
  for (const [plate, truck] of images) {
    const source = `camera-${truck % 3}`;
    await ingest(org, { lines: [NUMBER] }, { plate, source, seconds: random() * 100 });
  }
  await Promise.all(Array.from({ length: 8 }, () => testRecognition(api).drain()));
  await drain();
  const rows = await sightings();
  assert.equal(rows.length, TRUCKS);
  assert.equal(new Set(rows.map((row) => row.alpr_plate_number)).size, TRUCKS);
  assert.ok(rows.every((row) => row.view_image_ids.length === 3));
  const { rows: assigned } = await db.pool.query(
    `select count(*)::int as n from images i join sightings s on s.id = i.sighting_id and s.bucket = i.bucket where i.id = any(s.image_ids)`,
  );
  assert.equal(assigned[0].n, TRUCKS * 3);
  assert.deepEqual(await countDifferences(db), []);
});
