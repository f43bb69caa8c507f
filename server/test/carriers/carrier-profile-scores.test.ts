import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateCountry } from '../../../lab/country/generate-country.ts';
import { runScores } from '../../src/domain/safety/run/run-scores.ts';
import { testApi } from '../support/api.ts';
import { differences } from '../support/carriers/contract-fields.ts';
import { profileResponse } from '../support/carriers/profile-contract.ts';
import { testImporter } from '../support/federal/federal-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const clock = { now: () => new Date('2026-11-01T00:00:00Z') };
const api = await testApi({ clock });
const { db } = api;
const importer = await testImporter(db, clock.now());
const folder = await temporaryFolder();
await generateCountry({ carriers: 400, seed: 3, folder, asOf: '2026-10-30' });
await importer.files([folder], { force: true });
for (const asOf of ['2026-08-28', '2026-09-25', '2026-10-30'])
  await runScores(db, { method: 'current', asOf });

const roles = ['external-api-carrier-iss-score'];
const headers = await api.signIn(await api.customer(roles));
const profileOf = async (usdot: number | string, more = '') => {
  const url = `/carrier/profile/fmcsa?usdot_number=${usdot}${more}`;
  const response = await api.app.inject({ url, headers });
  assert.equal(response.statusCode, 200);
  return response.json();
};
const { rows: ranked } = await db.pool.query(
  `select s.* from safety_scores s join safety_runs r on r.id = s.run_id
   where r.as_of = '2026-10-30' and s.vehicle_maintenance_percentile is not null
   order by s.vehicle_maintenance_percentile desc limit 5`,
);

test('returns the scores of the stored run', async () => {
  assert.ok(ranked.length > 0, 'nobody is ranked');
  for (const row of ranked) {
    const { oos, iss_basics, errors } = await profileOf(row.usdot_number);
    assert.equal(errors, null);
    assert.equal(oos.iss_score, row.iss_score);
    assert.equal(iss_basics.header.score, String(row.iss_score));
    assert.equal(oos.basic_scores.vehicle_maintenance.score, row.vehicle_maintenance_percentile);
    const { measure } = oos.basic_scores.vehicle_maintenance;
    assert.ok(Math.abs(measure - row.vehicle_maintenance_measure) <= 0.005_001, `${measure}`);
    assert.equal(measure, Number(measure.toFixed(2)), 'two decimals, as FMCSA publishes');
    assert.equal(iss_basics.header.show_score, true);
    const highest = iss_basics.tab_summary.reduce(
      (best: { percentage: number }, tab: { percentage: number }) =>
        tab.percentage > best.percentage ? tab : best,
    );
    const tied = iss_basics.tab_summary.filter(
      (t: { percentage: number }) => t.percentage === highest.percentage,
    );
    assert.ok(tied.some((tab: { measure: number }) => tab.measure === iss_basics.header.measure));
  }
});

test('the chart shows the measure of the leading category in each stored run', async () => {
  const [row] = ranked;
  const { iss_basics } = await profileOf(row.usdot_number);
  const { chart, header } = iss_basics;
  assert.deepEqual(chart.labels, ['2026-08-28', '2026-09-25', '2026-10-30']);
  assert.deepEqual(chart.date_range, { start_date: '2026-08-28', end_date: '2026-10-30' });
  assert.equal(chart.data.length, 3);
  assert.equal(chart.group_median.length, 3);
  assert.equal(chart.data.at(-1), header.measure);
  assert.equal(chart.may_measure, Math.max(...chart.data, ...chart.group_median));
  assert.equal(chart.point_classifications, null);
});

test('as_of selects the run of that day', async () => {
  const [row] = ranked;
  const { archive, sources, unknown_fields, ...then } = await profileOf(
    row.usdot_number,
    '&as_of=2026-09-30',
  );
  assert.equal(archive.as_of, '2026-09-30');
  assert.equal(sources.day, '2026-09-30');
  assert.equal(sources.scores.run.run_date, '2026-09-25');
  assert.ok(unknown_fields.length > 0);
  assert.deepEqual(differences(then, profileResponse, true), []);
  assert.deepEqual(then.iss_basics.chart.labels, ['2026-08-28', '2026-09-25']);
  const { rows } = await db.pool.query(
    `select s.iss_score from safety_scores s join safety_runs r on r.id = s.run_id
     where r.as_of = '2026-09-25' and s.usdot_number = $1`,
    [row.usdot_number],
  );
  assert.equal(then.oos.iss_score, rows[0].iss_score);
});

test('the profiles of forty generated carriers match the contract and agree with the stored scores', async () => {
  const { rows } = await db.pool.query(
    `select usdot_number from company_census order by power_units desc nulls last, usdot_number limit 40`,
  );
  const list = rows.map((row) => row.usdot_number).join(',');
  const response = await api.app.inject({
    url: `/carrier/profile/fmcsa/batch?usdot_number=${list}`,
    headers,
  });
  const profiles = response.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(profiles.length, 40);
  for (const profile of profiles) {
    assert.deepEqual(differences(profile, profileResponse, true), []);
    assert.equal(profile.errors, null);
    const { violations, oos, iss_basics, crashes } = profile;
    const { rows: found, ...counts } = violations;
    assert.equal(
      counts.major_violations_count +
        counts.most_severe_violations_count +
        counts.less_severe_violations_count,
      found.length,
    );
    assert.equal(iss_basics.violation_history.length, found.length);
    assert.equal(oos.major_and_severe_violations.major_violations_count, counts.major_violations_count);
    const reports = new Set(
      crashes.rows.map((c: { state: string; report_number: string }) => c.report_number),
    );
    assert.equal(oos.crash_information.crash_count, reports.size);
  }
  assert.ok(profiles.some((p) => p.violations.rows.length > 0 && p.crashes.rows.length > 0));
});
