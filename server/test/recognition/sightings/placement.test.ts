import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { testApi } from '../../support/api.ts';
import { countDifferences } from '../../support/carriers/observation-counts.ts';
import { testRecognition } from '../../support/recognition/recognition.ts';
import { sightingRows } from '../../support/recognition/sighting-rows.ts';

const api = await testApi();
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const org = customer.organizationId;
const { db, app } = api;
const recognition = testRecognition(api, {}, Math.floor(Date.now() / 240_000 - 10) * 240_000);
const { ingest, drain, drainRevisits } = recognition;

const [ACME, OTHER] = ['USDOT 5000060', 'USDOT 5000308'];
const get = async (id: string) => (await app.inject({ url: `/images/${id}`, headers })).json();
const sightingOf = async (id: string) => (await get(id)).sighting;
const idsOf = async (...images: string[]) =>
  Promise.all(images.map(async (id) => (await sightingOf(id)).sighting_id as number));

async function correct(id: string, field: string, value: string | null, plate_state?: string) {
  const payload = { field, value, ...(plate_state && { plate_state }) };
  const response = await app.inject({ method: 'POST', url: `/images/${id}/correction`, headers, payload });
  assert.equal(response.statusCode, 200, response.body);
  await drainRevisits();
  return response.json();
}

async function withdraw(id: string, field: string) {
  const response = await app.inject({ method: 'DELETE', url: `/images/${id}/correction/${field}`, headers });
  assert.equal(response.statusCode, 200, response.body);
  await drainRevisits();
}

/** Changes what the partner sent with an image, as a repeated request does, and reads the image again. */
async function resend(id: string, plate: string) {
  await db.pool.query('update images set plate_number = $2, recognized_at = null where id = $1', [id, plate]);
  await db.pool.query(
    'insert into image_queue (image_id, bucket, sighting_id, organization_id) values ($1, image_bucket($1), next_sighting_id(image_bucket($1)), $2)',
    [id, org],
  );
  await drain();
  await drainRevisits();
}

beforeEach(async () => {
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence, revisits,
    unmatched_sightings, company_census, image_labels, quota_usage`);
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name) values (5000060, 'ACME ROCKETS LLC'), (5000308, 'OTHER INC')`,
  );
});

suite('keeps two trucks apart', () => {
  const apart: [string, Parameters<typeof ingest>, Parameters<typeof ingest>][] = [
    [
      'with the same placeholder instead of a plate, at any level',
      [org, { lines: [ACME, 'UNIT 4511'] }, { plate: 'UNKNOWN', confidence: 0.95 }],
      [org, { lines: [OTHER, 'UNIT 88'] }, { plate: 'UNKNOWN', confidence: 0.95, seconds: 10 }],
    ],
    [
      'with only a placeholder',
      [org, { lines: ['SOME TEXT'] }, { plate: 'NOPLATE' }],
      [org, { lines: ['OTHER TEXT'] }, { plate: 'NOPLATE', seconds: 3 }],
    ],
    [
      'with the same plate at Low',
      [org, { lines: ['SOME TEXT'] }, { plate: '7ABC123', confidence: 0.2 }],
      [org, { lines: ['OTHER TEXT'] }, { plate: '7ABC123', confidence: 0.2, seconds: 10 }],
    ],
    [
      'with the same plate and different USDOT numbers',
      [org, { lines: [ACME] }, { plate: '7ABC123' }],
      [org, { lines: [OTHER] }, { plate: '7ABC123', seconds: 10 }],
    ],
    [
      'with the same plate text of two states',
      [org, { lines: ['SOME TEXT'] }, { plate: '7ABC123', plateState: 'TX' }],
      [org, { lines: ['OTHER TEXT'] }, { plate: '7ABC123', plateState: 'CA', seconds: 10 }],
    ],
    [
      'of one fleet that pull different trailers',
      [org, { lines: [ACME, 'TRAILER T300234'] }, {}],
      [org, { lines: [ACME, 'TRAILER T399871'] }, { seconds: 4 }],
    ],
    [
      'of one fleet 100 seconds apart',
      [org, { lines: [ACME] }, {}],
      [org, { lines: [ACME] }, { seconds: 100 }],
    ],
  ];
  for (const [name, first, second] of apart) {
    test(name, async () => {
      const ids = [await ingest(...first), await ingest(...second)];
      await drain();
      const [a, b] = await idsOf(...ids);
      assert.notEqual(a, b);
      assert.deepEqual(await countDifferences(db), []);
    });
  }
});

test('the time of one passage is a setting', async () => {
  const slow = testRecognition(
    api,
    { rules: { passageMs: 60_000, sharesEvidence: true } },
    recognition.start,
  );
  const ids = [
    await slow.ingest(org, { lines: [ACME] }),
    await slow.ingest(org, { lines: [ACME] }, { seconds: 50 }),
  ];
  await slow.drain();
  const [a, b] = await idsOf(...ids);
  assert.equal(a, b);
});

suite('a correction', () => {
  test('takes its image out of a sighting that it does not belong to', async () => {
    const first = await ingest(org, { lines: [ACME, 'UNIT 4511'] }, { plate: '7ABC123' });
    const second = await ingest(org, { lines: ['SOME TEXT'] }, { plate: '7ABC123', seconds: 10 });
    await drain();
    const [one, same] = await idsOf(first, second);
    assert.equal(one, same);
    const { is_sighting_changed } = await correct(second, 'usdot_number', '5000308');
    assert.equal(is_sighting_changed, true);
    const [a, b] = [await sightingOf(first), await sightingOf(second)];
    assert.equal(a.sighting_id, one);
    assert.notEqual(b.sighting_id, one);
    assert.deepEqual([a.usdot_number, a.cab_number, a.image_ids], ['5000060', '4511', [first]]);
    assert.deepEqual([b.usdot_number, b.cab_number, b.image_ids], ['5000308', '', [second]]);
    assert.deepEqual(await countDifferences(db), []);
  });

  test('joins its image with the truck that it shows', async () => {
    const first = await ingest(org, { lines: [ACME] }, { plate: '7ABC123' });
    const second = await ingest(org, { lines: ['SOME TEXT'] }, { plate: 'WRONG1', seconds: 10 });
    await drain();
    await correct(second, 'alpr_plate_number', '7ABC123', 'OK');
    const [a, b] = await idsOf(first, second);
    assert.equal(a, b);
    assert.deepEqual((await sightingOf(first)).image_ids, [first, second]);
    const { rows } = await db.pool.query('select count(*)::int as count from observations');
    assert.deepEqual(rows, [{ count: 1 }]);
    assert.deepEqual(await countDifferences(db), []);
  });

  const changes: [string, string, string | null][] = [
    ['splits', 'usdot_number', '5000308'],
    ['splits by another plate', 'alpr_plate_number', 'NEW777'],
    ['removes the number', 'usdot_number', null],
  ];
  for (const [what, field, value] of changes) {
    test(`that ${what} is undone in every table when it is withdrawn`, async () => {
      const plate = '7ABC123';
      await ingest(org, { lines: ['SOME TEXT'] }, { plate });
      const second = await ingest(org, { lines: [ACME, 'UNIT 4511'] }, { plate, seconds: 10 });
      await ingest(org, { lines: ['THIRD TEXT'] }, { plate, seconds: 15 });
      await ingest(org, { lines: ['ELSEWHERE'] }, { plate, seconds: 900, source: 'camera-2' });
      await drain();
      await drainRevisits();
      const before = await sightingRows(db);
      await correct(second, field, value);
      assert.notDeepEqual(await sightingRows(db), before);
      await withdraw(second, field);
      assert.deepEqual(await sightingRows(db), before);
      assert.deepEqual(await countDifferences(db), []);
    });
  }

  test('that joins two sightings is undone in every table when it is withdrawn', async () => {
    await ingest(org, { lines: [ACME] }, { plate: '7ABC123' });
    const second = await ingest(org, { lines: ['SOME TEXT'] }, { plate: 'WRONG1', seconds: 10 });
    await ingest(org, { lines: ['MORE TEXT'] }, { plate: 'WRONG1', seconds: 12 });
    await drain();
    await drainRevisits();
    const before = await sightingRows(db);
    await correct(second, 'alpr_plate_number', '7ABC123');
    assert.notDeepEqual(await sightingRows(db), before);
    await withdraw(second, 'alpr_plate_number');
    assert.deepEqual(await sightingRows(db), before);
  });
});

test('an image that is sent again with another plate leaves its sighting and joins another', async () => {
  const first = await ingest(org, { lines: [ACME] }, { plate: 'AAA111' });
  const moved = await ingest(org, { lines: ['SOME TEXT'] }, { plate: 'AAA111', seconds: 10 });
  const other = await ingest(org, { lines: [OTHER] }, { plate: 'BBB222', seconds: 20 });
  await drain();
  const [a, , c] = await idsOf(first, moved, other);
  await resend(moved, 'BBB222');
  assert.deepEqual((await sightingOf(first)).image_ids, [first]);
  const joined = await sightingOf(moved);
  assert.deepEqual(joined.image_ids, [moved, other]);
  assert.deepEqual(
    [joined.usdot_number, joined.time_captured],
    ['5000308', (await get(moved)).time_captured],
  );
  await resend(moved, 'AAA111');
  assert.deepEqual(await idsOf(first, moved, other), [a, a, c]);
  assert.deepEqual(await countDifferences(db), []);
});

test('an image that was deleted and is sent again leaves the id of its sighting', async () => {
  const capture = { plate: '7ABC123', source: 'again' };
  const send = [
    () => ingest(org, { lines: [ACME], nth: 1 }, capture),
    () => ingest(org, { lines: ['SOME TEXT'], nth: 2 }, { ...capture, seconds: 10 }),
  ] as const;
  const images = [await send[0](), await send[1]()];
  await drain();
  const before = await idsOf(...images);
  assert.equal(before[0], before[1]);
  for (const again of [[0], [1], [0, 1]] as const) {
    for (const n of again) await db.pool.query('delete from images where id = $1', [images[n]]);
    for (const n of again) {
      assert.equal(await send[n](), images[n]);
      await drain();
      await drainRevisits();
      assert.equal((await sightingOf(images[n] as string)).sighting_id, before[0]);
    }
    assert.deepEqual(await idsOf(...images), before);
    const { rows } = await db.pool.query('select own_sighting_id from images');
    assert.deepEqual(new Set(rows.map((row) => row.own_sighting_id)).size, 2, 'each has an own id');
    assert.equal((await db.pool.query('select 1 from sightings')).rowCount, 1);
  }
  assert.deepEqual(await countDifferences(db), []);
});

test('an image that adds a missing field is used, however many came before', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 14; n++) {
    const lines = n === 12 ? [ACME] : ['SOME TEXT'];
    ids.push(await ingest(org, { lines }, { plate: '7ABC123', seconds: n }));
    await drain();
  }
  const sighting = await sightingOf(ids[0] as string);
  assert.deepEqual([sighting.usdot_number, sighting.usdot_number_ocr_score], ['5000060', 'High']);
  assert.deepEqual(sighting.image_ids, ids.slice(0, 13), 'the first twelve, and the one with the number');
  assert.deepEqual(new Set(await idsOf(...ids)).size, 1);
});
