import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { testApi } from '../support/api.ts';
import { milepost } from '../support/milepost.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const api = await testApi();
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);

async function importCsv(text: string | Buffer, { replace = false, as = headers } = {}) {
  const response = await api.app.inject({
    method: 'POST',
    url: `/facilities/import?replace=${replace}`,
    headers: { ...as, 'content-type': 'text/csv' },
    payload: text,
  });
  return { status: response.statusCode, body: response.json() };
}

const stored = async (organizationId = customer.organizationId) =>
  (
    await api.db.pool.query(
      `select facility_name as name, formatted_address as address, latitude as lat, longitude as lon, place_category as category,
         lot_size_category as lot, intermodal_drayage as drayage, equipment, id
       from facilities where organization_id = $1 order by facility_name`,
      [organizationId],
    )
  ).rows;

const HEADER =
  'name,address,city,state,zip,latitude,longitude,category,lot_size,phone,website,hours,equipment';
const GOOD = `${HEADER}
North Dock,12 Main St,Dallas,Texas,75201,,,Warehouse,Large,214-555-0100,https://acme.com/north,Mon-Fri,dry van | reefer
"Yard, South",,Amarillo,TX,,,,Yard,,,,,
Point,,,,,35.5,-101.25,,,,,,
`;

suite('importing facilities', () => {
  test('stores each line at its coordinates, its ZIP code or its city', async () => {
    assert.deepEqual(await importCsv(`﻿${GOOD.replaceAll('\n', '\r\n')}`), {
      status: 200,
      body: { created: 3, updated: 0, deleted: 0 },
    });
    const [dock, point, yard] = await stored();
    assert.deepEqual(
      [dock.name, dock.address, dock.category, dock.lot, dock.equipment],
      ['North Dock', '12 Main St, Dallas, TX 75201', 'Warehouse', 'Large', ['dry van', 'reefer']],
    );
    assert.ok(
      Math.abs(dock.lat - 32.79) < 0.05 && Math.abs(dock.lon + 96.8) < 0.05,
      `${dock.lat} ${dock.lon}`,
    );
    assert.deepEqual([point.address, point.lat, point.lon], ['35.5, -101.25', 35.5, -101.25]);
    assert.equal(yard.address, 'Amarillo, TX');
    assert.ok(Math.abs(yard.lat - 35.2) < 0.2 && Math.abs(yard.lon + 101.8) < 0.2);
  });

  test('a second import changes facilities with the same name and address, and replace deletes the others', async () => {
    const before = await stored();
    const changed = await importCsv(`${HEADER}\nNORTH DOCK,12 MAIN ST,dallas,tx,75201,,,Terminal,,,,,\n`);
    assert.deepEqual(changed.body, { created: 0, updated: 1, deleted: 0 });
    const after = await stored();
    assert.deepEqual(
      after.map(({ id }) => id),
      before.map(({ id }) => id),
    );
    assert.equal(after[0].category, 'Terminal');
    assert.deepEqual((await importCsv(GOOD, { replace: true })).body, { created: 0, updated: 3, deleted: 0 });
    const one = 'name,zip\nNew,75201\n';
    assert.deepEqual((await importCsv(one, { replace: true })).body, { created: 1, updated: 0, deleted: 3 });
  });

  test('reports every bad line and stores nothing', async () => {
    const before = await stored();
    const { status, body } = await importCsv(
      `name,city,state,zip,latitude,longitude,website,intermodal_drayage
Good,,,75201,,,,yes
,,,75201,,,,
Nowhere,,,,,,,
Half,,,,32,,,
Wrong zip,,,752,,,,
Unknown zip,,,00000,,,,
Misspelled,Dalas,TX,,,,,
Too far,,,,91,-500,,
No site,,,75201,,,nonsense,perhaps
Short,1
good,,,75201,,,,
`,
      { replace: true },
    );
    assert.equal(status, 400);
    const found = (body.detail as { loc: unknown[]; msg: string }[]).map(({ loc }) => loc.slice(1).join(' '));
    assert.deepEqual(found, [
      ...['3 name', '4 zip', '5 latitude', '6 zip', '7 zip', '8 city', '9 latitude', '9 longitude'],
      ...['10 website', '10 intermodal_drayage', '11', '12 name'],
    ]);
    assert.match(JSON.stringify(body), /Dallas, TX/);
    assert.deepEqual(await stored(), before);
  });

  test('a line that repeats another one is reported with its number', async () => {
    const { body } = await importCsv('name,zip\nA,75201\na,75201\n');
    assert.deepEqual(body.detail[0].loc, ['body', 3, 'name']);
    assert.match(body.detail[0].msg, /Line 2/);
  });

  test('rejects an unknown header, an empty file and files that are too large', async () => {
    const header = await importCsv('name,color\nA,red\n');
    assert.deepEqual([header.status, header.body.detail[0].loc], [400, ['body', 1]]);
    assert.match(header.body.detail[0].msg, /Unknown column/);
    assert.equal((await importCsv('zip\n75201\n')).status, 400);
    assert.equal((await importCsv('\n')).status, 400);
    assert.equal((await importCsv(`name,zip\n${'A,75201\n'.repeat(20_001)}`)).status, 413);
    assert.equal((await importCsv(Buffer.alloc(8_388_609, 'a'))).status, 413);
  });

  test('at most 1,000 problems are listed, and the others are counted', async () => {
    const { body } = await importCsv(`name,zip\n${'A,1\n'.repeat(1_002)}`);
    assert.equal(body.detail.length, 1_001);
    assert.match(body.detail.at(-1).msg, /^2 more problems/);
  });

  test('an import above the quota stores nothing', async () => {
    const small = await api.customer(['admin']);
    await api.db.pool.query(
      `insert into organization_quotas (organization_id, name, value) values ($1, 'facilities', 2)`,
      [small.organizationId],
    );
    const as = await api.signIn(small);
    assert.equal((await importCsv('name,zip\nA,75201\nB,75201\n', { as })).status, 200);
    const { status, body } = await importCsv('name,zip\nB,75201\nC,75201\n', { as });
    assert.deepEqual([status, body.quota, body.limit], [429, 'facilities', 2]);
    assert.equal((await stored(small.organizationId)).length, 2);
    assert.equal((await importCsv('name,zip\nC,75201\nD,75201\n', { as, replace: true })).status, 200);
  });

  test('is for administrators, and is audited', async () => {
    const reader = await api.signIn(await api.customer(['external-api-shipper-facilities']));
    assert.equal((await importCsv(GOOD, { as: reader })).status, 403);
    const { rows } = await api.db.pool.query(
      `select count(*) as entries from audit_entries where action = 'facility.import' and organization_id = $1`,
      [customer.organizationId],
    );
    assert.ok(rows[0].entries > 0);
  });
});

test('milepost facility import stores a file, or prints every bad line', async () => {
  const folder = await temporaryFolder();
  const env = { DATABASE_URL: api.db.url };
  const [good, bad] = [join(folder, 'good.csv'), join(folder, 'bad.csv')];
  await writeFile(good, GOOD);
  await writeFile(bad, 'name,zip\n,75201\nB,1\n');
  const org = String((await api.customer(['admin'])).organizationId);
  const run = (file: string) =>
    milepost(['facility', 'import', '--org', org, '--file', file], folder, { env });
  const first = await run(good);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /3 facilities added, 0 changed, 0 deleted/);
  const second = await run(bad);
  assert.equal(second.code, 1);
  assert.match(second.stderr, /line 2: name:.*line 3: zip:/s);
  assert.equal((await stored(Number(org))).length, 3);
});
