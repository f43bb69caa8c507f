import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { differences, object } from '../support/carriers/contract-fields.ts';
import { lastSeenImage } from '../support/carriers/observations-contract.ts';
import { OBSERVATIONS, seenCarrier } from '../support/carriers/seen-carrier.ts';
import { CARRIER, MOTUS_CARRIER, TRACTOR, UNKNOWN_CARRIER } from '../support/carriers/whole-carrier.ts';

const { api, db, insurer, graded, get, carrier } = await seenCarrier();

test('an unknown carrier returns an empty record and no observations', async () => {
  for (const number of [String(UNKNOWN_CARRIER), '999999999999']) {
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
  const list = `${UNKNOWN_CARRIER},0${carrier},${carrier},999999999999`;
  const { body } = await get({ usdot_number: list, page_size: '1' });
  assert.deepEqual(
    body.carriers.map((entry: { usdot_number: string; fmcsa_detail: unknown[] }) => [
      entry.usdot_number,
      entry.fmcsa_detail.length,
    ]),
    [
      [String(UNKNOWN_CARRIER), 0],
      [carrier, 1],
      ['999999999999', 0],
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
      `insert into images (id, organization_id, source, time_captured, sha256, byte_size, format, width, height,
         box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction,
         alpr_confidence, alpr_state, image_deleted_at)
       values ($1, $2, 's', now(), decode(repeat('ab', 32), 'hex'), 1, 'jpeg', 1, 1, 0, 0, 1, 1, 0, 0, 'c', 's', 'r', 'N',
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

test('verifies a lane when the carrier was seen within 150 miles of both ends in 90 days', async () => {
  const path = '/visual_sightings/verify';
  const lane = { usdot_number: carrier, origin_latitude: '39.9', origin_longitude: '-84.0' };
  const chicago = { destination_latitude: '41.5', destination_longitude: '-88.0' };
  const denver = { destination_latitude: '39.7', destination_longitude: '-105' };
  const yes = await get({ ...lane, ...chicago }, insurer, path);
  assert.equal(yes.status, 200);
  assert.equal(yes.body.verified, true);
  assert.equal(yes.body.origin.last_seen.location_city, 'Dayton');
  assert.ok(yes.body.destination.last_seen.miles < 40);
  const no = await get({ ...lane, ...denver }, insurer, path);
  assert.deepEqual(
    [no.body.verified, no.body.origin.seen, no.body.destination],
    [false, true, { seen: false, last_seen: null }],
  );
  assert.equal((await get({ ...lane }, insurer, path)).status, 400);
  assert.equal((await get({ ...lane, ...chicago, usdot_number: 'x' }, insurer, path)).status, 400);
});

test('a federal import updates the cached carrier record', async () => {
  const name = async () => (await get({ usdot_number: carrier })).body.fmcsa_detail[0].dba_name;
  assert.equal(await name(), 'HALVO');
  await db.pool.query(`begin; update company_census set dba_name = 'NEW' where usdot_number = ${CARRIER};
    select pg_notify('federal_changed', ''); commit`);
  for (let tries = 0; (await name()) !== 'NEW'; tries++) assert.ok(tries < 100, 'the record did not change');
});
