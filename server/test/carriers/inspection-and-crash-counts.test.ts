import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCarrierDetail } from '../../src/domain/carriers/detail/carrier-detail.ts';
import { companyCensus } from '../../src/domain/federal/datasets/company-census.ts';
import { smsCrash, smsInspection } from '../../src/domain/federal/datasets/sms-inputs.ts';
import { testApi } from '../support/api.ts';
import { testImporter } from '../support/federal/federal-files.ts';

const TODAY = '2026-11-10';
const CARRIER = 5000900;
const now = new Date(`${TODAY}T12:00:00Z`);
const api = await testApi({ clock: { now: () => now } });
const { db } = api;
const importer = await testImporter(db, now);
await importer.rows(companyCensus, [
  { DOT_NUMBER: CARRIER, STATUS_CODE: 'A', LEGAL_NAME: 'A CARRIER', POWER_UNITS: 4, TOTAL_DRIVERS: 4 },
]);
const headers = await api.signIn(await api.customer());

async function readOos() {
  const url = `/carrier/profile/fmcsa?usdot_number=${CARRIER}`;
  return (await api.app.inject({ url, headers })).json().oos;
}

test('counts driver and vehicle inspections by level, and hazmat inspections by cargo', async () => {
  const inspection = (id: number, level: number, oos: number[], hasHazmat: boolean) => ({
    Unique_ID: id,
    Report_Number: `R${id}`,
    Report_State: 'OH',
    DOT_Number: CARRIER,
    Insp_Date: '01-SEP-26',
    Insp_level_ID: level,
    Time_Weight: 3,
    Driver_OOS_Total: oos[0] ?? 0,
    Vehicle_OOS_Total: oos[1] ?? 0,
    Hazmat_OOS_Total: oos[2] ?? 0,
    OOS_Total: oos.reduce((sum, count) => sum + count, 0),
    Total_Hazmat_Sent: hasHazmat ? 1 : 0,
  });
  await importer.rows(smsInspection, [
    inspection(1, 1, [1, 0, 0], false),
    inspection(2, 2, [0, 2, 0], true),
    inspection(3, 3, [1, 0, 0], false),
    inspection(4, 5, [0, 1, 0], false),
    inspection(5, 6, [0, 0, 1], true),
    inspection(6, 4, [0, 0, 0], false),
  ]);
  const detail = await readCarrierDetail(db, CARRIER, TODAY);
  assert.deepEqual([detail?.carrier_driver_insp, detail?.carrier_driver_oos_insp], ['4', '2']);
  assert.deepEqual([detail?.carrier_vehicle_insp, detail?.carrier_vehicle_oos_insp], ['4', '2']);
  assert.deepEqual([detail?.carrier_hazmat_insp, detail?.carrier_hazmat_oos_insp], ['2', '1']);
  const { oos_scores: rates } = await readOos();
  assert.deepEqual(
    ['overall', 'driver', 'vehicle', 'hazmat'].map((kind) => {
      const { percent_oos, total_oos, total_inspected } = rates[kind];
      return [percent_oos, total_oos, total_inspected];
    }),
    [
      [83.33, 5, 6],
      [50, 2, 4],
      [50, 2, 4],
      [50, 1, 2],
    ],
  );
});

test('counts crashes once per report in exclusive classes, and casualties once per report', async () => {
  const crash = (number: string, seq: number, fatalities: number, injuries: number, state = 'TX') => ({
    Report_number: number,
    Report_seq_no: seq,
    DOT_Number: CARRIER,
    Report_Date: '01-SEP-26',
    Report_State: state,
    Fatalities: fatalities,
    Injuries: injuries,
    Tow_Away: 'true',
  });
  await importer.rows(smsCrash, [
    crash('1', 1, 0, 0),
    crash('2', 1, 0, 3),
    crash('2', 2, 0, 3),
    crash('3', 1, 1, 2),
    crash('3', 1, 0, 0, 'OK'),
  ]);
  const detail = await readCarrierDetail(db, CARRIER, TODAY);
  assert.deepEqual(
    [
      detail?.carrier_fatal_crash,
      detail?.carrier_inj_crash,
      detail?.carrier_towaway_crash,
      detail?.carrier_crash_total,
    ],
    ['1', '1', '2', '4'],
  );
  assert.deepEqual((await readOos()).crash_information, { crash_count: 4, injuries: 5, fatalities: 1 });
});
