import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nationalAverages, recordableCrashRate } from '../../src/domain/safety/published-rates.ts';
import { crashBucket, crashWeight, violationBucket } from '../../src/domain/safety/severity.ts';

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
  const weight = (
    fatalities: number,
    injuries: number,
    hazmatReleased: boolean,
    towAway: boolean | null = true,
  ) => crashWeight({ fatalities, injuries, hazmatReleased, towAway });
  assert.deepEqual(
    [weight(0, 0, false), weight(0, 1, false), weight(1, 0, false), weight(0, 0, true), weight(1, 1, true)],
    [1, 2, 2, 2, 3],
  );
  // Without casualty and tow-away, a crash is not recordable. A missing flag is no evidence of that.
  assert.deepEqual(
    [weight(0, 0, true, false), weight(0, 0, false, null), weight(0, 1, false, false)],
    [0, 1, 2],
  );
});

test('the crash rate comes from the census, otherwise from crashes and recent miles', () => {
  const rate = (censusRate: number | null, crashes: number, miles: number | null, milesYear: number | null) =>
    recordableCrashRate({ censusRate, crashes, miles, milesYear }, '2026-10-30');
  assert.equal(rate(0.512, 9, 1_000_000, 2025), 0.512);
  assert.equal(rate(0, 3, 2_000_000, 2024), 1.5);
  assert.equal(rate(null, 3, 2_000_000, 2023), null);
  assert.equal(rate(null, 3, 0, 2025), null);
  assert.equal(rate(null, 0, 2_000_000, 2025), 0);
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
