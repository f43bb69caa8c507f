import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApi } from '../../support/api.ts';
import { countDifferences } from '../../support/carriers/observation-counts.ts';
import { testSightings } from '../../support/recognition/test-sightings.ts';

const api = await testApi();
const { db, app } = api;
const customer = await api.customer(['admin'], 'insurance');
const headers = await api.signIn(customer);
const { see, correct, withdraw, sightingOf } = await testSightings(api, customer);

const CARRIERS = Array.from({ length: 14 }, (_, i) => 5_000_100 + i * 111);
await db.pool.query(
  `insert into company_census (usdot_number, legal_name) select n, 'CARRIER ' || n from unnest($1::int[]) as n`,
  [CARRIERS],
);
const door = (i: number) => [`USDOT ${CARRIERS[i]}`];
const number = (i: number) => String(CARRIERS[i]);

/** The totals of all carriers as the API returns them, each compared with the rows on its pages and in the table. */
async function totals(state?: string): Promise<number[]> {
  const found: number[] = [];
  for (const usdot of CARRIERS) {
    const query = new URLSearchParams({ usdot_number: String(usdot), page_size: '200' });
    if (state) query.set('location_state', state);
    const url = `/visual_sightings/carrier-observations?${query}`;
    const { observations, pagination } = (await app.inject({ url, headers })).json();
    const { rows } = await db.pool.query(
      `select count(*)::int as n from observations where usdot_number = $1 and ($2::text is null or location_state = $2)`,
      [usdot, state ?? null],
    );
    assert.deepEqual([pagination.total, observations.length], [rows[0].n, rows[0].n], url);
    found.push(pagination.total);
  }
  return found;
}

/** The carriers whose totals a step changed, with the change. */
async function moved(step: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await totals();
  await step();
  const [after, ...inStates] = [await totals(), await totals('TX'), await totals('OK')];
  const [inTexas = [], inOklahoma = []] = inStates;
  assert.deepEqual(
    after.map((_, i) => (inTexas[i] ?? 0) + (inOklahoma[i] ?? 0)),
    after,
    'the totals of the states add up',
  );
  assert.deepEqual(await countDifferences(db), []);
  const changes = after.map((total, i) => [number(i), total - (before[i] ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

test('totals equal the rows through sightings, merges, corrections and withdrawals', async () => {
  const ids: string[] = [];
  for (let i = 0; i < CARRIERS.length; i++) {
    for (const state of ['TX', 'OK'])
      ids.push(await see(door(i), { plate: `PL${i}A${state}`, days: i % 3, state }));
  }
  assert.deepEqual(await totals(), Array(14).fill(2));
  assert.deepEqual(await totals('TX'), Array(14).fill(1));
  const [first = '', second = ''] = ids;

  const [a, b, c] = [number(0), number(1), number(2)];
  assert.deepEqual(await moved(() => correct(first, 'usdot_number', b)), { [a]: -1, [b]: 1 });
  assert.deepEqual(await moved(() => correct(first, 'usdot_number', c)), { [b]: -1, [c]: 1 });
  assert.deepEqual(await moved(() => withdraw(first, 'usdot_number')), { [c]: -1, [a]: 1 });
  assert.deepEqual(await moved(() => correct(second, 'usdot_number', null)), { [a]: -1 });
  assert.deepEqual(await moved(() => withdraw(second, 'usdot_number')), { [a]: 1 });

  // Two sightings of one carrier become one when an image between them shows the plate and the number.
  const at = (seconds: number) => ({ source: 'gate', seconds: seconds - 5 * 86_400 });
  const apart = async () => {
    await see(['SOME TEXT'], { ...at(0), plate: 'LINK77' });
    ids.push(await see(door(3), at(8)));
  };
  assert.deepEqual(await moved(apart), { [number(3)]: 1 });
  const link = async () => ids.push(await see(door(3), { ...at(5), plate: 'LINK77' }));
  assert.deepEqual(await moved(link), {}, 'still one sighting of the carrier');
  const middle = ids.at(-1) ?? '';
  assert.equal((await sightingOf(middle)).image_ids.length, 3);
  assert.deepEqual(await moved(() => correct(middle, 'usdot_number', number(4))), { [number(4)]: 1 });
  assert.deepEqual(await moved(() => withdraw(middle, 'usdot_number')), { [number(4)]: -1 });

  // A carrier that was inferred moves with its evidence.
  const seen = { plate: 'SEEN88', days: 4 };
  const source = await see(door(5), seen);
  const dependent = () => see(['MORE TEXT'], { plate: 'SEEN88' });
  assert.deepEqual(await moved(dependent), { [number(5)]: 1 });
  assert.deepEqual(await moved(() => correct(source, 'usdot_number', number(6))), {
    [number(5)]: -2,
    [number(6)]: 2,
  });
  assert.deepEqual(await moved(() => correct(source, 'usdot_number', null)), { [number(6)]: -2 });
  assert.deepEqual(await moved(() => withdraw(source, 'usdot_number')), { [number(5)]: 2 });
});
