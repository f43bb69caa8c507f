import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScores } from '../../src/domain/safety/run/run-scores.ts';
import { testApi } from '../support/api.ts';
import { importSyntheticMonth } from '../support/safety/synthetic-month.ts';

const api = await testApi();
const { app, db } = api;
const headers = await api.signIn(await api.customer(['external-api-carrier-iss-score']));
const get = (path: string, more: Record<string, string> = headers) =>
  app.inject({ method: 'GET', url: `/carrier/${path}`, headers: more });

test('404 before the first run', async () => {
  const response = await get('5000001/scores/explain');
  assert.equal(response.statusCode, 404);
  assert.match(response.json().detail, /no scores yet/);
});

test('200: every category, with what is behind it', async () => {
  await importSyntheticMonth(db, 2_000);
  await runScores(db, { method: 'current' });
  const { rows } = await db.pool.query(
    `select usdot_number from safety_scores where vehicle_maintenance_percentile is not null order by 1 limit 1`,
  );
  const usdot = rows[0].usdot_number;
  const response = await get(`${usdot}/scores/explain`);
  assert.equal(response.statusCode, 200, response.body);
  const body = response.json();
  assert.equal(body.usdot_number, usdot);
  assert.equal(body.basics.length, 7);
  const one = body.basics.find(({ basic }: { basic: string }) => basic === 'vehicle_maintenance');
  assert.equal(one.what_if, null);
  assert.ok(Math.abs(one.points / one.divisor - one.measure) < 1e-9);

  const ids = one.events.inspections.flatMap((inspection: { violations: { violation_id: string }[] }) =>
    inspection.violations.map(({ violation_id }) => violation_id),
  );
  const without = await get(
    `${usdot}/scores/explain?basic=vehicle_maintenance&without=${ids.slice(0, 50).join(',')}`,
  );
  assert.equal(without.statusCode, 200, without.body);
  const [asked] = without.json().basics;
  assert.equal(without.json().basics.length, 1);
  assert.ok(asked.what_if.measure < asked.measure);
});

test('400: a category, method, number or violation that does not exist', async () => {
  for (const path of [
    '5000001/scores/explain?basic=driving',
    '5000001/scores/explain?method=old',
    '5000001/scores/explain?without=x',
    '5000001/scores/explain?without=1-1',
    'abc/scores/explain',
    '0/scores/explain',
  ])
    assert.equal((await get(path)).statusCode, 400, path);
});

test('401 and 403: the permission of the scores is needed', async () => {
  assert.equal((await get('5000001/scores/explain', {})).statusCode, 401);
  const other = await api.signIn(await api.customer(['create-alert-endpoint']));
  assert.equal((await get('5000001/scores/explain', other)).statusCode, 403);
});

test('404: a carrier nobody knows', async () => {
  assert.equal((await get('4999999/scores/explain')).statusCode, 404);
});
