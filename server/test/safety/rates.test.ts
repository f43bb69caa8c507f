import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nationalAverages } from '../../src/domain/safety/published-rates.ts';
import { countCrashes, crashWeight } from '../../src/domain/safety/rates/crash-classes.ts';
import { outOfServiceRate, outOfServiceRates } from '../../src/domain/safety/rates/out-of-service-rates.ts';
import { recordableCrashRate } from '../../src/domain/safety/rates/recordable-crash-rate.ts';
import { isPowerUnit, vehicleKind } from '../../src/domain/safety/rates/vehicle-kind.ts';
import { crashBucket, violationBucket } from '../../src/domain/safety/severity.ts';
import { isValidVin, repairVin } from '../../src/lib/identifiers/vin-repair.ts';

const round = (value: number | null) => (value === null ? null : Math.round(value * 1_000) / 1_000);

test('out-of-service rates are those of the public examples', () => {
  for (const [found, of, percent] of [
    [3, 259, 1.158],
    [17, 124, 13.71],
    [1, 10, 10],
    [0, 0, null],
  ] as const)
    assert.equal(round(outOfServiceRate(of, found).percent), percent);
});

test('the level of an inspection tells whose it is, the load whether it is a hazmat one', () => {
  const inspection = (level: number, driver: number, vehicle: number, hazmat: number, loaded: boolean) => ({
    level,
    driverOutOfService: driver,
    vehicleOutOfService: vehicle,
    hazmatOutOfService: hazmat,
    hazmatPresent: loaded,
    outOfServiceTotal: driver + vehicle + hazmat,
  });
  const rates = outOfServiceRates([
    inspection(1, 1, 0, 0, false),
    inspection(2, 0, 2, 0, true),
    inspection(3, 1, 0, 0, false),
    inspection(5, 0, 1, 0, false),
    inspection(6, 0, 0, 1, true),
    inspection(4, 0, 0, 0, false),
  ]);
  const counts = (kind: keyof typeof rates) => [rates[kind].inspections, rates[kind].outOfService];
  assert.deepEqual(counts('driver'), [4, 2]);
  assert.deepEqual(counts('vehicle'), [4, 2]);
  assert.deepEqual(counts('hazmat'), [2, 1]);
  assert.deepEqual(counts('overall'), [6, 5]);
});

test('national averages are those shown on the day', () => {
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

test('crashes are counted by report and class, people as persons', () => {
  const row = (reportNumber: string, fatalities: number, injuries: number) => ({
    state: 'TX',
    reportNumber,
    fatalities,
    injuries,
    hazmatReleased: false,
  });
  const counts = countCrashes([
    row('1', 0, 0),
    row('2', 0, 3),
    row('2', 0, 3),
    row('3', 1, 2),
    { ...row('3', 0, 0), state: 'OK' },
  ]);
  assert.deepEqual(counts, { fatal: 1, injury: 1, towaway: 2, total: 4, injuries: 5, fatalities: 1 });
});

test('a crash weighs 1, 2 with somebody hurt, and one more with hazmat released', () => {
  const weight = (fatalities: number, injuries: number, hazmatReleased: boolean) =>
    crashWeight({ fatalities, injuries, hazmatReleased });
  assert.deepEqual(
    [weight(0, 0, false), weight(0, 1, false), weight(1, 0, false), weight(0, 0, true), weight(1, 1, true)],
    [1, 2, 2, 2, 3],
  );
});

test('the crash rate is the census one, else our own from miles not too old', () => {
  const rate = (censusRate: number | null, crashes: number, miles: number | null, milesYear: number | null) =>
    recordableCrashRate({ censusRate, crashes, miles, milesYear }, '2026-10-30');
  assert.equal(rate(0.512, 9, 1_000_000, 2025), 0.512);
  assert.equal(rate(0, 3, 2_000_000, 2024), 1.5);
  assert.equal(rate(null, 3, 2_000_000, 2023), null);
  assert.equal(rate(null, 3, 0, 2025), null);
  assert.equal(rate(null, 0, 2_000_000, 2025), 0);
});

test('severity buckets', () => {
  const bucket = (severityWeight: number, outOfService = false, code = '393.9') =>
    violationBucket({ code, severityWeight, outOfService });
  assert.deepEqual(
    [bucket(10), bucket(8), bucket(7), bucket(5), bucket(4), bucket(0), bucket(4, true), bucket(8, true)],
    ['most_severe', 'most_severe', 'major', 'major', 'less_severe', 'less_severe', 'major', 'most_severe'],
  );
  assert.equal(bucket(1, false, '391.11(b)(5)'), 'most_severe');
  assert.equal(bucket(5, true, '383.51A-SOUT'), 'most_severe');
  assert.equal(bucket(1, false, '391.11(b)(4)'), 'less_severe');
  const crash = (fatalities: number, injuries: number, hazmatReleased = false) =>
    crashBucket({ fatalities, injuries, hazmatReleased });
  assert.deepEqual(
    [crash(1, 0), crash(0, 2), crash(0, 0, true), crash(0, 0)],
    ['most_severe', 'major', 'major', 'less_severe'],
  );
});

test('the kind of a vehicle: the inspector, the crash report, the maker, in this order', () => {
  assert.equal(vehicleKind({ unitTypeId: 11, wmiVehicleType: 'Trailer' }), 'tractor');
  assert.equal(vehicleKind({ unitType: 'Semi-Trailer', wmiVehicleType: 'Truck' }), 'trailer');
  assert.equal(vehicleKind({ unitType: 'TRUCK TRACTOR' }), 'tractor');
  assert.equal(vehicleKind({ unitType: 'STRAIGHT TRUCK' }), 'straight truck');
  assert.equal(vehicleKind({ unitType: 'PASSENGER VAN' }), 'bus');
  assert.equal(vehicleKind({ crashConfigurationId: 9, wmiVehicleType: 'Truck' }), 'tractor');
  assert.equal(vehicleKind({ wmiVehicleType: 'Truck' }), 'power unit');
  assert.equal(vehicleKind({ wmiVehicleType: 'Incomplete Vehicle' }), 'straight truck');
  assert.equal(vehicleKind({ unitTypeId: 13 }), 'unknown');
  assert.deepEqual([isPowerUnit('tractor'), isPowerUnit('trailer')], [true, false]);
});

test('a VIN typed by hand is repaired, and judged by its check digit', () => {
  assert.equal(repairVin(' 1m8gdm9ax-kpO42788 '), '1M8GDM9AXKP042788');
  assert.equal(isValidVin('1M8GDM9AXKP042788'), true);
  assert.equal(isValidVin('1M8GDM9A1KP042788'), false);
  assert.equal(isValidVin('KP042788'), false);
});
