import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainScores } from '../../src/domain/safety/explain/explain-scores.ts';
import { latestScores } from '../../src/domain/safety/read-scores.ts';
import { runScores } from '../../src/domain/safety/run/run-scores.ts';
import { currentMethod } from '../../src/domain/safety/sms/method-current.ts';
import { monthsBefore } from '../../src/domain/safety/sms/time-weight.ts';
import { testApi } from '../support/api.ts';
import { importSyntheticMonth } from '../support/safety/synthetic-month.ts';

const api = await testApi();
const { app, db } = api;
const headers = await api.signIn(await api.customer(['external-api-carrier-iss-score']));
const get = (path: string, more: Record<string, string> = headers) =>
  app.inject({ method: 'GET', url: `/carrier/${path}`, headers: more });
const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;
const OURS = /not published by FMCSA/;

test('returns 404 before the first run', async () => {
  const response = await get('5000001/scores/explain');
  assert.equal(response.statusCode, 404);
  assert.match(response.json().detail, /no scores yet/);
});

test('returns every category with its events and "what if" figures', async () => {
  await importSyntheticMonth(db, 1_000);
  await runScores(db, { method: 'current' });
  const [{ usdot_number: usdot }] = await rows(
    `select usdot_number from safety_scores where vehicle_maintenance_percentile is not null order by 1 limit 1`,
  );
  const response = await get(`${usdot}/scores/explain`);
  assert.equal(response.statusCode, 200, response.body);
  const body = response.json();
  assert.equal(body.usdot_number, String(usdot));
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
  const [requested] = without.json().basics;
  assert.equal(without.json().basics.length, 1);
  const { measure, points, divisor } = requested.what_if;
  assert.ok(measure < requested.measure);
  assert.ok(points < requested.points);
  assert.ok(Math.abs(points / divisor - measure) < 1e-9);
});

test('stores percentiles and ISS of all carriers with the date and method version of the run', async () => {
  const [stored] = await rows(`select method, version, as_of, inputs, carriers from safety_runs`);
  assert.deepEqual(
    [stored.method, stored.version, stored.as_of],
    ['current', currentMethod.version, '2026-10-30'],
  );
  assert.deepEqual(Object.keys(stored.inputs).includes('sms-violation'), true);
  const scores = await rows('select from safety_scores');
  assert.equal(scores.length, stored.carriers);
  // Changed inputs do not change stored scores until the next run.
  const [one] = await rows(
    `select usdot_number from safety_scores where vehicle_maintenance_percentile between 5 and 90 order by 1 limit 1`,
  );
  const before = await latestScores(db, one.usdot_number);
  await rows(`update sms_violations set severity_weight = 10 where usdot_number <> $1`, [one.usdot_number]);
  assert.deepEqual(await latestScores(db, one.usdot_number), before);
  await runScores(db, { method: 'current' });
  const after = await latestScores(db, one.usdot_number);
  const maintenance = ({ basics }: typeof after) =>
    basics.find(({ basic }) => basic === 'vehicle_maintenance');
  assert.equal(maintenance(after)?.measure, maintenance(before)?.measure);
  assert.ok(
    (maintenance(after)?.percentile ?? 0) < (maintenance(before)?.percentile ?? 0),
    'all others became worse',
  );
});

test('labels figures that FMCSA does not publish as calculated by Milepost', async () => {
  const carriers = await rows(
    `select carrier_type, min(usdot_number) as usdot_number from safety_scores
     where vehicle_maintenance_percentile is not null or carrier_type = 2 group by 1 order by 1`,
  );
  assert.ok(
    carriers.some(({ carrier_type }) => carrier_type === 0) &&
      carriers.some(({ carrier_type }) => carrier_type === 2),
  );
  for (const { carrier_type, usdot_number } of carriers) {
    const { basics, iss } = await latestScores(db, usdot_number);
    const explained = await explainScores(db, usdot_number);
    assert.match(iss?.source ?? '', OURS);
    for (const one of [...basics, ...explained.basics]) {
      const isHidden = one.basic === 'hazmat_related' || one.basic === 'crash_indicator';
      assert.equal(OURS.test(one.measure_source), isHidden, one.basic);
      assert.equal(OURS.test(one.percentile_source), isHidden || carrier_type !== 2, one.basic);
    }
  }
  const preview = await runScores(db, { method: 'preview' });
  assert.equal(preview.is_preview, true);
  const { basics } = await latestScores(db, carriers[0].usdot_number, { method: 'preview' });
  for (const { measure_source, percentile_source } of basics) {
    assert.match(measure_source, OURS);
    assert.match(percentile_source, OURS);
  }
});

test('returns the percentiles of every stored month with their thresholds, up to a day', async () => {
  const [{ usdot_number: usdot, as_of: newest }] = await rows(
    `select usdot_number, r.as_of::text as as_of from safety_scores s join safety_runs r on r.id = s.run_id
     where vehicle_maintenance_percentile is not null order by 1 limit 1`,
  );
  const earlier = monthsBefore(newest, 1);
  await runScores(db, { method: 'current', asOf: earlier });
  const history = async (query = '') => (await get(`${usdot}/scores/history${query}`)).json();
  const all = await history();
  assert.deepEqual(
    all.runs.map(({ run_date }: { run_date: string }) => run_date),
    [earlier, newest],
  );
  const explained = (await get(`${usdot}/scores/explain?basic=vehicle_maintenance`)).json().basics[0];
  const one = all.basics.find(({ basic }: { basic: string }) => basic === 'vehicle_maintenance');
  assert.equal(all.basics.length, 7);
  assert.equal(one.threshold, explained.threshold);
  assert.equal(one.points.length, 2);
  assert.deepEqual(
    [one.points[1].percentile, one.points[1].status, one.points[1].is_alert],
    [explained.percentile, explained.status, explained.is_alert],
  );
  assert.equal((await history(`?as_of=${earlier}`)).runs.length, 1);
  assert.deepEqual((await history('?as_of=2000-01-01')).runs, []);
  assert.equal((await get(`${usdot}/scores/history?as_of=2999-01-01`)).statusCode, 400);
  assert.equal((await get(`${usdot}/scores/history`, {})).statusCode, 401);
});

test('events=false returns the same figures without the lists of events, for both methods', async () => {
  await runScores(db, { method: 'preview' });
  const carriers = await rows(
    `select usdot_number, string_agg(unique_id || '-' || row_no, ',' order by unique_id, row_no)
       filter (where row_no % 2 = 1) as ids
     from sms_violations group by 1 having count(*) between 4 and 100 order by 1 limit 20`,
  );
  assert.equal(carriers.length, 20);
  let moved = 0;
  for (const { usdot_number: usdot, ids } of carriers)
    for (const method of ['current', 'preview']) {
      const path = `${usdot}/scores/explain?method=${method}&without=${ids}`;
      const full = (await get(path)).json();
      const figures = (await get(`${path}&events=false`)).json();
      for (const basic of full.basics) {
        if (basic.what_if.measure !== basic.measure) moved++;
        basic.events = { clean_inspections: [], inspections: [], crashes: [] };
      }
      assert.deepEqual(figures, full, `${usdot} ${method}`);
    }
  assert.ok(moved > 20, `${moved} measures moved`);
});

test('returns 400 for an unknown category, method or violation, and for an invalid USDOT number', async () => {
  for (const path of [
    '5000001/scores/explain?basic=driving',
    '5000001/scores/explain?method=old',
    '5000001/scores/explain?without=x',
    '5000001/scores/explain?without=1-1',
    '5000001/scores/explain?without=1-1&events=false',
    '5000001/scores/explain?events=maybe',
    'abc/scores/explain',
    '0/scores/explain',
  ])
    assert.equal((await get(path)).statusCode, 400, path);
});

test('returns 401 without a token and 403 without the permission', async () => {
  assert.equal((await get('5000001/scores/explain', {})).statusCode, 401);
  const other = await api.signIn(await api.customer(['create-alert-endpoint']));
  assert.equal((await get('5000001/scores/explain', other)).statusCode, 403);
});

test('returns 404 for an unknown carrier', async () => {
  assert.equal((await get('4999999/scores/explain')).statusCode, 404);
  assert.equal((await get('4999999/scores/explain?events=false')).statusCode, 404);
});
