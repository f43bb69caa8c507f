import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showObservation } from '../../src/contract/observation.ts';
import { ensureMonths, monthsBetween } from '../../src/domain/observations/ensure-months.ts';
import { PackedRows } from '../../src/domain/observations/packed-rows.ts';
import {
  listObservations,
  listVinObservations,
  type ObservationRows,
  pageObservations,
} from '../../src/domain/observations/page-observations.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { encodeJson } from '../../src/http/encode/encode-json.ts';
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

function decoded(rows: ObservationRows, withQuality: boolean): unknown {
  assert.ok(rows instanceof PackedRows, 'plain texts take the packed path');
  const shown = JSON.parse(encodeJson(rows).toString());
  assert.ok(shown.every((row: object) => 'vin_ocr_score' in row === withQuality));
  return shown;
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
  test(`packed pages equal the rows of the table, for a carrier that was ${name}`, async () => {
    await recordCarrier(usdot, ages);
    for (const location of [{}, { state: 'OH' }, { city: 'dayton' }, { state: 'OH', city: 'Dayton' }]) {
      const filter = { usdotNumber: usdot, ...location };
      for (let page = 1; page <= 5; page++) {
        const truth = await pageObservations(db, filter, page, 10);
        for (const withQuality of [false, true]) {
          const list = await listObservations(db, filter, { page, pageSize: 10, withQuality });
          const expected = truth.observations.map((row) => showObservation(row, withQuality));
          assert.deepEqual(decoded(list.observations, withQuality), expected, `page ${page}`);
          assert.equal(list.total, truth.total);
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
    const seen: { usdot_number: string; time_captured: string }[] = [];
    for (let page = 1; page <= 4; page++) {
      const list = await listVinObservations(db, vin, { page, pageSize: 5, withQuality });
      assert.equal(list.total, 13);
      seen.push(...(decoded(list.observations, withQuality) as typeof seen));
    }
    assert.equal(seen.filter(({ usdot_number }) => usdot_number === '6').length, 7);
    assert.equal(seen.filter(({ usdot_number }) => usdot_number === '').length, 6);
    const times = seen.map(({ time_captured }) => time_captured);
    assert.deepEqual(times, [...times].sort().reverse());
  }
});

for (const separator of ['\u001e', '\u001f']) {
  test(`a text with the separator ${JSON.stringify(separator)} is read as rows`, async () => {
    const usdot = separator.charCodeAt(0);
    const vin = `VIN${usdot}`;
    await recordCarrier(usdot, [1], { route: `I-80${separator}W`, vin });
    await recordCarrier(usdot, [2], { vin });
    const request = { page: 1, pageSize: 10, withQuality: true };
    for (const list of [
      await listObservations(db, { usdotNumber: usdot }, request),
      await listObservations(db, { usdotNumber: usdot, state: 'OH' }, request),
      await listVinObservations(db, vin, request),
    ]) {
      assert.ok(Array.isArray(list.observations));
      assert.deepEqual(
        list.observations.map(({ route }) => route),
        [`I-80${separator}W`, ''],
      );
      assert.equal(list.total, 2);
    }
  });
}
