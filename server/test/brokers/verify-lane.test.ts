import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { wasSeenOnLane } from '../../src/domain/observations/seen-on-lane.ts';
import { miles, type Position } from '../../src/lib/geography/great-circle.ts';
import { testApi } from '../support/api.ts';
import { seededRandom } from '../support/random.ts';

const NOW = new Date('2026-11-10T12:00:00Z');
const api = await testApi({ clock: { now: () => NOW } });
const { db } = api;
const DAY_MS = 86_400_000;
await ensureMonths(
  db,
  [0, 30, 60, 91, 100].map((days) => new Date(NOW.getTime() - days * DAY_MS)),
);
const verifier = await api.signIn(await api.customer(['verifier-carrier']));

const see = (usdot_number: number, { latitude, longitude }: Position, daysAgo: number) =>
  recordObservations(db, [
    {
      ...{ usdot_number, type: 'Detection' as const, latitude, longitude },
      time_captured: new Date(NOW.getTime() - daysAgo * DAY_MS),
    },
  ]);
const verify = async (query: Record<string, string>, headers = verifier) => {
  const url = `/visual_sightings/verify?${new URLSearchParams(query)}`;
  const response = await api.app.inject({ url, headers });
  return { status: response.statusCode, body: response.json() };
};
const origin = { origin_city: 'Nashville', origin_state: 'TN' };
const lane = { ...origin, destination_city: 'Dallas', destination_state: 'tx' };
const verified = async (usdot: number, query: Record<string, string> = lane) => {
  const { status, body } = await verify({ usdot: String(usdot), ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

test('verifies a carrier near the origin, near the destination, or between them', async () => {
  await see(1, { latitude: 36.5, longitude: -87.3 }, 3);
  await see(2, { latitude: 32.0, longitude: -97.0 }, 3);
  // Little Rock is beside the line, 320 miles from Nashville and 290 from Dallas.
  await see(3, { latitude: 34.75, longitude: -92.29 }, 3);
  await see(4, { latitude: 41.88, longitude: -87.63 }, 3);
  for (const usdot of [1, 2, 3]) assert.deepEqual(await verified(usdot), { verified: true }, String(usdot));
  assert.deepEqual(await verified(4), { verified: false }, 'Chicago');
  assert.deepEqual(await verified(5), { verified: false }, 'never seen');
  assert.deepEqual(await verified(2, origin), { verified: false }, 'without the destination');
  assert.deepEqual(await verified(1, origin), { verified: true });
});

test('does not verify a carrier beyond the ends of the line or more than 90 days ago', async () => {
  // On the great circle, 250 miles northeast of Nashville.
  await see(6, { latitude: 38.7, longitude: -83.6 }, 1);
  await see(7, { latitude: 36.16, longitude: -86.78 }, 91);
  await see(8, { latitude: 36.16, longitude: -86.78 }, 89.9);
  assert.deepEqual(
    [await verified(6), await verified(7), await verified(8)].map((body) => body.verified),
    [false, false, true],
  );
});

test('equal ends are one circle, and a record without coordinates is nowhere', async () => {
  const same = { ...origin, destination_city: 'Nashville', destination_state: 'TN' };
  assert.deepEqual([(await verified(1, same)).verified, (await verified(3, same)).verified], [true, false]);
  await recordObservations(db, [
    { usdot_number: 9, type: 'Inspection', latitude: null, longitude: null, time_captured: NOW },
  ]);
  assert.deepEqual(await verified(9), { verified: false });
});

test('an unknown place is 400 with three suggestions, for both ends at once', async () => {
  const { status, body } = await verify({
    ...{ usdot: '1', origin_city: 'Nashvile', origin_state: 'TN' },
    ...{ destination_city: 'Dalas', destination_state: 'Texas' },
  });
  assert.equal(status, 400);
  assert.match(
    body.detail,
    /origin_city: No place with this name is known in TN\. Similar names: Nashville, TN; /,
  );
  assert.match(body.detail, /destination_city: .* in TX\. Similar names: Dallas, TX; /);
  for (const list of body.detail.matchAll(/Similar names: ([^:]*?)(; destination|$)/g))
    assert.equal(list[1]?.split('; ').length, 3, list[1]);
});

test('a destination without its state, a state that does not exist and a wrong number are 400', async () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ ...origin, destination_city: 'Dallas' }, /destination_state: A destination needs/],
    [{ ...origin, destination_state: 'TX' }, /destination_city: A destination needs/],
    [{ origin_city: 'Nashville', origin_state: 'XX' }, /origin_state/],
    [{ origin_city: 'Nashville' }, /origin_state: Field required/],
  ];
  for (const [query, message] of wrong) {
    const { status, body } = await verify({ usdot: '1', ...query });
    assert.equal(status, 400);
    assert.match(body.detail, message);
  }
  assert.equal((await verify({ ...origin, usdot: 'x' })).status, 400);
});

test('a city that only the census has is where the ZIP code of its carriers is', async () => {
  const query = { origin_city: 'Zzyzx Crossing', origin_state: 'TN' };
  assert.equal((await verify({ usdot: '1', ...query })).status, 400);
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name, power_units, total_drivers, phy_city, phy_state, phy_zip)
     values (70, 'X', 1, 1, 'ZZYZX CROSSING', 'TN', '37201-0001'), (71, 'X', 1, 1, 'ZZYZX CROSSING', 'TN', '00000')`,
  );
  assert.deepEqual(await verified(1, query), { verified: true });
});

test('an administrator needs the licensed role too', async () => {
  const admin = await api.signIn(await api.customer(['admin'], 'insurance'));
  assert.equal((await verify({ usdot: '1', ...origin }, admin)).status, 403);
});

test('equals a search over all points of the line, on random lanes', async () => {
  const random = seededRandom(11);
  const between = (low: number, high: number) => low + random() * (high - low);
  const point = () => ({ latitude: between(26, 48), longitude: between(-122, -70) });
  const positions: Position[] = [];
  for (let usdot = 1_000; usdot < 1_040; usdot++) {
    const position = point();
    positions.push(position);
    await see(usdot, position, between(0, 80));
  }
  const period = { radiusMiles: 150, from: new Date(NOW.getTime() - 90 * DAY_MS), to: NOW };
  let compared = 0;
  for (let i = 0; i < 15; i++) {
    const [origin, destination] = [point(), point()];
    for (const [index, position] of positions.entries()) {
      const nearest = milesFromLine(origin, destination, position);
      if (Math.abs(nearest - 150) < 0.5) continue;
      const seen = await wasSeenOnLane(db, 1_000 + index, { origin, destination }, period);
      assert.equal(seen, nearest < 150, JSON.stringify({ origin, destination, position, nearest }));
      compared++;
    }
  }
  assert.ok(compared > 500);
});

/** The distance from the nearest of 4,001 points on the line. */
function milesFromLine(a: Position, b: Position, position: Position): number {
  const at = ({ latitude, longitude }: Position) => {
    const [lat, lon] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
  };
  const [from, to] = [at(a), at(b)];
  let nearest = Infinity;
  for (let step = 0; step <= 4_000; step++) {
    const [x = 0, y = 0, z = 0] = from.map((value, i) => value + ((to[i] ?? 0) - value) * (step / 4_000));
    const latitude = (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI;
    const longitude = (Math.atan2(y, x) * 180) / Math.PI;
    nearest = Math.min(nearest, miles(position, { latitude, longitude }));
  }
  return nearest;
}
