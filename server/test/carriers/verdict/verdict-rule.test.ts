import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CarrierProfile } from '../../../src/contract/profile.ts';
import type { CarrierSignals } from '../../../src/contract/signals.ts';
import { decideVerdict } from '../../../src/domain/carriers/verdict/decide-verdict.ts';

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
  unknown?: string[];
  lost?: 'oos' | 'insurance';
};

/** A carrier without any known problem, with these changes. */
function profileWith(change: Change): CarrierProfile {
  const { status = 'ACTIVE', rating = '', common = 'Active', classes = ['Authorized For Hire'] } = change;
  const { bipd = 'Active', cargo = 'Not required', alerts = [], unknown = [], lost } = change;
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
      basic_scores: Object.fromEntries(BASICS.map((name) => [name, { is_escalate: alerts.includes(name) }])),
    },
    errors: lost ? { [lost]: { type: 'TimeoutError', message: 'Late.' } } : null,
    ...(lost && { [lost]: null }),
    unknown_fields: unknown.map((field) => ({ field, reason: `No file has ${field}.` })),
  } as unknown as CarrierProfile;
}

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
    ['an order in force', { status: 'OUT-OF-SERVICE' }, 'do_not_use', /order is in force/],
    ['an inactive number', { status: 'INACTIVE' }, 'do_not_use', /number is inactive/],
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
    ['a score above its threshold', { alerts: ['unsafe_driving'] }, 'look_closer', /Unsafe Driving is above/],
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
