import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CategoryId } from '../../src/domain/safety/sms/categories.ts';
import { describeBasic } from '../../src/domain/safety/sms/describe-basic.ts';
import { utilizationFactor } from '../../src/domain/safety/sms/measures.ts';
import { categoryOf, type Segment } from '../../src/domain/safety/sms/method.ts';
import { currentMethod } from '../../src/domain/safety/sms/method-current.ts';
import { previewMethod } from '../../src/domain/safety/sms/method-preview.ts';
import { peerGroup, peerGroupLabel } from '../../src/domain/safety/sms/peer-groups.ts';
import { cutsOf, percentileByCuts } from '../../src/domain/safety/sms/percentiles.ts';
import { DRIVER_ONLY, VEHICLE_ONLY } from '../../src/domain/safety/sms/relevance.ts';
import { BASIC_NAMES, scoreTestMonth, type TestInspection } from '../support/safety/safety-month.ts';

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
    ...([
      ['combination', 79_999, 1],
      ['combination', 80_000, 1],
      ['combination', 120_000, 1.3],
      ['combination', 160_000, 1.6],
      ['combination', 200_000, 1.6],
      ['combination', 200_001, 1],
    ] as [Segment, number, number][]),
    ...([
      ['straight', 19_999, 1],
      ['straight', 20_000, 1],
      ['straight', 40_000, 2],
      ['straight', 60_000, 3],
      ['straight', 200_000, 3],
      ['straight', 200_001, 1],
      ['straight', Number.NaN, 1],
    ] as [Segment, number, number][]),
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

/** `count` inspections of a carrier; the first `bad` of them have one violation. */
function record(
  usdot: number,
  id: CategoryId,
  count: number,
  bad: number,
  date = '2026-09-01',
): TestInspection[] {
  return Array.from({ length: count }, (_, i) => ({
    usdot,
    id: usdot * 10_000 + i,
    date,
    relevant: [id],
    violations: i < bad ? [{ basic: BASIC_NAMES[id] ?? '', severityWeight: 4 }] : [],
  }));
}

test('caps the severity of an inspection at 30 before the time weight', () => {
  const violations = Array.from({ length: 4 }, () => ({ basic: 'Vehicle Maintenance', severityWeight: 10 }));
  const month = scoreTestMonth([
    { usdot: 1, id: 1, date: '2026-10-01', relevant: ['vehicle_maintenance'], violations },
    { usdot: 1, id: 2, date: '2025-01-01', relevant: ['vehicle_maintenance'] },
  ]);
  assert.equal(month.of(1, 'vehicle_maintenance').measure, (30 * 3) / 4);
});

test('adds the out-of-service weight, and counts a violation of severity 0', () => {
  const month = scoreTestMonth([
    {
      usdot: 1,
      id: 1,
      date: '2026-10-01',
      relevant: ['vehicle_maintenance'],
      violations: [{ basic: 'Vehicle Maintenance', severityWeight: 0, outOfServiceWeight: 2 }],
    },
  ]);
  assert.equal(month.of(1, 'vehicle_maintenance').measure, 2);
  assert.equal(month.of(1, 'vehicle_maintenance').withViolation, 1);
});

test('shows a percentile only with enough inspections and enough recent violations', () => {
  const peers = [11, 12, 13].flatMap((usdot) => record(usdot, 'vehicle_maintenance', 8, usdot - 6));
  const month = scoreTestMonth([
    ...peers,
    ...record(1, 'vehicle_maintenance', 4, 4),
    ...record(2, 'vehicle_maintenance', 8, 0),
    ...record(3, 'vehicle_maintenance', 8, 4),
    ...record(4, 'vehicle_maintenance', 8, 6, '2025-03-01'),
    ...record(5, 'vehicle_maintenance', 7, 6, '2025-03-01'),
    { usdot: 5, id: 9, date: '2025-03-02', relevant: ['vehicle_maintenance'] },
  ]);
  const percentile = (usdot: number) => month.of(usdot, 'vehicle_maintenance').percentile;
  assert.equal(percentile(1), null, 'four inspections');
  assert.equal(percentile(2), null, 'no violation');
  assert.equal(percentile(3), null, 'fewer than five inspections with violation');
  assert.notEqual(percentile(4), null, 'old, but the latest inspection found something');
  assert.equal(percentile(5), null, 'old, and the latest inspection was clean');
  assert.deepEqual(
    [11, 12, 13].map(percentile).map((p) => p !== null),
    [true, true, true],
  );
});

test('a carrier without a shown percentile still counts as a peer', () => {
  const few = record(1, 'hours_of_service', 9, 1);
  const month = scoreTestMonth([
    ...few,
    ...record(2, 'hours_of_service', 9, 3),
    ...record(3, 'hours_of_service', 9, 5),
  ]);
  assert.equal(month.of(1, 'hours_of_service').percentile, null);
  assert.equal(month.of(2, 'hours_of_service').percentile, 50);
  assert.equal(month.of(3, 'hours_of_service').percentile, 100);
});

test('divides unsafe driving and crashes by average power units times utilization', () => {
  const month = scoreTestMonth(record(1, 'unsafe_driving', 3, 3), {
    carriers: { 1: { averageUnits: 4, recentMiles: 160_000, segments: 0 } },
    crashes: [
      { usdot: 1, date: '2026-10-01', severity: 2 },
      { usdot: 1, date: '2025-12-01', severity: 1 },
      { usdot: 1, date: '2024-10-29', severity: 3 },
    ],
  });
  assert.equal(month.of(1, 'unsafe_driving').measure, 36 / 8);
  assert.equal(month.of(1, 'crash_indicator').measure, 8 / 8);
  assert.equal(month.of(1, 'crash_indicator').withViolation, 2);
  const none = scoreTestMonth(record(1, 'unsafe_driving', 3, 3), { carriers: { 1: { averageUnits: 0 } } });
  assert.ok(Number.isNaN(none.of(1, 'unsafe_driving').measure));
});

test('an unsafe driving measure of 250 or more has percentile 100', () => {
  const wild = Array.from({ length: 3 }, (_, i) => ({
    usdot: 1,
    id: i,
    date: '2026-10-01',
    relevant: ['unsafe_driving' as const],
    violations: Array.from({ length: 5 }, () => ({ basic: 'Unsafe Driving', severityWeight: 10 })),
  }));
  const worse = wild.map((row) => ({ ...row, usdot: 2, id: row.id + 10 }));
  const month = scoreTestMonth([...wild, ...worse, { ...(worse[0] as TestInspection), id: 99 }]);
  assert.equal(month.of(1, 'unsafe_driving').measure, 270);
  assert.equal(month.of(1, 'unsafe_driving').percentile, 100);
});

test('alerts on a percentile over the threshold or on an investigation result', () => {
  const peers = [3, 4, 5, 6, 7, 8].flatMap((usdot) => record(usdot, 'hours_of_service', 9, usdot));
  const month = scoreTestMonth([...peers, ...record(1, 'driver_fitness', 1, 0)], {
    carriers: { 1: { acute: 0b100 }, 6: { carrierTypes: 2 } },
  });
  const alert = (usdot: number) => month.of(usdot, 'hours_of_service').isAlert;
  assert.deepEqual(
    [5, 6, 7, 8].map((usdot) => month.of(usdot, 'hours_of_service').percentile),
    [40, 60, 80, 100],
  );
  assert.deepEqual([5, 6, 7, 8].map(alert), [false, true, true, true]);
  assert.equal(month.of(1, 'driver_fitness').isAlert, true);
});

test('the percentile is the largest whose lowest measure does not exceed the carrier measure', () => {
  const sorted = Float64Array.from([1, 2, 2, 2, 5]);
  assert.deepEqual(
    [0.5, 1, 2, 3, 5, 9].map((measure) => percentileByCuts(cutsOf(sorted), measure)),
    [0, 0, 75, 75, 100, 100],
  );
  assert.equal(percentileByCuts(cutsOf(Float64Array.from([4])), 4), 0);
});

test('the preview method counts a group once, weights violations 1 or 2 and regroups categories', () => {
  const month = scoreTestMonth(
    [
      {
        usdot: 1,
        id: 1,
        date: '2026-10-01',
        relevant: ['vehicle_maintenance', 'unsafe_driving'],
        violations: [
          { basic: 'Vehicle Maintenance', group: 'Brakes', severityWeight: 4 },
          { basic: 'Vehicle Maintenance', group: 'Brakes', severityWeight: 4, isOutOfService: true },
          { basic: 'Vehicle Maintenance', group: 'Suspension', severityWeight: 7 },
          { basic: 'Vehicle Maintenance', group: 'Lighting', severityWeight: 6 },
          { basic: 'Vehicle Maintenance', group: 'Lighting', severityWeight: 6 },
          { basic: 'Controlled Substances/Alcohol', group: 'Drugs', severityWeight: 10 },
          { basic: 'Unsafe Driving', group: 'Speeding 2', severityWeight: 4 },
        ],
      },
    ],
    { method: previewMethod },
  );
  assert.equal(month.of(1, 'vehicle_maintenance').measure, 2 + 1);
  assert.equal(month.of(1, 'vehicle_maintenance_driver_observed').measure, 1);
  assert.equal(month.of(1, 'unsafe_driving').measure, (2 + 1) * 3);
  assert.ok(Number.isNaN(month.of(1, 'controlled_substances').measure));
  assert.deepEqual([previewMethod.isPreview, previewMethod.effectiveFrom], [true, null]);
  const limits = previewMethod.categories.filter(
    ({ id }) => id === 'driver_fitness' || id === 'hazmat_related',
  );
  assert.deepEqual(
    limits.map(({ thresholds: { passenger, hazmat, general } }) => [passenger, hazmat, general]),
    [
      [75, 85, 90],
      [90, 90, 90],
    ],
  );
  const [fitness] = limits;
  assert.ok(fitness);
  const groupsOf12 = (['straight', 'combination'] as const).map((segment) =>
    peerGroupLabel(fitness, peerGroup(fitness, segment, 12)),
  );
  assert.deepEqual(groupsOf12, [
    'straight, 11 to 20 relevant inspections',
    'combination, 11 to 20 relevant inspections',
  ]);
});

test('the preview method blends percentiles of neighboring groups and needs a violation in the last year', () => {
  const group = (from: number, inspections: number) =>
    Array.from({ length: 11 }, (_, i) =>
      record(from + i, 'hours_of_service', inspections, 3 + (i % 5)),
    ).flat();
  const rows = [...group(100, 10), ...group(200, 20)];
  const middle = scoreTestMonth([...rows, ...record(1, 'hours_of_service', 12, 5)], {
    method: previewMethod,
  });
  const own = scoreTestMonth([...rows, ...record(1, 'hours_of_service', 12, 5)]);
  const [blended, ranked] = [middle.of(1, 'hours_of_service'), own.of(1, 'hours_of_service')];
  assert.ok(
    (blended.percentile ?? 0) < (ranked.percentile ?? 0),
    `${blended.percentile} < ${ranked.percentile}`,
  );
  const old = scoreTestMonth(record(1, 'hours_of_service', 9, 9, '2025-06-01'), { method: previewMethod });
  assert.equal(old.of(1, 'hours_of_service').percentile, null);
  assert.notEqual(
    scoreTestMonth(record(1, 'hours_of_service', 9, 9, '2025-06-01')).of(1, 'hours_of_service').percentile,
    null,
  );
});

test('unsafe driving and controlled substances have no percentile if all violations are older than 12 months', () => {
  const percentile = (id: CategoryId, date: string) =>
    scoreTestMonth(record(1, id, 5, 5, date)).of(1, id).percentile;
  for (const id of ['unsafe_driving', 'controlled_substances'] as const) {
    assert.notEqual(percentile(id, '2025-11-15'), null, `${id}, 11 months`);
    assert.equal(percentile(id, '2025-05-15'), null, `${id}, 17 months`);
  }
  // In the other BASICs, a violation in the latest inspection keeps the percentile.
  assert.notEqual(percentile('hours_of_service', '2025-05-15'), null);
});

test('vehicle violations of driver-only inspections do not count, nor the reverse', () => {
  const inspection = (id: number, mark: number, basic: string, relevant: CategoryId[]): TestInspection => ({
    ...{ usdot: 1, id, date: '2026-10-01', relevant, mark },
    violations: [{ basic, severityWeight: 4 }],
  });
  const month = scoreTestMonth([
    inspection(1, 0, 'Vehicle Maintenance', ['vehicle_maintenance']),
    inspection(2, DRIVER_ONLY, 'Vehicle Maintenance', ['hours_of_service']),
    inspection(3, VEHICLE_ONLY, 'Hours-of-Service Compliance', ['vehicle_maintenance']),
    inspection(4, VEHICLE_ONLY, 'Unsafe Driving', ['vehicle_maintenance']),
    // FMCSA's own flag takes precedence over the level.
    inspection(5, DRIVER_ONLY, 'Vehicle Maintenance', ['vehicle_maintenance']),
  ]);
  assert.deepEqual(
    [month.of(1, 'vehicle_maintenance').withViolation, month.of(1, 'vehicle_maintenance').measure],
    [2, 8 / 4],
  );
  assert.deepEqual(
    [month.of(1, 'hours_of_service').withViolation, month.of(1, 'hours_of_service').measure],
    [0, 0],
  );
  assert.equal(month.of(1, 'unsafe_driving').withViolation, 0);
});

test('intrastate carriers without hazmat are not ranked, but get the percentile of their measure', () => {
  const peers = [3, 5, 7].flatMap((usdot) => record(usdot, 'hours_of_service', 9, usdot));
  const percentiles = (carriers: Record<number, { isPeer: number }>) => {
    const month = scoreTestMonth([...peers, ...record(4, 'hours_of_service', 9, 4)], { carriers });
    return [3, 4, 5, 7].map((usdot) => month.of(usdot, 'hours_of_service').percentile);
  };
  assert.deepEqual(percentiles({}), [0, 33, 66, 100]);
  assert.deepEqual(percentiles({ 4: { isPeer: 0 } }), [0, 0, 50, 100]);
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
