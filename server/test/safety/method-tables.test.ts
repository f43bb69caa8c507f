import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CategoryId, Segment } from '../../src/contract/scores.ts';
import { nationalAverages, recordableCrashRate } from '../../src/domain/safety/published-rates.ts';
import { crashBucket, crashWeight, violationBucket } from '../../src/domain/safety/severity.ts';
import { describeBasic } from '../../src/domain/safety/sms/describe-basic.ts';
import { utilizationFactor } from '../../src/domain/safety/sms/measures.ts';
import { categoryOf } from '../../src/domain/safety/sms/method.ts';
import { currentMethod } from '../../src/domain/safety/sms/method-current.ts';
import { previewMethod } from '../../src/domain/safety/sms/method-preview.ts';
import { peerGroup, peerGroupLabel } from '../../src/domain/safety/sms/peer-groups.ts';

const category = (id: CategoryId) => {
  const found = categoryOf(currentMethod, id);
  if (!found) throw new Error(id);
  return found;
};

test('safety event groups have the published ranges', () => {
  const expected: [CategoryId, Segment, string][] = [
    ['unsafe_driving', 'combination', '3–8, 9–21, 22–57, 58–149, 150+'],
    ['unsafe_driving', 'straight', '3–4, 5–8, 9–18, 19–49, 50+'],
    ['crash_indicator', 'combination', '2–3, 4–6, 7–16, 17–45, 46+'],
    ['crash_indicator', 'straight', '2–2, 3–4, 5–8, 9–26, 27+'],
    ['hours_of_service', 'straight', '3–10, 11–20, 21–100, 101–500, 501+'],
    ['vehicle_maintenance', 'straight', '5–10, 11–20, 21–100, 101–500, 501+'],
    ['driver_fitness', 'combination', '5–10, 11–20, 21–100, 101–500, 501+'],
    ['hazmat_related', 'straight', '5–10, 11–15, 16–40, 41–100, 101+'],
    ['controlled_substances', 'straight', '1–1, 2–2, 3–3, 4+'],
  ];
  for (const [id, segment, ranges] of expected) {
    const groups = ranges.split(', ').map((range) => range.match(/\d+/g)?.map(Number) ?? []);
    const first = groups[0]?.[0] ?? 0;
    assert.equal(peerGroup(category(id), segment, first - 1), 0, id);
    const numbers = groups.map(([from = 0, to = from + 999]) => {
      const group = peerGroup(category(id), segment, from);
      assert.equal(peerGroup(category(id), segment, to), group, `${id} ${from}–${to}`);
      return group;
    });
    assert.equal(new Set(numbers).size, groups.length, id);
  }
  const combination = peerGroup(category('unsafe_driving'), 'combination', 9);
  assert.notEqual(combination, peerGroup(category('unsafe_driving'), 'straight', 5));
  assert.equal(
    peerGroupLabel(category('unsafe_driving'), combination),
    'combination, 9 to 21 inspections with violation',
  );
  assert.equal(peerGroupLabel(category('vehicle_maintenance'), 5), '501 or more relevant inspections');
});

test('utilization factors follow the published table', () => {
  const rows: [Segment, number, number][] = [
    ['combination', 79_999, 1],
    ['combination', 80_000, 1],
    ['combination', 120_000, 1.3],
    ['combination', 160_000, 1.6],
    ['combination', 200_000, 1.6],
    ['combination', 200_001, 1],
    ['straight', 19_999, 1],
    ['straight', 20_000, 1],
    ['straight', 40_000, 2],
    ['straight', 60_000, 3],
    ['straight', 200_000, 3],
    ['straight', 200_001, 1],
    ['straight', Number.NaN, 1],
  ];
  for (const [segment, perUnit, factor] of rows)
    assert.ok(
      Math.abs(utilizationFactor(currentMethod, segment, perUnit * 10, 10) - factor) < 1e-9,
      `${segment} ${perUnit}`,
    );
  assert.equal(utilizationFactor(previewMethod, 'straight', 2_500_000, 10), 3);
});

test('thresholds depend on the carrier type', () => {
  const table: Record<string, [number, number, number]> = {
    unsafe_driving: [50, 60, 65],
    hours_of_service: [50, 60, 65],
    crash_indicator: [50, 60, 65],
    vehicle_maintenance: [65, 75, 80],
    driver_fitness: [65, 75, 80],
    controlled_substances: [65, 75, 80],
    hazmat_related: [80, 80, 80],
  };
  for (const { id, thresholds } of currentMethod.categories)
    assert.deepEqual([thresholds.passenger, thresholds.hazmat, thresholds.general], table[id], id);
});

test('states what is missing for a percentile', () => {
  const figures = { measure: 1, percentile: null, group: null, relevant: 4, withViolation: 1, violations: 1 };
  const flags = { carrierType: 0, alerts: 0, acute: 0 };
  const reason = (id: CategoryId, changes: object = {}) =>
    describeBasic(category(id), { ...figures, inspections: 4, ...changes }, flags, undefined).status_reason;
  assert.equal(reason('vehicle_maintenance'), 'Fewer than 5 vehicle inspections');
  assert.equal(reason('hours_of_service', { relevant: 2 }), 'Fewer than 3 driver inspections');
  assert.equal(reason('unsafe_driving'), 'Fewer than 3 inspections with violations');
  assert.equal(reason('crash_indicator'), 'Fewer than 2 crashes');
  assert.equal(
    reason('vehicle_maintenance', { relevant: 9, group: 1 }),
    'Fewer than 5 inspections with violations',
  );
  assert.equal(
    reason('vehicle_maintenance', { relevant: 9, group: 1, withViolation: 6 }),
    'No violation in the last 12 months',
  );
  assert.equal(reason('vehicle_maintenance', { relevant: 9, withViolation: 0 }), null);
});

test('returns the national averages that were shown on a day', () => {
  for (const [day, vehicle, driver, hazmat] of [
    ['2026-11-15', 22.26, 6.67, 4.44],
    ['2025-01-01', 22.26, 6.67, 4.44],
    ['2024-12-31', 20.72, 5.51, 4.5],
    ['2020-02-10', 20.72, 5.51, 4.5],
    ['2006-06-01', 23.4, 6.6, 5.5],
    ['1999-01-01', 23.6, 6.7, 5.6],
  ] as const) {
    const { vehicle: v, driver: d, hazmat: h } = nationalAverages(day);
    assert.deepEqual([v, d, h], [vehicle, driver, hazmat], day);
  }
});

test('a crash has weight 1, or 2 with a casualty, plus 1 if hazmat was released', () => {
  const weight = (fatalities: number, injuries: number, hazmatReleased: boolean) =>
    crashWeight({ fatalities, injuries, hazmatReleased });
  assert.deepEqual(
    [weight(0, 0, false), weight(0, 1, false), weight(1, 0, false), weight(0, 0, true), weight(1, 1, true)],
    [1, 2, 2, 2, 3],
  );
});

test('the crash rate comes from a review of the last two years, otherwise from crashes and recent miles', () => {
  const computed = { reviewedRate: null, reviewDate: null, crashes: 3, miles: 2_000_000, milesYear: 2024 };
  const rate = (changes: Partial<Parameters<typeof recordableCrashRate>[0]>) =>
    recordableCrashRate({ ...computed, ...changes }, '2026-10-30');
  assert.deepEqual(rate({ reviewedRate: 0.512, reviewDate: '2025-04-01' }), {
    ...{ rate: 0.512, source: 'review', day: '2025-04-01' },
  });
  assert.equal(rate({ reviewedRate: 2.5, reviewDate: '2024-10-30' })?.rate, 2.5);
  const ours = { rate: 1.5, source: 'computed', day: '2026-10-30' };
  for (const [reviewedRate, reviewDate] of [
    [2.5, '2024-10-29'],
    [2.5, '1999-03-01'],
    [2.5, null],
    [0, '2025-04-01'],
    [999.999, '2025-04-01'],
    [2.5, '2026-10-31'],
  ] as const)
    assert.deepEqual(rate({ reviewedRate, reviewDate }), ours, `${reviewedRate} of ${reviewDate}`);
  assert.equal(rate({ milesYear: 2023 }), null);
  assert.equal(rate({ miles: 0 }), null);
  assert.equal(rate({ crashes: null }), null, 'no crash file is loaded');
  assert.equal(rate({ crashes: 0 })?.rate, 0);
});

test('sorts violations and crashes into severity buckets', () => {
  const bucket = (severityWeight: number, outOfService = false, isRedFlag = false) =>
    violationBucket({ severityWeight, outOfService, isRedFlag });
  assert.deepEqual(
    [bucket(10), bucket(8), bucket(7), bucket(5), bucket(4), bucket(0), bucket(4, true), bucket(8, true)],
    ['most_severe', 'most_severe', 'major', 'major', 'less_severe', 'less_severe', 'major', 'most_severe'],
  );
  assert.equal(bucket(1, false, true), 'most_severe');
  assert.equal(bucket(5, true, true), 'most_severe');
  const crash = (fatalities: number, injuries: number, hazmatReleased = false) =>
    crashBucket({ fatalities, injuries, hazmatReleased });
  assert.deepEqual(
    [crash(1, 0), crash(0, 2), crash(0, 0, true), crash(0, 0)],
    ['most_severe', 'major', 'major', 'less_severe'],
  );
});
