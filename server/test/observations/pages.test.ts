import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Observation } from '../../src/contract/observation.ts';
import { ensureMonths, monthsBetween } from '../../src/domain/observations/ensure-months.ts';
import { findObservation } from '../../src/domain/observations/find-observation.ts';
import type { ObservationFilter } from '../../src/domain/observations/observation.ts';
import {
  listObservations,
  listVinObservations,
  pageQueries,
} from '../../src/domain/observations/page-observations.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { codeOf } from '../../src/lib/errors.ts';
import { testDatabase } from '../support/database.ts';

const DAY_MS = 86_400_000;
const db = await testDatabase();
const now = Date.now();
await ensureMonths(db, monthsBetween(new Date(now - 400 * DAY_MS), new Date(now)));

const CARRIER = 777;
const PER_DAY = 60;
const DAYS = 500;

/** Many observations of one carrier on each day. */
async function fillDays(): Promise<void> {
  const start = Date.UTC(2025, 0, 1);
  await ensureMonths(db, monthsBetween(new Date(start), new Date(start + DAYS * DAY_MS)));
  const cities = ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo'];
  const rows = Array.from({ length: DAYS * PER_DAY }, (_, i) => ({
    usdot_number: CARRIER,
    time_captured: new Date(start + Math.floor(i / PER_DAY) * DAY_MS + (i % PER_DAY) * 60_000),
    type: 'Detection' as const,
    location_state: i % 2 ? 'OH' : 'PA',
    location_city: cities[i % 5] ?? '',
  }));
  await recordObservations(db, rows);
  await db.pool.query('analyze observations, observation_counts');
}
await fillDays();

/** One observation for each age in days; every third is in Dayton. */
async function recordCarrier(usdot: number, ages: number[], fields: object = {}): Promise<void> {
  const rows = ages.map((age, i) => ({
    usdot_number: usdot,
    type: 'Detection' as const,
    time_captured: new Date(now - age * DAY_MS - i),
    location_state: 'OH',
    location_city: i % 3 ? 'Akron' : 'Dayton',
    cab_number: String(i),
    latitude: i % 2 ? 40.5 : null,
    is_vin_imputed: i % 2 === 0,
    vin_ocr_score: i % 2 ? ('High' as const) : ('N/A' as const),
    ...fields,
  }));
  await recordObservations(db, rows);
}

const ALWAYS = `alpr_plate_number, mc_number, vin, cab_number, equipment_type, equipment_number, equipment_logo,
  location_city, location_state, latitude, longitude, route, source, type`;
const FLAGS = 'is_usdot_imputed, is_cab_imputed, is_mc_imputed, is_trailer_logo_imputed, is_vin_imputed';
const SCORES = [
  'usdot_number_ocr_score',
  'mc_number_ocr_score',
  'vin_ocr_score',
  'cab_number_ocr_score',
  'trailer_number_ocr_score',
  'trailer_logo_ocr_score',
].map((name) => `coalesce(${name}, 'N/A') as ${name}`);
type Filter = { usdotNumber: number; state?: string; city?: string };

/** The page by OFFSET, and the total by count(*). */
async function truthOf({ usdotNumber, state, city }: Filter, page: number, withQuality: boolean) {
  const condition = `usdot_number = $1 and ($2::text is null or location_state = $2)
    and ($3::text is null or upper(location_city) = upper($3))`;
  const values = [usdotNumber, state ?? null, city ?? null];
  const { rows } = await db.pool.query(
    `select id, usdot_number, time_captured, ${ALWAYS} ${withQuality ? `, ${FLAGS}, ${SCORES.join(', ')}` : ''}
     from observations where ${condition} order by time_captured desc, id desc offset $4 limit 10`,
    [...values, (page - 1) * 10],
  );
  const counted = await db.pool.query(
    `select count(*) as total from observations where ${condition}`,
    values,
  );
  const observations = rows.map((row) => ({
    ...row,
    usdot_number: String(row.usdot_number),
    time_captured: row.time_captured.toISOString(),
  }));
  return { observations, total: counted.rows[0].total };
}

/** Without the columns that the schema of the response leaves out. */
function shown(row: object): object {
  const { total: _, quality: __, ...observation } = row as Record<string, unknown>;
  return observation;
}

const range = (length: number, start = 0, step = 1) => Array.from({ length }, (_, i) => start + i * step);
const carriers: Record<string, { usdot: number; ages: number[] }> = {
  'seen recently': { usdot: 1, ages: range(25) },
  'seen long ago': { usdot: 2, ages: range(25, 150) },
  'seen all year': { usdot: 3, ages: range(40, 0, 9) },
  'never seen': { usdot: 4, ages: [] },
  'seen around the limit of the recent query': { usdot: 5, ages: [99, 100, 101, 102] },
};

for (const [name, { usdot, ages }] of Object.entries(carriers)) {
  test(`pages equal the rows of the table, for a carrier that was ${name}`, async () => {
    await recordCarrier(usdot, ages);
    for (const location of [{}, { state: 'OH' }, { city: 'dayton' }, { state: 'OH', city: 'Dayton' }]) {
      const filter = { usdotNumber: usdot, ...location };
      for (let page = 1; page <= 5; page++) {
        for (const withQuality of [false, true]) {
          const truth = await truthOf(filter, page, withQuality);
          const list = await listObservations(db, filter, { page, pageSize: 10, withQuality });
          const observations = list.observations.map(shown);
          assert.deepEqual({ observations, total: list.total }, truth, `page ${page}`);
        }
      }
    }
  });
}

test('the pages of a VIN contain every observation once, with an empty USDOT number when it is not known', async () => {
  const vin = '1XKYDP9X3GJ473982';
  await recordCarrier(6, range(7), { vin });
  await recordCarrier(0, range(6, 3), { vin });
  for (const withQuality of [false, true]) {
    const seen: Observation[] = [];
    for (let page = 1; page <= 4; page++) {
      const list = await listVinObservations(db, vin, { page, pageSize: 5, withQuality });
      assert.equal(list.total, 13);
      seen.push(...list.observations);
    }
    assert.ok(seen.every((row) => 'vin_ocr_score' in row === withQuality));
    assert.equal(seen.filter(({ usdot_number }) => usdot_number === '6').length, 7);
    assert.equal(seen.filter(({ usdot_number }) => usdot_number === '').length, 6);
    const times = seen.map(({ time_captured }) => time_captured);
    assert.deepEqual(times, [...times].sort().reverse());
  }
});

test('a value whose observation is elsewhere since a crash leads to no row of a VIN', async () => {
  const vin = '1XKYDP9X3GJ473999';
  await recordCarrier(7, range(3), { vin });
  await db.pool.query(
    `insert into vehicle_sightings (value, kind, seen_at, sighting_id, usdot_number, organization_id, origin)
     select value, kind, seen_at + interval '1 hour', sighting_id, 8, organization_id, origin from vehicle_sightings
      where value = $1 order by seen_at desc limit 1`,
    [vin],
  );
  const { observations, total } = await listVinObservations(db, vin, {
    ...{ page: 1, pageSize: 10, withQuality: false },
  });
  assert.deepEqual([observations.map(({ usdot_number }) => usdot_number), total], [['7', '7', '7'], 3]);
});

test('texts with control characters and other alphabets are shown as they were written', async () => {
  const texts = ['I-80\u001eW', 'I-80\u001fW', 'A "quoted" \\ road', 'Прямая 日本 🚚', '\u0001\u007f'];
  for (const [i, route] of texts.entries()) await recordCarrier(30, [i + 1], { route, vin: 'VIN30' });
  const request = { page: 1, pageSize: 10, withQuality: true };
  for (const list of [
    await listObservations(db, { usdotNumber: 30 }, request),
    await listObservations(db, { usdotNumber: 30, state: 'OH' }, request),
    await listVinObservations(db, 'VIN30', request),
  ]) {
    assert.deepEqual(
      list.observations.map(({ route }) => route),
      texts,
    );
    assert.equal(list.total, texts.length);
  }
});

/** Rows read from all partitions of the table, in a plan as JSON. On Citus, the plan of a shard is nested in it. */
function rowsRead(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0;
  const node = plan as Record<string, unknown>;
  const own = String(node['Relation Name'] ?? '').startsWith('observations_')
    ? (Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0)) *
      Number(node['Actual Loops'])
    : 0;
  return Object.values(node).reduce<number>((sum, child) => sum + rowsRead(child), own);
}

const pageOf = (filter: ObservationFilter, page: number, pageSize: number) =>
  listObservations(db, filter, { page, pageSize, withQuality: true });

async function planOf(filter: ObservationFilter, page: number, size: number): Promise<unknown> {
  const [{ statement, values }] = pageQueries(filter, { page, pageSize: size, withQuality: true });
  const { rows } = await db.pool.query({ text: `explain (analyze, format json) ${statement.text}`, values });
  return rows[0]['QUERY PLAN'];
}

const shapes: ObservationFilter[] = [
  { usdotNumber: CARRIER },
  { usdotNumber: CARRIER, state: 'OH' },
  { usdotNumber: CARRIER, city: 'delta' },
  { usdotNumber: CARRIER, city: 'delta', state: 'PA' },
];

for (const filter of shapes) {
  test(`a deep page reads only the rows of its own days: ${JSON.stringify(filter)}`, async () => {
    const size = 50;
    const first = await pageOf(filter, 1, size);
    const pages = Math.floor(first.total / size);
    assert.ok(pages >= 50, `${pages} pages`);
    const deep = rowsRead(await planOf(filter, pages - 1, size));
    // The page, and at most the rest of the day it starts in and of the day it ends in.
    assert.ok(deep > 0 && deep <= size + 2 * PER_DAY, `${deep} rows read for page ${pages - 1}`);
    const page = await pageOf(filter, pages - 1, size);
    assert.equal(page.observations.length, size);
  });
}

test('stores rows before 2010 and rejects times far in the future', async () => {
  const old = new Date('1994-03-05T10:00:00Z');
  await ensureMonths(db, [old]);
  await recordObservations(db, [{ usdot_number: 905, time_captured: old, type: 'Crash' }]);
  const page = await pageOf({ usdotNumber: 905 }, 1, 10);
  assert.equal(page.observations[0]?.time_captured, old.toISOString());
  await assert.rejects(ensureMonths(db, [new Date('2517-01-01')]), /is in the future/);
  await assert.rejects(ensureMonths(db, [new Date('nonsense')]), /invalid/);
});

test('concurrent writers can create the same month', async () => {
  const time = new Date('2013-07-04T12:00:00Z');
  const one = async (n: number) => {
    // Each writer has its own cache of months, as in separate processes.
    const other = { ...db, pool: Object.create(db.pool) };
    await ensureMonths(other, [time]);
    await recordObservations(db, [
      { usdot_number: 906, time_captured: time, type: 'Detection', vin: String(n) },
    ]);
  };
  await Promise.all(Array.from({ length: 10 }, (_, n) => one(n)));
  const page = await pageOf({ usdotNumber: 906 }, 1, 20);
  assert.equal(page.total, 10);
});

test('fails to write a row whose month does not exist', async () => {
  const time = new Date('2011-02-03T00:00:00Z');
  const refused = recordObservations(db, [{ usdot_number: 906, time_captured: time, type: 'Detection' }]);
  await assert.rejects(refused, (error) => codeOf(error) === '23514');
});

test('reads every field as it was written', async () => {
  const time = new Date('2025-02-03T04:05:06.789Z');
  const written = {
    usdot_number: 908,
    time_captured: time,
    type: 'Detection' as const,
    source: 'sensor-1',
    alpr_plate_number: 'ABC 123',
    plate_state: 'OH',
    mc_number: '123',
    vin: '1XKYDP9X3GJ473982',
    cab_number: '12',
    equipment_type: 'reefer',
    equipment_number: 'T-9',
    equipment_logo: 'acme',
    location_state: 'OH',
    location_city: 'Lima "North", \\ ☃',
    latitude: 40.5,
    longitude: -84.25,
    route: 'I-75 N',
    is_usdot_imputed: true,
    is_cab_imputed: false,
    is_mc_imputed: true,
    is_trailer_logo_imputed: false,
    is_vin_imputed: true,
    usdot_number_ocr_score: 'High' as const,
    mc_number_ocr_score: 'N/A' as const,
    vin_ocr_score: 'Low' as const,
    cab_number_ocr_score: 'Medium' as const,
    trailer_number_ocr_score: 'N/A' as const,
    trailer_logo_ocr_score: 'High' as const,
    image_id: '6f2b7a52-52fb-4bb4-9f2a-111111111111',
    view_image_ids: ['6f2b7a52-52fb-4bb4-9f2a-222222222222', '6f2b7a52-52fb-4bb4-9f2a-333333333333'],
    is_usdot_confirmed: true,
    is_plate_doubtful: true,
    has_conflicting_name: true,
    organization_id: 7,
  };
  const [key] = await recordObservations(db, [written]);
  assert.ok(key);
  assert.deepEqual(await findObservation(db, key), { ...written, id: key.id });
});
