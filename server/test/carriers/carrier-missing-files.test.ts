import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCarrierDetail } from '../../src/domain/carriers/detail/carrier-detail.ts';
import { runScores } from '../../src/domain/safety/run/run-scores.ts';
import { testApi } from '../support/api.ts';
import { type Row, testImporter } from '../support/federal/federal-files.ts';
import {
  legacyCarrierRow,
  legacyFilingRow,
  motusCarrierRow,
  motusFilingRow,
  PROPERTY,
} from '../support/federal/register-rows.ts';

const ORDERS = 'out-of-service-orders';
const TODAY = '2026-11-16';
const CARRIER = 5_004_101;
const LICENSED = 5_004_102;
const smsCensus = (usdot: number): Row => ({
  ...{ DOT_NUMBER: usdot, LEGAL_NAME: 'A', CARRIER_OPERATION: 'A', PC_FLAG: 'TRUE', NBR_POWER_UNIT: 3 },
  ...{ DRIVER_TOTAL: 1, AUTHORIZED_FOR_HIRE: 'TRUE', OP_OTHER: 'N' },
});
const smsInspection: Row = {
  ...{ Unique_ID: 1, Report_Number: 'R1', Report_State: 'OH', DOT_Number: CARRIER, Insp_Date: '01-MAR-26' },
  ...{ Insp_level_ID: 1, Time_Weight: 3, Driver_OOS_Total: 0, Vehicle_OOS_Total: 0, OOS_Total: 0 },
};

const smsViolation: Row = {
  ...{ Unique_ID: 1, Insp_Date: '01-MAR-26', DOT_Number: CARRIER, Viol_Code: '39375A3', Time_Weight: 3 },
  ...{ BASIC_Desc: 'Vehicle Maintenance', OOS_Indicator: 'false', OOS_Weight: 0, Severity_Weight: 8 },
  ...{ Total_Severity_Wght: 8, Section_Desc: 'Tire', Viol_Unit: '1' },
};

async function apiWith(files: Record<string, Row[]>) {
  const api = await testApi({
    clock: { now: () => new Date(`${TODAY}T12:00:00Z`) },
  });
  const importer = await testImporter(api.db, new Date(`${TODAY}T00:00:00Z`));
  await importer.datasets(files, { asOf: '2026-05-14' });
  const headers = await api.signIn(await api.customer(['external-api-carrier-iss-score']));
  const profileOf = async (usdot: number, query = '') =>
    (await api.app.inject({ url: `/carrier/profile/fmcsa?usdot_number=${usdot}${query}`, headers })).json();
  const unknownOf = async (usdot: number, query = '&sources=true') =>
    new Map<string, string>(
      (await profileOf(usdot, query)).unknown_fields.map((one: { field: string; reason: string }) => [
        ...[one.field, one.reason],
      ]),
    );
  return {
    api,
    headers,
    profileOf,
    unknownOf,
    detailOf: (usdot: number) => readCarrierDetail(api.db, usdot, TODAY),
  };
}

const onlySms = await apiWith({ 'sms-census': [smsCensus(CARRIER)], 'sms-inspection': [smsInspection] });

test('a section whose files are all missing is null with NotLoadedError and the names of the files', async () => {
  const profile = await onlySms.profileOf(CARRIER);
  for (const [section, file] of [
    ['insurance', 'motus-insur'],
    ['crashes', 'sms-crash'],
    ['violations', 'inspection-violations'],
  ] as const) {
    assert.equal(profile[section], null, section);
    assert.equal(profile.errors[section].type, 'NotLoadedError', section);
    assert.ok(profile.errors[section].message.includes(file), profile.errors[section].message);
  }
  assert.deepEqual(Object.keys(profile.errors).sort(), ['crashes', 'insurance', 'violations']);
  assert.equal(profile.unknown_fields, undefined, 'the plain profile has the keys of the contract only');
});

test('no authority is stated for want of a register', async () => {
  const { authorization } = (await onlySms.profileOf(CARRIER)).operating_status;
  assert.deepEqual(
    [authorization.common_authority, authorization.contract_authority, authorization.broker_authority],
    ['Unknown', 'Unknown', 'Unknown'],
  );
  assert.equal((await onlySms.detailOf(CARRIER))?.entity_status, '');
});

test('counts of a file that is not loaded are empty texts, and numbers are listed as unknown', async () => {
  const detail = await onlySms.detailOf(CARRIER);
  assert.deepEqual(
    [detail?.carrier_crash_total, detail?.basic_hos_total_violation, detail?.carrier_driver_insp],
    ['', '', '1'],
  );
  const profile = await onlySms.profileOf(CARRIER, '&sources=true');
  assert.deepEqual(profile.oos.crash_information, { crash_count: 0, injuries: 0, fatalities: 0 });
  const unknown = await onlySms.unknownOf(CARRIER);
  for (const field of [
    'oos.crash_information',
    'oos.major_and_severe_violations',
    'operating_status.dot_status.dot_status',
    'operating_status.dot_status.dot_safety_rating',
    'operating_status.authorization.common_authority',
    'operating_status.active_certifications',
    'authority_history.authority_history_count',
    'fleet_and_drivers.fleet_overview.tractors',
    'fleet_and_drivers.cargo_carried',
  ])
    assert.match(unknown.get(field) ?? '', /^Not loaded: /, field);
  assert.match(unknown.get('oos.crash_information') ?? '', /SMS Input - Crash \(sms-crash\)/);
  for (const field of [
    'oos.oos_scores',
    'fleet_and_drivers.fleet_age',
    'insurance.active_insurance.bond_status',
  ])
    assert.equal(unknown.has(field), false, field);
});

test('without the list of out-of-service orders, the ISS score is unknown and not a Pass', async () => {
  const files = {
    'sms-census': [smsCensus(CARRIER)],
    'sms-inspection': [smsInspection],
    'sms-violation': [smsViolation],
  };
  const order: Row = { DOT_NUMBER: 5_004_199, OOS_DATE: '2026-01-01', OOS_REASON: 'NOP', STATUS: 'ACTIVE' };
  const [without, complete] = [await apiWith(files), await apiWith({ ...files, [ORDERS]: [order] })];
  for (const { api } of [without, complete]) await runScores(api.db, { method: 'current' });
  const { oos, iss_basics } = await without.profileOf(CARRIER);
  assert.equal(oos.iss_score, 0);
  assert.deepEqual(
    [iss_basics.header.score, iss_basics.header.status, iss_basics.header.recommendation],
    ['', 'Unknown', 'Unknown'],
  );
  const unknown = await without.unknownOf(CARRIER);
  for (const field of ['oos.iss_score', 'iss_basics.header.score', 'iss_basics.header.recommendation'])
    assert.match(unknown.get(field) ?? '', /Not loaded: .*\(out-of-service-orders\)/, field);
  const historyOf = async ({ api, headers }: typeof without) =>
    (await api.app.inject({ url: `/carrier/${CARRIER}/scores/history`, headers })).json().runs[0].iss_score;
  assert.equal(await historyOf(without), null);

  const known = await complete.profileOf(CARRIER);
  assert.ok(known.oos.iss_score > 0);
  assert.notEqual(known.iss_basics.header.recommendation, 'Unknown');
  assert.equal(await historyOf(complete), known.oos.iss_score);
  assert.equal((await complete.unknownOf(CARRIER)).has('oos.iss_score'), false);
  // The same keys in both.
  const keysOf = (one: object) => Object.keys(one).sort();
  assert.deepEqual(keysOf(oos), keysOf(known.oos));
  assert.deepEqual(keysOf(iss_basics.header), keysOf(known.iss_basics.header));
});

test('a count that the census does not have is listed as unknown, not a 0', async () => {
  const { NBR_POWER_UNIT: _, DRIVER_TOTAL: __, ...empty } = smsCensus(CARRIER);
  const { profileOf, unknownOf } = await apiWith({ 'sms-census': [empty, smsCensus(LICENSED)] });
  assert.equal((await profileOf(CARRIER)).fleet_and_drivers.fleet_overview.total_fleet, 0);
  const unknown = await unknownOf(CARRIER);
  for (const field of ['fleet_overview.total_fleet', 'drivers.driver_count'])
    assert.equal(unknown.get(`fleet_and_drivers.${field}`), 'The census does not have it.');
  assert.equal((await unknownOf(LICENSED)).has('fleet_and_drivers.fleet_overview.total_fleet'), false);
});

test('the batch of profiles tells apart what is not loaded', async () => {
  const url = `/carrier/profile/fmcsa/batch?usdot_number=${CARRIER}&sources=true`;
  const { body } = await onlySms.api.app.inject({ url, headers: onlySms.headers });
  const profile = JSON.parse(body);
  assert.equal(profile.errors.insurance.type, 'NotLoadedError');
  assert.ok(profile.unknown_fields.some((one: { field: string }) => one.field === 'oos.crash_information'));
});

test('without any inspection, violation or crash file there is no safety section', async () => {
  const { profileOf, detailOf } = await apiWith({ 'sms-census': [smsCensus(CARRIER)] });
  const profile = await profileOf(CARRIER);
  assert.deepEqual([profile.oos, profile.iss_basics], [null, null]);
  assert.deepEqual(
    [profile.errors.oos.type, profile.errors.iss_basics.type],
    ['NotLoadedError', 'NotLoadedError'],
  );
  assert.notEqual(profile.operating_status, null);
  assert.equal((await detailOf(CARRIER))?.carrier_driver_insp, '');
});

test('one of the two registers alone does not show that there is no authority or insurance', async () => {
  const { profileOf, unknownOf, detailOf } = await apiWith({
    'sms-census': [smsCensus(CARRIER), smsCensus(LICENSED)],
    'legacy-carrier': [legacyCarrierRow(LICENSED)],
    'legacy-act-pend-insur': [legacyFilingRow(LICENSED, 'L-1')],
  });
  const { operating_status, insurance } = await profileOf(CARRIER);
  assert.equal(operating_status.authorization.common_authority, 'Unknown');
  const { bipd_primary_status, bipd_primary_insurance_on_file, bond_status, bond_insurance_on_file } =
    insurance.active_insurance;
  assert.deepEqual(
    [bipd_primary_status, bipd_primary_insurance_on_file, bond_status, bond_insurance_on_file],
    ['Unknown', '', 'Unknown', null],
  );
  assert.match(
    (await unknownOf(CARRIER)).get('insurance.active_insurance.bipd_primary_status') ?? '',
    /Motus Insur \(motus-insur\)/,
  );
  assert.equal((await detailOf(CARRIER))?.entity_status, '');
  // What the loaded register has is a fact.
  const licensed = await profileOf(LICENSED);
  assert.equal(licensed.operating_status.authorization.common_authority, 'Active');
  assert.equal(licensed.insurance.active_insurance.bipd_primary_status, 'Active');
  assert.equal((await detailOf(LICENSED))?.entity_status, 'AUTHORIZED FOR Property');
});

test('with both registers loaded, none and not required are facts', async () => {
  const { profileOf, unknownOf, detailOf } = await apiWith({
    'sms-census': [smsCensus(CARRIER)],
    'legacy-carrier': [legacyCarrierRow(LICENSED)],
    'legacy-act-pend-insur': [legacyFilingRow(LICENSED, 'L-1')],
    'motus-carrier': [motusCarrierRow(LICENSED, PROPERTY, 'Active')],
    'motus-insur': [motusFilingRow(LICENSED, 'M-1', '20260101')],
  });
  const { operating_status, insurance } = await profileOf(CARRIER);
  assert.equal(operating_status.authorization.common_authority, 'None');
  assert.equal(insurance.active_insurance.bipd_primary_status, 'Not required');
  assert.equal((await detailOf(CARRIER))?.entity_status, 'NOT AUTHORIZED');
  assert.equal((await unknownOf(CARRIER)).has('insurance.active_insurance.bipd_primary_status'), false);
});
