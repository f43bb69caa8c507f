import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyCensus } from '../../src/domain/federal/datasets/company-census.ts';
import {
  crashFile,
  inspectionsPerUnit,
  inspectionViolations,
  outOfServiceOrders,
  vehicleInspection,
} from '../../src/domain/federal/datasets/daily-records.ts';
import {
  legacyAuthHist,
  legacyCarrier,
  legacyInsHist,
  legacyInsur,
} from '../../src/domain/federal/datasets/legacy.ts';
import { smsCensus } from '../../src/domain/federal/datasets/sms-inputs.ts';
import { example, force, importer, rows } from '../support/federal/quirks-database.ts';

test('counts two vehicles of one crash as two rows and one crash', async () => {
  const crash = example('crash-file', { TOW_AWAY: 'Y', INJURIES: 1 });
  await importer.rows(crashFile, [crash, { ...crash, CRASH_ID: 5552, REPORT_SEQ_NO: 2 }], force);
  assert.deepEqual(
    await rows(`select count(*)::int as vehicles, count(distinct (report_state, report_number))::int as crashes
                from crashes where usdot_number = 511440`),
    [{ vehicles: 2, crashes: 1 }],
  );
});

test('an active docket record in the census does not grant authority', async () => {
  await importer.rows(
    companyCensus,
    [example('company-census', { DOT_NUMBER: 11, DOCKET1: 999_111, DOCKET1_STATUS_CODE: 'A' })],
    force,
  );
  assert.deepEqual(await rows(`select docket1_record_status from company_census where usdot_number = 11`), [
    { docket1_record_status: 'A' },
  ]);
  assert.deepEqual(await rows(`select from carrier_authorities where usdot_number = 11`), []);
});

test('an order without a rescind date is in force, whatever its STATUS', async () => {
  const order = example('out-of-service-orders');
  await importer.rows(
    outOfServiceOrders,
    [
      { ...order, DOT_NUMBER: 1438, STATUS: 'INACTIVE', RESCIND_DATE: '' },
      { ...order, DOT_NUMBER: 1439, STATUS: 'ACTIVE', RESCIND_DATE: '2022-07-11' },
    ],
    force,
  );
  const inForce = await rows(
    `select usdot_number, entity_status from out_of_service_orders where rescind_date is null`,
  );
  assert.deepEqual(inForce, [{ usdot_number: 1438, entity_status: 'INACTIVE' }]);
});

test('a discontinued revocation is not a lapse of authority', async () => {
  const granted = example('legacy-auth-hist');
  await importer.rows(
    legacyAuthHist,
    [
      {
        ...granted,
        DOT_NUMBER: 13,
        DISP_ACTION_DESC: 'DISCONTINUED REVOCATION',
        DISP_SERVED_DATE: '01/02/2016',
      },
      { ...granted, DOT_NUMBER: 14, DISP_ACTION_DESC: 'REVOKED', DISP_SERVED_DATE: '01/02/2016' },
      { ...granted, DOT_NUMBER: 15, ORIGINAL_ACTION_DESC: 'DISMISSED' },
    ],
    force,
  );
  const grants = await rows(`select usdot_number, authority, granted_date from carrier_authority_grants
    where usdot_number in (13, 14, 15)`);
  assert.deepEqual(grants, [{ usdot_number: 13, authority: 'common', granted_date: '2015-03-04' }]);
});

test('assigns insurance with only a docket to its carrier, whatever the import order', async () => {
  const filing = example('legacy-insur');
  await importer.rows(
    legacyInsur,
    [
      { ...filing, PREFIX_DOCKET_NUMBER: 'MC007001', POLICY_NO: 'ONE' },
      { ...filing, PREFIX_DOCKET_NUMBER: 'FF007002', POLICY_NO: 'TWO' },
      { ...filing, PREFIX_DOCKET_NUMBER: 'MC007003', POLICY_NO: 'NOBODY' },
    ],
    force,
  );
  const stored = () =>
    rows(`select policy_number, usdot_number from legacy_insurance order by docket_number`);
  const without = await stored();
  assert.deepEqual(
    without.map(({ usdot_number }) => usdot_number),
    [0, 0, 0],
  );
  const carrier = example('legacy-carrier', { DOT_NUMBER: '00000714' });
  await importer.rows(
    legacyCarrier,
    [
      { ...carrier, DOCKET_NUMBER: 'MC007001' },
      { ...carrier, DOCKET_NUMBER: 'FF007002' },
    ],
    force,
  );
  const expected = [
    { policy_number: 'ONE', usdot_number: 714 },
    { policy_number: 'TWO', usdot_number: 714 },
    { policy_number: 'NOBODY', usdot_number: 0 },
  ];
  assert.deepEqual(await stored(), expected);
  await importer.rows(
    legacyInsur,
    [{ ...filing, PREFIX_DOCKET_NUMBER: 'MC007001', POLICY_NO: 'AGAIN' }],
    force,
  );
  assert.deepEqual(await stored(), [{ policy_number: 'AGAIN', usdot_number: 714 }]);
});

test('skips a row with only a docket, which marks a removed policy', async () => {
  const load = await importer.rows(
    legacyInsur,
    [example('legacy-insur'), { PREFIX_DOCKET_NUMBER: 'MC007003' }],
    force,
  );
  assert.equal(load.rows_kept, 1);
  assert.equal(load.rows_blank, 1);
  assert.equal(load.rows_rejected, 0);
});

test('lists an ended policy once, with its own dates', async () => {
  const ended = example('legacy-ins-hist');
  const load = await importer.rows(legacyInsHist, [ended, ended, { ...ended, POLICY_NO: 'OTHER' }], force);
  assert.equal(load.rows_repeated, 1);
  assert.deepEqual(
    await rows(`select policy_number, company_name, cancel_effective_date, max_coverage_dollars
                from carrier_filing_history where usdot_number = 1196157 order by 1`),
    ['AA-9', 'OTHER'].map((policy) => ({
      policy_number: policy,
      company_name: 'OLD INSURANCE CO',
      cancel_effective_date: '2026-02-01',
      max_coverage_dollars: 1_000_000,
    })),
  );
});

test('reloading inspections does not change units and violations', async () => {
  await importer.rows(inspectionsPerUnit, [example('inspections-per-unit')], force);
  await importer.rows(inspectionViolations, [example('inspection-violations')], force);
  await importer.rows(vehicleInspection, [example('vehicle-inspection')], force);
  await importer.rows(vehicleInspection, [example('vehicle-inspection', { INSPECTION_ID: 1 })], force);
  assert.equal((await rows(`select from inspection_units`)).length, 1);
  assert.equal((await rows(`select from inspection_violations`)).length, 1);
  assert.deepEqual(await rows(`select inspection_id from inspections`), [{ inspection_id: 1 }]);
});

test('each census stores a snapshot of changed carriers, and average power units are computed from the snapshots', async () => {
  const month = (day: string, powerUnits: number, drivers = 5) =>
    importer.rows(
      smsCensus,
      [
        example('sms-census', { DOT_NUMBER: 1700, NBR_POWER_UNIT: powerUnits, DRIVER_TOTAL: drivers }),
        example('sms-census', { DOT_NUMBER: 1701, NBR_POWER_UNIT: 4 }),
      ],
      { force: true, asOf: day },
    );
  await month('2025-01-31', 10);
  await month('2025-09-26', 20);
  await month('2025-10-31', 20);
  await month('2026-07-31', 60);
  assert.deepEqual(
    await rows(`select snapshot_date, power_units from carrier_snapshots
                where source = 'sms-census' and usdot_number = 1700 order by 1`),
    [
      { snapshot_date: '2025-01-31', power_units: 10 },
      { snapshot_date: '2025-09-26', power_units: 20 },
      { snapshot_date: '2026-07-31', power_units: 60 },
    ],
  );
  const averages = await rows(
    `select * from average_power_units('2026-07-31') where usdot_number in (1700, 1701) order by 1`,
  );
  assert.deepEqual(averages, [
    { usdot_number: 1700, average_power_units: 30, months_known: 18 },
    { usdot_number: 1701, average_power_units: 4, months_known: 18 },
  ]);
});

test('converts the local time of a place to UTC, with the zone of its county and daylight saving time', async () => {
  const at = (id: number, day: string, time: string, state: string, county: number) =>
    example('vehicle-inspection', {
      ...{ INSPECTION_ID: id, DOT_NUMBER: 5_000_301, REPORT_STATE: state, REPORT_NUMBER: `${state}${id}` },
      ...{ INSP_DATE: day, INSP_START_TIME: time, COUNTY_CODE_STATE: state, COUNTY_CODE: county },
    });
  await importer.rows(
    vehicleInspection,
    [
      at(301, '20260701', '0800', 'TX', 201),
      at(302, '20260702', '0800', 'TX', 141),
      at(303, '20260703', '2100', 'TN', 93),
      at(304, '20260704', '0800', 'TN', 37),
      at(305, '20260705', '0800', 'AZ', 13),
      at(306, '20260706', '0800', 'KY', 999),
      at(307, '20260707', '0800', 'ON', 1),
    ],
    force,
  );
  const found = await rows(
    `select time_captured from observations where usdot_number = 5000301 order by time_captured`,
  );
  assert.deepEqual(
    found.map(({ time_captured }) => time_captured.toISOString().slice(0, 16)),
    [
      ...['2026-07-01T13:00', '2026-07-02T14:00', '2026-07-04T01:00', '2026-07-04T13:00'],
      // Arizona has no daylight saving time; of an unknown county, the zone of the state; of an unknown state, none.
      ...['2026-07-05T15:00', '2026-07-06T12:00', '2026-07-07T08:00'],
    ],
  );
});
