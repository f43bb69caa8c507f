import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { organization } from '../support/alerts/alert-ground.ts';
import { differences, object } from '../support/carriers/contract-fields.ts';
import { lastSeenImage } from '../support/carriers/observations-contract.ts';
import { OBSERVATIONS, seenCarrier } from '../support/carriers/seen-carrier.ts';
import { CARRIER, MOTUS_CARRIER, TRACTOR, UNKNOWN_CARRIER } from '../support/carriers/whole-carrier.ts';
import { SightingTraffic } from '../support/observations/sighting-traffic.ts';
import { seededRandom } from '../support/random.ts';

const { api, db, insurer, graded, get, carrier } = await seenCarrier();

test('an unknown carrier returns an empty record and no observations', async () => {
  for (const number of [String(UNKNOWN_CARRIER), '99999999']) {
    const { status, body } = await get({ usdot_number: number });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      fmcsa_detail: [],
      observations: [],
      pagination: { page: 1, page_size: 100, results_returned: 0, has_more: false, total: 0, total_pages: 0 },
    });
  }
});

test('rejects a missing or invalid parameter with 400', async () => {
  const many = Array.from({ length: 51 }, (_, n) => 1000 + n).join(',');
  const wrong: Record<string, string>[] = [
    {},
    { usdot_number: '' },
    { usdot_number: 'abc' },
    { usdot_number: '12,,13' },
    { usdot_number: '12,' },
    { usdot_number: '12,x' },
    { usdot_number: '-5' },
    { usdot_number: '1.5' },
    { usdot_number: '0' },
    { usdot_number: many },
    { usdot_number: carrier, page: '0' },
    { usdot_number: carrier, page: 'x' },
    { usdot_number: carrier, page_size: '0' },
    { usdot_number: carrier, page_size: '201' },
    { usdot_number: carrier, page_size: '1e2' },
    { usdot_number: carrier, page: '1.0' },
    { usdot_number: carrier, last_seen_image: 'maybe' },
    { usdot_number: carrier, last_seen_image: 'yes' },
    { usdot_number: carrier, location_city: 'a\0b' },
    { usdot_number: carrier, location_state: '\0' },
    { usdot_number: `${carrier},1`, location_city: 'a\0b', location_state: 'OH' },
    { usdot_number: carrier, sighting_start_date: '2026-02-30' },
    { usdot_number: carrier, sighting_end_date: '11/01/2026' },
    { usdot_number: carrier, sighting_start_date: '2026-11-02', sighting_end_date: '2026-11-01' },
  ];
  for (const query of wrong) {
    const { status, body } = await get(query);
    assert.equal(status, 400, JSON.stringify(query));
    assert.ok(Array.isArray(body.detail) && body.detail[0].msg, JSON.stringify(body));
  }
  const { body } = await get({ usdot_number: 'a,b' });
  assert.equal(body.detail.length, 2);
  const fifty = many.split(',').slice(0, 50).join(',');
  assert.equal((await get({ usdot_number: fifty })).status, 200);
});

test('reports the problems of all parameters at once', async () => {
  const locs = async (query: Record<string, string>) =>
    (await get(query)).body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'));
  assert.deepEqual(await locs({ usdot_number: 'abc', page: '0' }), ['query.usdot_number', 'query.page']);
  assert.deepEqual(
    await locs({
      usdot_number: '1',
      page_size: '1e2',
      location_city: '\0',
      sighting_start_date: '2026-11-02',
      sighting_end_date: '2026-11-01',
    }),
    ['query.location_city', 'query.page_size', 'query.sighting_start_date'],
  );
});

test('accepts true and false in any case and 1 and 0 for last_seen_image', async () => {
  for (const value of ['true', 'True', 'TRUE', '1', 'false', 'False', '0']) {
    const { status, body } = await get({ usdot_number: carrier, last_seen_image: value });
    const isSet = /^(true|1)$/i.test(value);
    assert.equal(status, 200, value);
    assert.equal('last_seen_image' in body, isSet, value);
  }
});

test('each entry of a multi search has its USDOT number, also when the carrier is unknown', async () => {
  const list = `${UNKNOWN_CARRIER},0${carrier},${carrier},99999999`;
  const { body } = await get({ usdot_number: list, page_size: '1' });
  assert.deepEqual(
    body.carriers.map((entry: { usdot_number: string; fmcsa_detail: unknown[] }) => [
      entry.usdot_number,
      entry.fmcsa_detail.length,
    ]),
    [
      [String(UNKNOWN_CARRIER), 0],
      [carrier, 1],
      ['99999999', 0],
    ],
  );
  const alone = await get({ usdot_number: `${carrier},${carrier}`, page_size: '1' });
  assert.equal(alone.body.carriers.length, 1, 'a list with one distinct number is a list');
});

test('requires credentials and an insurance customer or an operator with the role admin', async () => {
  const url = `${OBSERVATIONS}?usdot_number=${carrier}`;
  assert.equal((await api.app.inject({ url })).statusCode, 401);
  const { 'x-api-key': key } = insurer;
  assert.equal((await api.app.inject({ url, headers: { 'x-api-key': key } })).statusCode, 401);
  for (const [kind, roles, status] of [
    ['broker', ['admin'], 403],
    ['partner', [], 403],
    ['operator', [], 403],
    ['operator', ['admin'], 200],
  ] as const) {
    const headers = await api.signIn(await api.customer([...roles], kind));
    assert.equal((await api.app.inject({ url, headers })).statusCode, status, kind);
  }
});

test('last_seen_image is the newest image that still exists, with a link that needs no headers', async () => {
  const none = await get({ usdot_number: carrier, last_seen_image: 'true' });
  assert.equal(none.body.last_seen_image, null);
  assert.ok(!('last_seen_image' in (await get({ usdot_number: carrier })).body));
  const [older, newer] = [randomUUID(), randomUUID()];
  const organizationId = (await api.customer()).organizationId;
  for (const [id, deleted] of [
    [older, null],
    [newer, new Date()],
  ] as const) {
    await db.pool.query(
      `insert into images (id, bucket, organization_id, source, time_captured, sha256, byte_size, format, width, height,
         box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction,
         alpr_confidence, alpr_state, image_deleted_at)
       values ($1, image_bucket($1), $2, 's', now(), decode(repeat('ab', 32), 'hex'), 1, 'jpeg', 1, 1, 0, 0, 1, 1, 0, 0, 'c', 's', 'r', 'N',
         1, 'OH', $3)`,
      [id, organizationId, deleted],
    );
  }
  const withImage = (image_id: string, time: string) => ({
    ...{ usdot_number: MOTUS_CARRIER, type: 'Detection' as const, time_captured: new Date(time), image_id },
    ...{ location_city: 'Gary', location_state: 'IN' },
  });
  await recordObservations(db, [
    withImage(older, '2026-11-02T10:00:00Z'),
    withImage(newer, '2026-11-03T10:00:00Z'),
  ]);
  const { body } = await get({ usdot_number: String(MOTUS_CARRIER), last_seen_image: 'true' });
  assert.deepEqual(differences(body.last_seen_image, lastSeenImage, false), []);
  const { image_url: link, ...rest } = body.last_seen_image;
  assert.deepEqual(rest, {
    time_captured: '2026-11-02T10:00:00.000Z',
    location_city: 'Gary',
    location_state: 'IN',
    expires_at: '2026-11-11T12:00:00.000Z',
  });
  assert.ok(link.startsWith(`https://sightings.example/images/${older}/content?expires=`));
  // The link is valid, but this test stores no image.
  const opened = await api.app.inject({ url: link.replace('https://sightings.example', '') });
  assert.equal(opened.statusCode, 404, opened.body);
  const list = await get({ usdot_number: `${MOTUS_CARRIER},${CARRIER}`, last_seen_image: 'true' });
  const shape = object({ last_seen_image: lastSeenImage });
  for (const { last_seen_image } of list.body.carriers)
    assert.deepEqual(differences({ last_seen_image }, shape, false), []);
});

test('lists the observations of a VIN under all carriers, for callers with the permission', async () => {
  const path = `${OBSERVATIONS}/vin`;
  const { status, body } = await get(
    { vin: `${TRACTOR.toLowerCase()},NOBODY123`, page_size: '5' },
    graded,
    path,
  );
  assert.equal(status, 200);
  assert.deepEqual(body.pagination, { page: 1, page_size: 5 });
  assert.deepEqual(
    body.vins.map((v: { vin: string; observations: unknown[] }) => [v.vin, v.observations.length]),
    [
      [TRACTOR, 5],
      ['NOBODY123', 0],
    ],
  );
  const { rows } = await db.pool.query('select count(*) as n from observations where vin = $1', [TRACTOR]);
  assert.equal(body.vins[0].total, rows[0].n);
  assert.equal((await get({ vin: TRACTOR }, insurer, path)).status, 403);
  assert.equal((await get({ vin: '' }, graded, path)).status, 400);
  assert.equal((await get({ vin: '!!' }, graded, path)).status, 400);
});

test('a federal import updates the cached carrier record', async () => {
  const name = async () => (await get({ usdot_number: carrier })).body.fmcsa_detail[0].dba_name;
  assert.equal(await name(), 'HALVO');
  await db.pool.query(`begin; update company_census set dba_name = 'NEW' where usdot_number = ${CARRIER};
    select pg_notify('federal_changed', ''); commit`);
  for (let tries = 0; (await name()) !== 'NEW'; tries++) assert.ok(tries < 100, 'the record did not change');
});

const BUSY_CARRIER = 4242;
const START = Date.UTC(2026, 5, 28);
const STATES = ['OH', 'IN', 'IL'] as const;
await ensureMonths(db, [new Date(START), new Date(START + 6 * 86_400_000)]);

const randomObservation = (random: () => number) => ({
  usdot_number: random() < 0.8 ? BUSY_CARRIER : 4243,
  time_captured: new Date(START + Math.floor(random() * 6 * 96) * 900_000),
  location_state: STATES[Math.floor(random() * 3)] ?? 'OH',
  location_city: random() < 0.5 ? 'Alpha' : 'beta',
});

const filters: Record<string, string>[] = [
  {},
  { location_state: 'ohio' },
  { location_city: 'ALPHA' },
  { sighting_start_date: '2026-06-30' },
];
const page = async (filter: Record<string, string>, size = 200, number = 1) => {
  const paging = { page_size: String(size), page: String(number) };
  const { status, body } = await get({ usdot_number: String(BUSY_CARRIER), ...paging, ...filter });
  assert.equal(status, 200);
  return body as { observations: { time_captured: string }[]; pagination: { total: number } };
};

test('totals agree with the rows of each response during concurrent writes, and with count(*) afterwards', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  let writing = true;
  const organizationId = await organization(db);
  const writer = async (n: number) => {
    const random = seededRandom(seed + n);
    const traffic = new SightingTraffic(db, { organizationId, random, make: randomObservation });
    for (let step = 0; step < 80; step++) await traffic.step();
  };
  const matcher = new Matcher({ database: db, clock: systemClock, wake: () => undefined, batch: 10 });
  const match = async () => {
    while (writing) await matcher.drain();
    await matcher.drain();
  };
  const reader = async () => {
    let responses = 0;
    for (; writing; responses++) {
      const { observations, pagination } = await page(filters[responses % filters.length] ?? {});
      assert.equal(observations.length, pagination.total, `seed ${seed}`);
    }
    return responses;
  };
  const [reading, matching] = [reader(), match()];
  await Promise.all([1, 2, 3, 4].map(writer)).finally(() => {
    writing = false;
  });
  await matching;
  assert.ok((await reading) > 10);

  const conditions = [
    'true',
    `location_state = 'OH'`,
    `upper(location_city) = 'ALPHA'`,
    `time_captured >= '2026-06-30Z'`,
  ];
  for (const [i, condition] of conditions.entries()) {
    const { rows } = await db.pool.query(
      `select count(*) as n from observations where usdot_number = ${BUSY_CARRIER} and ${condition}`,
    );
    assert.equal((await page(filters[i] ?? {}, 1)).pagination.total, rows[0].n, condition);
    const last = await page(filters[i] ?? {}, 1, rows[0].n);
    assert.equal(last.observations.length, 1, 'the last page has the last row');
  }
});
