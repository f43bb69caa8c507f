import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparePublished } from '../../src/domain/safety/compare-published.ts';
import { explainScores } from '../../src/domain/safety/explain/explain-scores.ts';
import { latestScores, scoreHistory } from '../../src/domain/safety/read-scores.ts';
import { runScores, scoreIfChanged } from '../../src/domain/safety/run/run-scores.ts';
import { methods } from '../../src/domain/safety/sms/methods.ts';
import { monthsBefore } from '../../src/domain/safety/sms/time-weight.ts';
import { testDatabase } from '../support/database.ts';
import { DIFFERENT, scoreInSql } from '../support/safety/score-in-sql.ts';
import { importSyntheticMonth } from '../support/safety/synthetic-month.ts';

const AS_OF = '2026-10-30';
const db = await testDatabase();
await importSyntheticMonth(db, 6_000);

const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;
const close = (a: number | null, b: number | null) =>
  a === b || (a !== null && b !== null && Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b)));

async function violationIds(usdot: number): Promise<string[]> {
  const found = await rows(
    `select unique_id || '-' || row_no as id from sms_violations where usdot_number = $1
     order by insp_date desc, unique_id desc, row_no`,
    [usdot],
  );
  return found.map(({ id }) => id);
}

/** Carriers with a percentile, sorted by the number of percentiles. */
async function ranked(runId: number, limit: number): Promise<number[]> {
  const found = await rows(
    `select usdot_number from safety_scores where run_id = $1
     order by num_nonnulls(unsafe_driving_percentile, hours_of_service_percentile, driver_fitness_percentile,
       vehicle_maintenance_percentile, crash_indicator_percentile, controlled_substances_percentile) desc, 1 limit $2`,
    [runId, limit],
  );
  return found.map(({ usdot_number }) => usdot_number);
}

async function differences(runId: number) {
  await db.transaction(async ({ client }) => {
    await client.query('drop table if exists peer_scores');
    for (const step of scoreInSql(AS_OF)) await client.query(step);
    for (const name of ['found', 'tally', 'crash_tally', 'everybody', 'measured', 'ranked', 'wide'])
      await client.query(`drop table ${name}`);
  });
  return await rows(DIFFERENT, [runId]);
}

test('a run gives every carrier the scores that a separate SQL implementation computes', async () => {
  const run = await runScores(db, { method: 'current' });
  assert.equal(run.as_of, AS_OF);
  assert.ok(run.carriers > 2_000 && run.ranked > 200, `${run.ranked} of ${run.carriers} ranked`);
  assert.deepEqual(await differences(run.id), []);
});

test('measures equal those in the SMS outputs of the same month', async () => {
  const { basics, differences } = await comparePublished(db);
  assert.equal(basics.length, 5);
  for (const { title, nonzero, equal, zero, published_without_input: without } of basics) {
    const published = nonzero + zero + without;
    assert.ok(nonzero > 10 && published > 1_000, `${title}: ${nonzero} of ${published}`);
    assert.equal(equal, nonzero, title);
  }
  assert.deepEqual(differences, []);
});

test('lists a difference from a published measure with its reason', async () => {
  const [one] = await rows(
    `select usdot_number from sms_ab_property where vehicle_maintenance_measure > 1
       and usdot_number not in (select usdot_number from sms_ab_passenger) limit 1`,
  );
  await rows(
    `update sms_ab_property set vehicle_maintenance_measure = vehicle_maintenance_measure + 0.05
     where usdot_number = $1`,
    [one.usdot_number],
  );
  const { basics, differences } = await comparePublished(db);
  const maintenance = basics.find(({ basic }) => basic === 'vehicle_maintenance');
  assert.equal((maintenance?.nonzero ?? 0) - (maintenance?.equal ?? 0), 1);
  assert.deepEqual(
    differences.map(({ usdot_number, basic, why }) => [usdot_number, basic, why]),
    [[one.usdot_number, 'vehicle_maintenance', 'weights or relevant inspections']],
  );
  await rows(
    `update sms_ab_property set vehicle_maintenance_measure = vehicle_maintenance_measure - 0.05
     where usdot_number = $1`,
    [one.usdot_number],
  );
});

test('every carrier in the census has an ISS score, even without a row in the run', async () => {
  const census = await rows(
    `select usdot_number from company_census order by hashint4(usdot_number) limit 150`,
  );
  const bases = new Set<string>();
  for (const { usdot_number } of [...census, { usdot_number: 4_000_000 }]) {
    const { iss, run } = await latestScores(db, usdot_number);
    assert.ok(iss && iss.score >= 1 && iss.score <= 100);
    assert.equal(run?.run_date, AS_OF);
    assert.equal(iss.recommendation, iss.score >= 75 ? 'Inspect' : iss.score >= 50 ? 'Optional' : 'Pass');
    bases.add(iss.basis);
  }
  assert.ok(bases.has('Insufficient Data'));
});

test('explanations add up to the stored scores under both methods', async () => {
  for (const method of Object.values(methods)) {
    const run = await runScores(db, { method: method.id });
    for (const usdot of await ranked(run.id, 25)) {
      const stored = await latestScores(db, usdot, { method: method.id });
      const explained = await explainScores(db, usdot, { method: method.id });
      assert.equal(explained.is_of_this_run, true);
      assert.equal(explained.run.is_preview, method.id === 'preview');
      for (const [i, basic] of explained.basics.entries()) {
        const was = stored.basics[i];
        assert.ok(close(was?.measure ?? null, basic.measure), `${usdot} ${basic.basic}`);
        const keys = ['percentile', 'is_alert', 'status', 'group', 'violations', 'threshold'] as const;
        for (const key of keys) assert.deepEqual(basic[key], was?.[key], `${usdot} ${basic.basic} ${key}`);
        const points = [...basic.events.inspections, ...basic.events.crashes].map((one) => one.points);
        assert.equal(
          points.reduce((sum, n) => sum + n, 0),
          basic.points,
        );
        if (basic.measure !== null && basic.divisor !== null)
          assert.ok(close(basic.points / basic.divisor, basic.measure));
      }
    }
  }
});

test('"what if" figures equal those of a run without the violations', async () => {
  const { id } = await runScores(db, { method: 'current' });
  let moved = 0;
  for (const usdot of await ranked(id, 6)) {
    const without = (await violationIds(usdot)).filter((_, i) => i % 2 === 0);
    const { basics } = await explainScores(db, usdot, { without });
    const kept = await rows(
      `with gone as (delete from sms_violations where usdot_number = $1 and unique_id || '-' || row_no = any($2)
         returning *) select * from gone`,
      [usdot, without],
    );
    await runScores(db, { method: 'current' });
    const rerun = await latestScores(db, usdot);
    for (const [i, { basic, what_if }] of basics.entries()) {
      const truth = rerun.basics[i];
      assert.ok(close(what_if?.measure ?? null, truth?.measure ?? null), `${usdot} ${basic}`);
      assert.equal(what_if?.percentile, truth?.percentile, `${usdot} ${basic}`);
      assert.equal(what_if?.is_alert, truth?.is_alert);
      if (what_if?.percentile !== basics[i]?.percentile) moved++;
    }
    await rows(`insert into sms_violations select * from json_populate_recordset(null::sms_violations, $1)`, [
      JSON.stringify(kept),
    ]);
    await runScores(db, { method: 'current' });
  }
  assert.ok(moved > 0, 'no percentile moved');
});

test('rejects the removal of a violation that the carrier does not have', async () => {
  const [usdot = 0] = await ranked((await latestScores(db, 1)).run?.id ?? 0, 1);
  await assert.rejects(explainScores(db, usdot, { without: ['1-1'] }), /no violation 1-1/);
});

test('counts an inspection that is only in the violation file', async () => {
  const gone = await rows(
    `delete from sms_inspections where unique_id in (select unique_id from sms_violations order by unique_id limit 40)
     returning *`,
  );
  const run = await runScores(db, { method: 'current' });
  assert.ok(gone.length > 10);
  assert.deepEqual(await differences(run.id), []);
  const explained = await explainScores(db, gone[0].usdot_number);
  const stored = await latestScores(db, gone[0].usdot_number);
  for (const [i, basic] of explained.basics.entries())
    assert.ok(close(basic.measure, stored.basics[i]?.measure ?? null), basic.basic);
  await rows(`insert into sms_inspections select * from json_populate_recordset(null::sms_inspections, $1)`, [
    JSON.stringify(gone),
  ]);
  await runScores(db, { method: 'current' });
});

test('does not score the same files again', async () => {
  assert.equal(await scoreIfChanged(db, { method: 'current' }), null);
  await rows(
    `update federal_loads set content_hash = content_hash || 'x' where dataset = 'sms-crash' and is_current`,
  );
  assert.equal((await explainScores(db, 5_000_001)).is_of_this_run, false);
  const again = await scoreIfChanged(db, { method: 'current' });
  assert.equal(again?.as_of, AS_OF);
  assert.equal(await scoreIfChanged(db, { method: 'current' }), null);
});

test('averages power units over 18 months and notes carriers with a shorter history', async () => {
  const before = await latestScores(db, 5_000_001);
  assert.match(before.run?.notes.join(' ') ?? '', /less than 18 months/);
  await rows(`insert into carrier_snapshots (usdot_number, source, snapshot_date, power_units)
    select usdot_number, source, date '2026-10-30' - interval '19 months', power_units * 3 + 2 from carrier_snapshots
    where source = 'sms-census' and usdot_number % 2 = 0`);
  await rows(`insert into carrier_snapshots (usdot_number, source, snapshot_date, power_units)
    select usdot_number, source, date '2026-04-30', power_units + 1 from carrier_snapshots
    where source = 'sms-census' and snapshot_date = '2026-10-30' and usdot_number % 3 = 0`);
  const run = await runScores(db, { method: 'current' });
  assert.deepEqual(await differences(run.id), []);
  const known = await rows(
    `select unit_months, count(*)::int as carriers, bool_and(abs(s.average_power_units - a.average_power_units) < 0.01)
       as is_same
     from safety_scores s join average_power_units('2026-10-30') a using (usdot_number)
     where run_id = $1 group by 1 order by 1`,
    [run.id],
  );
  assert.deepEqual(
    known.map(({ unit_months, is_same }) => [unit_months, is_same]),
    [
      [0, true],
      [6, true],
      [18, true],
    ],
  );
});

test('keeps one run per month, for the last 24 months', async () => {
  for (let month = 26; month >= 1; month--)
    await runScores(db, { method: 'current', asOf: monthsBefore(AS_OF, month) });
  await runScores(db, { method: 'current' });
  await assert.rejects(
    runScores(db, { method: 'current', asOf: monthsBefore(AS_OF, 30) }),
    /The last 24 months are kept/,
  );
  const partitions = async () =>
    (await rows(`select count(*)::int as n from pg_inherits where inhparent = 'safety_scores'::regclass`))[0]
      .n;
  const months = await rows(`select as_of from safety_runs where method = 'current' order by month`);
  assert.equal(months.length, 24);
  assert.deepEqual([months[0].as_of, months.at(-1).as_of], [monthsBefore(AS_OF, 23), AS_OF]);
  const others = await rows(`select count(*)::int as n from safety_runs where method = 'preview'`);
  assert.equal(await partitions(), 24 + others[0].n);
  const kept = await rows(`select distinct method from safety_cuts d join safety_runs r on r.id = d.run_id`);
  const newest = await rows(`select distinct run_id from safety_cuts`);
  assert.equal(newest.length, kept.length);
});

test('the history of a category has the peer group median of each run', async () => {
  const { run } = await latestScores(db, 1);
  const [usdot = 0] = await ranked(run?.id ?? 0, 1);
  const points = await scoreHistory(db, usdot, 'vehicle_maintenance', 12);
  assert.equal(points.length, 12);
  assert.deepEqual(
    points.map(({ run_date }) => run_date),
    [...points.map(({ run_date }) => run_date)].sort(),
  );
  assert.equal(points.at(-1)?.run_date, AS_OF);
  const last = points.at(-1);
  const { basics } = await latestScores(db, usdot);
  const now = basics.find(({ basic }) => basic === 'vehicle_maintenance');
  assert.deepEqual([last?.measure, last?.percentile], [now?.measure, now?.percentile]);
  assert.deepEqual(
    [last?.group_median, last?.group_carriers],
    [now?.group?.median_measure, now?.group?.carriers],
  );
  const earlier = await latestScores(db, usdot, { asOf: '2026-05-01' });
  assert.equal(earlier.run?.run_date, '2026-04-30');
});
