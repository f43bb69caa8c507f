import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CategoryId } from '../../src/contract/scores.ts';
import {
  isRandomlySelected,
  monthNumber,
  scoreBySize,
  scoreUninspected,
} from '../../src/domain/safety/iss/insufficient-data.ts';
import {
  describeIss,
  ISS_ONE_SHORT,
  ISS_ORDER,
  ISS_RANDOM,
  ISS_SOME_INSPECTIONS,
  issGroup,
} from '../../src/domain/safety/iss/iss-groups.ts';
import { spreadByKey, valueAt } from '../../src/domain/safety/iss/spread.ts';
import { categoryBit } from '../../src/domain/safety/sms/categories.ts';
import { AS_OF, scoreTestMonth, type TestInspection } from '../support/safety/safety-month.ts';

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
  spreadByKey(scores, Int32Array.from([3, 1, 1, 9, 9]), () => true, { from: 49, values: 49, step: -1 });
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

test('selects one carrier in a hundred, the same ones within a month, others in the next', () => {
  const selected = (month: number) => {
    const found = new Set<number>();
    for (let usdot = 1; usdot <= 200_000; usdot++) if (isRandomlySelected(usdot, month)) found.add(usdot);
    return found;
  };
  const month = monthNumber(AS_OF);
  const [one, again, next] = [selected(month), selected(month), selected(month + 1)];
  assert.deepEqual(one, again);
  assert.ok(one.size > 1_800 && one.size < 2_200, `${one.size} selected`);
  assert.ok([...one].filter((usdot) => next.has(usdot)).length < one.size / 20);
  const [usdotNumber = 0] = one;
  const carrier = { usdotNumber, powerUnits: 1, drivers: 1, isUnderOrder: false };
  assert.deepEqual(scoreUninspected(carrier, month), { score: 99, group: ISS_RANDOM });
  assert.deepEqual(scoreUninspected({ ...carrier, isUnderOrder: true }, month), {
    score: 100,
    group: ISS_ORDER,
  });
});

const unselected = Array.from({ length: 500 }, (_, i) => i + 1).filter(
  (usdot) => !isRandomlySelected(usdot, monthNumber(AS_OF)),
);
const inspect = (usdot: number, count: number, bad = 0): TestInspection[] =>
  Array.from({ length: count }, (_, i) => ({
    usdot,
    id: usdot * 1_000 + i,
    date: '2026-09-01',
    relevant: ['hours_of_service' as const],
    violations: i < bad ? [{ basic: 'Hours-of-Service Compliance', severityWeight: 5 }] : [],
  }));

test('one inspection short of sufficient data: 70 to 74, higher with more violations', () => {
  const carriers = unselected.slice(0, 15);
  const month = scoreTestMonth(carriers.flatMap((usdot, i) => inspect(usdot, 2, i % 3)));
  const scores = carriers.map((usdot) => month.of(usdot, 'hours_of_service'));
  for (const [i, { iss, issGroup: group }] of scores.entries()) {
    assert.equal(group, ISS_ONE_SHORT);
    assert.equal(iss, [71, 73, 74][i % 3]);
  }
});

test('enough inspections without a violation are sufficient data and recommend Pass', () => {
  const [clean = 0, short = 0, inconclusive = 0] = unselected;
  const vehicles = (usdot: number, count: number): TestInspection[] =>
    Array.from({ length: count }, (_, i) => ({
      ...{
        usdot,
        id: usdot * 1_000 + 500 + i,
        date: '2026-09-01',
        relevant: ['vehicle_maintenance' as const],
      },
    }));
  const month = scoreTestMonth([
    ...inspect(clean, 3),
    ...vehicles(clean, 4),
    ...vehicles(short, 4),
    // Enough inspections, too few of them with a violation, and one short in another BASIC.
    ...inspect(inconclusive, 3, 2),
    ...vehicles(inconclusive, 4),
  ]);
  const iss = (usdot: number) => month.of(usdot, 'hours_of_service');
  assert.equal(iss(clean).issGroup, 13);
  assert.equal(describeIss(iss(clean).iss, 13).recommendation, 'Pass');
  assert.equal(iss(short).issGroup, ISS_ONE_SHORT);
  assert.equal(iss(inconclusive).issGroup, ISS_SOME_INSPECTIONS);
});

test('some inspections: 50 to 69, lower with more inspections per unit and driver', () => {
  const carriers = unselected.slice(0, 40);
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

test('an out-of-service order scores 100, and an acute violation counts as sufficient data', () => {
  const [a = 0, b = 0] = unselected;
  const month = scoreTestMonth([...inspect(a, 1), ...inspect(b, 1)], {
    carriers: { [a]: { isUnderOrder: 1 }, [b]: { acute: categoryBit('vehicle_maintenance') } },
  });
  assert.deepEqual(
    [month.of(a, 'hours_of_service').iss, month.of(a, 'hours_of_service').issGroup],
    [100, ISS_ORDER],
  );
  assert.deepEqual([month.of(b, 'hours_of_service').iss, month.of(b, 'hours_of_service').issGroup], [74, 7]);
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
