import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InsuranceFiling } from '../../sdk/src/index.ts';
import { authorityLanes, gapTexts, insuranceLanes } from '../src/pages/carriers/sections/coverage-lanes.ts';

const TODAY = '2026-11-16';

function filing(from: string, to: string | null, more: Partial<InsuranceFiling> = {}): InsuranceFiling {
  return {
    kind: 'BIPD',
    is_excess: false,
    insurer: 'ACME',
    policy_number: 'P1',
    coverage_dollars: 750_000,
    effective_date: from,
    end_date: to,
    ended_by: null,
    source_dataset: 'insurance',
    ...more,
  } as InsuranceFiling;
}

const gaps = (filings: InsuranceFiling[]) => gapTexts(insuranceLanes(filings, TODAY), TODAY);

test('days between two filings of one kind and after the last one are gaps', () => {
  assert.deepEqual(gaps([filing('2020-01-01', '2021-01-01'), filing('2021-03-01', '2022-01-01')]), [
    'Liability: Jan 1, 2021 to Mar 1, 2021',
    'Liability: Jan 1, 2022 to now',
  ]);
});

test('filings that overlap or follow each other leave no gap', () => {
  const filings = [
    filing('2021-06-01', null),
    filing('2020-01-01', '2021-09-01'),
    filing('2020-02-01', '2020-03-01'),
  ];
  assert.deepEqual(gaps(filings), []);
});

test('an excess layer and another kind have lanes of their own, and a future filing has none', () => {
  const filings = [
    filing('2020-01-01', null),
    filing('2020-01-01', '2026-01-01', { is_excess: true }),
    filing('2027-01-01', null, { kind: 'CARGO' }),
  ];
  assert.deepEqual(
    insuranceLanes(filings, TODAY).map(({ label }) => label),
    ['Liability', 'Liability, excess'],
  );
  assert.deepEqual(gaps(filings), ['Liability, excess: Jan 1, 2026 to now']);
});

type Event = Parameters<typeof authorityLanes>[0][number];

function event(action: string, date: string, ended: [string, string | null] | null = null): Event {
  return {
    authority_type: 'MOTOR PROPERTY COMMON CARRIER',
    original_action: action,
    action_date: date,
    disposition_action: ended?.[0] ?? null,
    disposition_date: ended?.[1] ?? null,
  } as Event;
}

test('a revoked authority is a gap until it is reinstated; a pending order is not, and an application is no authority', () => {
  const events = [
    event('PENDING/APPLICATION RECEIVED', '2014-11-01'),
    event('GRANTED', '2015-01-01', ['REVOKED', '2019-05-01']),
    event('REINSTATED', '2019-08-01'),
    event('INVOLUNTARY REVOCATION', '2026-10-01', ['PENDING', null]),
  ];
  const lanes = authorityLanes(events, TODAY);
  assert.equal(lanes[0]?.spans[0]?.start, '2015-01-01');
  assert.deepEqual(gapTexts(lanes, TODAY), ['Motor property common carrier: May 1, 2019 to Aug 1, 2019']);
});
