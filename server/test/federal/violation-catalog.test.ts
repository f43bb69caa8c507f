import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ensureCatalog } from '../../src/domain/federal/catalog/build-catalog.ts';
import { catalogEntries, seedFacts } from '../../src/domain/federal/catalog/catalog-rules.ts';
import { catalogCoverage } from '../../src/domain/federal/catalog/read-catalog.ts';
import { enclosingCodes, isRedFlag } from '../../src/domain/federal/catalog/violation-code.ts';
import { violationCodes } from '../../src/domain/federal/datasets/code-lists.ts';
import { inspectionViolations } from '../../src/domain/federal/datasets/daily-records.ts';
import { smsViolation } from '../../src/domain/federal/datasets/sms-inputs.ts';
import { testDatabase } from '../support/database.ts';
import { portalRows, type Row, testImporter } from '../support/federal/federal-files.ts';
import { samplePath } from '../support/samples.ts';

const db = await testDatabase();
const importer = await testImporter(db, new Date('2026-11-10T00:00:00Z'));

const smsRow = (id: number, code: string, basic: string, weight: number, more: Row = {}): Row => ({
  ...{ Unique_ID: id, Insp_Date: '05-OCT-26', DOT_Number: 5000800, Viol_Code: code, BASIC_Desc: basic },
  ...{ OOS_Indicator: 'false', OOS_Weight: 0, Severity_Weight: weight, Time_Weight: 3 },
  ...{ Section_Desc: `About ${code}`, Group_Desc: 'Group', Viol_Unit: 'D', ...more },
});
const dailyRow = (id: number, code: string): Row => ({
  ...{ INSPECTION_ID: 1, INSP_VIOLATION_ID: id, SEQ_NO: id, VIOL_CODE: code, OUT_OF_SERVICE_INDICATOR: 'N' },
});
const entry = async (code: string) =>
  (
    await db.pool.query(
      `select basic, severity_weight, oos_weight, is_red_flag, source from violation_catalog
       where is_current and plain_code = $1 order by place limit 1`,
      [code],
    )
  ).rows[0];

test('the enclosing codes end at the section and never cut a run of letters', () => {
  assert.deepEqual(enclosingCodes('395.8E1-HOSPD'), ['3958E1HOSPD', '3958E1', '3958E', '3958']);
  assert.deepEqual(enclosingCodes('392.2-SLLS4'), ['3922SLLS4', '3922']);
  assert.deepEqual(enclosingCodes('393.9TS'), ['3939TS', '3939']);
});

test('a red flag includes the sub-paragraphs and suffixes of its paragraph', () => {
  for (const code of ['392.4A-POS', '395.13D1-OOSO', '392.5A2-UI', '3924APOS', '383.51A-SIN', '391.11'])
    assert.equal(isRedFlag(code), true, code);
  // A suspension that is not related to safety, and paragraphs of 391.11 that are not listed.
  for (const code of ['383.51A-NSIN', '391.15A-NSOUT', '391.11B2', '391.11(b)(4)', '392.2-SLLS4'])
    assert.equal(isRedFlag(code), false, code);
});

test('resolves a code by itself, then by the enclosing paragraph, then by a section of one BASIC', () => {
  const codes = ['392.4A-POS', '395.8E-HOSPD', '392.4A-NEW', '395.13D9-NEW', '393.75Z-NEW', '391.11B2-Q'];
  const others = ['392.2-SLLEWA1', '387.7A', '392.22Z', '999.99', '382.701D'];
  const entries = catalogEntries(
    [seedFacts()],
    [...codes, ...others].map((code) => ({ code, rows: 1 })),
  );
  const found = (code: string) => {
    const one = entries.find((candidate) => candidate.code === code);
    return [one?.basic, one?.severity_weight, one?.oos_weight, one?.source];
  };
  assert.deepEqual(found('392.4A-POS'), ['Controlled Substances/Alcohol', 10, 0, 'seed']);
  assert.deepEqual(found('395.8E-HOSPD'), ['Hours-of-Service Compliance', 7, 2, 'seed']);
  assert.deepEqual(found('392.4A-NEW'), ['Controlled Substances/Alcohol', 10, 0, 'section']);
  assert.deepEqual(found('395.13D9-NEW'), ['Hours-of-Service Compliance', 10, 2, 'section']);
  assert.deepEqual(found('393.75Z-NEW'), ['Vehicle Maintenance', 8, 2, 'section']);
  assert.deepEqual(found('391.11B2-Q'), ['Driver Fitness', 4, 2, 'section']);
  // SMS does not count state laws that it does not list, or insurance; 392.22 belongs to two BASICs.
  assert.deepEqual(found('392.2-SLLEWA1'), [null, null, 0, 'section']);
  assert.deepEqual(found('387.7A'), [null, null, 0, 'section']);
  assert.deepEqual(found('392.22Z'), [null, null, 0, 'unknown']);
  assert.deepEqual(found('999.99'), [null, null, 0, 'unknown']);
  // No severity table at hand has the code of the Clearinghouse.
  assert.deepEqual(found('382.701D').slice(0, 3), [null, null, 0]);
});

test('a new database has the seed', async () => {
  assert.deepEqual(await entry('3924APOS'), {
    ...{ basic: 'Controlled Substances/Alcohol', severity_weight: 10, oos_weight: 0, is_red_flag: true },
    source: 'seed',
  });
  assert.equal((await catalogCoverage(db)).month, null);
});

test('the SMS file takes precedence over list and seed, and each month is a version', async () => {
  await importer.rows(violationCodes, [
    {
      ...{ violation_code: '393.9', basic: 'Vehicle Maintenance', violation_group: 'Lighting' },
      severity_weight_by_group: 5,
    },
  ]);
  assert.deepEqual([(await entry('3939')).severity_weight, (await entry('3939')).source], [5, 'list']);
  await importer.rows(
    smsViolation,
    [
      smsRow(1, '3939', 'Vehicle Maintenance', 6),
      smsRow(2, '39111B4', 'Driver Fitness', 8, { Section_Desc: 'Endorsements' }),
      smsRow(3, '39111B4', 'Driver Fitness', 8, { Section_Desc: 'Endorsements' }),
      smsRow(4, '39111B4', 'Driver Fitness', 2, { Section_Desc: 'Medical' }),
    ],
    { asOf: '2026-09-25' },
  );
  assert.deepEqual([(await entry('3939')).severity_weight, (await entry('3939')).source], [6, 'sms']);
  await importer.rows(
    smsViolation,
    [smsRow(1, '3939', 'Vehicle Maintenance', 2), smsRow(2, '3958E', 'HOS', 7)],
    {
      ...{ asOf: '2026-10-30', force: true },
    },
  );
  const { rows } = await db.pool.query(
    `select month, severity_weight, is_current from violation_catalog where plain_code = '3939' order by month`,
  );
  assert.deepEqual(rows.slice(-2), [
    { month: '2026-09-01', severity_weight: 6, is_current: false },
    { month: '2026-10-01', severity_weight: 2, is_current: true },
  ]);
  // A code of an earlier month is kept, with the weight of each description.
  const { rows: kept } = await db.pool.query(
    `select place, severity_weight from violation_catalog where plain_code = '39111B4' and is_current order by place`,
  );
  assert.deepEqual(kept, [
    { place: 0, severity_weight: 8 },
    { place: 1, severity_weight: 2 },
  ]);
});

test('reports the share of loaded violations whose code is unknown', async () => {
  await importer.rows(inspectionViolations, [
    ...[1, 2, 3, 4].map((id) => dailyRow(id, '392.4A-POS')),
    dailyRow(5, '390.21TB1-MC'),
    dailyRow(6, '999.99'),
  ]);
  assert.deepEqual(await catalogCoverage(db), {
    ...{ month: '2026-10-01', violations: 8, without_weight: 1, share: 1 / 8, most_frequent: ['999.99'] },
  });
});

test('builds the catalog of a database whose files were imported before there was one', async () => {
  await db.pool.query('delete from violation_catalog');
  await ensureCatalog(db);
  assert.deepEqual([(await entry('3939')).severity_weight, (await entry('3939')).source], [2, 'sms']);
  assert.equal((await catalogCoverage(db)).without_weight, 1);
});

test('less than 1 % of the violations in the real samples have an unknown code', async (t) => {
  const path = samplePath(t, 'FEDERAL_SAMPLES', 'daily_inspection_violation_3938496.json');
  const fixture = samplePath(t, 'FEDERAL_SAMPLES', 'sms_fixture/inputs_dot1021580.json');
  if (path === null || fixture === null) return;
  const { violations } = JSON.parse(await readFile(path, 'utf8'));
  await importer.rows(inspectionViolations, portalRows(inspectionViolations, violations), { force: true });
  const sms = JSON.parse(await readFile(fixture, 'utf8')).violations;
  await importer.rows(smsViolation, portalRows(smsViolation, sms), { force: true, asOf: '2026-08-28' });
  const { violations: all, share } = await catalogCoverage(db);
  assert.equal(all, violations.length + sms.length);
  assert.ok(share < 0.01, `${share}`);
});
