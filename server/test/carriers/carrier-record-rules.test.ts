import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCarrierDetail } from '../../src/domain/carriers/detail/carrier-detail.ts';
import { readSources } from '../../src/domain/carriers/records/sources.ts';
import { runScores } from '../../src/domain/safety/run/run-scores.ts';
import { testApi } from '../support/api.ts';
import { type Row, testImporter } from '../support/federal/federal-files.ts';
import { legacyCarrierRow, motusCarrierRow, PROPERTY } from '../support/federal/register-rows.ts';

const TODAY = '2026-11-16';
const api = await testApi({
  clock: { now: () => new Date(`${TODAY}T12:00:00Z`) },
});
const importer = await testImporter(api.db, new Date(`${TODAY}T00:00:00Z`));
const headers = await api.signIn(await api.customer(['external-api-carrier-iss-score']));

const NO_OTHER = 5_003_101;
const OTHER = 5_003_102;
const BUSES = 5_003_103;
const TWICE = 5_003_104;
const CRASHED = 5_003_105;
const FORWARDER = 5_003_106;
const REVOKING = 5_003_107;
const TRACTOR = '1XKYDP9X3GJ473982';
const BUS = '4V4NC9EH8LN224466';

const smsCensus = (usdot: number, other: string): Row => ({
  ...{
    DOT_NUMBER: usdot,
    LEGAL_NAME: 'A',
    CARRIER_OPERATION: 'A',
    PC_FLAG: '',
    NBR_POWER_UNIT: 3,
    DRIVER_TOTAL: 1,
  },
  ...{ PRIVATE_PROPERTY: 'TRUE', OP_OTHER: other },
});
const smsInspection = (id: number, usdot: number, vin: string, type: string): Row => ({
  ...{
    Unique_ID: id,
    Report_Number: `R${id}`,
    Report_State: 'OH',
    DOT_Number: usdot,
    Insp_Date: '01-SEP-26',
  },
  ...{ Insp_level_ID: 1, Time_Weight: 3, Driver_OOS_Total: 0, Vehicle_OOS_Total: 0, OOS_Total: 0 },
  ...{ Unit_Type_Desc: type, VIN: vin, Vh_Maint_Insp: 'true' },
});
const inspection = (id: number, report: string, status: string): Row => ({
  ...{
    INSPECTION_ID: id,
    DOT_NUMBER: TWICE,
    REPORT_STATE: 'OH',
    REPORT_NUMBER: report,
    INSP_DATE: '20260901',
  },
  ...{ INSP_LEVEL_ID: 1, CI_STATUS_CODE: status, OOS_TOTAL: 1, DRIVER_OOS_TOTAL: 0, VEHICLE_OOS_TOTAL: 1 },
});
const violation = (inspectionId: number, id: number): Row => ({
  ...{
    INSPECTION_ID: inspectionId,
    INSP_VIOLATION_ID: id,
    SEQ_NO: 1,
    PART_NO: '393',
    PART_NO_SECTION: '75A3',
  },
  ...{ INSP_VIOL_UNIT: '1', OUT_OF_SERVICE_INDICATOR: 'Y' },
});
const crash = (id: number, usdot: number, more: Row = {}): Row => ({
  ...{
    CRASH_ID: id,
    REPORT_STATE: 'TX',
    REPORT_NUMBER: `TX${id}`,
    REPORT_DATE: '20260901',
    REPORT_SEQ_NO: 1,
  },
  ...{ DOT_NUMBER: usdot, FEDERAL_RECORDABLE: 'Y', FATALITIES: 0, INJURIES: 0, TOW_AWAY: 'Y', ...more },
});
const smsCrash = (report: string): Row => ({
  ...{
    Report_number: report,
    Report_seq_no: 1,
    DOT_Number: CRASHED,
    Report_Date: '01-SEP-26',
    Report_State: 'TX',
  },
  ...{ Fatalities: 0, Injuries: 0, Tow_Away: '', Time_weight: 3 },
});

await importer.datasets(
  {
    'sms-census': [NO_OTHER, BUSES, TWICE, CRASHED]
      .map((usdot) => smsCensus(usdot, 'N'))
      .concat(smsCensus(OTHER, 'TOWING')),
    'sms-inspection': [
      smsInspection(1, BUSES, TRACTOR, 'TRUCK TRACTOR'),
      smsInspection(2, BUSES, BUS, 'BUS'),
    ],
    'sms-violation': [
      {
        ...{ Unique_ID: 1, Insp_Date: '01-SEP-26', DOT_Number: BUSES, Viol_Code: '39375A3', Time_Weight: 3 },
        ...{ BASIC_Desc: 'Vehicle Maintenance', OOS_Indicator: 'false', OOS_Weight: 0, Severity_Weight: 8 },
        ...{ Total_Severity_Wght: 8, Section_Desc: 'Tire', Viol_Unit: '1' },
      },
    ],
    'vehicle-inspection': [
      inspection(11, 'OH0000000011', 'C'),
      inspection(12, 'OH0000000011', 'D'),
      inspection(13, 'OH0000000013', 'C'),
    ],
    'inspection-violations': [violation(11, 1), violation(12, 2), violation(13, 3)],
    'sms-crash': [smsCrash('901'), smsCrash('902')],
    'crash-file': [
      crash(903, CRASHED, { TOW_AWAY: '' }),
      crash(904, CRASHED, { CI_STATUS_CODE: 'X' }),
      crash(905, CRASHED, { TOW_AWAY: 'N', FEDERAL_RECORDABLE: '' }),
    ],
    'legacy-carrier': [
      legacyCarrierRow(FORWARDER, {}, 'FF'),
      legacyCarrierRow(REVOKING, { COMMON_REV_PEND: 'Y' }),
    ],
    'motus-carrier': [motusCarrierRow(5_003_199, PROPERTY, 'Active')],
  },
  { asOf: '2026-10-30' },
);
await runScores(api.db, { method: 'current' });

const profileOf = async (usdot: number) =>
  (await api.app.inject({ url: `/carrier/profile/fmcsa?usdot_number=${usdot}`, headers })).json();

test('OP_OTHER N of the SMS census means no', async () => {
  const classes = async (usdot: number) =>
    (await profileOf(usdot)).operating_status.mc_150_details.operations_classification;
  assert.deepEqual(await classes(NO_OTHER), ['Private Property']);
  assert.deepEqual(await classes(OTHER), ['Private Property', 'Other']);
});

test('the fleet age counts tractors, not buses', async () => {
  const { fleet_age } = (await profileOf(BUSES)).fleet_and_drivers;
  assert.deepEqual(fleet_age, {
    ...{ total_tractor_count: 1, avg_age_years: 10, oldest_unit_year: 2016, newest_unit_year: 2016 },
  });
});

test('a daily inspection that was uploaded twice is one inspection with its violations once', async () => {
  const profile = await profileOf(TWICE);
  const { total_inspected, total_oos } = profile.oos.oos_scores.overall;
  assert.deepEqual([total_inspected, total_oos], [2, 2]);
  assert.equal(profile.violations.rows.length, 2);
  const detail = await readCarrierDetail(api.db, TWICE, TODAY);
  assert.deepEqual([detail?.carrier_vehicle_insp, detail?.carrier_vehicle_oos_insp], ['2', '2']);
});

test('a report that the daily file has twice, and a crash of another party, give no second observation', async () => {
  const observed = async (usdot: number) =>
    (
      await api.db.pool.query<{ id: number }>(
        `select (id % 1000000000000000)::int as id from observations where usdot_number = $1 order by 1`,
        [usdot],
      )
    ).rows.map(({ id }) => id);
  assert.deepEqual(await observed(TWICE), [11, 13], 'the row that is not marked as a duplicate');
  const counted = await api.db.pool.query(
    `select sum(observations)::int as total from observation_counts where usdot_number = $1 and location_state = '*'`,
    [TWICE],
  );
  assert.equal(counted.rows[0].total, 2);
  const crashes = await api.db.pool.query(
    `select (id % 1000000000000000 / 10000)::int as crash from observations where usdot_number = $1 and id < 4000000000000000
     order by 1`,
    [CRASHED],
  );
  assert.deepEqual(
    crashes.rows.map(({ crash }) => crash),
    [903, 905],
    'of the daily file',
  );
  // The next file marks the other row as the duplicate, and says that the party is a motor carrier after all.
  await importer.datasets(
    {
      'vehicle-inspection': [
        inspection(11, 'OH0000000011', 'D'),
        inspection(12, 'OH0000000011', 'C'),
        inspection(13, 'OH0000000013', 'C'),
      ],
    },
    { asOf: '2026-10-30', force: true },
  );
  assert.deepEqual(await observed(TWICE), [12, 13]);
});

test('a recordable crash without a casualty is a tow-away crash in counts, rows and weight', async () => {
  const { crashes, oos } = await profileOf(CRASHED);
  assert.deepEqual(
    crashes.rows.map((row: Record<string, unknown>) => [row.report_number, row.towaway, row.severity_weight]),
    [
      ['901', 'Y', 1],
      ['902', 'Y', 1],
      ['903', 'Y', 1],
    ],
  );
  assert.equal(oos.crash_information.crash_count, 3);
  // The Crash Indicator counts the two of the SMS file: 2 crashes × weight 1 × time weight 3 ÷ 3 power units.
  assert.equal(oos.basic_scores.crash_indicator.measure, 2);
  const detail = await readCarrierDetail(api.db, CRASHED, TODAY);
  assert.deepEqual([detail?.carrier_towaway_crash, detail?.carrier_crash_total], ['3', '3']);
});

test('a legacy docket with the prefix FF is of a freight forwarder, not of a motor carrier', async () => {
  const detail = await readCarrierDetail(api.db, FORWARDER, TODAY);
  assert.equal(detail?.entity_status, 'AUTHORIZED FOR Freight Forwarder');
  const { authorization, active_certifications } = (await profileOf(FORWARDER)).operating_status;
  assert.equal(authorization.common_authority, 'None');
  assert.deepEqual(active_certifications.active_certifications, ['Freight Forwarder']);
});

test('a pending revocation of the legacy register is shown with its file', async () => {
  const sources = await readSources(api.db, REVOKING);
  assert.deepEqual(
    sources
      .filter(({ kind }) => kind === 'common property')
      .map(({ status, source_dataset }) => [status, source_dataset]),
    [['Active, revocation pending', 'legacy-carrier']],
  );
});
