import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewSighting } from '../../src/domain/observations/record-sightings.ts';
import { testApi } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { insertSightings, signedIn } from '../support/sightings/planted-sightings.ts';

const db = await testDatabase();
const api = await testApi({ db });
const ROLES = ['image-read-endpoint', 'carrier-observations-vin-endpoint'];
const insurer = await api.customer(ROLES, 'insurance');
const partner = await api.customer(ROLES, 'partner');
const broker = await api.customer(ROLES, 'broker');
const plainInsurer = await api.customer(['image-read-endpoint'], 'insurance');

const headersOf = signedIn(api);
const get = async (path: string, customer: typeof insurer = insurer) => {
  const headers = await headersOf(customer);
  const response = await api.app.inject({ method: 'GET', url: path, headers });
  return { status: response.statusCode, body: response.json() };
};

const VIN = '1XKYDP9X3GJ473982';
const OTHER_VIN = '1FUJGHDV0CLBP8834';
const DAY = 86_400_000;
const NOW = Math.floor(Date.now() / 1_000) * 1_000 - DAY;
const amarillo = { latitude: 35.19, longitude: -101.83, location_city: 'Amarillo', location_state: 'TX' };
const albany = { latitude: 42.65, longitude: -73.75, location_city: 'Albany', location_state: 'NY' };
const at = (days: number, fields: Partial<NewSighting>) => {
  const time_captured = new Date(NOW - days * DAY);
  return { usdot_number: 0, alpr_plate_number: 'FILE111', plate_state: 'TX', ...fields, time_captured };
};

await db.pool.query(
  `insert into company_census (usdot_number, legal_name) values (101, 'FIRST FREIGHT LLC'), (102, 'SECOND FREIGHT LLC')`,
);
await insertSightings(db, partner.organizationId, [
  at(0, { ...albany, usdot_number: 102, equipment_number: '700200' }),
  // Seven hours before, 1,600 miles away.
  at(0.3, { ...amarillo, usdot_number: 101, equipment_number: '700100', vin: VIN }),
  at(1, { ...amarillo, usdot_number: 101, equipment_number: '700100' }),
  at(60, { ...amarillo, usdot_number: 101, equipment_number: '700100', is_plate_doubtful: true }),
  at(2, { alpr_plate_number: 'FILE111', plate_state: 'OK', equipment_number: '999999' }),
]);
await db.pool.query(
  `insert into sms_inspections (unique_id, usdot_number, insp_date, report_state, report_number, unit_license, unit_license_state)
   values (1, 102, $1, 'OH', 'INSP1', 'FILE-111', 'TX'), (2, 103, $1, 'OH', 'INSP2', 'FILE-111', 'OK')`,
  [new Date(NOW - 400 * DAY)],
);

test('the file has the sightings, records and carriers of a plate in the order of time', async () => {
  const { status, body } = await get('/vehicles/plate/file-111?plate_state=Texas');
  assert.equal(status, 200);
  assert.deepEqual(
    body.sightings.map(({ usdot_number }: { usdot_number: string }) => usdot_number),
    ['102', '101', '101', '101'],
  );
  assert.equal(body.is_complete, true);
  assert.equal(body.value, 'FILE111');
  const inspections = body.inspections.map((row: Record<string, string>) => [
    row.usdot_number,
    row.report_number,
  ]);
  assert.deepEqual(inspections, [['102', 'INSP1']]);
  const carriers = body.carriers.map((row: Record<string, unknown>) => [
    row.carrier_name,
    row.sightings,
    row.inspections,
  ]);
  assert.deepEqual(carriers, [
    ['SECOND FREIGHT LLC', 1, 1],
    ['FIRST FREIGHT LLC', 3, 0],
  ]);
  assert.equal(body.carriers[0].first_seen, new Date(NOW - 400 * DAY).toISOString().slice(0, 10));
  assert.equal(body.last_place.location_city, 'Albany');
});

test('the file shows gaps, and moves that are too fast for one truck', async () => {
  const { body } = await get('/vehicles/plate/FILE111?plate_state=TX');
  const [move, ...others] = body.impossible_moves;
  assert.deepEqual(others, []);
  assert.deepEqual([move.from.location_city, move.to.location_city], ['Amarillo', 'Albany']);
  assert.ok(move.miles > 1_500 && move.miles < 1_700, `${move.miles} miles`);
  assert.equal(move.minutes, 432);
  assert.deepEqual(
    body.gaps.map(({ days }: { days: number }) => days),
    [59],
  );
});

test('moves and gaps are those of one vehicle, read with High', async () => {
  const cab = { cab_number: '102', cab_number_ocr_score: 'High' as const, alpr_plate_number: '' };
  const read = { vin: OTHER_VIN, vin_ocr_score: 'High' as const, alpr_plate_number: '' };
  await insertSightings(db, partner.organizationId, [
    at(5, { ...albany, ...cab, usdot_number: 101 }),
    // Another carrier's truck with the number 102, and an unknown one.
    at(5.1, { ...amarillo, ...cab, usdot_number: 102 }),
    at(5.2, { ...albany, ...cab, usdot_number: 0 }),
    at(5.3, { ...amarillo, ...cab, usdot_number: 101, cab_number_ocr_score: 'Low' }),
    at(5.4, { ...amarillo, ...cab, usdot_number: 101, is_cab_imputed: true }),
    at(45, { ...albany, ...cab, usdot_number: 102 }),
    at(5, { ...albany, ...read }),
    at(5.1, { ...amarillo, ...read, is_vin_imputed: true }),
    at(5.2, { ...amarillo, ...read, vin_ocr_score: 'Medium' }),
    at(5, { ...albany, alpr_plate_number: 'TWIN222', plate_state: 'NY' }),
    at(5.1, { ...amarillo, alpr_plate_number: 'TWIN222', plate_state: 'TX' }),
    at(5.2, { ...albany, alpr_plate_number: 'TWIN222', plate_state: '' }),
  ]);
  const movesOf = async (path: string) => (await get(`/vehicles/${path}`)).body.impossible_moves.length;
  assert.equal(await movesOf('cab/102'), 0, 'trucks of two carriers, and numbers that are not sure');
  assert.equal(await movesOf(`vin/${OTHER_VIN}`), 0, 'an inferred VIN and one with Medium');
  assert.equal(await movesOf('plate/TWIN222'), 0, 'plates of two states');
  const gaps = (await get('/vehicles/cab/102')).body.gaps;
  assert.deepEqual(
    gaps.map(({ days }: { days: number }) => days),
    [39],
    'only of the truck of 102',
  );
  await insertSightings(db, partner.organizationId, [
    at(5.05, { ...amarillo, ...cab, usdot_number: 101 }),
    at(5.05, { ...amarillo, ...read }),
  ]);
  assert.equal(await movesOf('cab/102'), 1);
  assert.equal(await movesOf(`vin/${OTHER_VIN}`), 1);
});

test('the file names what was seen with the vehicle, in both directions', async () => {
  const { body: tractor } = await get('/vehicles/plate/FILE111?plate_state=TX');
  const seen = (file: { seen_with: Record<string, unknown>[] }) =>
    file.seen_with.map(({ kind, value, sightings }) => [kind, value, sightings]);
  assert.deepEqual(seen(tractor), [
    ['trailer', '700100', 3],
    ['trailer', '700200', 1],
  ]);
  assert.deepEqual(seen((await get('/vehicles/trailer/700100')).body), [['plate', 'FILE111', 3]]);
});

test('a plate of another state, and a number of another carrier, are other vehicles', async () => {
  assert.equal((await get('/vehicles/plate/FILE111?plate_state=OK')).body.sightings.length, 1);
  assert.equal((await get('/vehicles/plate/FILE111')).body.sightings.length, 5);
  assert.equal((await get('/vehicles/trailer/700100?usdot_number=102')).body.sightings.length, 0);
});

test('each kind of organization sees the file of what it may see', async () => {
  assert.equal((await get('/vehicles/plate/FILE111', partner)).body.sightings.length, 5);
  const { status, body } = await get('/vehicles/plate/FILE111?plate_state=TX', broker);
  assert.equal(status, 200);
  assert.deepEqual([body.sightings, body.carriers.length, body.last_place], [[], 1, null]);
  assert.equal((await get(`/vehicles/vin/${VIN}`, plainInsurer)).status, 403);
  assert.equal((await get(`/vehicles/vin/${VIN}`, insurer)).body.sightings.length, 1);
});

test('rejects a kind that does not exist and a number with unknown characters', async () => {
  assert.equal((await get('/vehicles/color/RED')).status, 400);
  assert.equal((await get('/vehicles/plate/ABC%3F123')).status, 400);
});

test('a sighting with one confused character is possible, unless another vehicle has that number', async () => {
  const of = (alpr_plate_number: string, days: number, fields: Partial<NewSighting> = {}) =>
    at(days, { ...amarillo, alpr_plate_number, plate_state: 'TX', ...fields });
  await insertSightings(db, partner.organizationId, [
    of('MIS0850', 10),
    of('MIS0850', 4),
    of('M1S0850', 3),
    of('MIS0350', 2, { plate_state: '' }),
    of('MISX850', 2),
    of('MISO85O', 2),
    of('MIS0860', 3.9, albany),
    of('MIS0856', 3, { plate_state: 'OK' }),
    of('MIS0B50', 3),
    ...[1, 2, 3].map((days) => of('MIS0650', days)),
    of('AB1', 3),
    of('A81', 3),
  ]);
  await db.pool.query(
    `insert into sms_inspections (unique_id, usdot_number, insp_date, report_state, report_number, unit_license, unit_license_state)
     values (9, 102, $1, 'OH', 'INSP9', 'MIS-0B50', 'TX')`,
    [new Date(NOW - 400 * DAY)],
  );
  const possible = async (path: string, customer = insurer) => {
    const { body } = await get(path, customer);
    return body.possible_sightings.map((row: Record<string, string>) => row.alpr_plate_number);
  };
  assert.deepEqual(await possible('/vehicles/plate/MIS0850?plate_state=TX'), ['MIS0350', 'M1S0850']);
  assert.deepEqual(await possible('/vehicles/plate/AB1'), [], 'too short');
  const stranger = await api.customer(ROLES, 'partner');
  assert.deepEqual(
    await possible('/vehicles/plate/MIS0850', stranger),
    [],
    'sightings of others stay hidden',
  );
});
