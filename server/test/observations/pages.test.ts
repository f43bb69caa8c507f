import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureMonths, monthsBetween } from '../../src/domain/observations/ensure-months.ts';
import { findObservation } from '../../src/domain/observations/find-observation.ts';
import type { ObservationFilter } from '../../src/domain/observations/observation.ts';
import { listObservations, pageQueries } from '../../src/domain/observations/page-observations.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { codeOf } from '../../src/lib/errors.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
const pageOf = (filter: ObservationFilter, page: number, pageSize: number) =>
  listObservations(db, filter, { page, pageSize, withQuality: true });
const CARRIER = 777;
const PER_DAY = 60;
const DAYS = 500;

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

async function fill(): Promise<void> {
  const start = Date.UTC(2025, 0, 1);
  await ensureMonths(db, monthsBetween(new Date(start), new Date(start + DAYS * 86_400_000)));
  const cities = ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo'];
  const rows = Array.from({ length: DAYS * PER_DAY }, (_, i) => ({
    usdot_number: CARRIER,
    time_captured: new Date(start + Math.floor(i / PER_DAY) * 86_400_000 + (i % PER_DAY) * 60_000),
    type: 'Detection' as const,
    location_state: i % 2 ? 'OH' : 'PA',
    location_city: cities[i % 5] ?? '',
  }));
  await recordObservations(db, rows);
  await db.pool.query('analyze observations, observation_counts');
}
await fill();

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
  await recordObservations(db, [{ usdot_number: 5, time_captured: old, type: 'Crash' }]);
  const page = await pageOf({ usdotNumber: 5 }, 1, 10);
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
      { usdot_number: 6, time_captured: time, type: 'Detection', vin: String(n) },
    ]);
  };
  await Promise.all(Array.from({ length: 10 }, (_, n) => one(n)));
  const page = await pageOf({ usdotNumber: 6 }, 1, 20);
  assert.equal(page.total, 10);
});

test('fails to write a row whose month does not exist', async () => {
  const time = new Date('2011-02-03T00:00:00Z');
  const refused = recordObservations(db, [{ usdot_number: 6, time_captured: time, type: 'Detection' }]);
  await assert.rejects(refused, (error) => codeOf(error) === '23514');
});

test('reads every field as it was written', async () => {
  const time = new Date('2025-02-03T04:05:06.789Z');
  const written = {
    usdot_number: 8,
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
    readings: { text: ['USDOT 8'], boxes: [[1, 2.5]] },
  };
  const [key] = await recordObservations(db, [written]);
  assert.ok(key);
  assert.deepEqual(await findObservation(db, key), { ...written, id: key.id });
});
