import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApi } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { insertSightings, signedIn } from '../support/sightings/planted-sightings.ts';

const db = await testDatabase();
const api = await testApi({ db });
const READ = 'image-read-endpoint';
const insurer = await api.customer([READ, 'carrier-observations-vin-endpoint'], 'insurance');
const plainInsurer = await api.customer([READ], 'insurance');
const partner = await api.customer([READ], 'partner');
const broker = await api.customer([READ], 'broker');
const headersOf = signedIn(api);
const find = async (number: string, customer = insurer) => {
  const headers = await headersOf(customer);
  const response = await api.app.inject({
    method: 'GET',
    url: '/sightings/vehicles',
    query: { number },
    headers,
  });
  return { status: response.statusCode, body: response.json() };
};
const found = async (number: string, customer = insurer) =>
  (await find(number, customer)).body.vehicles.map((one: Record<string, unknown>) => [
    one.kind,
    one.value,
    one.sightings,
  ]);

const at = (hours: number) => new Date(Date.UTC(2026, 10, 1, hours));
const VIN = '1XKYDP9X3GJ473982';
await insertSightings(db, partner.organizationId, [
  { time_captured: at(1), alpr_plate_number: 'FND-1563', equipment_number: 'FND15', vin: VIN },
  { time_captured: at(2), alpr_plate_number: 'FND-1563', cab_number: 'FND1563' },
  { time_captured: at(3), alpr_plate_number: 'OTHER1' },
]);

test('finds plates, trailers and cabs by the beginning of their numbers, the complete number first', async () => {
  assert.deepEqual(await found('fnd 15'), [
    ['trailer', 'FND15', 1],
    ['plate', 'FND1563', 2],
    ['cab', 'FND1563', 1],
  ]);
  const { body } = await find('FND1563');
  assert.equal(body.vehicles[0].last_seen, at(2).toISOString());
});

test('finds a VIN only for those who may search VINs', async () => {
  assert.deepEqual(await found('1XKYDP'), [['vin', VIN, 1]]);
  assert.deepEqual(await found('1XKYDP', plainInsurer), []);
  assert.deepEqual(await found('1XKYDP', partner), [['vin', VIN, 1]], 'of its own camera');
});

test('other organizations find the vehicles of their own cameras only', async () => {
  assert.equal((await found('FND', partner)).length, 3);
  assert.deepEqual(await found('FND', broker), []);
});

test('a number with thousands of sightings does not hide the next one', async () => {
  await db.pool.query(
    `insert into vehicle_sightings (seen_at, sighting_id, usdot_number, organization_id, kind, origin, value)
     select timestamptz '2026-10-01' + n * interval '1 minute', n, 1234567, $1::int, 3, 0, 'MNY101' from generate_series(1, 2500) n
     union all select timestamptz '2026-10-01', 1, 1234567, $1::int, 4, 0, 'MNY1015'`,
    [partner.organizationId],
  );
  assert.deepEqual(await found('MNY1'), [
    ['cab', 'MNY101', 2_500],
    ['trailer', 'MNY1015', 1],
  ]);
});

test('rejects fewer than three characters, and unknown characters', async () => {
  assert.equal((await find('AB')).status, 400);
  assert.equal((await find('AB?12')).status, 400);
});
