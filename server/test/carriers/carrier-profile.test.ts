import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differences } from '../support/carriers/contract-fields.ts';
import { profileResponse, profileSections } from '../support/carriers/profile-contract.ts';
import { profiledCarrier } from '../support/carriers/profiled-carrier.ts';
import {
  BARE_CARRIER,
  CARRIER,
  MOTUS_CARRIER,
  OTHER_TRACTOR,
  TRACTOR,
} from '../support/carriers/whole-carrier.ts';

const { db, get, whole, profile } = await profiledCarrier();

test('every section has exactly the fields of the contract', async () => {
  assert.equal(whole.status, 200);
  assert.deepEqual(differences(profile, profileResponse, true), []);
  assert.equal(profile.errors, null);
  for (const name of Object.keys(profileSections)) assert.notEqual(profile[name], null, name);
  assert.equal(profile.dot_number, String(CARRIER));
  for (const usdot_number of [MOTUS_CARRIER, BARE_CARRIER].map(String)) {
    const { body } = await get({ usdot_number });
    assert.deepEqual(differences(body, profileResponse, true), [], usdot_number);
    assert.equal(body.errors, null);
    assert.equal(body.vin_details, null);
  }
});

test('operating status of a licensed carrier', () => {
  assert.deepEqual(profile.operating_status, {
    dot_status: { rating_date: '2019-08-03', dot_status: 'ACTIVE', dot_safety_rating: 'Satisfactory' },
    authorization: {
      common_authority: 'Active',
      common_authority_date: '2010-06-01',
      contract_authority: 'Inactive',
      contract_authority_date: '',
      broker_authority: 'None',
      broker_authority_date: null,
    },
    mc_150_details: {
      last_update: '2026-02-16',
      operations_classification: ['Authorized For Hire', 'Private Property'],
      transport_hazmat: 'Y',
    },
    mc_150_carrier_history: { last_snapshot_date: '2026-11-10' },
    active_certifications: { active_certifications: ['Hazmat', 'Household Goods'] },
  });
});

test('operating status and insurance of a carrier in Motus', async () => {
  const { body } = await get({ usdot_number: String(MOTUS_CARRIER) });
  assert.deepEqual(body.operating_status.authorization, {
    common_authority: 'Active',
    common_authority_date: '2026-09-25',
    contract_authority: 'None',
    contract_authority_date: '',
    broker_authority: 'Active',
    broker_authority_date: null,
  });
  assert.deepEqual(body.operating_status.active_certifications.active_certifications, ['Broker']);
  assert.deepEqual(body.insurance, {
    active_insurance: {
      boc_3_filing_company_name: 'GREAT LAKES AGENTS',
      bipd_primary_status: 'Active',
      bipd_primary_insurance_on_file: '750000',
      cargo_status: 'Not required',
      cargo_insurance_on_file: '0',
      bond_status: 'Active',
      bond_insurance_on_file: '75000',
    },
    insurance_history: { same_carrier_3plus_years: false, count: 0 },
  });
});

test('lists each authority event once, newest first, and snapshots with their changes', async () => {
  const { authority_history, authority_history_count, carrier_history } = profile.authority_history;
  assert.deepEqual(authority_history, [
    {
      authority_type: 'MOTOR PROPERTY CONTRACT CARRIER',
      original_action: 'GRANTED',
      action_date: '2012-06-01',
      disposition_action: 'REVOKED',
      disposition_date: '2018-01-05',
    },
    {
      authority_type: 'MOTOR PROPERTY COMMON CARRIER',
      original_action: 'GRANTED',
      action_date: '2010-06-01',
      disposition_action: null,
      disposition_date: null,
    },
  ]);
  assert.equal(authority_history_count, 2);
  assert.equal(carrier_history.length, 1);
  await db.pool.query(
    `insert into carrier_snapshots (usdot_number, source, snapshot_date, power_units, drivers, mileage, mcs150_date)
     values (${CARRIER}, 'company-census', '2026-01-05', 16, 0, 2500000, '2024-02-01')`,
  );
  const { body } = await get({ usdot_number: String(CARRIER) });
  assert.deepEqual(body.authority_history.carrier_history, [
    {
      ...{ snapshot_date: '2026-11-10', mcs150_date: '2026-02-16', power_units: 20, drivers: 22 },
      ...{ mileage: 2000000, power_units_change_pct: 25, drivers_change_pct: 0, mileage_change_pct: -20 },
    },
    {
      ...{ snapshot_date: '2026-01-05', mcs150_date: '2024-02-01', power_units: 16, drivers: 0 },
      ...{ mileage: 2500000, power_units_change_pct: 0, drivers_change_pct: 0, mileage_change_pct: 0 },
    },
  ]);
});

test('out-of-service rates cover 24 months, and casualties count once per crash', () => {
  const { oos } = profile;
  assert.deepEqual(oos.oos_scores, {
    overall: { percent_oos: 50, total_oos: 2, total_inspected: 4 },
    driver: { percent_oos: 33.33, total_oos: 1, total_inspected: 3, national_avg: 6.67 },
    vehicle: { percent_oos: 33.33, total_oos: 1, total_inspected: 3, national_avg: 22.26 },
    hazmat: { percent_oos: 0, total_oos: 0, total_inspected: 1, national_avg: 4.44 },
  });
  assert.deepEqual(oos.crash_information, { crash_count: 3, injuries: 4, fatalities: 2 });
  assert.deepEqual(oos.major_and_severe_violations, {
    most_severe_violations_count: 2,
    major_violations_count: 1,
  });
  assert.ok(oos.iss_score >= 1 && oos.iss_score <= 100);
});

test('insurance shows pending cancellations and recognizes one insurer under two spellings', () => {
  assert.deepEqual(profile.insurance, {
    active_insurance: {
      boc_3_filing_company_name: 'NATIONWIDE AGENTS INC',
      bipd_primary_status: 'Active',
      bipd_primary_insurance_on_file: '1000000',
      cargo_status: 'Pending cancellation',
      cargo_insurance_on_file: '5000',
      bond_status: 'Not required',
      bond_insurance_on_file: null,
    },
    insurance_history: { same_carrier_3plus_years: true, count: 2 },
  });
});

test('violations have a severity bucket and the vehicle of their unit', () => {
  const { rows, ...counts } = profile.violations;
  assert.deepEqual(counts, {
    major_violations_count: 1,
    most_severe_violations_count: 2,
    less_severe_violations_count: 2,
  });
  assert.deepEqual(
    rows.map((row: Record<string, unknown>) => [
      row.violation_description,
      row.severity_bucket,
      row.plate_number,
    ]),
    [
      ['About 3922SLLS2', 'less_severe', 'PWR1'],
      ['About 39375A3', 'most_severe', 'TRL2'],
      ['About 39395A', 'less_severe', 'PWR2'],
      ['About 39115A', 'most_severe', 'PWR1'],
      ['About 3958E', 'major', 'PWR1'],
    ],
  );
  assert.equal(rows[0].date, '2026-10-05');
  assert.equal(rows[0].number, '328901');
});

test('crashes have a row for each vehicle and counts of crashes', () => {
  const { rows, ...counts } = profile.crashes;
  assert.deepEqual(counts, { major_crashes_count: 1, most_severe_crashes_count: 1 });
  assert.deepEqual(rows[0], {
    date: '2026-08-01',
    report_number: '0900',
    vin: TRACTOR,
    location: 'I-80 MM 12, Gary',
    state: 'IN',
    plate_number: 'PWR1',
    plate_state: 'OH',
    fatalities: 2,
    injury: 1,
    towaway: 'Y',
    preventable: 'N',
    severity_weight: 2,
    severity_bucket: 'most_severe',
  });
  assert.deepEqual(
    rows.map((row: Record<string, unknown>) => [row.report_number, row.severity_bucket, row.preventable]),
    [
      ['0900', 'most_severe', 'N'],
      ['0900', 'most_severe', 'N'],
      ['0902', 'less_severe', ''],
      ['0903', 'major', ''],
    ],
  );
});

test('fleet and drivers with declared counts and the ages of inspected vehicles', () => {
  assert.deepEqual(profile.fleet_and_drivers, {
    fleet_overview: {
      total_fleet: 20,
      tractors: { total_count: 20, owned_count: 12, leased_count: 8 },
      trailers: { total_count: 35, owned_count: 30, leased_count: 5 },
    },
    drivers: { driver_count: 22, cdl_total_miles: 2000000 },
    cargo_carried: ['General Freight', 'Grain, Feed, Hay'],
    fleet_age: { total_tractor_count: 2, avg_age_years: 8, oldest_unit_year: 2016, newest_unit_year: 2020 },
  });
});

test('ISS and BASICs with weighted violations and the VINs of the fleet', () => {
  const { iss_basics } = profile;
  assert.equal(iss_basics.header.score, String(profile.oos.iss_score));
  assert.equal(iss_basics.violation_history.length, 5);
  assert.deepEqual(iss_basics.violation_history[1], {
    date: '2026-10-05',
    report_number: '328901',
    code: '39375A3',
    description: 'About 39375A3',
    basic: 'Vehicle Maintenance',
    severity_weight: 8,
    time_weight: 3,
    oos_weight: 2,
    total_weight: 30,
    out_of_service: true,
    unit: '2',
    vin: '1UYVS25385U700001',
    state: 'OH',
  });
  assert.equal(iss_basics.violation_summary.length, 5);
  assert.deepEqual(iss_basics.current_fleet_vins, [TRACTOR, OTHER_TRACTOR]);
  assert.equal(iss_basics.tab_summary.length, 7);
});

test('vin_details contains the records of a vehicle under all carriers', () => {
  const { vin_details: vin } = profile;
  assert.deepEqual([vin.vin, vin.model_year, vin.vehicle_kind], [TRACTOR, 2016, 'tractor']);
  assert.equal(vin.make, 'KENW');
  assert.equal(vin.inspections.length, 4);
  assert.equal(vin.violations.length, 4, 'its own and its driver’s, of all years');
  assert.equal(vin.crashes.length, 4);
  assert.equal(vin.sightings.length, 1);
  assert.deepEqual(vin.carriers, [
    {
      ...{ usdot_number: String(MOTUS_CARRIER), first_seen: '2026-10-20', last_seen: '2026-10-20' },
      ...{ legal_name: 'QUILLBROOK HAULING INC', sources: ['Detection'] },
    },
    {
      ...{ usdot_number: String(CARRIER), first_seen: '2024-01-01', last_seen: '2026-10-05' },
      ...{ legal_name: 'HALVORSEN FREIGHT LLC', sources: ['Crash', 'Inspection'] },
    },
  ]);
});

test('as_of leaves out later records', async () => {
  const { body } = await get({ usdot_number: String(CARRIER), as_of: '2026-03-15' });
  // The additions to the published contract, and only with as_of.
  const { archive, sources, unknown_fields, ...published } = body;
  assert.deepEqual(differences(published, profileResponse, true), []);
  assert.equal(archive.as_of, '2026-03-15');
  assert.equal(body.fleet_and_drivers.fleet_overview.total_fleet, 16);
  assert.equal(body.violations.rows.length, 3, 'none of October');
  assert.equal(body.crashes.rows.length, 2);
  assert.equal(body.authority_history.carrier_history.length, 1);
  assert.equal((await get({ usdot_number: String(CARRIER), as_of: '2027-01-01' })).status, 400);
  assert.equal((await get({ usdot_number: String(CARRIER), as_of: 'yesterday' })).status, 400);
});
