import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApi } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { insertSightings, type PlantedSighting, signedIn } from '../support/sightings/planted-sightings.ts';

const db = await testDatabase();
const api = await testApi({ db });
const READ = ['image-read-endpoint'];
const insurer = await api.customer(READ, 'insurance');
const partner = await api.customer(READ, 'partner');
const other = await api.customer(READ, 'partner');
const headersOf = signedIn(api);

const HOUR = 3_600_000;
const NOW = Math.floor(Date.now() / 1_000) * 1_000;
const pass = (plate: string, hoursAgo: number, source: string, route: string): PlantedSighting => ({
  ...{ alpr_plate_number: plate, source, route, location_city: source.toUpperCase(), location_state: 'TX' },
  time_captured: new Date(NOW - hoursAgo * HOUR),
});
/** 30 trucks go from `hub` to the east: 20 by `east`, 10 by `south`. Those to the west pass `west`. */
const traffic = Array.from({ length: 30 }, (_, n): PlantedSighting[] => {
  const ago = 40 + n;
  const next = n % 3 === 0 ? 'south' : 'east';
  return [
    pass(`EAST${n}`, ago, 'hub', 'I-40 EB'),
    // Once more before the next camera.
    pass(`EAST${n}`, ago - 0.1, 'hub', 'I-40 EB'),
    pass(`EAST${n}`, ago - 2, next, 'I-40 EB'),
    pass(`EAST${n}`, ago - 3, 'beyond', 'I-40 EB'),
    pass(`WEST${n}`, ago, 'hub', 'I-40 WB'),
    pass(`WEST${n}`, ago - 1, 'west', 'I-40 WB'),
  ];
}).flat();
await insertSightings(db, partner.organizationId, [
  ...traffic,
  pass('STOLEN1', 5, 'start', 'I-40 EB'),
  pass('STOLEN1', 1, 'hub', 'I-40 EB'),
  // Its own way leads elsewhere.
  ...[100, 200, 300, 400, 500].flatMap((ago) => [
    pass('HABIT1', ago, 'hub', 'I-40 EB'),
    pass('HABIT1', ago - 1, 'yard', 'I-40 EB'),
  ]),
  pass('HABIT1', 1, 'hub', 'I-40 EB'),
  pass('LONELY1', 1, 'nowhere', 'I-40 EB'),
]);

const nextOf = async (plate: string, customer = insurer) => {
  const headers = await headersOf(customer);
  const response = await api.app.inject({ method: 'GET', url: `/vehicles/plate/${plate}`, headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json().next_cameras as Record<string, unknown>[];
};

test('ranks the cameras that other vehicles passed next in the same direction', async () => {
  const cameras = await nextOf('STOLEN1');
  assert.deepEqual(
    cameras.slice(0, 2).map(({ source, vehicles, median_minutes }) => [source, vehicles, median_minutes]),
    [
      ['east', 20, 120],
      ['south', 10, 120],
    ],
  );
  assert.ok(cameras.every(({ source }) => source !== 'west' && source !== 'beyond' && source !== 'hub'));
  const shares = cameras.reduce((sum, { share }) => sum + Number(share), 0);
  assert.ok(Math.abs(shares - 1) < 0.01, `${shares}`);
});

test('counts the own way of a vehicle more than that of others', async () => {
  const cameras = await nextOf('HABIT1');
  assert.deepEqual([cameras[0]?.source, cameras[0]?.vehicles], ['yard', 1]);
  assert.ok(cameras.some(({ source }) => source === 'east'));
});

test('says nothing when nobody else passed the camera, and to those who may not see its sightings', async () => {
  assert.deepEqual(await nextOf('LONELY1'), []);
  assert.deepEqual(await nextOf('STOLEN1', other), []);
  assert.equal((await nextOf('STOLEN1', partner))[0]?.source, 'east');
});
