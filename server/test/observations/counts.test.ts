import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCitus } from '../../src/db/distribute.ts';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { countObservations } from '../../src/domain/observations/count-observations.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import type { NewObservation, ObservationFilter } from '../../src/domain/observations/observation.ts';
import { listObservations } from '../../src/domain/observations/page-observations.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { organization } from '../support/alerts/alert-ground.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { testDatabase } from '../support/database.ts';
import { SightingTraffic } from '../support/observations/sighting-traffic.ts';
import { seededRandom } from '../support/random.ts';

const db = await testDatabase();
const isCitus = await hasCitus(db);
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

function someSighting(random: () => number): Omit<NewObservation, 'type'> {
  const [state, city] = LOCATIONS[Math.floor(random() * LOCATIONS.length)] ?? ['', ''];
  return {
    usdot_number: CARRIERS[Math.floor(random() * CARRIERS.length)] ?? 0,
    time_captured: new Date(START + Math.floor(random() * DAYS * 96) * 900_000),
    location_state: state,
    location_city: city,
  };
}

test('counts stay exact while many writers record, decide again, replace and delete sightings', async () => {
  await ensureMonths(db, [new Date(START), new Date(START + DAYS * 86_400_000)]);
  const seed = Math.floor(Math.random() * 1e9);
  const organizationId = await organization(db);
  const recorders = Array.from({ length: 8 }, (_, n) => {
    const random = seededRandom(seed + n);
    return new SightingTraffic(db, { organizationId, random, make: someSighting });
  });
  let recording = true;
  const recorded = Promise.all(
    recorders.map(async (traffic, n) => {
      const random = seededRandom(seed - n - 1);
      for (let step = 0; step < 120; step++) {
        await traffic.step();
        // Federal records of the same carriers have counts of their own.
        if (step % 10 === 0) await recordObservations(db, [{ ...someSighting(random), type: 'Crash' }]);
        if (step % 20 === 0) await assert.rejects(undone(random), /undone/);
      }
    }),
  ).finally(() => {
    recording = false;
  });
  const matchers = [1, 2, 3].map(async () => {
    const matcher = new Matcher({ database: db, clock: systemClock, wake: () => undefined, batch: 20 });
    while (recording) {
      await matcher.drain();
      // On a cluster, one statement reads the shards one after the other while they change.
      if (!isCitus) assert.deepEqual(await countDifferences(db), [], `seed ${seed}`);
    }
    await matcher.drain();
  });
  await Promise.all([recorded, ...matchers]);
  assert.deepEqual(await countDifferences(db), [], `seed ${seed}`);
  const { rows } = await db.pool.query(
    `select usdot_number, time_captured, id from observations where type = 'Detection' order by id`,
  );
  const expected = recorders.flatMap(({ keys }) => keys).sort((a, b) => a.id - b.id);
  assert.ok(expected.length > 100, `only ${expected.length} sightings`);
  assert.deepEqual(rows, expected);
});

function undone(random: () => number): Promise<void> {
  return db.transaction(async (tx) => {
    await recordObservations(tx, [{ ...someSighting(random), type: 'Detection' }]);
    throw new Error('undone');
  });
}

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
