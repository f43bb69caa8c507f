import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import type { ObservationKey } from '../../src/domain/observations/observation.ts';
import {
  correctObservation,
  deleteObservations,
  recordObservations,
} from '../../src/domain/observations/record-observations.ts';
import { codeOf } from '../../src/lib/errors.ts';
import { testApi } from '../support/api.ts';
import { seededRandom } from '../support/random.ts';

const api = await testApi();
const { db } = api;
const headers = await api.signIn(await api.customer([], 'insurance'));
const CARRIER = 4242;
const START = Date.UTC(2026, 5, 28);
const STATES = ['OH', 'IN', 'IL'] as const;
await ensureMonths(db, [new Date(START), new Date(START + 6 * 86_400_000)]);

const randomObservation = (random: () => number) => ({
  usdot_number: random() < 0.8 ? CARRIER : 4243,
  time_captured: new Date(START + Math.floor(random() * 6 * 96) * 900_000),
  type: 'Detection' as const,
  location_state: STATES[Math.floor(random() * 3)] ?? 'OH',
  location_city: random() < 0.5 ? 'Alpha' : 'beta',
});

async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== '40P01') throw error;
    }
  }
}

const filters: Record<string, string>[] = [
  {},
  { location_state: 'ohio' },
  { location_city: 'ALPHA' },
  { sighting_start_date: '2026-06-30' },
];
const page = async (filter: Record<string, string>, size = 200, number = 1) => {
  const query = { usdot_number: String(CARRIER), page_size: String(size), page: String(number), ...filter };
  const url = `/visual_sightings/carrier-observations?${new URLSearchParams(query)}`;
  const response = await api.app.inject({ url, headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json() as { observations: { time_captured: string }[]; pagination: { total: number } };
};

test('totals agree with the rows of each response during concurrent writes, and with count(*) afterwards', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  let writing = true;
  const writer = async (n: number) => {
    const random = seededRandom(seed + n);
    const keys: ObservationKey[] = [];
    for (let step = 0; step < 80; step++) {
      const key = keys[Math.floor(random() * keys.length)];
      if (!key || keys.length < 30) {
        keys.push(
          ...(await retryDeadlocks(() =>
            db.transaction((tx) => recordObservations(tx, [randomObservation(random)])),
          )),
        );
      } else if (random() < 0.6) {
        const moved = await retryDeadlocks(() =>
          db.transaction((tx) => correctObservation(tx, key, randomObservation(random))),
        );
        keys.splice(keys.indexOf(key), 1);
        if (moved) keys.push(moved);
      } else {
        await retryDeadlocks(() => db.transaction((tx) => deleteObservations(tx, [key])));
        keys.splice(keys.indexOf(key), 1);
      }
    }
  };
  const reader = async () => {
    let responses = 0;
    for (; writing; responses++) {
      const { observations, pagination } = await page(filters[responses % filters.length] ?? {});
      assert.equal(observations.length, pagination.total, `seed ${seed}`);
    }
    return responses;
  };
  const reading = reader();
  await Promise.all([1, 2, 3, 4].map(writer));
  writing = false;
  assert.ok((await reading) > 10);

  const conditions = [
    'true',
    `location_state = 'OH'`,
    `upper(location_city) = 'ALPHA'`,
    `time_captured >= '2026-06-30Z'`,
  ];
  for (const [i, condition] of conditions.entries()) {
    const { rows } = await db.pool.query(
      `select count(*) as n from observations where usdot_number = ${CARRIER} and ${condition}`,
    );
    assert.equal((await page(filters[i] ?? {}, 1)).pagination.total, rows[0].n, condition);
    const last = await page(filters[i] ?? {}, 1, rows[0].n);
    assert.equal(last.observations.length, 1, 'the last page has the last row');
  }
});
