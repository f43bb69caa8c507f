import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cellToLatLng, getResolution, isValidCell } from 'h3-js';
import { testApi } from '../support/api.ts';
import { seededRandom } from '../support/random.ts';
import { insertSightings, type PlantedSighting } from '../support/sightings/planted-sightings.ts';

const NOW = new Date('2026-10-01T12:00:00Z');
const api = await testApi({ clock: { now: () => NOW }, env: { RATE_LIMIT_EXPENSIVE_READS: '0' } });
const ROLES = ['external-api-shipper-facilities', 'external-api-shipper-network-map'];
const broker = await api.customer(ROLES);
const insurer = await api.customer(ROLES, 'insurance');
const { pool } = api.db;

const DAY_MS = 86_400_000;
const FACILITY = { latitude: 32.78, longitude: -96.8 };
const CITIES: [city: string, state: string, latitude: number, longitude: number][] = [
  ['Houston', 'TX', 29.76, -95.37],
  ['houston', 'TX', 29.8, -95.4],
  ['Waco', 'TX', 31.55, -97.15],
  ['Tulsa', 'OK', 36.15, -95.99],
  ['Memphis', 'TN', 35.15, -90.05],
  ['Odessa', 'TX', 31.85, -102.37],
  ['Dallas', 'TX', 32.78, -96.7],
];

async function facility(organizationId: number) {
  const { rows } = await pool.query(
    `insert into facilities (id, organization_id, facility_name, formatted_address, latitude, longitude)
     values (gen_random_uuid(), $1, 'Warehouse', 'Dallas, TX', $2, $3) returning id`,
    [organizationId, FACILITY.latitude, FACILITY.longitude],
  );
  return rows[0].id as string;
}
const facilityId = await facility(broker.organizationId);
await facility(insurer.organizationId);

/** Trucks that pass the facility and other places; some without a plate, with another state's plate or an inferred VIN. */
const random = seededRandom(7);
const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
function passages(trucks: number, label: string): PlantedSighting[] {
  const sightings: PlantedSighting[] = [];
  for (let truck = 0; truck < trucks; truck++) {
    let time = NOW.getTime() - random() * 110 * DAY_MS;
    for (let i = 0; i < 6; i++) {
      time += random() * 4 * DAY_MS;
      if (time > NOW.getTime()) break;
      const isNear = random() < 0.5;
      const [city, state, latitude, longitude] = isNear
        ? (['Dallas', 'TX', FACILITY.latitude + random() * 0.06, FACILITY.longitude] as const)
        : pick(CITIES);
      sightings.push({
        ...{ time_captured: new Date(Math.round(time)), usdot_number: random() < 0.5 ? 1234567 : 0 },
        ...{ location_city: city, location_state: state, latitude, longitude, source: `camera ${city}` },
        alpr_plate_number: random() < 0.85 ? `${label}${truck}` : '',
        plate_state: random() < 0.1 ? 'OK' : random() < 0.5 ? 'TX' : '',
        vin: random() < 0.5 ? `1FUJGLDR9CSBM${label}${String(truck).padStart(3, '0')}` : '',
        is_vin_imputed: random() < 0.2,
      });
    }
  }
  return sightings;
}
await insertSightings(api.db, broker.organizationId, passages(80, 'A'));
await insertSightings(api.db, insurer.organizationId, passages(60, 'A'));

type Lane = {
  city: string;
  state: string;
  weight: number;
  visit_share: string;
  hexagon_id: string;
  distance_miles: number;
  direction: string;
};
type Found = { inbound_lanes: Lane[]; outbound_lanes: Lane[] };

async function lanes(who: typeof broker, query: Record<string, string> = {}): Promise<Found> {
  const all = { name: 'warehouse', include_lanes: 'true', top_n: '100', ...query };
  const url = `/facilities?${new URLSearchParams(all)}`;
  const response = await api.app.inject({ method: 'GET', url, headers: await api.signIn(who) });
  assert.equal(response.statusCode, 200, response.body);
  return response.json()[0];
}

/** Every pair of sightings of a vehicle, in plain SQL over all rows. */
async function oracle(organizationId: number | null, isInbound: boolean) {
  const miles = (a: string) =>
    `3958.8 * acos(least(1, sin(radians(${a}.latitude)) * sin(radians($2::float8)) + cos(radians(${a}.latitude))
       * cos(radians($2::float8)) * cos(radians(${a}.longitude - $3::float8))))`;
  const { rows } = await pool.query(
    `with seen as (
       select * from observations where type = 'Detection' and ($1::int is null or organization_id = $1)
     ), near as (
       select n.* from seen n where ${miles('n')} <= 5 and n.time_captured between $4::timestamptz - interval '90 days' and $4
     ), ends as (
       select distinct on (n.id) e.* from near n join seen e on ${miles('e')} > 5
         and e.time_captured ${isInbound ? '<' : '>'} n.time_captured
         and abs(extract(epoch from e.time_captured - n.time_captured)) <= 7 * 86400
         and ((n.vin <> '' and n.vin = e.vin and not n.is_vin_imputed and not e.is_vin_imputed)
           or (n.alpr_plate_number <> '' and n.alpr_plate_number = e.alpr_plate_number
             and (n.plate_state = e.plate_state or n.plate_state = '' or e.plate_state = '')))
       order by n.id, e.time_captured ${isInbound ? 'desc' : 'asc'}, e.id
     ), visits as (select distinct on (id) * from ends)
     select upper(location_city) as city, location_state as state, count(*)::int as weight,
       floor(count(*) * 20.0 / sum(count(*)) over ())::int as step
     from visits group by 1, 2 order by weight desc, state, 1`,
    [organizationId, FACILITY.latitude, FACILITY.longitude, NOW],
  );
  return rows.map(({ city, state, weight, step }) => {
    const least = Math.min(step, 19) * 5;
    return `${city} ${state} ${weight} ${least}-${least + 5}%`;
  });
}
const inWords = (found: Lane[]) =>
  found.map(
    ({ city, state, weight, visit_share }) => `${city.toUpperCase()} ${state} ${weight} ${visit_share}`,
  );

suite('lanes of a facility', () => {
  test('are those of plain SQL over all sightings: of its own cameras, or of all for an insurer', async () => {
    for (const [who, organizationId] of [
      [broker, broker.organizationId],
      [insurer, null],
    ] as const) {
      const { inbound_lanes, outbound_lanes } = await lanes(who);
      const sorted = (lines: string[]) => [...lines].sort();
      const [inbound, outbound] = [await oracle(organizationId, true), await oracle(organizationId, false)];
      assert.ok(inbound.length >= 6 && outbound.length >= 6);
      assert.deepEqual(sorted(inWords(inbound_lanes)), sorted(inbound));
      assert.deepEqual(sorted(inWords(outbound_lanes)), sorted(outbound));
    }
    assert.notDeepEqual(await oracle(null, true), await oracle(broker.organizationId, true));
  });

  test('are sorted by weight, and have an H3 cell, a distance and a direction', async () => {
    const { inbound_lanes } = await lanes(broker);
    const weights = inbound_lanes.map(({ weight }) => weight);
    assert.deepEqual(
      weights,
      [...weights].sort((a, b) => b - a),
    );
    const of = (name: string) => inbound_lanes.find(({ city }) => city.toUpperCase() === name) as Lane;
    assert.deepEqual(
      ['HOUSTON', 'WACO', 'TULSA', 'MEMPHIS', 'ODESSA', 'DALLAS'].map((name) => of(name).direction),
      ['S', 'S', 'N', 'NE', 'W', 'E'],
    );
    // Great-circle distances of the coordinates above, from an independent calculator.
    const known: [string, number][] = [
      ['TULSA', 237.3],
      ['MEMPHIS', 418.6],
      ['ODESSA', 332.3],
    ];
    for (const [name, miles] of known)
      assert.ok(Math.abs(of(name).distance_miles - miles) < 3, `${name} ${of(name).distance_miles}`);
    for (const { hexagon_id } of inbound_lanes)
      assert.ok(isValidCell(hexagon_id) && getResolution(hexagon_id) === 5);
    const [latitude, longitude] = cellToLatLng(of('TULSA').hexagon_id);
    assert.ok(Math.abs(latitude - 36.15) < 0.15 && Math.abs(longitude + 95.99) < 0.15);
  });

  test('direction and min_distance are applied before top_n, and do not change the shares', async () => {
    const all = (await lanes(broker)).inbound_lanes;
    const east = (await lanes(broker, { direction: 'E' })).inbound_lanes;
    assert.deepEqual(
      east,
      all.filter(({ direction }) => direction === 'E'),
    );
    const far = (await lanes(broker, { min_distance: '200', top_n: '2' })).inbound_lanes;
    assert.deepEqual(far, all.filter(({ distance_miles }) => distance_miles >= 200).slice(0, 2));
    assert.equal((await lanes(broker, { top_n: '1' })).outbound_lanes.length, 1);
  });

  test('a facility without sightings nearby has no lanes', async () => {
    const quiet = await api.customer(ROLES);
    await facility(quiet.organizationId);
    const { inbound_lanes, outbound_lanes } = await lanes(quiet);
    assert.deepEqual([inbound_lanes, outbound_lanes], [[], []]);
  });

  test('a plate that a person of another organization typed leads to no lane', async () => {
    const before = await lanes(insurer);
    const { rows } = await pool.query(
      `update vehicle_sightings set origin = 2 where organization_id = $1 returning 1`,
      [broker.organizationId],
    );
    assert.ok(rows.length > 0);
    const after = await lanes(insurer);
    const total = ({ inbound_lanes }: Found) => inbound_lanes.reduce((sum, { weight }) => sum + weight, 0);
    assert.ok(total(after) < total(before), `${total(after)} ${total(before)}`);
    await pool.query(`update vehicle_sightings set origin = 0`);
  });
});

suite('GET /facility/{facility_id}/network-map', () => {
  const map = async (who: typeof broker, id: string) =>
    api.app.inject({ method: 'GET', url: `/facility/${id}/network-map`, headers: await api.signIn(who) });

  test('has the facility, a line for each lane in the direction of travel, and the cells of the ends', async () => {
    const { inbound_lanes, outbound_lanes } = await lanes(broker);
    const response = await map(broker, facilityId);
    assert.equal(response.statusCode, 200, response.body);
    const { type, features } = response.json();
    assert.equal(type, 'FeatureCollection');
    const of = (kind: string) =>
      features.filter(({ properties }: { properties: { kind: string } }) => properties.kind === kind);
    const here = [FACILITY.longitude, FACILITY.latitude];
    assert.deepEqual(
      of('facility').map(({ geometry }: { geometry: unknown }) => geometry),
      [{ type: 'Point', coordinates: here }],
    );
    const properties = (kind: string) =>
      of(kind).map(({ properties: { kind: _, ...rest } }: { properties: { kind: string } }) => rest);
    assert.deepEqual(properties('inbound_lane'), inbound_lanes);
    assert.deepEqual(properties('outbound_lane'), outbound_lanes);
    for (const { geometry } of of('inbound_lane')) assert.deepEqual(geometry.coordinates[1], here);
    for (const { geometry } of of('outbound_lane')) assert.deepEqual(geometry.coordinates[0], here);
    const cells = new Set([...inbound_lanes, ...outbound_lanes].map(({ hexagon_id }) => hexagon_id));
    assert.deepEqual(
      properties('hexagon')
        .map((one: { hexagon_id: string }) => one.hexagon_id)
        .sort(),
      [...cells].sort(),
    );
    for (const { geometry } of of('hexagon')) {
      const [ring] = geometry.coordinates;
      assert.equal(geometry.type, 'Polygon');
      assert.deepEqual(ring[0], ring.at(-1));
      for (const [longitude, latitude] of ring) assert.ok(longitude < -80 && latitude > 25 && latitude < 50);
    }
  });

  test('is 404 for the facility of another organization and for an id that is no UUID', async () => {
    for (const [who, id] of [
      [insurer, facilityId],
      [broker, 'trimble-1'],
      [broker, '6f2c0000-0000-4000-8000-000000000009'],
    ] as const) {
      const response = await map(who, id);
      assert.equal(response.statusCode, 404);
      assert.deepEqual(response.json(), {
        message: 'There is no such facility.',
        subcode: 404,
      });
    }
  });
});
