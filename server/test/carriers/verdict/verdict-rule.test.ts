import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CarrierProfile } from '../../../src/contract/profile.ts';
import type { CarrierSignals } from '../../../src/contract/signals.ts';
import { decideVerdict } from '../../../src/domain/carriers/verdict/decide-verdict.ts';
import { OWN_CALCULATION } from '../../../src/domain/safety/sms/describe-basic.ts';

const DAY = '2026-11-18';
const BASICS = [
  ...['unsafe_driving', 'crash_indicator', 'hours_of_service', 'vehicle_maintenance'],
  ...['controlled_substances', 'hazmat_related', 'driver_fitness'],
];

type Change = {
  status?: string;
  rating?: string;
  common?: string;
  classes?: string[];
  bipd?: string;
  cargo?: string;
  alerts?: string[];
  /** Of the categories with an alert. */
  percentile?: number | null;
  unknown?: string[];
  lost?: 'oos' | 'insurance' | 'sources' | 'unknown_fields';
  /** The days of files that are not of the day before. */
  files?: Record<string, string>;
};
const FILES = [
  ...['out-of-service-orders', 'company-census', 'motus-carrier', 'motus-insur', 'motus-ins-hist'],
  'sms-inspection',
];

/** A carrier without any known problem, with these changes. */
function profileWith(change: Change): CarrierProfile {
  const { status = 'ACTIVE', rating = '', common = 'Active', classes = ['Authorized For Hire'] } = change;
  const { bipd = 'Active', cargo = 'Not required', alerts = [], unknown = [], lost, files = {} } = change;
  const { percentile = 80 } = change;
  const isSection = lost === 'oos' || lost === 'insurance';
  return {
    dot_number: '5200001',
    operating_status: {
      dot_status: { rating_date: '', dot_status: status, dot_safety_rating: rating },
      authorization: { common_authority: common, contract_authority: 'None', broker_authority: 'None' },
      mc_150_details: { operations_classification: classes },
    },
    insurance: {
      active_insurance: { bipd_primary_status: bipd, cargo_status: cargo, bond_status: 'Not required' },
    },
    oos: {
      basic_scores: Object.fromEntries(
        BASICS.map((name) => [name, alertOf(alerts.includes(name), percentile)]),
      ),
    },
    errors: lost ? { [lost]: { type: 'TimeoutError', message: 'Late.' } } : null,
    ...(isSection && { [lost]: null }),
    sources: {
      files: FILES.map((dataset) => ({ dataset, file_date: files[dataset] ?? '2026-11-17' })),
      scores: {
        run: { run_date: '2026-10-30' },
        published_on: null,
        basics: [{ basic: 'unsafe_driving', threshold: 65, percentile_source: OWN_CALCULATION }],
      },
    },
    unknown_fields: unknown.map((field) => ({ field, reason: `No file has ${field}.` })),
  } as unknown as CarrierProfile;
}

const alertOf = (is_escalate: boolean, percentile: number | null) => ({
  is_escalate,
  score: is_escalate ? percentile : 20,
});
const signalsWith = (more: object = {}) =>
  ({ signals: [], not_judged: [], errors: null, ...more }) as unknown as CarrierSignals;
const verdictOn = (change: Change, signals: CarrierSignals | null = signalsWith()) =>
  decideVerdict(profileWith(change), signals, DAY);

suite('the verdict', () => {
  test('is clear without a reason', () => {
    const { verdict, reasons, as_of } = verdictOn({});
    assert.deepEqual([verdict, reasons, as_of], ['clear', [], DAY]);
  });
  const cases: [name: string, change: Change, verdict: string, text: RegExp][] = [
    [
      'an order in force',
      { status: 'OUT-OF-SERVICE' },
      'do_not_use',
      /order is in force, as of the list of out-of-service orders of 2026-11-17\.$/,
    ],
    [
      'an inactive number',
      { status: 'INACTIVE' },
      'do_not_use',
      /number is inactive, as of the daily company census of 2026-11-17\.$/,
    ],
    ['a pending number', { status: 'PENDING' }, 'look_closer', /pending/],
    ['an unsatisfactory rating', { rating: 'Unsatisfactory' }, 'do_not_use', /Unsatisfactory/],
    ['a conditional rating', { rating: 'Conditional' }, 'look_closer', /Conditional/],
    [
      'lost authority of a carrier for hire',
      { common: 'Inactive' },
      'do_not_use',
      /inactive, and the census/,
    ],
    [
      'no authority of a private carrier',
      { common: 'None', classes: ['Private Property'] },
      'look_closer',
      /Private/,
    ],
    ['an unknown authority', { common: 'Unknown' }, 'look_closer', /Authority to carry: unknown/],
    [
      'no required liability insurance',
      { bipd: 'Inactive' },
      'do_not_use',
      /Liability insurance is required/,
    ],
    ['an announced cancellation', { bipd: 'Pending cancellation' }, 'look_closer', /is announced/],
    ['no required cargo insurance', { cargo: 'Inactive' }, 'look_closer', /Cargo insurance is required/],
    ['unknown insurance', { bipd: 'Unknown' }, 'look_closer', /Liability insurance: not certain/],
    [
      'a score above its threshold',
      { alerts: ['unsafe_driving'] },
      'look_closer',
      /^Unsafe Driving has an alert: its percentile of 80 .* threshold of 65\. Computed by Milepost, as of 2026-10-30\.$/,
    ],
    [
      'an alert after an investigation',
      { alerts: ['unsafe_driving'], percentile: 10 },
      'look_closer',
      /^Unsafe Driving has an alert: an investigation of the last 12 months/,
    ],
    [
      'an alert without a percentile',
      { alerts: ['unsafe_driving'], percentile: null },
      'look_closer',
      /an investigation of the last 12 months found/,
    ],
    [
      'a rating that no file has',
      { unknown: ['operating_status.dot_status.dot_safety_rating'] },
      'look_closer',
      /Safety rating: unknown\. No file has/,
    ],
    ['an unread list of what is unknown', { lost: 'sources' }, 'look_closer', /could not be read\. Late\./],
    ['unread files', { lost: 'unknown_fields' }, 'look_closer', /could not be read\. Late\./],
    [
      'an old list of orders',
      { files: { 'out-of-service-orders': '2026-09-16' } },
      'look_closer',
      /Status and authority: not certain\. The list of out-of-service orders is of 2026-09-16, more than 62 days/,
    ],
    [
      'an old census',
      { files: { 'company-census': '2026-08-09' } },
      'look_closer',
      /census is of 2026-08-09/,
    ],
    [
      'an old insurance file',
      { files: { 'motus-insur': '2026-05-14' } },
      'look_closer',
      /Insurance: not certain\. The insurance file is of 2026-05-14/,
    ],
    [
      'old inspections',
      { files: { 'sms-inspection': '2026-08-09' } },
      'look_closer',
      /Safety scores: not certain\. The inspection file/,
    ],
    ['scores without a file', { unknown: ['oos.basic_scores'] }, 'look_closer', /Safety scores: unknown/],
    ['a section that could not be read', { lost: 'insurance' }, 'look_closer', /Insurance: unknown\. Late\./],
  ];
  for (const [name, change, verdict, text] of cases)
    test(`for ${name} is ${verdict}`, () => {
      const found = verdictOn(change);
      assert.equal(found.verdict, verdict);
      assert.match(found.reasons[0]?.text ?? '', text);
      assert.equal(found.reasons.length, 1);
    });
  test('does not date a fact of an earlier day by a later file', () => {
    const { reasons } = decideVerdict(profileWith({ status: 'INACTIVE' }), null, '2026-10-01');
    assert.equal(reasons[0]?.text, 'The USDOT number is inactive.');
  });
  test('names a missing list of orders although the number is active', () => {
    const { verdict, reasons } = verdictOn({ unknown: ['operating_status.dot_status.dot_status'] });
    assert.deepEqual([verdict, reasons[0]?.kind], ['look_closer', 'unknown']);
  });
  test('asks for a closer look for a signal, never more, and a low signal changes nothing', () => {
    const signal = (severity: string) =>
      verdictOn({}, signalsWith({ signals: [{ name: 'never_seen', title: 'Never seen', severity }] }));
    for (const [severity, verdict] of Object.entries({
      high: 'look_closer',
      medium: 'look_closer',
      low: 'clear',
    }))
      assert.deepEqual(
        [signal(severity).verdict, signal(severity).reasons[0]?.signal],
        [verdict, 'never_seen'],
      );
  });
  test('is not clear when signals were not judged or could not be read', () => {
    const gap = { name: 'x', title: 'X', reason: 'No inspection file is loaded.' };
    const missing = verdictOn({}, signalsWith({ not_judged: [gap, { ...gap, name: 'y' }] }));
    assert.equal(missing.verdict, 'look_closer');
    assert.equal(missing.reasons[0]?.text, '2 signals were not judged. No inspection file is loaded.');
    const late = verdictOn({}, signalsWith({ errors: { x: { type: 'TimeoutError', message: '' } } }));
    assert.equal(late.verdict, 'look_closer');
  });
  test('names the most serious reason first', () => {
    const { reasons } = verdictOn({ rating: 'Conditional', bipd: 'Inactive' });
    assert.deepEqual(
      reasons.map(({ effect }) => effect),
      ['do_not_use', 'look_closer'],
    );
  });
});
