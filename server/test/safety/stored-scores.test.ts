import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainScores } from '../../src/domain/safety/explain/explain-scores.ts';
import { latestScores } from '../../src/domain/safety/read-scores.ts';
import { runScores } from '../../src/domain/safety/run/run-scores.ts';
import { currentMethod } from '../../src/domain/safety/sms/method-current.ts';
import { testDatabase } from '../support/database.ts';
import { importSyntheticMonth } from '../support/safety/synthetic-month.ts';

const db = await testDatabase();
await importSyntheticMonth(db, 1_000);
const run = await runScores(db, { method: 'current' });
const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;
const OURS = /not published by FMCSA/;

test('stores percentiles and ISS of all carriers with the date and method version of the run', async () => {
  const [stored] = await rows(`select method, version, as_of, inputs, carriers from safety_runs`);
  assert.deepEqual(
    [stored.method, stored.version, stored.as_of],
    ['current', currentMethod.version, '2026-10-30'],
  );
  assert.deepEqual(Object.keys(stored.inputs).includes('sms-violation'), true);
  const [counted] = await rows(`select count(*)::int as n from safety_scores where run_id = $1`, [run.id]);
  assert.equal(counted.n, stored.carriers);
  // Changed inputs do not change stored scores until the next run.
  const [one] = await rows(
    `select usdot_number from safety_scores where run_id = $1 and vehicle_maintenance_percentile between 5 and 90
     order by 1 limit 1`,
    [run.id],
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
    assert.match(iss.source, OURS);
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
