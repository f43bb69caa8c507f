import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScores } from '../../src/domain/safety/run/run-scores.ts';
import { testApi } from '../support/api.ts';
import {
  companyRow,
  smsCarrier,
  smsCrashRow,
  smsInspectionRow,
  smsViolationRow,
} from '../support/carriers/sms-rows.ts';
import { testImporter } from '../support/federal/federal-files.ts';
import { exampleRows } from '../support/federal/federal-rows.ts';

const SMS_DAY = '2026-10-30';
const clock = { now: () => new Date('2026-11-10T12:00:00Z') };
const api = await testApi({ clock });
const importer = await testImporter(api.db, clock.now());
const headers = await api.signIn(await api.customer(['external-api-carrier-iss-score']));
const [BUSY, QUIET] = [5_300_001, 5_300_002];

/** Days whose weight on 2026-09-25 differs from the one in the file, and some whose weight does not. */
const days: [string, number][] = [
  ['2026-09-20', 3],
  ['2026-04-10', 2],
  ['2025-10-10', 1],
  ['2025-09-26', 1],
  ['2024-11-15', 1],
];
const inspections = days.map(([date, weight]) => smsInspectionRow(BUSY, date, 1, { Time_Weight: weight }));
await importer.datasets(
  {
    'sms-census': [smsCarrier(BUSY), smsCarrier(QUIET)],
    'company-census': [companyRow(BUSY), companyRow(QUIET, { MCS150_DATE: '20260801' })],
    'sms-inspection': inspections,
    'sms-violation': inspections.map((one, i) => smsViolationRow(one, 'Vehicle Maintenance', 2 + i)),
    'sms-crash': [smsCrashRow(BUSY, '2026-06-01', { Not_Preventable: 'true' })],
    'out-of-service-orders': exampleRows['out-of-service-orders'] ?? [],
  },
  { asOf: SMS_DAY },
);
await runScores(api.db, { method: 'current', asOf: '2026-09-25' });
await runScores(api.db, { method: 'current' });

const profileOf = async (usdot: number, asOf: string) => {
  const url = `/carrier/profile/fmcsa?usdot_number=${usdot}&sources=true&as_of=${asOf}`;
  return (await api.app.inject({ url, headers })).json();
};
type Unknown = { field: string; reason: string };
const unknownIn = (profile: { unknown_fields: Unknown[] }, field: string) =>
  profile.unknown_fields.find((one) => one.field === field)?.reason;

test('a day without a stored run has no scores, and says so', async () => {
  const profile = await profileOf(BUSY, '2026-09-24');
  const { oos, iss_basics, sources } = profile;
  assert.equal(oos.iss_score, 0);
  assert.deepEqual(iss_basics.header, {
    ...{ score: '', status: 'Unknown', recommendation: 'Unknown', measure: 0, show_score: false },
  });
  assert.equal(sources.scores.run, null);
  const reason = 'No score run of 2026-09-24 or before is stored.';
  for (const tab of iss_basics.tab_summary) assert.equal(tab.status, reason);
  for (const field of [
    'oos.iss_score',
    'iss_basics.header.score',
    'iss_basics.header.measure',
    'oos.basic_scores.vehicle_maintenance',
    'iss_basics.tab_summary.crash_indicator',
    'iss_basics.chart',
  ])
    assert.equal(unknownIn(profile, field), reason, field);
});

test('the time weights of the violations add up to the measure that is shown', async () => {
  for (const [asOf, runDate] of [
    ['2026-09-25', '2026-09-25'],
    ['2026-10-05', '2026-09-25'],
    [SMS_DAY, SMS_DAY],
  ] as const) {
    const { iss_basics, oos, sources } = await profileOf(BUSY, asOf);
    assert.equal(sources.scores.run.run_date, runDate);
    const entries: { total_weight: number; time_weight: number }[] = iss_basics.violation_history;
    const sum = (name: 'total_weight' | 'time_weight') =>
      entries.reduce((total, entry) => total + entry[name], 0);
    assert.equal(entries.length, days.length);
    const measure = sum('total_weight') / sum('time_weight');
    assert.ok(Math.abs(measure - oos.basic_scores.vehicle_maintenance.measure) <= 0.005_001, asOf);
  }
});

test('a preventability decision of a later file is not shown for an earlier day', async () => {
  const of = async (asOf: string) => {
    const profile = await profileOf(BUSY, asOf);
    const isUnknown = unknownIn(profile, 'crashes.rows.preventable') !== undefined;
    return [profile.crashes.rows[0].preventable, isUnknown];
  };
  assert.deepEqual(await of('2026-10-29'), ['', true]);
  assert.deepEqual(await of(SMS_DAY), ['N', false]);
  assert.deepEqual(await of('2026-11-10'), ['N', false]);
});

test('counts over 24 months that the loaded files do not cover are named', async () => {
  const fields = ['oos.oos_scores', 'oos.crash_information', 'violations', 'crashes'];
  const early = await profileOf(BUSY, '2026-10-29');
  for (const field of fields)
    assert.match(
      unknownIn(early, field) ?? '',
      /from 2024-10-30 on. The 24 months begin on 2024-10-29/,
      field,
    );
  const covered = await profileOf(BUSY, SMS_DAY);
  for (const field of fields) assert.equal(unknownIn(covered, field), undefined, field);
});

test('the ISS score of a carrier without inspections needs its size on that day', async () => {
  const then = await profileOf(QUIET, '2026-09-30');
  assert.equal(then.oos.iss_score, 64, 'the form of August has the size');
  assert.match(then.sources.iss.reason, /No inspections/);
  await api.db.pool.query(`update sms_census set mcs150_date = '2026-10-10' where usdot_number = $1`, [
    QUIET,
  ]);
  const unknown = await profileOf(QUIET, '2026-09-30');
  assert.equal(unknown.oos.iss_score, 0);
  assert.match(unknownIn(unknown, 'oos.iss_score') ?? '', /size of the carrier/);
  assert.equal((await profileOf(QUIET, SMS_DAY)).oos.iss_score, 64);
});
