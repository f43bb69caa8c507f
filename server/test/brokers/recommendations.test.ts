import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { testApi } from '../support/api.ts';
import {
  BACK,
  FEDERAL,
  fillLane,
  LARGE,
  ORDERED,
  ORIGIN_ONLY,
  THERE,
  UNKNOWN,
} from '../support/lanes/lane-carriers.ts';
import { CITIES, DAY_MS, NOW, seen, settleLanes } from '../support/lanes/lane-world.ts';

const URL = '/carrier/recommendations';
const ROLE = 'external-api-carrier-recommendation';
const api = await testApi({ clock: { now: () => NOW } });
const { db } = api;
await ensureMonths(
  db,
  [0, 30, 60, 91].map((days) => new Date(NOW.getTime() - days * DAY_MS)),
  NOW,
);
const customer = await api.customer([
  ROLE,
  'external-api-create-onboarded-carrier-contact',
  'external-api-update-compliance-rules',
]);
const broker = await api.signIn(customer);
const live = await api.signIn(await api.customer([ROLE, 'realtime-api']));

await fillLane(db);

const ORIGIN = { origin_city: 'Nashville', origin_state: 'TN' };
const LANE = { ...ORIGIN, destination_city: 'Dallas', destination_state: 'Texas' };
const get = async (query: Record<string, string>, headers: Record<string, string> = broker) => {
  const response = await api.app.inject({ url: `${URL}?${new URLSearchParams(query)}`, headers });
  return { status: response.statusCode, body: response.json() };
};
const ask = async (query: Record<string, string>, headers = broker) => {
  const { status, body } = await get(query, headers);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const numbers = async (query: Record<string, string>): Promise<number[]> =>
  (await ask(query)).recommendations.map((one: { dot_number: string }) => Number(one.dot_number)).sort();

test('the keys of the response are those of the reference', async () => {
  const body = await ask(LANE);
  assert.deepEqual(Object.keys(body).sort(), ['real_time_locs', 'recommendations']);
  const required = `dot_number mc_number legal_name phy_street phy_city phy_state phy_zip telephone email_address add_date
    carried_cargo carrier_total_power_units carrier_score_scaled bipd_insurance_on_file cargo_insurance_on_file
    carrier_driver_oos_rate carrier_vehicle_oos_rate carrier_driver_oos_rate_national_avg
    carrier_vehicle_oos_rate_national_avg confirmed_email confirmed_phone is_inbound is_real_time is_visually_sighted`;
  const optional = 'dba_name is_possible_backhaul lat lon power_only broker_authority_status';
  assert.deepEqual(
    Object.keys(body.recommendations[0]).sort(),
    `${required} ${optional}`.split(/\s+/).sort(),
  );
});

test('a carrier has its record, its insurance and its rates', async () => {
  const body = await ask(LANE);
  const [first] = body.recommendations.filter(
    (one: { dot_number: string }) => one.dot_number === String(THERE),
  );
  assert.deepEqual(first, {
    ...{ dot_number: String(THERE), mc_number: THERE, legal_name: `CARRIER ${THERE}`, dba_name: '' },
    ...{
      phy_street: '1 ELM ST',
      phy_city: 'DAYTON',
      phy_state: 'OH',
      phy_zip: '45402',
      telephone: '9375550100',
    },
    ...{ email_address: 'A@B.EXAMPLE', add_date: '2010-06-01', carried_cargo: 'General Freight; Livestock' },
    ...{ carrier_total_power_units: 20, bipd_insurance_on_file: 1_000_000, cargo_insurance_on_file: 0 },
    ...{ carrier_driver_oos_rate: 0, carrier_driver_oos_rate_national_avg: 6.67 },
    ...{ carrier_vehicle_oos_rate: 100, carrier_vehicle_oos_rate_national_avg: 22.26 },
    ...{
      confirmed_email: {},
      confirmed_phone: {},
      is_inbound: true,
      is_real_time: false,
      is_visually_sighted: true,
    },
    ...{ is_possible_backhaul: false, lat: first.lat, lon: first.lon, power_only: false },
    ...{ broker_authority_status: 'Active', carrier_score_scaled: 48 },
  });
  assert.ok(
    Math.abs(first.lat - 39.76) < 0.1 && Math.abs(first.lon + 84.19) < 0.1,
    `${first.lat} ${first.lon}`,
  );
});

test('finds carriers near the origin, near the destination, or that run from one to the other', async () => {
  assert.deepEqual(await numbers(LANE), [THERE, BACK, FEDERAL]);
  assert.deepEqual(await numbers(ORIGIN), [THERE, BACK, FEDERAL]);
  assert.deepEqual(await numbers({ destination_city: 'Chicago', destination_state: 'il' }), [THERE]);
  assert.deepEqual(await numbers({ ...ORIGIN, auth_months_min: '0' }), [THERE, BACK, ORIGIN_ONLY, FEDERAL]);
  // Franklin, Tennessee, is 16 miles from Nashville.
  const franklin = { origin_city: 'Franklin', origin_state: 'TN' };
  assert.deepEqual(await numbers({ ...franklin, origin_radius: '10' }), []);
  assert.deepEqual(await numbers({ ...franklin, origin_radius: '30' }), [THERE, BACK, FEDERAL]);
});

test('each filter leaves out the carriers that it says', async () => {
  const cases: [Record<string, string>, number[]][] = [
    [{ fleet_size_max: '2000' }, [THERE, BACK, LARGE, FEDERAL]],
    [{ fleet_size_min: '21', fleet_size_max: '2000' }, [LARGE]],
    [{ carried_cargo: 'livestock' }, [THERE]],
    [{ carried_cargo: 'general goods' }, [THERE, BACK, FEDERAL]],
    [{ equipment_types: 'reefer' }, [BACK]],
    [{ equipment_types: 'van' }, [THERE, BACK]],
    [{ equipment_types: 'flatbed|reefer' }, [BACK, FEDERAL]],
    [{ power_only: 'true' }, [BACK]],
    [{ broker_authority: 'true' }, [THERE]],
    [{ auth_months_min: '2' }, [THERE, FEDERAL]],
    [{ is_possible_backhaul: 'true' }, [BACK]],
    [{ carrier_score_min: '0.41' }, [THERE]],
    [{ carrier_score_min: '41', carrier_score_max: '100' }, [THERE]],
    [{ carrier_score_max: '0.05' }, []],
  ];
  for (const [filter, expected] of cases)
    assert.deepEqual(await numbers({ ...LANE, ...filter }), expected, JSON.stringify(filter));
});

test('preferred carriers are those on the own allow list or with own contacts, whose numbers are confirmed', async () => {
  assert.deepEqual(await numbers({ ...LANE, preferred_carriers: 'true' }), []);
  const payload = { usdot: String(BACK), phone: '806-555-0101', email: 'night@carrier.example' };
  const added = await api.app.inject({
    ...{ method: 'POST', url: '/onboarded-carrier/contacts', headers: broker, payload },
  });
  assert.equal(added.statusCode, 200, added.body);
  await db.pool.query(
    `insert into vetting_list (organization_id, usdot_number, list) values ($1, $2, 'allow'), ($1, $3, 'block')`,
    [customer.organizationId, THERE, FEDERAL],
  );
  assert.deepEqual(await numbers({ ...LANE, preferred_carriers: 'true' }), [THERE, BACK]);
  const { recommendations } = await ask({ ...LANE, is_possible_backhaul: 'true' });
  const { confirmed_phone, confirmed_email } = recommendations[0];
  assert.deepEqual(Object.keys(confirmed_phone), ['806-555-0101']);
  assert.match(confirmed_email['night@carrier.example'].add_date, /^\d{4}-\d\d-\d\d$/);
  assert.deepEqual((await ask({ ...LANE, preferred_carriers: 'true' }, live)).recommendations, []);
});

test('the parts of the score add up, and a carrier that is missing has its reasons', async () => {
  const { recommendations } = await ask({ ...LANE, explain: 'true', equipment_types: 'dry van|flatbed' });
  assert.ok(recommendations.length >= 2);
  for (const { carrier_score_scaled, explain } of recommendations) {
    const { lane, equipment, company } = explain;
    assert.equal(lane.points + equipment.points + company.points, carrier_score_scaled);
    assert.equal(
      company.authority + company.insurance + company.driver_oos + company.vehicle_oos,
      company.points,
    );
  }
  const explained = async (usdot: number, more: Record<string, string> = {}) =>
    (await ask({ ...LANE, explain: 'true', usdot_number: String(usdot), ...more })).explained;
  const there = await explained(THERE);
  assert.deepEqual([there.is_recommended, there.reasons, there.carrier_score_scaled], [true, [], 48]);
  assert.deepEqual(there.score.lane, {
    points: 13,
    origin_days: 4,
    destination_days: 4,
    runs: 4,
    runs_back: 0,
  });
  const cases: [number, Record<string, string>, RegExp[]][] = [
    [UNKNOWN, {}, [/seen nowhere/]],
    [
      ORIGIN_ONLY,
      {},
      [/No run .* near the origin on 1 day and near the destination on 0 days/, /no active common/],
    ],
    [LARGE, {}, [/1500 power units is not between 0 and 1000/]],
    [ORDERED, {}, [/out-of-service order/]],
    [
      BACK,
      { auth_months_min: '3', carried_cargo: 'Coal/Coke' },
      [/none of the kinds/, /since 2026-10-01, less than 3/],
    ],
    [
      THERE,
      { is_possible_backhaul: 'true', power_only: 'true' },
      [/registered trailers/, /back more often \(0\)/],
    ],
    [
      FEDERAL,
      { equipment_types: 'reefer', carrier_score_min: '90' },
      [/types of equipment/, /score of \d+ is not between 90 and 100/],
    ],
    [FEDERAL, { broker_authority: 'true', preferred_carriers: 'true' }, [/broker/, /allow list/]],
    [ORIGIN_ONLY, { origin_city: '', origin_state: '' }, [/not seen near the destination/, /no active/]],
  ];
  for (const [usdot, more, reasons] of cases) {
    const { is_recommended, reasons: given } = await explained(usdot, more);
    assert.equal(is_recommended, false);
    assert.equal(given.length, reasons.length, JSON.stringify(given));
    for (const [i, reason] of reasons.entries()) assert.match(given[i], reason);
  }
});

test('real-time positions need their role, and say who drives towards the origin', async () => {
  const { status, body } = await get({ ...LANE, real_time: 'true' });
  assert.equal(status, 403);
  assert.match(body.detail, /realtime-api/);
  const { real_time_locs, recommendations } = await ask({ ...LANE, real_time: 'true' }, live);
  const byNumber = (a: { dot_number: string }, b: { dot_number: string }) =>
    a.dot_number < b.dot_number ? -1 : 1;
  assert.deepEqual(real_time_locs.sort(byNumber), [
    { dot_number: String(THERE), is_inbound: true, current_lat: 35.1, current_lon: -90 },
    { dot_number: String(BACK), is_inbound: false, current_lat: 34.7, current_lon: -92.3 },
  ]);
  const flags = recommendations
    .sort(byNumber)
    .map((one: Record<string, unknown>) => [
      one.is_real_time,
      one.is_inbound,
      one.is_visually_sighted,
      one.is_possible_backhaul,
    ]);
  assert.deepEqual(flags, [
    [true, true, true, false],
    [true, false, true, true],
    [false, false, false, false],
  ]);
  assert.deepEqual((await ask(LANE, live)).real_time_locs, []);
});

test('an invalid request is 400 with every problem', async () => {
  const { status, body } = await get({
    ...{ origin_city: 'Nashvile', origin_state: 'TN', destination_state: 'TX', origin_radius: '0' },
    ...{ carried_cargo: 'Unicorns', equipment_types: 'Flatbed', fleet_size_min: '5', fleet_size_max: '4' },
    ...{ carrier_score_min: '50', carrier_score_max: '40', is_possible_backhaul: 'true', usdot_number: '1' },
    ...{ auth_months_min: '-1', real_time: 'perhaps' },
  });
  assert.equal(status, 400);
  const expected = [
    /origin_city: No place .* in TN\. Similar names: Nashville, TN; [^;]+; [^;]+/,
    /destination_city: A destination needs/,
    /origin_radius: /,
    /carried_cargo: No cargo .* General Freight \| Household Goods/,
    /equipment_types: .* Similar types: flatbed; /,
    /fleet_size_min: The smallest/,
    /carrier_score_min: The lowest/,
    /is_possible_backhaul: A backhaul needs/,
    /usdot_number: .* explain=true/,
    /auth_months_min: /,
    /real_time: /,
  ];
  for (const problem of expected) assert.match(body.detail, problem);
  assert.match((await get({})).body.detail, /origin_city: An origin or a destination is required/);
  assert.match((await get({ origin_city: 'Nashville' })).body.detail, /origin_state: An origin needs/);
  assert.match((await get({ ...LANE, carried_cargo: '|' })).body.detail, /carried_cargo: Must have a name/);
  assert.match(
    (await get({ ...LANE, equipment_types: '|' })).body.detail,
    /equipment_types: Must have a name/,
  );
});

test('a type that only a customer recognizer names is known once it was seen', async () => {
  const query = { ...ORIGIN, equipment_types: 'hovercraft' };
  assert.equal((await get(query)).status, 400);
  await recordObservations(db, [seen(THERE, CITIES.nashville, 6, { equipment_type: 'hovercraft' })]);
  await settleLanes(db);
  assert.deepEqual(await numbers(query), [THERE]);
});

test('missing credentials are 401, and others than the licensed role are 403', async () => {
  const none = await get(LANE, {});
  assert.equal(none.status, 401);
  assert.equal(none.body.detail.subcode, 'TOKEN_MISSING');
  const admin = await api.signIn(await api.customer(['admin', 'realtime-api'], 'insurance'));
  assert.equal((await get(LANE, admin)).status, 403);
});
