import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyCensus } from '../../src/domain/federal/datasets/company-census.ts';
import {
  crashFile,
  inspectionsPerUnit,
  vehicleInspection,
} from '../../src/domain/federal/datasets/daily-records.ts';
import { smsCrash, smsInspection } from '../../src/domain/federal/datasets/sms-inputs.ts';
import type { Derivation } from '../../src/domain/federal/derive/derivation.ts';
import { derivations } from '../../src/domain/federal/derive/derivations.ts';
import { fromRow } from '../../src/domain/observations/observation.ts';
import { columnList, recordObservations } from '../../src/domain/observations/record-observations.ts';
import { countDifferences, vinDifferences } from '../support/carriers/observation-counts.ts';
import { testDatabase } from '../support/database.ts';
import { hasLockWait } from '../support/db/lock-waits.ts';
import { type Row, testImporter } from '../support/federal/federal-files.ts';

const db = await testDatabase();
const importer = await testImporter(db);
const CARRIER = 5000001;

const units: Row[] = [
  unit(70, 1, 1, 11, '105', 'AAA1111', '1XKYDP9X3GJ473982'),
  unit(70, 2, 2, 9, 'T77', 'TRL2222', '1UYVS25385U700001'),
  unit(71, 3, 1, 10, '', 'BBB3333', ''),
];
const inspections: Row[] = [
  inspection(70, '20260301', '1405', 'TX', 'TX0000000070', 201),
  inspection(71, '20260228', '2400', 'IL', 'IL0000000071', 31),
  inspection(72, '20260315', '9999', 'NV', 'NV0000000072', 999),
  inspection(74, '20340101', '1000', 'NV', 'NV0000000074', 1),
  inspection(75, '', '1000', 'NV', 'NV0000000075', 1),
];
const crashes: Row[] = [crash(9, '20260105', '0930', 1, CARRIER), crash(10, '20190607', '', 2, '')];

function unit(
  id: number,
  unitId: number,
  n: number,
  type: number,
  company: string,
  plate: string,
  vin: string,
): Row {
  return {
    ...{ INSPECTION_ID: id, INSP_UNIT_ID: unitId, INSP_UNIT_NUMBER: n, INSP_UNIT_TYPE_ID: type },
    ...{ INSP_UNIT_COMPANY: company, INSP_UNIT_LICENSE: plate, INSP_UNIT_LICENSE_STATE: 'TX' },
    INSP_UNIT_VEHICLE_ID_NUMBER: vin,
  };
}

function inspection(
  id: number,
  day: string,
  time: string,
  state: string,
  report: string,
  county: number,
): Row {
  return {
    ...{ INSPECTION_ID: id, DOT_NUMBER: CARRIER, INSP_DATE: day, INSP_START_TIME: time, REPORT_STATE: state },
    ...{ REPORT_NUMBER: report, COUNTY_CODE_STATE: state, COUNTY_CODE: county, INSP_LEVEL_ID: 1 },
    ...{ LOCATION_DESC: 'I-10, MP 7', DOCKET_NUMBER: 'MC0000555' },
  };
}

function crash(id: number, day: string, time: string, seq: number, carrier: number | string): Row {
  return {
    ...{ CRASH_ID: id, REPORT_STATE: 'OH', REPORT_NUMBER: `OHX${id}`, REPORT_DATE: day, REPORT_TIME: time },
    ...{ REPORT_SEQ_NO: seq, DOT_NUMBER: carrier, STATE: 'OH', COUNTY_CODE: 49, LOCATION: 'SR 3' },
    ...{ VEHICLE_IDENTIFICATION_NUMBER: '1XPEJJ0A1RD024068', VEHICLE_LICENSE_NUMBER: 'CR1' },
    ...{ VEHICLE_LIC_STATE: 'OH', CARGO_BODY_TYPE_ID: 4, DOCKET_NUMBER: 'MC777', FEDERAL_RECORDABLE: 'Y' },
  };
}

const page = async (usdotNumber: number) => {
  const { rows } = await db.pool.query(
    `select ${columnList} from observations where usdot_number = $1 order by time_captured desc, id desc limit 200`,
    [usdotNumber],
  );
  return rows.map(fromRow);
};
/** The physical location of every row: it changes when the row is written again. */
const places = async () =>
  (await db.pool.query('select tableoid, ctid, id from observations order by id')).rows;

test('derives every field of an observation from an inspection', async () => {
  await importer.rows(inspectionsPerUnit, units);
  await importer.rows(vehicleInspection, inspections);
  const [unknownTime, late, midnight] = await page(CARRIER);
  assert.deepEqual(
    { ...late, image_id: undefined, view_image_ids: undefined },
    {
      ...{ usdot_number: CARRIER, id: 1_000_000_000_000_070, type: 'Inspection', source: 'FMCSA' },
      // 14:05 in Houston.
      time_captured: new Date('2026-03-01T20:05:00Z'),
      ...{ alpr_plate_number: 'AAA1111', plate_state: 'TX', mc_number: '555', vin: '1XKYDP9X3GJ473982' },
      ...{ cab_number: '105', equipment_type: 'semi-trailer', equipment_number: 'T77', equipment_logo: '' },
      ...{ location_state: 'TX', location_city: 'Harris', latitude: 29.8567, longitude: -95.3928 },
      ...{ route: 'I-10, MP 7', is_usdot_imputed: false, is_cab_imputed: false, is_mc_imputed: false },
      ...{ is_trailer_logo_imputed: false, is_vin_imputed: false, usdot_number_ocr_score: 'N/A' },
      ...{ mc_number_ocr_score: 'N/A', vin_ocr_score: 'N/A', cab_number_ocr_score: 'N/A' },
      ...{ trailer_number_ocr_score: 'N/A', trailer_logo_ocr_score: 'N/A', is_plate_doubtful: false },
      ...{ is_usdot_confirmed: false, has_conflicting_name: false, organization_id: 0 },
      ...{ image_id: undefined, view_image_ids: undefined },
    },
  );
  // 2400 is the midnight that ends the day; 9999 is no time at all; county 999 is none.
  assert.equal(midnight?.time_captured.toISOString(), '2026-03-01T06:00:00.000Z');
  assert.deepEqual(
    [midnight?.vin, midnight?.equipment_type, midnight?.cab_number],
    ['', 'straight truck', ''],
  );
  assert.equal(unknownTime?.time_captured.toISOString(), '2026-03-15T00:00:00.000Z');
  assert.deepEqual([unknownTime?.location_city, unknownTime?.latitude], ['', null]);
});

test('derives observations from crashes; without a carrier, the USDOT number is 0', async () => {
  await importer.rows(crashFile, crashes);
  const [found] = (await page(CARRIER)).filter(({ type }) => type === 'Crash');
  assert.equal(found?.time_captured.toISOString(), '2026-01-05T14:30:00.000Z');
  assert.deepEqual(
    [found?.vin, found?.alpr_plate_number, found?.equipment_type, found?.mc_number, found?.route],
    ['1XPEJJ0A1RD024068', 'CR1', 'cargo tank', '777', 'SR 3'],
  );
  assert.deepEqual(
    [found?.location_state, found?.location_city, found?.latitude],
    ['OH', 'Franklin', 39.9683],
  );
  const { rows } = await db.pool.query(`select time_captured from observations where usdot_number = 0`);
  assert.deepEqual(rows, [{ time_captured: new Date('2019-06-07T00:00:00Z') }]);
});

test('a crash is one observation per vehicle, however the vehicles are numbered', async () => {
  const odd = ['1', '01', '2', 'A'].map((seq) => ({
    ...crash(11, '20260106', '1200', 1, 5000009),
    REPORT_SEQ_NO: seq,
  }));
  await importer.rows(crashFile, [...crashes, ...odd], { force: true });
  assert.equal((await page(5000009)).length, 4);
  await importer.rows(crashFile, crashes, { force: true });
  assert.equal((await page(5000009)).length, 0);
  assert.deepEqual(await countDifferences(db), []);
});

test('importing the same records again writes nothing', async () => {
  const before = await places();
  for (const [dataset, rows] of [
    [inspectionsPerUnit, units],
    [vehicleInspection, inspections],
    [crashFile, crashes],
  ] as const) {
    await importer.rows(dataset, [...rows].reverse(), { force: true });
  }
  assert.deepEqual(await places(), before);
  assert.deepEqual(await countDifferences(db), []);
});

test('an import updates, deletes and adds federal observations and leaves sightings alone', async () => {
  const [sighting] = await recordObservations(db, [
    { usdot_number: CARRIER, time_captured: new Date('2026-03-01T14:05:00Z'), type: 'Detection' },
  ]);
  const [first, second] = inspections as [Row, Row];
  await importer.rows(
    vehicleInspection,
    [
      { ...first, COUNTY_CODE: 113 },
      { ...second, INSP_DATE: '20260227', INSP_START_TIME: '1200', DOT_NUMBER: 5000002 },
      inspection(73, '20251231', '2359', 'TX', 'TX0000000073', 201),
    ],
    { force: true },
  );
  const ids = (await page(CARRIER)).filter(({ type }) => type !== 'Crash').map(({ id }) => id);
  assert.deepEqual(ids, [1_000_000_000_000_070, sighting?.id, 1_000_000_000_000_073]);
  assert.equal((await page(CARRIER))[0]?.location_city, 'Dallas');
  assert.deepEqual(
    (await page(5000002)).map(({ id }) => id),
    [1_000_000_000_000_071],
  );
  assert.deepEqual(await countDifferences(db), []);
  assert.deepEqual(await vinDifferences(db), []);
});

test('SMS inspections are used only where the daily files have no record', async () => {
  const sms = (id: number, number: string, day: string): Row => ({
    ...{ Unique_ID: id, Report_Number: number, Report_State: 'TX', DOT_Number: CARRIER, Insp_Date: day },
    ...{
      Insp_level_ID: 1,
      Time_Weight: 3,
      Driver_OOS_Total: 0,
      Vehicle_OOS_Total: 0,
      County_code_State: 'TX',
    },
    ...{ Unit_Type_Desc: 'TRUCK TRACTOR', Unit_License: 'SMS1', Unit_License_State: 'TX', VIN: '1XK' },
  });
  await importer.rows(smsInspection, [
    sms(501, '0000000070', '01-MAR-26'),
    sms(502, '0000000088', '02-MAR-26'),
  ]);
  const before = (await page(CARRIER)).map(({ id }) => id);
  assert.ok(before.includes(2_000_000_000_000_502) && !before.includes(2_000_000_000_000_501));
  await importer.rows(
    vehicleInspection,
    [...inspections, inspection(88, '20260302', '0700', 'TX', 'TX0000000088', 201)],
    { force: true },
  );
  const after = (await page(CARRIER)).map(({ id }) => id);
  assert.ok(after.includes(1_000_000_000_000_088) && !after.includes(2_000_000_000_000_502));
  assert.deepEqual(await countDifferences(db), []);
});

test('SMS crashes are used only where the daily files have no record', async () => {
  const sms = (number: string, day: string): Row => ({
    ...{ Report_number: number, Report_seq_no: 1, DOT_Number: CARRIER, Report_Date: day, Report_State: 'OH' },
    ...{
      Vehicle_ID_Number: 'V1',
      Vehicle_License_number: 'L1',
      Vehicle_license_state: 'OH',
      Severity_Weight: 1,
    },
  });
  const rows = [sms('X9', '05-JAN-26'), sms('X12', '06-JAN-26')];
  await importer.rows(smsCrash, rows);
  const found = (await page(CARRIER)).filter(({ type }) => type === 'Crash');
  assert.deepEqual(
    found.map(({ time_captured }) => time_captured.toISOString().slice(0, 10)),
    ['2026-01-06', '2026-01-05'],
  );
  const before = await places();
  await importer.rows(smsCrash, rows.reverse(), { force: true });
  assert.deepEqual(await places(), before);
  assert.deepEqual(await countDifferences(db), []);
});

test('a later docket from the census is added to inspections, but not to a crash with its own docket', async () => {
  await importer.rows(companyCensus, [
    {
      ...{ DOT_NUMBER: CARRIER, STATUS_CODE: 'A', LEGAL_NAME: 'SYNTHETIC', POWER_UNITS: 1, TOTAL_DRIVERS: 1 },
      ...{ DOCKET1PREFIX: 'MC', DOCKET1: 3000001 },
    },
  ]);
  const seen = await page(CARRIER);
  const dockets = (type: string, first: number) =>
    new Set(seen.filter((o) => o.type === type && Math.floor(o.id / 1e15) === first).map((o) => o.mc_number));
  assert.deepEqual(dockets('Inspection', 1), new Set(['3000001']));
  assert.deepEqual(dockets('Crash', 3), new Set(['777']));
  assert.deepEqual(dockets('Crash', 4), new Set(['3000001']));
  const before = await places();
  await importer.rows(crashFile, [...crashes].reverse(), { force: true });
  assert.deepEqual(await places(), before);
});

test('an import that fails after deriving observations leaves none of them', async () => {
  const before = await places();
  const fail: Derivation = async () => {
    throw new Error('the last step failed');
  };
  const list = derivations as Derivation[];
  list.push(fail);
  try {
    await assert.rejects(
      importer.rows(vehicleInspection, [inspection(99, '20250101', '1000', 'TX', 'TX99', 201)], {
        force: true,
      }),
      /the last step failed/,
    );
  } finally {
    list.pop();
  }
  assert.deepEqual(await places(), before);
  assert.deepEqual(await countDifferences(db), []);
});

test('recording a sighting does not wait for an import of the same carrier, day and city', async () => {
  const time_captured = new Date('2025-01-02T08:00:00Z');
  let waited = false;
  const meanwhile: Derivation = async () => {
    const sighting = { usdot_number: CARRIER, time_captured, location_state: 'TX', location_city: 'Harris' };
    let isRecorded = false;
    const recording = recordObservations(db, [{ ...sighting, type: 'Detection' }]).then(() => {
      isRecorded = true;
    });
    while (!isRecorded && !waited) waited = await hasLockWait(db);
    if (!waited) await recording;
  };
  const list = derivations as Derivation[];
  list.push(meanwhile);
  const rows = [inspection(98, '20250102', '0900', 'TX', 'TX98', 201)];
  await importer.rows(vehicleInspection, rows, { force: true }).finally(() => list.pop());
  assert.equal(waited, false);
  const day = (await page(CARRIER)).filter((o) => o.time_captured.toISOString().startsWith('2025-01-02'));
  assert.deepEqual(
    day.map(({ type }) => type),
    ['Inspection', 'Detection'],
  );
  assert.deepEqual(await countDifferences(db), []);
});
