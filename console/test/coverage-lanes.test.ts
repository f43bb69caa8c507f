import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuthorityPeriod, InsuranceFiling } from '../../sdk/src/index.ts';
import {
  authorityLanes,
  gapTexts,
  insuranceLanes,
  pendingTexts,
} from '../src/pages/carriers/sections/coverage-lanes.ts';

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

const gaps = (filings: InsuranceFiling[]) => gapTexts(insuranceLanes(filings, TODAY, true), TODAY);

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
    insuranceLanes(filings, TODAY, true).map(({ label }) => label),
    ['Liability', 'Liability, excess'],
  );
  assert.deepEqual(gaps(filings), ['Liability, excess: Jan 1, 2026 to now']);
});

test('without all files of filings, days without a filing are not shown as gaps', () => {
  const lanes = insuranceLanes([filing('2020-01-01', '2021-01-01')], TODAY, false);
  assert.deepEqual(gapTexts(lanes, TODAY), []);
});

function period(state: AuthorityPeriod['state'], start: string | null, end: string | null, reason: string) {
  return {
    authority: 'common',
    carries: 'property',
    ...{ state, start, end, reason },
    source_dataset: 'authhist',
    source_date: '2026-11-01',
  } as AuthorityPeriod;
}

test('authority lanes show the periods of the service: inactive ones are gaps, pending ones have no effect yet', () => {
  const periods = [
    period('active', null, '2019-05-01', 'GRANTED'),
    period('inactive', '2019-05-01', '2019-08-01', 'INVOLUNTARY REVOCATION'),
    period('active', '2019-08-01', null, 'REINSTATED'),
    period('pending', '2026-12-01', null, 'INVOLUNTARY REVOCATION'),
  ];
  const lanes = authorityLanes(periods, TODAY);
  assert.deepEqual(
    lanes.map(({ label, spans }) => [label, spans.length, spans.at(-1)?.end]),
    [['Common, property', 3, TODAY]],
  );
  assert.deepEqual(gapTexts(lanes, TODAY), ['Common, property: May 1, 2019 to Aug 1, 2019']);
  assert.deepEqual(pendingTexts(periods), ['Common, property: Involuntary revocation (Dec 1, 2026)']);
});

test('an authority that is active since before the first record has no gap', () => {
  const lanes = authorityLanes([period('active', null, null, 'ACTIVE')], TODAY);
  assert.deepEqual(gapTexts(lanes, TODAY), []);
  assert.equal(lanes[0]?.spans[0]?.tone, 'good');
});
