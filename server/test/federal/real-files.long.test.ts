import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { inspectionViolations } from '../../src/domain/federal/datasets/daily-records.ts';
import { smsInspection, smsViolation } from '../../src/domain/federal/datasets/sms-inputs.ts';
import { smsAbPassenger } from '../../src/domain/federal/datasets/sms-outputs.ts';
import { testDatabase } from '../support/database.ts';
import { portalRows, testImporter } from '../support/federal/federal-files.ts';
import { samplePath } from '../support/samples.ts';

const db = await testDatabase();
const importer = await testImporter(db);

const real = (t: TestContext, name: string) => samplePath(t, 'FEDERAL_SAMPLES', name);

type Expected = { read: number; kept?: number; rejected?: number; dataset: string; missing?: string };
const files: Record<string, Expected> = {
  'SMS_C_PassProperty_2016Sep_nonzero.csv.gz': { dataset: 'sms-c-property', read: 184_998 },
  'sms_census_sample_100.csv': { dataset: 'sms-census', read: 100 },
  'sms_census_sample_400.csv': { dataset: 'sms-census', read: 400 },
  // The last row is truncated.
  'sms_census_sample_494.csv': { dataset: 'sms-census', read: 494, kept: 493, rejected: 1 },
  // 55 rows are repeated.
  'revocation_daily_2024-08-06.txt': { dataset: 'legacy-revocation', read: 2_244, kept: 2_189 },
  'mcmis_county_codes.csv': { dataset: 'county-codes', read: 3_222 },
  'wmi_vehicle_type.csv.gz': { dataset: 'wmi-vehicle-types', read: 12_767 },
  'violation_codes_basic_group.csv': { dataset: 'violation-codes', read: 620 },
  // The publisher removed the columns that identify the carrier.
  'authhist_broker_last7y_trimmed.csv.gz': {
    dataset: 'legacy-auth-hist',
    read: 99_281,
    missing: 'DOCKET_NUMBER, DOT_NUMBER',
  },
  'authhist_carrier_last7y_trimmed.csv.gz': {
    dataset: 'legacy-auth-hist',
    read: 925_219,
    missing: 'DOCKET_NUMBER, DOT_NUMBER',
  },
};

for (const [name, expected] of Object.entries(files)) {
  test(`imports the ${expected.read} rows of ${name}`, async (t) => {
    const path = real(t, name);
    if (path === null) return;
    if (expected.missing) {
      assert.deepEqual(await importer.files([path]), []);
      assert.match(importer.refusals.at(-1) ?? '', new RegExp(`lacks ${expected.missing}`));
    }
    const [load] = await importer.files([path], { force: expected.missing !== undefined });
    assert.ok(load, importer.refusals.at(-1));
    assert.equal(load.dataset, expected.dataset);
    assert.equal(load.rows_read, expected.read);
    assert.equal(load.rows_kept, expected.kept ?? expected.read);
    assert.equal(load.rows_rejected, expected.rejected ?? 0);
    assert.equal(load.cells_unread, 0);
  });
}

test('stores the real rows as typed values', async (t) => {
  if (real(t, 'revocation_daily_2024-08-06.txt') === null) return;
  const one = async (sql: string) => (await db.pool.query(sql)).rows[0];
  assert.deepEqual(
    await one(`select docket_prefix, docket_number, authority_type, served_date, revocation_type, effective_date
               from legacy_revocations where usdot_number = 830331`),
    {
      docket_prefix: 'MC',
      docket_number: 368053,
      authority_type: 'COMMON',
      served_date: '2024-06-26',
      revocation_type: 'INVOLUNTARY REVOCATION',
      effective_date: '2024-07-26',
    },
  );
  assert.deepEqual(
    await one(`select legal_name, mcs150_date, power_units, authorized_for_hire, pc_flag, phy_zip, mcs150_mileage
               from sms_census where usdot_number = 3619475`),
    {
      legal_name: 'PARHICUNI EXPRESS INC',
      mcs150_date: '2023-07-12',
      power_units: 3,
      authorized_for_hire: true,
      pc_flag: false,
      phy_zip: '90744',
      mcs150_mileage: 65_000,
    },
  );
  assert.deepEqual(
    await one(`select insp_total, unsafe_driving_measure, unsafe_driving_ac, vehicle_maintenance_measure
               from sms_c_property where usdot_number = 1000050`),
    { insp_total: 1, unsafe_driving_measure: 51, unsafe_driving_ac: false, vehicle_maintenance_measure: 0 },
  );
});

test('imports 17 inspections and 2 violations of the sample carrier', async (t) => {
  const path = real(t, 'sms_fixture/inputs_dot1021580.json');
  if (path === null) return;
  const fixture = JSON.parse(await readFile(path, 'utf8'));
  await importer.rows(smsInspection, portalRows(smsInspection, fixture.inspections));
  await importer.rows(smsViolation, portalRows(smsViolation, fixture.violations));
  const { rows } = await db.pool.query(
    `select count(*)::int as inspections, sum(time_weight)::int as weight,
       (select sum((v.severity_weight + v.oos_weight) * v.time_weight)::int from sms_violations v
        where v.usdot_number = 1021580 and v.basic_desc = 'Vehicle Maintenance') as severity
     from sms_inspections where usdot_number = 1021580 and vh_maint_insp`,
  );
  assert.deepEqual(rows[0], { inspections: 17, weight: 17, severity: 6 });
});

test('stores the percentile of a passenger carrier or the reason why there is none', async (t) => {
  const path = real(t, 'sms_fixture/outputs_passenger_4carriers.json');
  if (path === null) return;
  const fixture = JSON.parse(await readFile(path, 'utf8'));
  const load = await importer.rows(smsAbPassenger, portalRows(smsAbPassenger, fixture.rows));
  assert.equal(load.rows_kept, 4);
  const { rows } = await db.pool.query(
    `select vehicle_maintenance_percentile, vehicle_maintenance_percentile_text, hours_of_service_percentile_text
     from sms_outputs where usdot_number = 1001492`,
  );
  assert.deepEqual(rows[0], {
    vehicle_maintenance_percentile: null,
    vehicle_maintenance_percentile_text: 'Less than 5 vehicle inspections with violations',
    hours_of_service_percentile_text: 'Less than 3 driver inspections',
  });
});

test('imports the daily violations of the sample carrier', async (t) => {
  const path = real(t, 'daily_inspection_violation_3938496.json');
  if (path === null) return;
  const fixture = JSON.parse(await readFile(path, 'utf8'));
  const load = await importer.rows(
    inspectionViolations,
    portalRows(inspectionViolations, fixture.violations),
  );
  assert.equal(load.rows_kept, fixture.violations.length);
});

test('imports the known files of a folder and reports the skipped ones', async (t) => {
  const folder = real(t, '');
  if (folder === null) return;
  const before = importer.refusals.length;
  await importer.files([folder]);
  assert.ok(importer.skipped.some((name) => name.endsWith('column_orders.json')));
  assert.ok(importer.skipped.some((name) => name.endsWith('carrierRes.json')));
  // Two authority histories and three census samples, each of the same day.
  const refusals = importer.refusals.slice(before);
  assert.equal(refusals.length, 5);
  for (const reason of refusals) assert.match(reason, /are both .* as of/);
});
