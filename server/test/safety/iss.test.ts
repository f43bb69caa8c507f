import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CategoryId } from '../../src/contract/scores.ts';
import { scoreBySize } from '../../src/domain/safety/iss/insufficient-data.ts';
import {
  describeIss,
  ISS_NO_INSPECTION,
  ISS_ONE_SHORT,
  ISS_SOME_INSPECTIONS,
  issGroup,
} from '../../src/domain/safety/iss/iss-groups.ts';
import { spreadByKey, valueAt } from '../../src/domain/safety/iss/spread.ts';
import { categoryBit } from '../../src/domain/safety/sms/categories.ts';
import { NOTHING } from '../../src/domain/safety/sms/relevance.ts';
import { scoreTestMonth, type TestInspection } from '../support/safety/safety-month.ts';

const SHORT: Record<string, CategoryId> = {
  UD: 'unsafe_driving',
  HOS: 'hours_of_service',
  DF: 'driver_fitness',
  CS: 'controlled_substances',
  VM: 'vehicle_maintenance',
  HM: 'hazmat_related',
  CI: 'crash_indicator',
};
const bits = (names: string) =>
  names
    .split(' ')
    .filter(Boolean)
    .reduce((set, name) => set | categoryBit(SHORT[name] as CategoryId), 0);

test('assigns the 13 groups of the ISS paper', () => {
  const table: [string, string, number][] = [
    ['HOS DF CS VM', '', 1],
    ['UD HOS CI VM HM', '', 1],
    ['UD VM', 'UD', 1],
    ['HOS VM', 'HOS', 1],
    ['UD CI', 'CI', 1],
    ['HOS DF VM', '', 2],
    ['DF VM', '', 3],
    ['DF VM UD', '', 3],
    ['VM UD', '', 4],
    ['HOS CI', '', 4],
    ['CS UD CI', '', 4],
    ['HOS', '', 5],
    ['HOS', 'HOS', 5],
    ['VM', '', 7],
    ['HM', '', 8],
    ['DF', '', 9],
    ['CS', '', 10],
    ['UD CI', '', 11],
    ['UD', 'UD', 12],
    ['CI', '', 12],
    ['', '', 13],
  ];
  for (const [over, severe, group] of table) assert.equal(issGroup(bits(over), bits(severe)), group, over);
  assert.equal(issGroup(0, 0, true), 6);
  assert.equal(issGroup(bits('VM'), 0, true), 7);
});

test('divides a band into equal parts, most severe first, with the same score for equal keys', () => {
  const band = { from: 99, values: 25, step: -1 } as const;
  assert.deepEqual(
    [valueAt(0, 100, band), valueAt(3, 100, band), valueAt(4, 100, band), valueAt(99, 100, band)],
    [99, 99, 98, 75],
  );
  const scores = new Uint8Array(5);
  const everybody = { isMember: () => true, isRanked: () => true };
  spreadByKey(scores, Int32Array.from([3, 1, 1, 9, 9]), everybody, { from: 49, values: 49, step: -1 });
  assert.deepEqual([...scores], [30, 49, 49, 20, 20]);
});

test('scores a carrier without inspections by size', () => {
  const sizes: [number, number, number][] = [
    [0, 0, 63],
    [1, 1, 63],
    [1, 2, 64],
    [6, 0, 64],
    [7, 3, 65],
    [15, 1, 65],
    [16, 1, 66],
    [63, 1, 66],
    [64, 1, 67],
    [200, 1, 67],
    [201, 1, 68],
    [1_000, 1, 68],
    [5, 1_001, 69],
  ];
  for (const [units, drivers, score] of sizes) assert.equal(scoreBySize(units, drivers), score);
});

const carriersOf = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const inspect = (usdot: number, count: number, bad = 0): TestInspection[] =>
  Array.from({ length: count }, (_, i) => ({
    usdot,
    id: usdot * 1_000 + i,
    date: '2026-09-01',
    relevant: ['hours_of_service' as const],
    violations: i < bad ? [{ basic: 'Hours-of-Service Compliance', severityWeight: 5 }] : [],
  }));

const DRIVER = ['hours_of_service', 'driver_fitness'] as const;
const VEHICLE = ['vehicle_maintenance'] as const;
let serial = 1_000_000;
/** Inspections of the driver, of the vehicle, or of both; the first `bad` ones have a vehicle violation. */
const examined = (
  usdot: number,
  counts: { driver?: number; vehicle?: number; both?: number; bad?: number },
) => {
  const kinds: [number | undefined, CategoryId[]][] = [
    [counts.both, [...DRIVER, ...VEHICLE]],
    [counts.vehicle, [...VEHICLE]],
    [counts.driver, [...DRIVER]],
  ];
  const all = kinds.flatMap(([count = 0, relevant]) =>
    Array.from({ length: count }, () => ({ usdot, id: serial++, date: '2026-09-01', relevant })),
  );
  return all.map(
    (one, i): TestInspection => ({
      ...one,
      violations: i < (counts.bad ?? 0) ? [{ basic: 'Vehicle Maintenance', severityWeight: 5 }] : [],
    }),
  );
};

test('one inspection short of sufficient data: 70 to 74, higher with more violations', () => {
  const carriers = carriersOf(15);
  const month = scoreTestMonth(carriers.flatMap((usdot, i) => examined(usdot, { both: 4, bad: i % 3 })));
  const scores = carriers.map((usdot) => month.of(usdot, 'hours_of_service'));
  for (const [i, { iss, issGroup: group }] of scores.entries()) {
    assert.equal(group, ISS_ONE_SHORT);
    assert.equal(iss, [71, 73, 74][i % 3]);
  }
});

test('a carrier without the minimum in hours of service, driver fitness or vehicle maintenance never gets Pass', () => {
  const cases: [Parameters<typeof examined>[1], number][] = [
    [{ both: 5 }, 13],
    [{ driver: 5, vehicle: 5 }, 13],
    [{ both: 4, vehicle: 9 }, ISS_ONE_SHORT],
    [{ both: 3, driver: 1, vehicle: 1 }, ISS_ONE_SHORT],
    [{ driver: 3 }, ISS_SOME_INSPECTIONS],
    [{ driver: 300 }, ISS_SOME_INSPECTIONS],
    [{ vehicle: 300 }, ISS_SOME_INSPECTIONS],
    [{ driver: 3, vehicle: 5 }, ISS_SOME_INSPECTIONS],
    [{ both: 3 }, ISS_SOME_INSPECTIONS],
  ];
  const month = scoreTestMonth(cases.flatMap(([counts], i) => examined(i + 1, counts)));
  for (const [i, [counts, group]] of cases.entries()) {
    const { iss, issGroup: found } = month.of(i + 1, 'hours_of_service');
    assert.equal(found, group, JSON.stringify(counts));
    assert.equal(describeIss(iss, found).recommendation === 'Pass', group === 13, JSON.stringify(counts));
    assert.equal(describeIss(iss, found).basis, group === 13 ? 'Safety' : 'Insufficient Data');
  }
});

test('a category over its threshold counts even if another lacks its minimum', () => {
  // All violations of the two categories are in driver inspections; there is no vehicle inspection.
  const peers = carriersOf(20).flatMap((usdot) => inspect(usdot, 4, usdot === 20 ? 4 : 3));
  const month = scoreTestMonth(peers);
  const worst = month.of(20, 'hours_of_service');
  assert.equal(worst.isAlert, true);
  assert.equal(worst.issGroup, 5);
  assert.equal(describeIss(worst.iss, worst.issGroup).recommendation, 'Inspect');
});

test('some inspections: 50 to 69, lower with more inspections per unit and driver', () => {
  const carriers = carriersOf(40);
  const facts = Object.fromEntries(
    carriers.map((usdot, i) => [usdot, { powerUnits: i + 1, drivers: i + 1 }]),
  );
  const month = scoreTestMonth(
    carriers.flatMap((usdot) => inspect(usdot, 1)),
    { carriers: facts },
  );
  const scores = carriers.map((usdot) => month.of(usdot, 'hours_of_service'));
  assert.ok(scores.every(({ issGroup: group }) => group === ISS_SOME_INSPECTIONS));
  assert.equal(scores[0]?.iss, 50);
  assert.equal(scores[39]?.iss, 69);
  assert.deepEqual(
    scores.map(({ iss }) => iss),
    scores.map(({ iss }) => iss).sort((a, b) => a - b),
  );
});

test('no carrier is selected at random: none of 5,000 without sufficient data gets Inspect', () => {
  const carriers = carriersOf(5_000);
  const month = scoreTestMonth(carriers.flatMap((usdot) => inspect(usdot, 1)));
  for (const usdot of carriers) {
    const { iss, issGroup: group } = month.of(usdot, 'hours_of_service');
    assert.equal(group, ISS_SOME_INSPECTIONS);
    assert.ok(iss >= 50 && iss <= 69, `${usdot}: ${iss}`);
  }
});

test('a carrier under an out-of-service order is not ranked, and keeps the score that it has without the order', () => {
  const carriers = carriersOf(40);
  const inspections = carriers.flatMap((usdot) => inspect(usdot, 1));
  const facts = Object.fromEntries(carriers.map((usdot) => [usdot, { powerUnits: usdot, drivers: usdot }]));
  const without = scoreTestMonth(
    inspections.filter(({ usdot }) => usdot !== 17),
    { carriers: facts },
  );
  const ordered = { ...facts, 17: { ...facts[17], isUnderOrder: 1 } };
  const month = scoreTestMonth(inspections, { carriers: ordered });
  for (const usdot of carriers.filter((one) => one !== 17))
    assert.equal(month.of(usdot, 'hours_of_service').iss, without.of(usdot, 'hours_of_service').iss);
  const { iss, issGroup: group } = month.of(17, 'hours_of_service');
  assert.equal(group, ISS_SOME_INSPECTIONS);
  assert.ok(iss >= 50 && iss <= 69, `${iss}`);
  const alone = scoreTestMonth(inspect(1, 1), { carriers: { 1: { isUnderOrder: 1 } } });
  assert.equal(alone.of(1, 'hours_of_service').iss, 50);
});

test('an acute violation counts as sufficient data', () => {
  const month = scoreTestMonth(inspect(1, 1), {
    carriers: { 1: { acute: categoryBit('vehicle_maintenance') } },
  });
  const { iss, issGroup: group } = month.of(1, 'hours_of_service');
  assert.deepEqual([iss, group], [74, 7]);
});

test('an inspection with an unknown level does not count as an inspection', () => {
  const month = scoreTestMonth([{ usdot: 1, id: 1, date: '2026-09-01', mark: NOTHING }]);
  assert.equal(month.of(1, 'unsafe_driving').issGroup, ISS_NO_INSPECTION);
  assert.ok(Number.isNaN(month.of(1, 'unsafe_driving').measure));
});

test('describes recommendation, basis and group', () => {
  assert.deepEqual(
    [describeIss(75, 5), describeIss(74, 7), describeIss(49, 13), describeIss(64, 102)].map(
      ({ recommendation, basis, group }) => [recommendation, basis, group],
    ),
    [
      ['Inspect', 'Safety', 5],
      ['Optional', 'Safety', 7],
      ['Pass', 'Safety', 13],
      ['Optional', 'Insufficient Data', null],
    ],
  );
});
