import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, type Result } from '../../src/domain/vetting/decide.ts';
import type { Common, Inputs } from '../../src/domain/vetting/inputs/inputs.ts';
import { ruleByKey } from '../../src/domain/vetting/rules/all-rules.ts';
import { type ParamValues, withDefaults } from '../../src/domain/vetting/rules/rule.ts';

const DAY = '2026-11-18';
const FILES = [
  ...[
    'company-census',
    'sms-census',
    'motus-carrier',
    'legacy-carrier',
    'motus-auth-hist',
    'legacy-auth-hist',
  ],
  ...['motus-insur', 'legacy-act-pend-insur', 'motus-ins-hist', 'out-of-service-orders', 'sms-inspection'],
];
const common: Common = {
  ...{ day: DAY, as_of: null, archived_since: {}, motus_days: ['2026-11-15'], registers_since: null },
  files: FILES.map((dataset) => ({ dataset, file_name: 'x', file_date: '2026-11-15', sha256: 'x' })),
  ...{ window_start: '2024-11-15', window_end: '2026-11-15' },
};
const filing = (more: object = {}) => ({
  ...{ kind: 'BIPD', class_code: 'P', company_name: 'INSURER', max_coverage_dollars: 1_000_000 },
  ...{
    underlying_limit_dollars: 0,
    effective_date: '2025-01-01',
    form_code: 'BMC-91X',
    policy_number: 'P-1',
  },
  ...{ listed_from: null, cancel_effective_date: null, source: 'motus', is_history: false },
  ...{ posted_date: '2025-01-01', replaced_on: null, cancellation_method: null },
  ...{ source_dataset: 'motus-insur', source_date: '2026-11-15', listed_until: null, ...more },
});
const counts = {
  ...{ inspections: 40, any_oos: 2, driver: 40, driver_oos: 0, vehicle: 40, vehicle_oos: 2 },
  ...{ hazmat: 0, hazmat_oos: 0 },
};
const basic = (name: string, percentile: number | null, is_alert = false) => ({
  ...{ basic: name, title: name, percentile, is_alert, threshold: 65, status: 'Below Threshold' },
});
const good = {
  usdot_number: 1,
  census: [
    {
      ...{ source_dataset: 'company-census', source_date: '2026-11-15' },
      values: {
        usdot_status: 'A',
        power_units: '5',
        mcs150_date: '2025-06-01',
        safety_rating: null,
        hazmat: 'N',
      },
    },
  ],
  authorities: [
    {
      ...{ docket: 'MC1', authority: 'common', carries: 'property', status: 'A', is_pending: false },
      ...{ source_dataset: 'motus-carrier', source_date: '2026-11-15' },
    },
  ],
  authority_changes: [
    {
      ...{ authority: 'common', carries: 'property', day: '2020-01-01', is_active: true, reason: 'Granted' },
      ...{ served_date: null, source_dataset: 'motus-auth-hist', source_date: '2026-11-15' },
    },
  ],
  requirements: [],
  filings: [filing()],
  orders: [],
  inspections: { rows: null, counts, published: null },
  scores: {
    ...{ run: null, published_on: null, unknown: {}, basics: [basic('unsafe_driving', 10)] },
    iss: { score: 40, basis: 'Safety', reason: 'x' },
  },
  sightings: [{ day: '2026-10-01' }],
  signals: { found: [], not_judged: [] },
  list: null,
  clearances: [],
} as unknown as Inputs;

function outcome(rule: string, inputs: object, params: ParamValues = {}, about: object = {}): Result {
  return decided(rule, inputs, params, about).result;
}
function decided(rule: string, inputs: object, params: ParamValues = {}, about: object = {}) {
  const definition = ruleByKey.get(rule);
  assert.ok(definition, rule);
  const applied = [{ key: rule, params: withDefaults(definition, params) }];
  return decide({ ...good, ...inputs }, { ...common, ...about }, applied);
}
const reasonOf = (...of: Parameters<typeof decided>) => decided(...of).results[0]?.reason ?? '';
const census = (values: object) => ({ census: [{ ...good.census[0], values }] });
const since = (day: string) => ({ authority_changes: [{ ...good.authority_changes[0], day }] });
const rates = (more: object) => ({ inspections: { ...good.inspections, counts: { ...counts, ...more } } });
const scored = (more: object) => ({ scores: { ...good.scores, ...more } });
const ends = (day: string) => ({ filings: [filing({ cancel_effective_date: day })] });
const order = (from: string, until: string | null) => ({ orders: [{ oos_date: from, rescind_date: until }] });
const past = { as_of: '2026-09-01', day: '2026-09-01' };

/** The rule, what differs from a good carrier, the parameters, and the result. */
const CASES: [string, object, ParamValues, Result, object?][] = [
  ...[...ruleByKey.values()]
    .filter(({ isEnabled, loadClass }) => isEnabled && !loadClass)
    .map(({ key }): [string, object, ParamValues, Result] => [key, {}, {}, 'PASS']),
  ['registration', census({ usdot_status: null }), {}, 'INCOMPLETE'],
  ['registration', { census: [] }, {}, 'INCOMPLETE'],
  ['mcs150_age', census({ mcs150_date: '2024-11-18' }), {}, 'PASS'],
  ['mcs150_age', census({ mcs150_date: '2024-11-17' }), {}, 'REVIEW'],
  ['mcs150_age', census({ mcs150_date: null }), { none: 'fail' }, 'FAIL'],
  ['fleet_size', {}, { min_power_units: 5, max_power_units: 5 }, 'PASS'],
  ['fleet_size', {}, { min_power_units: 6 }, 'REVIEW'],
  ['safety_rating', census({ safety_rating: 'C' }), {}, 'REVIEW'],
  ['authority_active', { authorities: [] }, {}, 'FAIL'],
  ['authority_active', {}, { without: { household_goods: 'review' } }, 'REVIEW'],
  ['authority_active', { authorities: [] }, {}, 'INCOMPLETE', past],
  ['authority_active', { authorities: [] }, {}, 'FAIL', { ...past, registers_since: '2026-09-01' }],
  ['authority_age', since('2026-05-22'), {}, 'PASS'],
  ['authority_age', since('2026-05-23'), {}, 'REVIEW'],
  ['authority_age', since('2026-10-19'), {}, 'REVIEW'],
  ['authority_age', since('2026-10-20'), {}, 'FAIL'],
  ['authority_age', { authority_changes: [] }, {}, 'REVIEW'],
  ['authority_age', { authorities: [], authority_changes: [] }, {}, 'FAIL'],
  ['insurance_liability', { filings: [filing({ max_coverage_dollars: 749_999 })] }, {}, 'FAIL'],
  ['insurance_liability', { requirements: [{ dollars: 5_000_000 }] }, {}, 'FAIL'],
  ['insurance_liability', { filings: [filing({ max_coverage_dollars: null })] }, {}, 'INCOMPLETE'],
  [
    'insurance_liability',
    {
      filings: [filing(), filing({ class_code: 'E', max_coverage_dollars: 4_000_000, policy_number: 'P-2' })],
    },
    { min_dollars: 5_000_000 },
    'PASS',
  ],
  ['insurance_cancellation', ends('2026-12-18'), {}, 'REVIEW'],
  ['insurance_cancellation', ends('2026-12-19'), {}, 'PASS'],
  ['insurance_cancellation', ends('2026-11-18'), {}, 'REVIEW'],
  ['insurance_cargo', {}, {}, 'REVIEW'],
  ['insurance_bond', { filings: [filing({ kind: 'TRUST FUND', max_coverage_dollars: 75_000 })] }, {}, 'PASS'],
  ['out_of_service_order', order(DAY, null), {}, 'FAIL'],
  ['out_of_service_order', order('2026-11-19', null), {}, 'PASS'],
  ['out_of_service_order', order('2026-01-01', DAY), {}, 'PASS'],
  ['basics', scored({ basics: [basic('unsafe_driving', 70, true)] }), {}, 'REVIEW'],
  ['basics', {}, { thresholds: { unsafe_driving: 10 } }, 'REVIEW'],
  ['basics', scored({ basics: [basic('unsafe_driving', 70, true)] }), { fail_from: 1 }, 'FAIL'],
  ['basics', scored({ unknown: { unsafe_driving: 'No file.' } }), {}, 'INCOMPLETE'],
  ['basics', { scores: null }, {}, 'INCOMPLETE'],
  ['iss', scored({ iss: { score: 75, basis: 'Safety', reason: 'x' } }), {}, 'REVIEW'],
  ['iss', scored({ iss: { score: 99, basis: 'Insufficient Data', reason: 'x' } }), {}, 'PASS'],
  ['iss', scored({ iss: null }), {}, 'INCOMPLETE'],
  ['basics', scored({ run: { run_date: '2026-08-10' } }), {}, 'PASS'],
  ['basics', scored({ run: { run_date: '2026-08-09' } }), {}, 'INCOMPLETE'],
  [
    'basics',
    scored({ run: { run_date: '2026-08-09' }, basics: [basic('unsafe_driving', 70, true)] }),
    { fail_from: 1 },
    'FAIL',
  ],
  ['iss', scored({ run: { run_date: '2026-08-09' } }), {}, 'INCOMPLETE'],
  [
    'iss',
    {
      ...order('2026-01-01', null),
      ...scored({ run: { run_date: '2026-08-09' }, iss: { score: 100, basis: 'Safety', reason: 'x' } }),
    },
    {},
    'REVIEW',
  ],
  ['out_of_service_rates', rates({ vehicle_oos: 13 }), {}, 'PASS'],
  ['out_of_service_rates', rates({ vehicle_oos: 14 }), {}, 'REVIEW'],
  ['out_of_service_rates', rates({ vehicle: 19, vehicle_oos: 19 }), {}, 'PASS'],
  ['out_of_service_rates', rates({ vehicle: 19, vehicle_oos: 19 }), { too_few: 'review' }, 'REVIEW'],
  ['out_of_service_rates', {}, {}, 'INCOMPLETE', past],
  ['observed', { sightings: [{ day: '2024-11-17' }] }, {}, 'REVIEW'],
  ['observed', { sightings: [{ day: '2024-11-18' }] }, {}, 'PASS'],
  ['observed', {}, { decision_matrix: { true: 'fail' } }, 'FAIL'],
  [
    'signals',
    { signals: { found: [{ name: 'authority_revoked', title: 'x' }], not_judged: [] } },
    {},
    'FAIL',
  ],
  ['signals', { signals: { found: [{ name: 'never_seen', title: 'x' }], not_judged: [] } }, {}, 'PASS'],
  [
    'signals',
    { signals: { found: [], not_judged: [{ name: 'authority_revoked', reason: 'x' }] } },
    {},
    'INCOMPLETE',
  ],
  ['signals', { signals: { found: [], not_judged: [{ name: 'never_seen', reason: 'x' }] } }, {}, 'PASS'],
  ['hazmat_registration', {}, {}, 'FAIL'],
  ['hazmat_registration', census({ hazmat: 'Y' }), {}, 'PASS'],
  ['high_value_authority_age', since('2024-11-19'), {}, 'REVIEW'],
];

for (const [rule, inputs, params, result, about = {}] of CASES)
  test(`${rule} with ${JSON.stringify(inputs).slice(0, 120)}, ${JSON.stringify({ ...params, ...about })}: ${result}`, () => {
    assert.equal(outcome(rule, inputs, params, about), result);
  });

test('a reason says of which day its files are, except for a day before them', () => {
  const census = 'The USDOT registration is active. As of the daily company census of 2026-11-15.';
  assert.equal(reasonOf('registration', {}), census);
  assert.equal(reasonOf('registration', {}, {}, past), 'The USDOT registration is active.');
  assert.match(reasonOf('out_of_service_order', order(DAY, null)), /As of the list of .* of 2026-11-15\.$/);
  assert.match(
    reasonOf('insurance_liability', {}),
    /As of the insurance files of 2026-11-15 and the insurance history of 2026-11-15\.$/,
  );
});

test('percentiles and ISS scores are labeled as those of Milepost, or of FMCSA where it published them', () => {
  const run = { run_date: '2026-10-30' };
  const own = /\. Computed by Milepost, as of 2026-10-30\./;
  assert.match(reasonOf('basics', scored({ run })), own);
  assert.match(reasonOf('iss', scored({ run })), own);
  const published = scored({ published_on: '2026-10-30' });
  assert.match(reasonOf('basics', published), /Published by FMCSA, as of 2026-10-30\.$/);
});

test('an alert after an investigation is no percentile above the threshold, and a hidden percentile no low one', () => {
  const alerts = scored({ basics: [basic('hours', 70, true), basic('fitness', null, true)] });
  assert.match(
    reasonOf('basics', alerts),
    /^2 of 2 BASICs have an alert: hours \(70\), fitness \(after an inv/,
  );
  const hidden = scored({ basics: [basic('hours', null), basic('fitness', 10)] });
  assert.match(reasonOf('basics', hidden), /^No BASIC has an alert; 1 of 2 have a percentile\./);
});

test('what is not on file is not said to be missing, and who asks for an amount is named', () => {
  const none = reasonOf('insurance_liability', { filings: [] });
  assert.match(none, /^No liability insurance is on file; your rule asks for \$750,000\./);
  const required = reasonOf('insurance_liability', { requirements: [{ dollars: 5_000_000 }] });
  assert.match(required, /on file is \$1,000,000; the register requires \$5,000,000\./);
  const unlisted = { census: [{ ...good.census[0], source_dataset: 'sms-census', values: {} }] };
  assert.equal(reasonOf('safety_rating', unlisted), 'The carrier is in no loaded census that has this.');
});

test('the result of a check is the worst of its rules, and nothing is no pass', () => {
  const apply = (...rules: [string, ParamValues][]) =>
    decide(
      { ...good, list: { list: 'block', note: '', added_at: DAY }, scores: null },
      common,
      rules.map(([key, params]) => ({ key, params: withDefaults(ruleByKey.get(key) as never, params) })),
    ).result;
  assert.equal(apply(), 'INCOMPLETE');
  assert.equal(apply(['registration', {}], ['allow_list', {}]), 'REVIEW');
  assert.equal(apply(['allow_list', {}], ['iss', {}]), 'INCOMPLETE');
  assert.equal(apply(['iss', {}], ['block_list', {}]), 'FAIL');
  assert.equal(apply(['registration', {}]), 'PASS');
});
