import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyCensus } from '../../src/domain/federal/datasets/company-census.ts';
import { legacyCarrier } from '../../src/domain/federal/datasets/legacy.ts';
import { motusCarrier } from '../../src/domain/federal/datasets/motus.ts';
import { smsCensus } from '../../src/domain/federal/datasets/sms-inputs.ts';
import { testApi } from '../support/api.ts';
import { type Row, testImporter } from '../support/federal/federal-files.ts';
import { exampleRows } from '../support/federal/federal-rows.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';

const CARRIER = 5_003_001;
const NEW_CARRIER = 5_003_002;
const SMS_CARRIER = 5_003_003;
const GONE = 5_003_004;
const api = await testApi({
  clock: { now: () => new Date('2026-11-10T12:00:00Z') },
});
const importer = await testImporter(api.db, new Date('2026-11-10T00:00:00Z'));
const headers = await api.signIn(await api.customer([]));

const carrier = (usdot: number, changes: Row = {}): Row => ({
  ...(exampleRows['company-census']?.[0] as Row),
  ...{
    DOT_NUMBER: usdot,
    LEGAL_NAME: 'NORTH FREIGHT',
    PHONE: '2165550101',
    STATUS_CODE: 'A',
    POWER_UNITS: 3,
  },
  ...{ SAFETY_RATING: 'S', SAFETY_RATING_DATE: '20250102', CLASSDEF: 'AUTHORIZED FOR HIRE', ...changes },
});
const sms = (usdot: number, name: string): Row => ({
  ...{ DOT_NUMBER: usdot, LEGAL_NAME: name, PC_FLAG: '', NBR_POWER_UNIT: 1, DRIVER_TOTAL: 1 },
});
const authority = (status: string): Row => ({
  ...{ DOCKET_NUMBER: 'MC3001', USDOT_NUMBER: CARRIER, OP_AUTH_TYPE: 'Motor Carrier of Property' },
  ...{ OP_AUTH_STATUS: status, LEGAL_NAME: 'NORTH FREIGHT', MIN_COV_AMOUNT: '750000.00' },
});
const sold = { LEGAL_NAME: 'SOUTH FREIGHT', PHONE: '3305550100' };
const closed = { ...sold, STATUS_CODE: 'I', SAFETY_RATING: 'U', SAFETY_RATING_DATE: '20260901' };

const legacy = {
  ...{ DOCKET_NUMBER: 'MC003001', DOT_NUMBER: CARRIER, COMMON_STAT: 'A', CONTRACT_STAT: 'N' },
  ...{ BROKER_STAT: 'N', PROPERTY_CHK: 'Y', LEGAL_NAME: 'NORTH FREIGHT' },
};
await importer.rows(legacyCarrier, [legacy], { asOf: '2026-05-14' });
const census = (asOf: string, list: Row[]) => importer.rows(companyCensus, list, { asOf, force: true });
const monthly = (asOf: string, name: string, other: string) =>
  importer.rows(smsCensus, [sms(CARRIER, name), sms(SMS_CARRIER, other)], { asOf });
await monthly('2026-03-27', 'OLDEST NAME', 'BEFORE');
await monthly('2026-04-24', 'NORTH FREIGHT', 'AFTER');
await importer.rows(motusCarrier, [{ ...authority('Active'), USDOT_NUMBER: SMS_CARRIER }], {
  asOf: '2026-06-01',
});
await census('2026-05-01', [carrier(CARRIER), carrier(GONE)]);
await census('2026-07-01', [carrier(CARRIER, sold), carrier(NEW_CARRIER)]);
await monthly('2026-07-31', 'SOUTH FREIGHT', 'AFTER');
await importer.rows(motusCarrier, [authority('Active')], { asOf: '2026-08-01' });
await census('2026-09-01', [carrier(CARRIER, closed), carrier(NEW_CARRIER)]);
await importer.rows(motusCarrier, [authority('Inactive')], { asOf: '2026-09-01' });

const get = async (usdot: number | string, query: Record<string, string> = {}, more = headers) => {
  const url = `/carrier/${usdot}/history?${new URLSearchParams(query)}`;
  const response = await api.app.inject({ url, headers: more });
  return { status: response.statusCode, body: response.json() };
};
const profileOn = async (usdot: number, day: string) => {
  const url = `/carrier/profile/fmcsa?usdot_number=${usdot}&as_of=${day}`;
  return (await api.app.inject({ url, headers })).json();
};
const valueOn = async (usdot: number, day: string, field: string) => {
  const { archive } = await profileOn(usdot, day);
  const found = archive.values.find((one: { field: string }) => one.field === field);
  return found && [found.value, found.first_seen, found.last_seen, found.source_dataset];
};
const motusItem = 'MC3001 Motor Carrier of Property';

test('lists the changes of a carrier, the latest first, with the value that replaced each', async () => {
  const { status, body } = await get(CARRIER);
  assert.equal(status, 200);
  assert.equal(body.is_known, true);
  assert.deepEqual(
    body.sources.find((one: { source_dataset: string }) => one.source_dataset === 'company-census'),
    { source_dataset: 'company-census', since: '2026-05-01', newest: '2026-09-01' },
  );
  const file = (source_dataset: string, first_seen: string, last_seen: string, replaced_on: string) => ({
    ...{ source_dataset, first_seen, last_seen, replaced_on, item: '' },
  });
  const september = file('company-census', '2026-05-01', '2026-07-01', '2026-09-01');
  const july = file('company-census', '2026-05-01', '2026-05-01', '2026-07-01');
  const motus = { ...file('motus-carrier', '2026-08-01', '2026-08-01', '2026-09-01'), item: motusItem };
  assert.deepEqual(body.changes, [
    { field: 'safety_rating', value: 'Satisfactory', replaced_by: 'Unsatisfactory', ...september },
    { field: 'safety_rating_date', value: '2025-01-02', replaced_by: '2026-09-01', ...september },
    { field: 'usdot_status', value: 'active', replaced_by: 'inactive', ...september },
    { field: 'authority', value: 'Active', replaced_by: 'Inactive', ...motus },
    {
      ...{ field: 'authority', value: null, replaced_by: 'Active' },
      ...{ ...motus, first_seen: '2026-06-01', last_seen: '2026-06-01', replaced_on: '2026-08-01' },
    },
    { field: 'legal_name', value: 'NORTH FREIGHT', replaced_by: 'SOUTH FREIGHT', ...july },
    { field: 'phone', value: '2165550101', replaced_by: '3305550100', ...july },
    {
      ...{ field: 'legal_name', value: 'OLDEST NAME', replaced_by: 'NORTH FREIGHT' },
      ...file('sms-census', '2026-03-27', '2026-03-27', '2026-04-24'),
    },
  ]);
});

test('filters by field and returns pages', async () => {
  const { body } = await get(CARRIER, { field: 'legal_name', page_size: '1', page: '2' });
  assert.deepEqual(
    body.changes.map((one: { value: string }) => one.value),
    ['OLDEST NAME'],
  );
  assert.deepEqual(body.pagination, {
    ...{ page: 2, page_size: 1, results_returned: 1, has_more: false, total: 2, total_pages: 2 },
  });
  assert.equal((await get(CARRIER, { field: 'shoe_size' })).status, 400);
  assert.equal((await get('abc')).status, 400);
});

test('a new carrier was not in the file before; an unknown one has no changes', async () => {
  const { body } = await get(NEW_CARRIER);
  assert.deepEqual(
    body.changes.map(({ field, value, replaced_by, replaced_on }: Record<string, unknown>) => [
      ...[field, value, replaced_by, replaced_on],
    ]),
    [['record', null, 'listed', '2026-07-01']],
  );
  const unknown = await get(99_999_999);
  assert.equal(unknown.status, 200);
  assert.deepEqual([unknown.body.is_known, unknown.body.changes], [false, []]);
});

test('requires an access token', async () => {
  const url = `/carrier/${CARRIER}/history`;
  assert.equal((await api.app.inject({ url })).statusCode, 401);
  const { 'x-api-key': key } = headers as Record<string, string>;
  assert.equal((await api.app.inject({ url, headers: { 'x-api-key': key } })).statusCode, 401);
});

test('milepost carrier history prints the same changes', async () => {
  const folder = await temporaryFolder();
  const run = (...args: string[]) =>
    milepost(['carrier', 'history', String(CARRIER), ...args], folder, { env: { DATABASE_URL: api.db.url } });
  const printed = await run('--field', 'legal_name');
  assert.equal(printed.code, 0, printed.stderr);
  assert.match(printed.stdout, /company-census: archived since 2026-05-01, newest file of 2026-09-01/);
  assert.match(
    printed.stdout,
    /2026-07-01 +legal_name +NORTH FREIGHT +SOUTH FREIGHT +2026-05-01 +2026-05-01/,
  );
  const { changes, unlisted } = JSON.parse((await run('--json')).stdout);
  const { body } = await get(CARRIER);
  assert.deepEqual([changes, unlisted], [body.changes, body.unlisted]);
  const refused = await run('--field', 'shoe_size');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /--field must be one of record, legal_name/);
});

test('as_of returns the identity of the day with the files that had it', async () => {
  const [daily, sms] = ['company-census', 'sms-census'];
  const expected: [usdot: number, day: string, field: string, value: string[] | undefined][] = [
    [CARRIER, '2026-06-15', 'legal_name', ['NORTH FREIGHT', '2026-05-01', '2026-05-01', daily]],
    [CARRIER, '2026-07-01', 'legal_name', ['SOUTH FREIGHT', '2026-07-01', '2026-09-01', daily]],
    [CARRIER, '2026-11-10', 'phone', ['3305550100', '2026-07-01', '2026-09-01', daily]],
    // The daily census is not archived yet, but the monthly one is.
    [CARRIER, '2026-04-01', 'legal_name', ['OLDEST NAME', '2026-03-27', '2026-03-27', sms]],
    // A carrier that the files did not list on that day.
    [NEW_CARRIER, '2026-06-15', 'legal_name', undefined],
    [SMS_CARRIER, '2026-04-01', 'legal_name', ['BEFORE', '2026-03-27', '2026-03-27', sms]],
  ];
  for (const [usdot, day, field, value] of expected)
    assert.deepEqual(await valueOn(usdot, day, field), value, `${usdot} ${day}`);
});

test('as_of before the first import states that the values are unknown', async () => {
  const before = await profileOn(CARRIER, '2026-01-01');
  assert.deepEqual([before.archive.values, before.archive.is_listed], [[], null]);
  for (const field of [
    'legal_name',
    'phone',
    'power_units',
    'usdot_status',
    'authority',
    'insurance',
    'record',
  ])
    assert.ok(before.archive.unknown_fields.includes(field), field);
  const { dot_status, authorization, mc_150_details } = before.operating_status;
  // The rating is dated: it was given in 2026, after the requested day.
  assert.deepEqual(dot_status, { dot_status: '', dot_safety_rating: '', rating_date: '' });
  assert.deepEqual([authorization.common_authority, mc_150_details.transport_hazmat], ['Unknown', '']);
  const unknown = before.unknown_fields.map(({ field }: { field: string }) => field);
  for (const field of [
    'dot_status.dot_status',
    'authorization.common_authority',
    'mc_150_details.transport_hazmat',
  ])
    assert.ok(unknown.includes(`operating_status.${field}`), field);
  assert.ok(unknown.includes('fleet_and_drivers.fleet_overview.total_fleet'));
  assert.equal(before.fleet_and_drivers.fleet_overview.total_fleet, 0);
  // The monthly census has names, but neither status nor officers.
  const { archive } = await profileOn(CARRIER, '2026-04-01');
  assert.equal(archive.is_listed, true);
  assert.deepEqual(
    ['legal_name', 'usdot_status', 'officer_1'].map((field) => archive.unknown_fields.includes(field)),
    [false, true, true],
  );
  assert.deepEqual((await profileOn(CARRIER, '2026-09-01')).archive.unknown_fields, ['insurance']);
});

test('a carrier that left the census keeps its values until the first file without it', async () => {
  assert.deepEqual(await valueOn(GONE, '2026-06-30', 'legal_name'), [
    ...['NORTH FREIGHT', '2026-05-01', '2026-05-01', 'company-census'],
  ]);
  const { archive } = await profileOn(GONE, '2026-07-01');
  assert.deepEqual([archive.is_listed, archive.values], [false, []]);
  const { body } = await get(GONE);
  assert.equal(body.is_known, true);
  assert.deepEqual(body.changes, [
    {
      ...{ field: 'record', item: '', value: 'listed', replaced_by: null, source_dataset: 'company-census' },
      ...{ first_seen: '2026-05-01', last_seen: '2026-05-01', replaced_on: '2026-07-01' },
    },
  ]);
});

test('as_of returns status, rating and authority of the day', async () => {
  const now = await profileOn(CARRIER, '2026-11-10');
  assert.equal(now.operating_status.dot_status.dot_status, 'INACTIVE');
  assert.equal(now.operating_status.dot_status.dot_safety_rating, 'Unsatisfactory');
  assert.equal(now.operating_status.authorization.common_authority, 'Inactive');
  const then = await profileOn(CARRIER, '2026-08-15');
  assert.deepEqual(then.operating_status.dot_status, {
    ...{ dot_status: 'ACTIVE', dot_safety_rating: 'Satisfactory', rating_date: '2025-01-02' },
  });
  assert.equal(then.operating_status.authorization.common_authority, 'Active');
  // Motus did not list the carrier yet; the legacy file had an active authority.
  const legacy = await profileOn(CARRIER, '2026-07-15');
  assert.equal(legacy.operating_status.authorization.common_authority, 'Active');
  assert.equal(legacy.errors.archive, undefined);
});

test('a profile without as_of has no archive, and one of an unknown carrier states that', async () => {
  const response = await api.app.inject({ url: `/carrier/profile/fmcsa?usdot_number=${CARRIER}`, headers });
  assert.equal('archive' in response.json(), false);
  const unknown = await profileOn(99_999_999, '2026-08-15');
  assert.equal(unknown.archive, null);
  assert.equal(unknown.errors.archive.type, 'NotFoundError');
});
