import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureMonths, monthsBetween } from '../../src/domain/observations/ensure-months.ts';
import { pageObservations } from '../../src/domain/observations/page-observations.ts';
import { pageObservationsJson } from '../../src/domain/observations/page-observations-json.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { testDatabase } from '../support/database.ts';

const DAY_MS = 86_400_000;
const db = await testDatabase();
const now = Date.now();
await ensureMonths(db, monthsBetween(new Date(now - 400 * DAY_MS), new Date(now)));

/** Ages in days; every third row in Dayton. */
async function carrierSeen(usdot: number, ages: number[]): Promise<void> {
  const rows = ages.map((age, i) => ({
    ...{ usdot_number: usdot, type: 'Detection' as const, time_captured: new Date(now - age * DAY_MS - i) },
    ...{ location_state: 'OH', location_city: i % 3 ? 'Akron' : 'Dayton', cab_number: String(i) },
  }));
  if (rows.length > 0) await recordObservations(db, rows);
}

test('pages are whole whether a carrier was seen lately, long ago, both, or never', async () => {
  const carriers: Record<number, number[]> = {
    1: Array.from({ length: 25 }, (_, i) => i),
    2: Array.from({ length: 25 }, (_, i) => 150 + i),
    3: Array.from({ length: 40 }, (_, i) => i * 9),
    4: [],
    5: [99, 100, 101, 102],
  };
  for (const [usdot, ages] of Object.entries(carriers)) {
    await carrierSeen(Number(usdot), ages);
    for (const place of [{}, { state: 'OH', city: 'Dayton' }])
      for (let page = 1; page <= 6; page++) {
        const filter = { usdotNumber: Number(usdot), ...place };
        const truth = await pageObservations(db, filter, page, 10);
        for (const withQuality of [false, true]) {
          const { observations, total } = await pageObservationsJson(db, filter, page, 10, withQuality);
          const cabs = JSON.parse(observations.toString()).map(
            (row: { cab_number: string }) => row.cab_number,
          );
          assert.deepEqual(
            cabs,
            truth.observations.map((row) => row.cab_number),
            `${usdot}, page ${page}`,
          );
          assert.equal(total, truth.total);
        }
      }
  }
});
