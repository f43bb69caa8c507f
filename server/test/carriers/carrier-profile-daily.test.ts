import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApi } from '../support/api.ts';
import { differences } from '../support/carriers/contract-fields.ts';
import { profileResponse } from '../support/carriers/profile-contract.ts';
import {
  BARE_CARRIER,
  CARRIER,
  loadWholeCarrier,
  TRACTOR,
  TRAILER,
} from '../support/carriers/whole-carrier.ts';
import type { Row } from '../support/federal/federal-files.ts';

const clock = { now: () => new Date('2026-11-10T12:00:00Z') };
const api = await testApi({ clock });
const importer = await loadWholeCarrier(api.db);
const headers = await api.signIn(
  await api.customer(['external-api-carrier-iss-score', 'external-api-carrier-profile-vin']),
);

const inspection = (id: number, usdot: number, report: string, day: string, more: Row = {}): Row => ({
  ...{ INSPECTION_ID: id, DOT_NUMBER: usdot, REPORT_STATE: 'OH', REPORT_NUMBER: report, INSP_DATE: day },
  ...{ INSP_LEVEL_ID: 1, COUNTY_CODE_STATE: 'OH', OOS_TOTAL: 0, DRIVER_OOS_TOTAL: 0, VEHICLE_OOS_TOTAL: 0 },
  ...{ HAZMAT_OOS_TOTAL: 0, ...more },
});
const unit = (id: number, unitId: number, number: number, type: number, vin: string, plate: string): Row => ({
  ...{ INSPECTION_ID: id, INSP_UNIT_ID: unitId, INSP_UNIT_NUMBER: number, INSP_UNIT_TYPE_ID: type },
  ...{ INSP_UNIT_VEHICLE_ID_NUMBER: vin, INSP_UNIT_LICENSE: plate, INSP_UNIT_LICENSE_STATE: 'OH' },
});
const violation = (
  id: number,
  n: number,
  unitId: number | '',
  on: string,
  code: string,
  oos: string,
): Row => ({
  ...{ INSPECTION_ID: id, INSP_VIOLATION_ID: n, SEQ_NO: n, INSP_UNIT_ID: unitId, INSP_VIOL_UNIT: on },
  ...{ PART_NO: code.split('.')[0] ?? '', PART_NO_SECTION: code.split('.')[1] ?? '' },
  OUT_OF_SERVICE_INDICATOR: oos,
});
const files: Record<string, Row[]> = {
  'vehicle-inspection': [
    inspection(1, BARE_CARRIER, 'OH0000000001', '20261101', { VEHICLE_OOS_TOTAL: 1, OOS_TOTAL: 1 }),
    inspection(2, BARE_CARRIER, 'OH0000000002', '20230101'),
    // The same report as the SMS file's first one.
    inspection(3, CARRIER, 'OH328901', '20261005', { VEHICLE_OOS_TOTAL: 1, OOS_TOTAL: 1 }),
  ],
  'inspections-per-unit': [
    unit(1, 11, 1, 11, TRACTOR, 'PWR1'),
    unit(1, 12, 2, 9, TRAILER, 'TRL2'),
    unit(3, 31, 1, 11, TRACTOR, 'PWR1'),
  ],
  'inspection-violations': [
    violation(1, 1, 12, '2', '393.75A3', 'Y'),
    violation(1, 2, '', 'D', '391.15A', 'N'),
    violation(1, 3, 11, '1', '999.99', 'Y'),
    violation(3, 4, 31, '1', '393.75A3', 'Y'),
    // One code cited three times, once out of service.
    violation(1, 5, '', 'D', '395.8E', 'N'),
    violation(1, 6, '', 'D', '395.8E', 'Y'),
    violation(1, 7, '', 'D', '395.8E', 'N'),
    violation(1, 8, '', 'D', '392.4A-POS', 'Y'),
  ],
};
await importer.datasets(files);
const profileOf = async (usdot: number) => {
  const url = `/carrier/profile/fmcsa?usdot_number=${usdot}&vin=${TRAILER}`;
  const profile = (await api.app.inject({ url, headers })).json();
  assert.deepEqual(differences(profile, profileResponse, true), []);
  assert.equal(profile.errors, null);
  return profile;
};

test('violations only in the daily files get the weight of the catalog and the vehicle of their unit', async () => {
  const { violations, oos, iss_basics, fleet_and_drivers } = await profileOf(BARE_CARRIER);
  assert.deepEqual(
    violations.rows.map((row: Record<string, unknown>) => [
      row.violation_description,
      row.severity_weight,
      row.severity_bucket,
      row.vin,
      row.plate_number,
      row.number,
    ]),
    [
      ['About 39115A', 3, 'most_severe', TRACTOR, 'PWR1', '0000000001'],
      ['392.4A-POS', 10, 'most_severe', TRACTOR, 'PWR1', '0000000001'],
      ['About 39375A3', 8, 'most_severe', TRAILER, 'TRL2', '0000000001'],
      ['About 3958E', 7, 'major', TRACTOR, 'PWR1', '0000000001'],
      ['999.99', 0, 'major', TRACTOR, 'PWR1', '0000000001'],
    ],
  );
  assert.deepEqual(oos.oos_scores.vehicle, {
    ...{ percent_oos: 100, total_oos: 1, total_inspected: 1, national_avg: 22.26 },
  });
  const tire = iss_basics.violation_history.find((v: { code: string }) => v.code === '393.75A3');
  assert.deepEqual(
    [tire.time_weight, tire.oos_weight, tire.total_weight, tire.basic],
    [3, 2, 30, 'Vehicle Maintenance'],
  );
  const weights = (code: string) => {
    const one = iss_basics.violation_history.find((v: { code: string }) => v.code === code);
    return [one.basic, one.severity_weight, one.oos_weight];
  };
  assert.deepEqual(weights('395.8E'), ['Hours-of-Service Compliance', 7, 2]);
  // Out of service adds nothing in Controlled Substances, nor to an unknown code.
  assert.deepEqual(weights('392.4A-POS'), ['Controlled Substances/Alcohol', 10, 0]);
  assert.deepEqual(weights('999.99'), ['', 0, 0]);
  assert.equal(fleet_and_drivers.fleet_age.total_tractor_count, 1);
});

test('a report in both files counts once', async () => {
  const { violations, oos, vin_details } = await profileOf(CARRIER);
  assert.equal(violations.rows.length, 5);
  assert.equal(oos.oos_scores.overall.total_inspected, 4);
  const reports = vin_details.inspections.map((i: { report_number: string }) => i.report_number);
  assert.equal(new Set(reports).size, reports.length);
  const { usdot_number, code } = vin_details.violations[0];
  assert.deepEqual([usdot_number, code], [String(BARE_CARRIER), '393.75A3']);
});

test('a carrier without inspections of a kind has no rate, and the API reference says so', async () => {
  const { oos } = await profileOf(BARE_CARRIER);
  const { percent_oos, total_inspected } = oos.oos_scores.hazmat;
  assert.deepEqual([percent_oos, total_inspected], [0, 0]);
  const schemas = (await api.app.inject({ url: '/openapi.json' })).json().components.schemas;
  const { hazmat } = schemas.OutOfService.properties.oos_scores.properties;
  assert.match(hazmat.properties.percent_oos.description, /no rate/);
  // The federal files have local times without a zone.
  assert.match(schemas.Observation.properties.time_captured.description, /local time of the place/);
});
