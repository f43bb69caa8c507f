import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { testApi } from '../support/api.ts';
import { seededRandom } from '../support/random.ts';

const api = await testApi({ env: { RATE_LIMIT_EXPENSIVE_READS: '0', RATE_LIMIT_READS: '0' } });
const ROLES = ['external-api-shipper-facilities', 'external-api-shipper-lanes'];
const customer = await api.customer(ROLES);
const stranger = await api.customer(ROLES);
const headers = await api.signIn(customer);
const { pool } = api.db;

const random = seededRandom(21);
const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
const NAMES = ['Acme', 'acme', '100% Cold', 'A_B', 'Yard', 'Terminal \\ 7'];
const CITIES = [
  ['Dallas', 'TX'],
  ['Fort Worth', 'TX'],
  ['Amarillo', 'TX'],
] as const;
const CATEGORIES = ['Warehouse', 'Port', ''];
const LOTS = ['Large', 'Small', ''];
for (let i = 0; i < 400; i++) {
  const [city, state] = pick(CITIES);
  await pool.query(
    `insert into facilities (id, organization_id, facility_name, formatted_address, city, state, latitude, longitude,
       place_category, lot_size_category, intermodal_drayage, contact_url)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      i % 4 === 0 ? stranger.organizationId : customer.organizationId,
      `${pick(NAMES)} ${i % 7}`,
      `${i} ${pick(['Main', 'Oak'])} St, ${city}, ${state}`,
      ...[city, state, 32 + random() * 3, -97 - random() * 3, pick(CATEGORIES), pick(LOTS), random() < 0.3],
      pick(['https://acme.com/x', 'www.other.net', null]),
    ],
  );
}

type Query = Record<string, string>;
async function search(query: Query) {
  const url = `/facilities?${new URLSearchParams(query)}`;
  const response = await api.app.inject({ method: 'GET', url, headers });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

/** Follows the links of the pages. */
async function searchAll(query: Query) {
  const ids: string[] = [];
  const totals = new Set<string>();
  let pages = 0;
  let url: string | undefined = `/facilities?${new URLSearchParams(query)}`;
  while (url !== undefined) {
    const page: { ids: string[]; total: string; next: string | undefined } = await onePage(url);
    ids.push(...page.ids);
    totals.add(page.total);
    url = page.next;
    pages++;
  }
  return { ids, totals: [...totals], pages };
}

async function onePage(url: string) {
  const response = await api.app.inject({ method: 'GET', url, headers });
  assert.equal(response.statusCode, 200, response.body);
  const link = /^<http[^>]+?(\/facilities\?[^>]+)>; rel="next"$/.exec(String(response.headers.link ?? ''));
  assert.equal(link === null, response.headers.link === undefined);
  const ids = response.json().map(({ id }: { id: string }) => id);
  return { ids, total: String(response.headers['x-total-count']), next: link?.[1] };
}

/** The same search in plain SQL over all rows, with the spherical law of cosines. */
async function oracle(query: Query, center: [number, number] | null): Promise<string[]> {
  const conditions = ['organization_id = $1'];
  const values: unknown[] = [customer.organizationId];
  const add = (value: unknown, condition: (p: string) => string) =>
    value !== undefined && conditions.push(condition(`$${values.push(value)}`));
  const distance = center
    ? `3958.8 * acos(least(1, sin(radians(latitude)) * sin(radians(${center[0]}::float8))
         + cos(radians(latitude)) * cos(radians(${center[0]}::float8)) * cos(radians(longitude - (${center[1]})::float8))))`
    : '0';
  if (center) add(Number(query.radius ?? 50), (p) => `${distance} <= ${p}::float8`);
  if (query.smart_search)
    for (const word of query.name?.split(' ') ?? [])
      add(word, (p) => `position(lower(${p}) in lower(facility_name || ' ' || formatted_address)) > 0`);
  else add(query.name, (p) => `position(lower(${p}) in lower(facility_name)) > 0`);
  add(query.address, (p) => `position(lower(${p}) in lower(formatted_address)) > 0`);
  add(query.website_domain?.split('/')[0], (p) => `position(lower(${p}) in lower(contact_url)) > 0`);
  add(query.lot_size_category, (p) => `lower(lot_size_category) = lower(${p})`);
  add(query.facility_type?.toLowerCase().split('|'), (p) => `lower(place_category) = any(${p}::text[])`);
  add(
    query.intermodal_drayage && query.intermodal_drayage === 'yes',
    (p) => `intermodal_drayage = ${p}::boolean`,
  );
  if (!query.state) add(query.city, (p) => `lower(city) = lower(${p})`);
  const { rows } = await pool.query(
    `select id from facilities where ${conditions.join(' and ')}
      order by round((${distance})::numeric, 6), lower(facility_name), id`,
    values,
  );
  return rows.map(({ id }) => id as string);
}

suite('GET /facilities', () => {
  test('finds what plain SQL over all rows finds, in the same order, for 150 random searches', async () => {
    const sizes = new Set<number>();
    for (let i = 0; i < 150; i++) {
      const query: Query = {};
      const center: [number, number] | null = random() < 0.5 ? [32 + random() * 3, -97 - random() * 3] : null;
      if (center) {
        query.location = center.join(',');
        if (random() < 0.7) query.radius = String(Math.round(random() * 150));
      }
      const maybe = (name: string, value: string, share: number) =>
        random() < share && Object.assign(query, { [name]: value });
      maybe('name', pick(['acme', '%', '_', 'yard 3', '\\', 'ME']), 0.4);
      if (query.name && random() < 0.3)
        Object.assign(query, { smart_search: 'true', name: pick(['main acme', 'YARD dallas']) });
      maybe('address', pick(['oak', 'dallas, tx']), 0.2);
      maybe('website_domain', pick(['acme.com/about', 'other.net']), 0.2);
      maybe('lot_size_category', pick(['large', 'Small']), 0.2);
      maybe('facility_type', pick(['port', 'Port|WAREHOUSE']), 0.2);
      maybe('intermodal_drayage', pick(['yes', 'no']), 0.2);
      maybe('city', 'fort worth', 0.1);
      if (!center && !query.name && !query.address && !query.website_domain) query.address = 'st';
      const expected = await oracle(query, center);
      const found = await searchAll(query);
      const isOnePage = query.smart_search === 'true';
      assert.deepEqual(found.ids, isOnePage ? expected.slice(0, 100) : expected, JSON.stringify(query));
      assert.deepEqual(found.totals, [String(expected.length)]);
      sizes.add(found.pages);
    }
    assert.ok(sizes.has(1) && sizes.has(2), 'pages are followed');
  });

  test('limit counts over all pages', async () => {
    const all = await searchAll({ address: 'st' });
    assert.ok(all.pages >= 3 && all.ids.length === 300);
    const limited = await searchAll({ address: 'st', limit: '150' });
    assert.deepEqual([limited.ids, limited.pages, limited.totals], [all.ids.slice(0, 150), 2, ['300']]);
    assert.equal((await searchAll({ address: 'st', limit: '100' })).pages, 1);
    const lanes = await searchAll({ address: 'st', limit: '30', include_lanes: 'true' });
    assert.deepEqual([lanes.ids, lanes.pages], [all.ids.slice(0, 30), 2]);
  });

  test('searches around a ZIP code or a city, 50 miles by default', async () => {
    const near = await search({ zip_code: '75201-1234', radius: '60' });
    assert.ok(near.body.length > 0);
    const city = await search({ city: 'dallas', state: 'texas', radius: '60' });
    const ids = (found: { body: { id: string }[] }) => found.body.map(({ id }) => id).sort();
    assert.ok(Math.abs(ids(near).length - ids(city).length) <= 5);
    const usual = await search({ city: 'Dallas', state: 'TX' });
    assert.deepEqual(ids(usual), ids(await search({ city: 'Dallas', state: 'TX', radius: '50' })));
  });

  test('a search without a criterion, and every invalid parameter, is 400 with one text', async () => {
    const wrong: [Query, RegExp][] = [
      [{}, /name, address, zip_code/],
      [{ radius: '20' }, /name, address/],
      [{ city: 'Dallas' }, /^state: /],
      [{ state: 'TX' }, /^city: /],
      [{ city: 'Dalas', state: 'TX' }, /Dallas, TX/],
      [{ zip_code: '00000' }, /not known/],
      [{ zip_code: 'x' }, /5 digits/],
      [{ website_domain: 'acme' }, /top-level/],
      [{ location: '91,0' }, /latitude/],
      [{ location: '1,2', radius: '151' }, /radius/],
      [{ name: 'x', limit: '0' }, /limit/],
      [{ name: 'x', direction: 'NNW' }, /direction/],
      [{ name: 'x', intermodal_drayage: 'maybe' }, /yes or no/],
      [{ name: 'x', cursor: 'nonsense' }, /cursor/],
      [{ name: 'x', cursor: 'x', smart_search: 'true' }, /smart_search/],
      [{ name: 'x', top_n: '0', min_distance: '-1' }, /top_n.*min_distance|min_distance.*top_n/],
    ];
    for (const [query, message] of wrong) {
      const { status, body } = await search(query);
      assert.equal(status, 400, JSON.stringify(query));
      assert.match(body.detail, message);
    }
  });

  test('a cursor is of its search and its organization only', async () => {
    const { headers: sent } = await search({ address: 'st' });
    const cursor = /cursor=([^&>]+)/.exec(String(sent.link))?.[1] ?? '';
    assert.equal((await search({ address: 'st', cursor })).status, 200);
    assert.equal((await search({ address: 'oak', cursor })).status, 400);
    const url = `/facilities?address=st&cursor=${cursor}`;
    const other = await api.app.inject({ method: 'GET', url, headers: await api.signIn(stranger) });
    assert.equal(other.statusCode, 400);
  });
});

suite('GET /shipper/lanes', () => {
  test('finds the facilities in both circles, the nearest first', async () => {
    const query = { origin_lat: '32.8', origin_lon: '-97.5', origin_radius: '60', destination_lat: '34.5' };
    const all = { ...query, destination_lon: '-99.5', destination_radius: '40.5', testing_new_param: '1' };
    const url = `/shipper/lanes?${new URLSearchParams(all)}`;
    const response = await api.app.inject({ method: 'GET', url, headers });
    assert.equal(response.statusCode, 200, response.body);
    const ids = (key: string) => response.json()[key].map(({ id }: { id: string }) => id);
    assert.deepEqual(ids('shippers_in_origin'), await oracle({ radius: '60' }, [32.8, -97.5]));
    assert.deepEqual(ids('shippers_in_destination'), await oracle({ radius: '40.5' }, [34.5, -99.5]));
    assert.ok(ids('shippers_in_origin').length > 10);
  });

  test('finds what plain SQL finds in 60 random pairs of circles', async () => {
    const random = seededRandom(36);
    const point = (): [number, number] => [32 + random() * 4, -101 + random() * 6];
    let found = 0;
    for (let i = 0; i < 60; i++) {
      const [origin, destination] = [point(), point()];
      const [near, far] = [String(1 + Math.floor(random() * 100)), String(1 + Math.floor(random() * 100))];
      const query = new URLSearchParams({
        ...{ origin_lat: String(origin[0]), origin_lon: String(origin[1]), origin_radius: near },
        ...{ destination_lat: String(destination[0]), destination_lon: String(destination[1]) },
        destination_radius: far,
      });
      const response = await api.app.inject({ method: 'GET', url: `/shipper/lanes?${query}`, headers });
      const ids = (key: string) => response.json()[key].map(({ id }: { id: string }) => id);
      assert.deepEqual(ids('shippers_in_origin'), await oracle({ radius: near }, origin));
      assert.deepEqual(ids('shippers_in_destination'), await oracle({ radius: far }, destination));
      found += ids('shippers_in_origin').length;
    }
    assert.ok(found > 100, `${found} facilities`);
  });

  test('names every missing and invalid parameter', async () => {
    const url = '/shipper/lanes?origin_lat=91&origin_lon=x&origin_radius=151';
    const { statusCode, body } = await api.app.inject({ method: 'GET', url, headers });
    assert.equal(statusCode, 400);
    for (const name of ['origin_lat', 'origin_lon', 'origin_radius', 'destination_lat', 'destination_radius'])
      assert.match(body, new RegExp(name));
  });
});
