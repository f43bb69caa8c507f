import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inWindow } from '../../src/domain/carriers/records/window.ts';
import {
  smsCensus,
  smsCrash,
  smsInspection,
  smsViolation,
} from '../../src/domain/federal/datasets/sms-inputs.ts';
import { smsAbProperty } from '../../src/domain/federal/datasets/sms-outputs.ts';
import { comparePublished } from '../../src/domain/safety/compare-published.ts';
import { explainScores } from '../../src/domain/safety/explain/explain-scores.ts';
import { latestScores } from '../../src/domain/safety/read-scores.ts';
import { runScores } from '../../src/domain/safety/run/run-scores.ts';
import { currentMethod } from '../../src/domain/safety/sms/method-current.ts';
import { dayNumber, timeWeightFrom } from '../../src/domain/safety/sms/time-weight.ts';
import { testDatabase } from '../support/database.ts';
import { type Row, testImporter } from '../support/federal/federal-files.ts';

const db = await testDatabase();
const importer = await testImporter(db, new Date('2026-11-10T00:00:00Z'));
const asOf = '2026-10-30';
const [INTERSTATE, INTRASTATE, CRASHED, UNLISTED, POSITIVE] = [5000901, 5000902, 5000903, 5000904, 5000905];

const carrier = (usdot: number, operation: string): Row => ({
  ...{ DOT_NUMBER: usdot, LEGAL_NAME: `CARRIER ${usdot}`, CARRIER_OPERATION: operation, PC_FLAG: '' },
  ...{ NBR_POWER_UNIT: 2, DRIVER_TOTAL: 2 },
});
let inspections = 0;
const inspection = (usdot: number, level: number, more: Row = {}): Row => ({
  ...{ Unique_ID: ++inspections, Report_Number: `R${inspections}`, Report_State: 'OH', DOT_Number: usdot },
  ...{
    Insp_Date: '01-OCT-26',
    Insp_level_ID: level,
    Time_Weight: 3,
    Driver_OOS_Total: 0,
    Vehicle_OOS_Total: 0,
  },
  ...more,
});
const violation = (id: number, usdot: number, basic: string, weight: number): Row => ({
  ...{
    Unique_ID: id,
    Insp_Date: '01-OCT-26',
    DOT_Number: usdot,
    Viol_Code: `3939${weight}`,
    BASIC_Desc: basic,
  },
  ...{ OOS_Indicator: '', OOS_Weight: 0, Severity_Weight: weight, Time_Weight: 3, Viol_Unit: '1' },
});
const crash = (report: string, more: Row): Row => ({
  ...{
    Report_number: report,
    Report_seq_no: 1,
    DOT_Number: CRASHED,
    Report_Date: '01-OCT-26',
    Report_State: 'OH',
  },
  ...{ Fatalities: 0, Injuries: 0, Time_weight: 3, ...more },
});
const output = (usdot: number, maintenance: number, hours: number): Row => ({
  ...{ DOT_NUMBER: usdot, INSP_TOTAL: 3, DRIVER_INSP_TOTAL: 0, DRIVER_OOS_INSP_TOTAL: 0 },
  ...{ VEHICLE_INSP_TOTAL: 3, VEHICLE_OOS_INSP_TOTAL: 0, VEH_MAINT_MEASURE: maintenance },
  ...{ HOS_DRIV_MEASURE: hours, UNSAFE_DRIV_MEASURE: 0, DRIV_FIT_MEASURE: 0, CONTR_SUBST_MEASURE: 0 },
});

const vehicles = { Vh_Maint_Insp: 'true' };
const listed = [
  ...[INTERSTATE, INTRASTATE].flatMap((usdot) =>
    [1, 2, 5, 5, 5].map((level) => inspection(usdot, level, vehicles)),
  ),
  // A driver-only inspection that lists a vehicle violation.
  inspection(INTERSTATE, 3, { Fatigued_Insp: 'true' }),
  inspection(UNLISTED, 1, vehicles),
  inspection(POSITIVE, 3, { Subt_Alcohol_Insp: 'true', Driver_OOS_Total: 1 }),
];
await importer.rows(
  smsCensus,
  [...[carrier(INTERSTATE, 'A'), carrier(INTRASTATE, 'C'), carrier(CRASHED, 'B')], carrier(POSITIVE, 'A')],
  { asOf },
);
await importer.rows(smsInspection, listed, { asOf });
await importer.rows(
  smsViolation,
  [
    ...[1, 2, 3, 4, 5].map((id) => violation(id, INTERSTATE, 'Vehicle Maintenance', 4)),
    ...[6, 7, 8, 9, 10].map((id) => violation(id, INTRASTATE, 'Vehicle Maintenance', 8)),
    violation(11, INTERSTATE, 'Vehicle Maintenance', 8),
    violation(12, UNLISTED, 'Vehicle Maintenance', 2),
    // SMS has no out-of-service weight in this BASIC: the file has 0 although the driver was out of service.
    {
      ...violation(13, POSITIVE, 'Controlled Substances/Alcohol', 10),
      ...{ Viol_Code: '392.4A-POS', OOS_Indicator: 'true' },
    },
  ],
  { asOf },
);
await importer.rows(
  smsCrash,
  [
    // The weight of the file, not one computed from the casualties.
    crash('1', { Severity_Weight: 3, Tow_Away: 'true' }),
    crash('2', { Injuries: 1, Tow_Away: 'true' }),
    // FMCSA lists only recordable crashes. Without a weight and a casualty, this one counts as a tow-away crash.
    crash('3', { Tow_Away: 'false' }),
  ],
  { asOf },
);
await importer.rows(smsAbProperty, [output(INTERSTATE, 4, 0), output(CRASHED, 0, 0.5)], {
  ...{ asOf, as: smsAbProperty },
});
const run = await runScores(db, { method: 'current' });

test('a run reports the share of violations without a weight', () => {
  assert.deepEqual([run.coverage.violations, run.coverage.without_weight, run.coverage.share], [13, 0, 0]);
});

test('uses the weight of the SMS crash file, and that of its class for a crash without one', async () => {
  const { basics } = await explainScores(db, CRASHED, { basic: 'crash_indicator' });
  assert.deepEqual(
    basics[0]?.events.crashes.map(({ report_number, severity }) => [report_number, severity]),
    [
      ['1', 3],
      ['2', 2],
      ['3', 1],
    ],
  );
  assert.deepEqual([basics[0]?.points, basics[0]?.measure], [18, 18 / 2]);
  const scores = await latestScores(db, CRASHED);
  assert.equal(scores.basics.find(({ basic }) => basic === 'crash_indicator')?.measure, 18 / 2);
});

test('run and explanation leave out the vehicle violation of a driver-only inspection', async () => {
  const { basics } = await explainScores(db, INTERSTATE, { basic: 'vehicle_maintenance' });
  assert.deepEqual([basics[0]?.measure, basics[0]?.relevant_inspections, basics[0]?.violations], [4, 5, 5]);
  const scores = await latestScores(db, INTERSTATE);
  const stored = scores.basics.find(({ basic }) => basic === 'vehicle_maintenance');
  assert.deepEqual([stored?.measure, stored?.violations], [4, 5]);
});

test('an out-of-service order adds no weight to a measure of Controlled Substances', async () => {
  const { basics } = await explainScores(db, POSITIVE, { basic: 'controlled_substances' });
  const [listed] = basics[0]?.events.inspections[0]?.violations ?? [];
  assert.deepEqual([listed?.severity_weight, listed?.oos_weight, listed?.out_of_service], [10, 0, true]);
  const scores = await latestScores(db, POSITIVE);
  const stored = scores.basics.find(({ basic }) => basic === 'controlled_substances');
  assert.deepEqual([basics[0]?.measure, stored?.measure], [10, 10]);
});

test('only interstate and intrastate hazmat carriers of the SMS census are ranked', async () => {
  const maintenance = async (usdot: number) =>
    (await explainScores(db, usdot, { basic: 'vehicle_maintenance' })).basics[0];
  const [interstate, intrastate] = [await maintenance(INTERSTATE), await maintenance(INTRASTATE)];
  assert.deepEqual([interstate?.group?.carriers, intrastate?.group?.carriers], [1, 1]);
  assert.deepEqual([interstate?.percentile, intrastate?.percentile], [0, 0]);
});

test('the comparison counts non-zero, zero, no input and not published apart', async () => {
  const { basics, differences } = await comparePublished(db);
  const of = (id: string) => {
    const one = basics.find(({ basic }) => basic === id);
    return [
      ...[one?.nonzero, one?.equal, one?.zero, one?.zero_and_nonzero, one?.published_without_input],
      ...[one?.published_nonzero_without_input, one?.computed_without_published],
    ];
  };
  assert.deepEqual(of('vehicle_maintenance'), [1, 1, 0, 0, 1, 0, 2]);
  assert.deepEqual(of('hours_of_service'), [0, 0, 1, 0, 1, 1, 0]);
  assert.deepEqual(of('driver_fitness'), [0, 0, 0, 0, 2, 0, 0]);
  assert.deepEqual(
    differences.map(({ usdot_number, basic, ours, published }) => [usdot_number, basic, ours, published]),
    [[CRASHED, 'hours_of_service', null, 0.5]],
  );
});

test('the window of the profile has the days that have a time weight', async () => {
  for (const end of ['2026-02-28', '2026-08-31', '2028-02-29', '2026-10-30', '2026-12-31']) {
    const { rows } = await db.pool.query(
      `select day from (select ($2::date - interval '24 months')::date + n as day from generate_series(-6, 6) n) d
       where $1::integer is not null and ${inWindow('day').replaceAll('federal_window_end($2)', '$2::date')} order by day`,
      [1, end],
    );
    const weight = timeWeightFrom(currentMethod, end);
    const all = await db.pool.query(
      `select ($1::date - interval '24 months')::date + n as day from generate_series(-6, 6) n order by 1`,
      [end],
    );
    const weighted = all.rows.filter(({ day }) => weight(dayNumber(day)) > 0);
    assert.deepEqual(rows, weighted, end);
  }
});
