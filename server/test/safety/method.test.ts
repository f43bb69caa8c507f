import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CategoryId } from '../../src/contract/scores.ts';
import { previewMethod } from '../../src/domain/safety/sms/method-preview.ts';
import { peerGroup, peerGroupLabel } from '../../src/domain/safety/sms/peer-groups.ts';
import { cutsOf, percentileByCuts } from '../../src/domain/safety/sms/percentiles.ts';
import { DRIVER_ONLY, VEHICLE_ONLY } from '../../src/domain/safety/sms/relevance.ts';
import { BASIC_NAMES, scoreTestMonth, type TestInspection } from '../support/safety/safety-month.ts';

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
