import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countObservations } from '../../src/domain/observations/count-observations.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import type {
  NewObservation,
  ObservationFilter,
  ObservationKey,
} from '../../src/domain/observations/observation.ts';
import { listObservations } from '../../src/domain/observations/page-observations.ts';
import {
  correctObservation,
  deleteObservations,
  recordObservations,
} from '../../src/domain/observations/record-observations.ts';
import { codeOf } from '../../src/lib/errors.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { testDatabase } from '../support/database.ts';
import { seededRandom } from '../support/random.ts';

const db = await testDatabase();
const pageOf = (filter: ObservationFilter, page: number, pageSize: number) =>
  listObservations(db, filter, { page, pageSize, withQuality: true });
const CARRIERS = [0, 101, 102, 103];
const LOCATIONS = [
  ['IL', 'Chicago'],
  ['IL', 'CHICAGO'],
  ['IL', 'Joliet'],
  ['IN', 'Gary'],
  ['IN', 'Chicago'],
  ['', ''],
  ['TX', ''],
] as const;
const START = Date.UTC(2026, 5, 20);
const DAYS = 25;

function someObservation(random: () => number): NewObservation {
  const [state, city] = LOCATIONS[Math.floor(random() * LOCATIONS.length)] ?? ['', ''];
  return {
    usdot_number: CARRIERS[Math.floor(random() * CARRIERS.length)] ?? 0,
    time_captured: new Date(START + Math.floor(random() * DAYS * 96) * 900_000),
    type: random() < 0.7 ? 'Detection' : 'Crash',
    location_state: state,
    location_city: city,
  };
}

/** A deadlock rolls the transaction back, so it can be repeated. */
async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== '40P01' || attempt === 20) throw error;
    }
  }
}

test('counts stay exact while many writers insert, correct and delete the same rows', async () => {
  const keys: ObservationKey[] = [];
  await ensureMonths(db, [new Date(START), new Date(START + DAYS * 86_400_000)]);
  const seed = Math.floor(Math.random() * 1e9);
  const worker = async (n: number) => {
    const random = seededRandom(seed + n);
    for (let step = 0; step < 60; step++) {
      const choice = random();
      const key = keys[Math.floor(random() * keys.length)];
      if (choice < 0.45 || !key) {
        const batch = Array.from({ length: 1 + Math.floor(random() * 20) }, () => someObservation(random));
        keys.push(...(await retryDeadlocks(() => db.transaction((tx) => recordObservations(tx, batch)))));
      } else if (choice < 0.8) {
        const { type: _, ...changes } = someObservation(random);
        const some = random() < 0.5 ? changes : { location_city: changes.location_city ?? '' };
        const moved = await retryDeadlocks(() => db.transaction((tx) => correctObservation(tx, key, some)));
        if (moved)
          keys.push({ usdot_number: moved.usdot_number, time_captured: moved.time_captured, id: moved.id });
      } else if (choice < 0.95) {
        const gone = Array.from({ length: 5 }, () => keys[Math.floor(random() * keys.length)] ?? key);
        await retryDeadlocks(() => db.transaction((tx) => deleteObservations(tx, gone)));
      } else {
        const undone = db.transaction(async (tx) => {
          await recordObservations(tx, [someObservation(random)]);
          throw new Error('undone');
        });
        await assert.rejects(undone, /undone/);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, n) => worker(n)));
  assert.deepEqual(await countDifferences(db), [], `seed ${seed}`);
  const { rows } = await db.pool.query(`select count(*) as n, count(distinct id) as ids from observations`);
  assert.ok(rows[0].n > 500, `only ${rows[0].n} rows`);
  assert.equal(rows[0].n, rows[0].ids, 'a correction doubled a row');
});

const filters: Omit<ObservationFilter, 'usdotNumber'>[] = [
  {},
  { city: 'chicago' },
  { city: ' Chicago ', state: 'illinois' },
  { state: 'IN' },
  { state: 'Texas' },
  { city: 'nowhere' },
  { state: 'il', startDate: '2026-06-28', endDate: '2026-07-03' },
  { startDate: '2026-07-01' },
  { city: 'GARY', endDate: '2026-06-30' },
];

for (const filter of filters) {
  test(`pages and totals equal a query without counts: ${JSON.stringify(filter)}`, async () => {
    const truth = await db.pool.query(
      `select id from observations where usdot_number = 101
         and ($1::text is null or lower(location_city) = lower(trim($1)))
         and ($2::text is null or location_state = $2)
         and ($3::date is null or time_captured >= $3::date::timestamp at time zone 'UTC')
         and ($4::date is null or time_captured < ($4::date + 1)::timestamp at time zone 'UTC')
       order by time_captured desc, id desc`,
      [
        filter.city,
        filter.state && { illinois: 'IL', il: 'IL', Texas: 'TX', IN: 'IN' }[filter.state],
        filter.startDate,
        filter.endDate,
      ],
    );
    const expected = truth.rows.map((row) => row.id as number);
    const whole = { usdotNumber: 101, ...filter };
    assert.equal(await countObservations(db, whole), expected.length);
    for (const size of [1, 7, 200]) {
      for (let page = 1; page <= Math.min(Math.ceil(expected.length / size) + 1, 40); page++) {
        const got = await pageOf(whole, page, size);
        assert.equal(got.total, expected.length);
        assert.deepEqual(
          got.observations.map((o) => o.id),
          expected.slice((page - 1) * size, page * size),
        );
      }
    }
  });
}

test('an unknown carrier and a page after the end are empty', async () => {
  assert.deepEqual(await pageOf({ usdotNumber: 999 }, 1, 3), { observations: [], total: 0 });
  const past = await pageOf({ usdotNumber: 103 }, 10_000, 200);
  assert.deepEqual(past, { observations: [], total: await countObservations(db, { usdotNumber: 103 }) });
});
