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
import { type Row, testImporter } from '../support/federal/federal-files.ts';
import { exampleRows } from '../support/federal/federal-rows.ts';

const TODAY = '2026-11-10';
const SMS_DAY = '2026-10-30';
const clock = { now: () => new Date(`${TODAY}T12:00:00Z`) };
const [PROPERTY, PASSENGER, HEADLINE, CLEAN, STRANGE, REVIEWED, OLD_REVIEW, NO_MILES] = [
  5_200_001, 5_200_002, 5_200_003, 5_200_004, 5_200_005, 5_200_006, 5_200_007, 5_200_008,
];

async function profileApi(datasets: Record<string, Row[]>) {
  const api = await testApi({ clock });
  const importer = await testImporter(api.db, clock.now());
  await importer.datasets(datasets, { asOf: SMS_DAY });
  const headers = await api.signIn(await api.customer(['external-api-carrier-iss-score']));
  const profileOf = async (usdot: number, query = '&sources=true') => {
    const url = `/carrier/profile/fmcsa?usdot_number=${usdot}${query}`;
    return (await api.app.inject({ url, headers })).json();
  };
  const get = async (url: string) => (await api.app.inject({ url, headers })).json();
  return { api, profileOf, get };
}

const many = (count: number, row: () => Row) => Array.from({ length: count }, row);
const peers = Array.from({ length: 6 }, (_, i) => 5_200_100 + i);
const ranked = [PROPERTY, PASSENGER, ...peers].flatMap((usdot) =>
  many(6, () => smsInspectionRow(usdot, '2026-09-01', 1)),
);
const headline = many(4, () => smsInspectionRow(HEADLINE, '2026-09-01', 1));
const clean = many(25, () => smsInspectionRow(CLEAN, '2026-09-01', 1));
const strange = smsInspectionRow(STRANGE, '2026-09-01', 99);
const census = [PROPERTY, HEADLINE, CLEAN, STRANGE, REVIEWED, OLD_REVIEW, NO_MILES, ...peers];
const miles = { MCS150_MILEAGE: 2_000_000, MCS150_MILEAGE_YEAR: 2025 };
const main = await profileApi({
  'sms-census': [...census.map((usdot) => smsCarrier(usdot)), smsCarrier(PASSENGER, { PC_FLAG: 'true' })],
  'company-census': [
    companyRow(REVIEWED, { ...miles, REVIEW_DATE: '20250301', RECORDABLE_CRASH_RATE: '002.500' }),
    companyRow(OLD_REVIEW, { ...miles, REVIEW_DATE: '19990301', RECORDABLE_CRASH_RATE: '002.500' }),
    companyRow(NO_MILES, { REVIEW_DATE: '19990301', RECORDABLE_CRASH_RATE: '000.100' }),
  ],
  'sms-inspection': [...ranked, ...headline, ...clean, strange],
  'sms-violation': [
    ...ranked.map((one, i) => smsViolationRow(one, 'Vehicle Maintenance', 1 + (i % 7))),
    ...headline.map((one) => smsViolationRow(one, 'Vehicle Maintenance', 30)),
  ],
  'sms-crash': [smsCrashRow(OLD_REVIEW, '2026-05-05'), smsCrashRow(REVIEWED, '2026-05-05')],
  'out-of-service-orders': exampleRows['out-of-service-orders'] ?? [],
});
await runScores(main.api.db, { method: 'current' });
const { profileOf } = main;
const OURS = 'calculated by Milepost, not published by FMCSA';
type Unknown = { field: string; reason: string };
const unknownIn = (profile: { unknown_fields: Unknown[] }, field: string) =>
  profile.unknown_fields.find((one) => one.field === field)?.reason;
type Tab = { category: string; status: string; percentage: number };
const tabOf = ({ iss_basics }: { iss_basics: { tab_summary: Tab[] } }, name: string) =>
  iss_basics.tab_summary.find(({ category }) => category === name);

test('without parameters, a profile has no keys but those of the contract', async () => {
  const profile = await profileOf(PROPERTY, '');
  assert.equal('sources' in profile || 'unknown_fields' in profile, false);
});

test('sources=true adds the run, the days of the files and the source of every score', async () => {
  const { sources, errors, unknown_fields } = await profileOf(PROPERTY);
  assert.deepEqual(Object.keys(errors), ['insurance'], 'the only section without a file');
  assert.equal(errors.insurance.type, 'NotLoadedError');
  // No register is loaded.
  const others = unknown_fields.filter(({ reason }: Unknown) => !reason.startsWith('Not loaded: '));
  assert.deepEqual(
    others.map(({ field }: Unknown) => field),
    [
      'fleet_and_drivers.drivers.cdl_total_miles',
      ...['tractors', 'trailers'].map((kind) => `fleet_and_drivers.fleet_overview.${kind}`),
      'fmcsa_detail.recordable_crash_rate',
    ],
  );
  assert.equal(sources.day, TODAY);
  assert.equal(sources.scores.run.run_date, SMS_DAY);
  assert.deepEqual(
    sources.files.find(({ dataset }: { dataset: string }) => dataset === 'sms-inspection'),
    { dataset: 'sms-inspection', file_date: SMS_DAY },
  );
  assert.equal(sources.iss.source, OURS);
  assert.equal(sources.iss.inspections, 6);
  assert.deepEqual(sources.window, { start_date: '2024-10-30', end_date: SMS_DAY });
});

test('percentiles of property carriers are labeled as our calculation, in the profile and in the history', async () => {
  for (const [usdot, isPublic] of [
    [PROPERTY, false],
    [PASSENGER, true],
  ] as const) {
    const { sources } = await profileOf(usdot);
    const history = await main.get(`/carrier/${usdot}/scores/history`);
    assert.equal(history.runs[0].iss_source, OURS);
    assert.equal(history.runs[0].inspections, 6);
    assert.ok(history.runs[0].files.length > 3);
    for (const basic of sources.scores.basics) {
      const hidden = ['hazmat_related', 'crash_indicator'].includes(basic.basic);
      const past = history.basics.find((one: { basic: string }) => one.basic === basic.basic);
      assert.equal(basic.measure_source === OURS, hidden, basic.basic);
      assert.equal(basic.percentile_source === OURS, hidden || !isPublic, basic.basic);
      assert.equal(past.points[0].percentile_source, basic.percentile_source);
      assert.equal(past.points[0].measure_source, basic.measure_source);
    }
  }
});

test('the headline is the measure of a category with violations, not the 0 of one without', async () => {
  const { iss_basics } = await profileOf(HEADLINE);
  assert.equal(iss_basics.header.measure, 30);
  assert.equal(iss_basics.header.show_score, false);
  assert.deepEqual(iss_basics.chart.data, [30]);
  const leader = await profileOf(PROPERTY);
  assert.equal(leader.iss_basics.header.show_score, true);
  assert.ok(leader.iss_basics.header.measure > 0);
  assert.equal((await profileOf(CLEAN)).iss_basics.header.measure, 0);
});

test('a carrier without crashes has no Crash Indicator percentile, and its status says so', async () => {
  const profile = await profileOf(CLEAN);
  assert.equal(profile.oos.basic_scores.crash_indicator.score, null);
  assert.equal(tabOf(profile, 'crash_indicator')?.status, 'No Crashes');
  // No Violations goes with a score of 0, in both sections.
  assert.equal(tabOf(profile, 'vehicle_maintenance')?.status, 'No Violations');
  assert.equal(profile.oos.basic_scores.vehicle_maintenance.score, 0);
});

test('an inspection of a level that does not exist gives no score', async () => {
  const profile = await profileOf(STRANGE);
  assert.deepEqual(profile.oos.basic_scores.unsafe_driving, {
    ...{ score: null, measure: null, is_escalate: null },
  });
  assert.equal(tabOf(profile, 'unsafe_driving')?.status, 'No inspections');
});

test('a rate includes its number of inspections and whether that is too few', async () => {
  const few = (await profileOf(PROPERTY)).sources;
  assert.equal(few.rates.driver.inspections, 6);
  assert.equal(few.rates.driver.is_too_few, true);
  const enough = (await profileOf(CLEAN)).sources;
  assert.deepEqual(enough.rates.vehicle, {
    ...{ inspections: 25, is_too_few: false, low_percent: 0, high_percent: 13.3 },
    source: 'calculated by Milepost; FMCSA publishes this figure too',
  });
  const none = (await profileOf(REVIEWED)).sources;
  assert.deepEqual([none.rates.driver.inspections, none.rates.driver.high_percent], [0, null]);
  assert.equal(none.iss.is_too_few, true);
  assert.equal(enough.iss.is_too_few, false);
});

test('the crash rate of a review counts for two years; an unknown rate is named', async () => {
  const rate = async (usdot: number) => {
    const profile = await profileOf(usdot);
    const unknown = unknownIn(profile, 'fmcsa_detail.recordable_crash_rate') !== undefined;
    return { ...profile.sources.crash_rate, unknown };
  };
  assert.deepEqual(await rate(REVIEWED), {
    ...{ recordable_crash_rate: 2.5, source: 'review', day: '2025-03-01', unknown: false },
  });
  assert.deepEqual(await rate(OLD_REVIEW), {
    ...{ recordable_crash_rate: 0.5, source: 'computed', day: SMS_DAY, unknown: false },
  });
  assert.deepEqual(await rate(NO_MILES), {
    ...{ recordable_crash_rate: null, source: '', day: null, unknown: true },
  });
});

test('without a crash file, the Crash Indicator and the crash counts are unknown', async () => {
  const { api, profileOf: read } = await profileApi({
    'sms-census': [smsCarrier(CLEAN)],
    'sms-inspection': clean,
    'sms-violation': [smsViolationRow(clean[0] as Row, 'Vehicle Maintenance', 2)],
  });
  await runScores(api.db, { method: 'current' });
  const profile = await read(CLEAN);
  assert.deepEqual(profile.oos.basic_scores.crash_indicator, {
    ...{ score: null, measure: null, is_escalate: null },
  });
  assert.match(tabOf(profile, 'crash_indicator')?.status ?? '', /No SMS crash file/);
  for (const field of ['oos.basic_scores.crash_indicator', 'oos.crash_information'])
    assert.ok(unknownIn(profile, field), field);
  assert.equal(profile.crashes, null);
  assert.equal(profile.errors.crashes.type, 'NotLoadedError');
});

test('figures that appear only in the SMS output files are shown as published by FMCSA', async () => {
  const { profileOf: read } = await profileApi({
    'sms-census': [smsCarrier(100_115, { PC_FLAG: 'true' })],
    'sms-ab-passenger': exampleRows['sms-ab-passenger'] ?? [],
  });
  const profile = await read(100_115);
  assert.deepEqual(profile.oos.basic_scores.vehicle_maintenance, {
    ...{ score: 4, measure: 0.69, is_escalate: false },
  });
  assert.deepEqual(profile.oos.basic_scores.driver_fitness, {
    ...{ score: 0, measure: 14.5, is_escalate: true },
  });
  assert.equal(tabOf(profile, 'hours_of_service')?.status, 'Less than 3 driver inspections');
  assert.equal(profile.oos.oos_scores.overall.total_inspected, 87);
  assert.equal(profile.oos.oos_scores.driver.total_inspected, 71);
  const { sources } = profile;
  assert.equal(sources.scores.published_on, SMS_DAY);
  const source = sources.scores.basics.find((one: { basic: string }) => one.basic === 'vehicle_maintenance');
  assert.deepEqual([source.measure_source, source.percentile_source], Array(2).fill('published by FMCSA'));
  assert.equal(sources.rates.driver.source, 'published by FMCSA');
  // FMCSA publishes no ISS score: there is none, and not 63 for "no inspections".
  assert.deepEqual([profile.oos.iss_score, profile.iss_basics.header.score], [0, '']);
  for (const field of [
    'oos.iss_score',
    'iss_basics.header.recommendation',
    'oos.oos_scores.overall.total_oos',
  ])
    assert.ok(unknownIn(profile, field), field);
});
