import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CategoryId } from '../../src/contract/scores.ts';
import { cutNeighbors, cutsAfterChange } from '../../src/domain/safety/sms/cut-neighbors.ts';
import { methods } from '../../src/domain/safety/sms/methods.ts';
import { cutsOf, percentileByCuts } from '../../src/domain/safety/sms/percentiles.ts';
import { dayNumber, monthsBefore, timeWeightFrom } from '../../src/domain/safety/sms/time-weight.ts';
import { AS_OF, BASIC_NAMES, scoreTestMonth, type TestInspection } from '../support/safety/safety-month.ts';

const RATIO: CategoryId[] = [
  'hours_of_service',
  'driver_fitness',
  'controlled_substances',
  'vehicle_maintenance',
  'hazmat_related',
];
const EVERY: CategoryId[] = ['unsafe_driving', ...RATIO];

const violation = fc.record({
  basic: fc.constantFrom(...EVERY.map((id) => BASIC_NAMES[id] ?? '')),
  group: fc.constantFrom('Brakes', 'Lighting', 'Speeding 4', 'False Log', 'Drugs'),
  severityWeight: fc.integer({ min: 0, max: 10 }),
  outOfServiceWeight: fc.constantFrom(0, 2),
  isOutOfService: fc.boolean(),
});
/** The inverse of dayNumber. */
const isoDayOf = (day: number) =>
  new Date(Date.UTC(2000, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);

/** The rank of a measure, as a percentage rounded down; equal measures have the highest rank. */
function percentileByCounting(values: number[], measure: number): number {
  const rank = values.filter((value) => value <= measure).length;
  return values.length <= 1 ? 0 : Math.max(0, Math.floor((100 * (rank - 1)) / (values.length - 1)));
}

/** Days up to a little more than two years before the run. */
const day = fc.integer({ min: 0, max: 760 }).map((age) => isoDayOf(dayNumber(AS_OF) - age));
const inspections = (carriers: number, most: number, fewest = 1) =>
  fc
    .array(
      fc.record({
        usdot: fc.integer({ min: 1, max: carriers }),
        date: day,
        relevant: fc.constant(EVERY),
        violations: fc.array(violation, { maxLength: 5 }),
      }),
      { minLength: fewest, maxLength: most, size: 'max' },
    )
    .map((rows) => rows.map((row, i): TestInspection => ({ ...row, id: 1_000 + i })));

test('adding a violation to a relevant inspection never lowers a measure', () => {
  fc.assert(
    fc.property(
      inspections(3, 12),
      fc.nat(),
      violation,
      fc.constantFrom(...Object.values(methods)),
      (rows, at, added, method) => {
        const place = at % rows.length;
        const chosen = rows[place] as TestInspection;
        const more = rows.map((row, i) =>
          i === place ? { ...row, violations: [...(row.violations ?? []), added] } : row,
        );
        const before = scoreTestMonth(rows, { method });
        const after = scoreTestMonth(more, { method });
        for (const { id } of method.categories) {
          if (id === 'crash_indicator') continue;
          const [was, is] = [before.of(chosen.usdot, id).measure, after.of(chosen.usdot, id).measure];
          assert.ok(Number.isNaN(was) ? Number.isNaN(is) || is >= 0 : is >= was, `${id}: ${was} → ${is}`);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('time weights change at exactly 6, 12 and 24 months', () => {
  const asOfDay = fc.integer({ min: dayNumber('2019-01-01'), max: dayNumber('2031-12-31') });
  fc.assert(
    fc.property(asOfDay, (number) => {
      const asOf = isoDayOf(number);
      const timeWeight = timeWeightFrom(methods.current, asOf);
      const edge = (months: number) => dayNumber(monthsBefore(asOf, months));
      assert.deepEqual([timeWeight(number), timeWeight(number + 1)], [3, 0]);
      assert.deepEqual([timeWeight(edge(6)), timeWeight(edge(6) - 1)], [3, 2]);
      assert.deepEqual([timeWeight(edge(12)), timeWeight(edge(12) - 1)], [2, 1]);
      assert.deepEqual([timeWeight(edge(24)), timeWeight(edge(24) - 1)], [1, 0]);
    }),
  );
  assert.equal(monthsBefore('2026-08-31', 6), '2026-02-28');
  assert.equal(monthsBefore('2024-08-31', 6), '2024-02-29');
  assert.equal(monthsBefore('2026-10-30', 24), '2024-10-30');
});

test('an inspection has time weight 3, 2, 1 or 0 by its age', () => {
  // A clean inspection of today adds 3 to the divisor; the other one has severity 10.
  const measureAt = (date: string) =>
    scoreTestMonth([
      { usdot: 1, id: 1, date: AS_OF, relevant: ['driver_fitness'] },
      {
        usdot: 1,
        id: 2,
        date,
        relevant: ['driver_fitness'],
        violations: [{ basic: 'Driver Fitness', severityWeight: 10 }],
      },
    ]).of(1, 'driver_fitness').measure;
  const shifted = (months: number, days: number) => isoDayOf(dayNumber(monthsBefore(AS_OF, months)) + days);
  for (const [months, inside, outside] of [
    [6, 30 / 6, 20 / 5],
    [12, 20 / 5, 10 / 4],
    [24, 10 / 4, 0],
  ] as const) {
    assert.equal(measureAt(shifted(months, 0)), inside);
    assert.equal(measureAt(shifted(months, -1)), outside);
  }
});

test('percentiles are between 0 and 100 and increase with the measure within a peer group', () => {
  let compared = 0;
  fc.assert(
    fc.property(inspections(40, 220, 180), fc.constantFrom(...EVERY), (rows, category) => {
      const month = scoreTestMonth(rows);
      const ranked = [...new Set(rows.map(({ usdot }) => usdot))]
        .map((usdot) => month.of(usdot, category))
        .filter(({ percentile }) => percentile !== null);
      compared += ranked.length;
      for (const a of ranked) {
        assert.ok((a.percentile ?? -1) >= 0 && (a.percentile ?? 101) <= 100);
        for (const b of ranked)
          if (a.group === b.group && a.measure <= b.measure)
            assert.ok((a.percentile ?? 0) <= (b.percentile ?? 0));
      }
    }),
    { numRuns: 60 },
  );
  assert.ok(compared > 100, `only ${compared} percentiles were compared`);
});

test('scores do not depend on the order of rows', () => {
  fc.assert(
    fc.property(
      inspections(30, 120).chain((rows) =>
        fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
      ),
      fc.constantFrom(...Object.values(methods)),
      ([rows, shuffled], method) => {
        const [one, other] = [scoreTestMonth(rows, { method }), scoreTestMonth(shuffled, { method })];
        for (const { usdot } of rows)
          for (const { id } of method.categories) assert.deepEqual(one.of(usdot, id), other.of(usdot, id));
      },
    ),
    { numRuns: 60 },
  );
});

const measures = fc.array(fc.integer({ min: 0, max: 80 }), { minLength: 1, maxLength: 400, size: 'max' });

test('percentiles by cuts equal percentiles by counting', () => {
  fc.assert(
    fc.property(measures, fc.integer({ min: 0, max: 80 }), (values, measure) => {
      const sorted = Float64Array.from(values).sort();
      assert.equal(percentileByCuts(cutsOf(sorted), measure), percentileByCounting(values, measure));
    }),
  );
});

test('cuts after a change equal the cuts of the changed group', () => {
  fc.assert(
    fc.property(
      measures,
      fc.nat(),
      fc.boolean(),
      fc.option(fc.integer({ min: -1, max: 81 })),
      (values, at, leaves, come) => {
        const sorted = Float64Array.from(values).sort();
        const place = at % sorted.length;
        const gone = leaves ? (sorted[place] as number) : null;
        const rest = [...sorted.filter((_, i) => !leaves || i !== place), ...(come === null ? [] : [come])];
        assert.deepEqual(
          cutsAfterChange(cutNeighbors(sorted), sorted.length, gone, come),
          cutsOf(Float64Array.from(rest).sort()),
        );
      },
    ),
    { numRuns: 2_000 },
  );
});

test('every carrier has an ISS score between 1 and 100', () => {
  fc.assert(
    fc.property(inspections(60, 200), (rows) => {
      const month = scoreTestMonth(rows);
      for (const { usdot } of rows) {
        const { iss } = month.of(usdot, 'unsafe_driving');
        assert.ok(iss >= 1 && iss <= 100);
      }
    }),
    { numRuns: 40 },
  );
});
