import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Observation } from '../../src/contract/observation.ts';
import { ensureMonths, monthsBetween } from '../../src/domain/observations/ensure-months.ts';
import { listObservations, listVinObservations } from '../../src/domain/observations/page-observations.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { testDatabase } from '../support/database.ts';

const DAY_MS = 86_400_000;
const db = await testDatabase();
const now = Date.now();
await ensureMonths(db, monthsBetween(new Date(now - 400 * DAY_MS), new Date(now)));

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
