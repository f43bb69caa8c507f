import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { testApi } from '../../support/api.ts';
import { testSightings } from '../../support/recognition/test-sightings.ts';

const api = await testApi();
const { db } = api;
const { see, sightingOf, correct, withdraw } = await testSightings(api, await api.customer(['admin']));

const PLATE = '7ABC123';
const [ACME, OTHER] = ['5000060', '5000308'];

beforeEach(async () => {
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence, revisits,
    unmatched_sightings, company_census, image_labels, quota_usage`);
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name) values (5000060, 'ACME ROCKETS LLC'), (5000308, 'THIRD INC')`,
  );
});

type Passage = { days: number; usdot: string };
const seePassage = ({ days, usdot }: Passage) => see([`USDOT ${usdot}`], { plate: PLATE, days });

async function seeAll(passages: { days: number; lines: string[] }[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { days, lines } of passages) ids.push(await see(lines, { plate: PLATE, days }));
  return ids;
}

/** How the number was decided, the days of the records behind it, and the carriers that the plate was seen with instead. */
async function decisionOf(id: string) {
  const { readings, time_captured } = await sightingOf(id);
  const { outcome, witnesses, rows = [] } = readings.usdot_number;
  const daysBefore = (row: { seen_at: string }) =>
    (Date.parse(time_captured) - Date.parse(row.seen_at)) / 86_400_000;
  const conflicts = (readings.conflicts ?? []).flatMap(
    ({ usdot_numbers }: { usdot_numbers: string[] }) => usdot_numbers,
  );
  return { outcome, witnesses, rows: rows.map(daysBefore), conflicts };
}

const asRead = { outcome: 'as read', witnesses: [], rows: [], conflicts: [] };
const confirmed = (...rows: number[]) => ({
  ...{ outcome: 'confirmed', witnesses: ['vehicle'] },
  ...{ rows, conflicts: [] },
});

suite('a number that was read with High', () => {
  const orders = [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
  ];

  /** The decisions in the order of the passages, whose images arrive in another order. */
  async function decisionsAfter(passages: Passage[], order: number[]) {
    await db.pool.query('truncate observations, images, image_queue, sightings, vehicle_evidence, revisits');
    const ids = new Map<number, string>();
    for (const i of order) ids.set(i, await seePassage(passages[i] as Passage));
    return Promise.all(passages.map((_, i) => decisionOf(ids.get(i) ?? '')));
  }

  test('is confirmed by earlier sightings of the vehicle on two days, in any order of arrival', async () => {
    const passages = [9, 7, 4, 1].map((days) => ({ days, usdot: ACME }));
    for (const order of orders) {
      const decisions = await decisionsAfter(passages, order);
      assert.deepEqual(decisions, [asRead, asRead, confirmed(3, 5), confirmed(3, 6, 8)], order.join());
    }
  });

  test('conflicts with the carrier that the vehicle had in earlier sightings, in any order of arrival', async () => {
    const passages = [
      { days: 9, usdot: OTHER },
      { days: 8, usdot: OTHER },
      { days: 7, usdot: ACME },
      { days: 6, usdot: ACME },
    ];
    const conflict = { ...asRead, conflicts: [OTHER] };
    for (const order of orders) {
      const decisions = await decisionsAfter(passages, order);
      assert.deepEqual(decisions, [asRead, asRead, conflict, asRead], order.join());
    }
  });

  test('is no longer confirmed by records that a person took away, until that is withdrawn', async () => {
    const [first, second] = [
      await seePassage({ days: 5, usdot: ACME }),
      await seePassage({ days: 3, usdot: ACME }),
    ];
    const id = await seePassage({ days: 0, usdot: ACME });
    assert.deepEqual(await decisionOf(id), confirmed(3, 5));
    await correct(first, 'usdot_number', null);
    assert.deepEqual(await decisionOf(id), asRead);
    await correct(second, 'alpr_plate_number', 'ABC2345');
    await withdraw(first, 'usdot_number');
    assert.deepEqual(await decisionOf(id), asRead);
    await withdraw(second, 'alpr_plate_number');
    assert.deepEqual(await decisionOf(id), confirmed(3, 5));
  });

  test('stays confirmed however often the vehicle is seen after it', async () => {
    for (const days of [30, 29]) await seePassage({ days, usdot: ACME });
    const id = await seePassage({ days: 28, usdot: ACME });
    for (let n = 1; n <= 21; n++) await seePassage({ days: 28 - n, usdot: ACME });
    await db.pool.query(
      'insert into revisits (sighting_id, bucket, organization_id) select id, bucket, organization_id from sightings',
    );
    const last = await seePassage({ days: 0, usdot: ACME });
    assert.deepEqual(await decisionOf(id), confirmed(1, 2));
    assert.equal((await decisionOf(last)).rows.length, 10, 'the nearest ten are listed');
  });
});

test('a number that was read with doubt is confirmed by sightings of the vehicle before and after it', async () => {
  const unsure = [{ text: `USDOT ${ACME}`, confidence: 0.85 }];
  const id = await see(unsure, { plate: PLATE, days: 5 });
  for (const days of [6, 4]) await seePassage({ days, usdot: ACME });
  assert.deepEqual((await decisionOf(id)).outcome, 'confirmed');
  assert.equal((await sightingOf(id)).usdot_number_ocr_score, 'High');
});

test('an image that arrives late takes the place of the farthest sighting that counted, until it is known to be of another truck', async () => {
  const cab = 'UNIT 4511';
  const passages = [
    { days: 60, lines: [`USDOT ${ACME}`] },
    ...Array.from({ length: 19 }, (_, n) => ({ days: 50 - n, lines: [`USDOT ${ACME}`] })),
    { days: 20, lines: [`USDOT ${ACME}`, cab] },
  ];
  const [first = ''] = await seeAll(passages);
  assert.equal(
    (await sightingOf(first)).cab_number,
    '4511',
    'inferred from the farthest of 20 later sightings',
  );
  const late = await see([`USDOT ${ACME}`], { plate: PLATE, days: 40.5 });
  assert.equal((await sightingOf(first)).cab_number, '', '20 others are nearer now');
  await correct(late, 'alpr_plate_number', 'ABC2345');
  assert.equal((await sightingOf(first)).cab_number, '4511', 'the late image is of another truck');
});
