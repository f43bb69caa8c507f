import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { deriveFederalFacilities } from '../../src/domain/facilities/federal-shippers.ts';
import { deleteFederalData } from '../../src/domain/federal/delete-federal-data.ts';
import { testApi } from '../support/api.ts';
import { type Row, testImporter } from '../support/federal/federal-files.ts';
import { seededRandom } from '../support/random.ts';

const api = await testApi({ env: { RATE_LIMIT_EXPENSIVE_READS: '0' } });
const importer = await testImporter(api.db, new Date('2026-11-10T12:00:00Z'));
const roles = ['external-api-shipper-facilities', 'external-api-shipper-lanes', 'admin'];
const headers = await api.signIn(await api.customer(roles));

const company = (DOT_NUMBER: number, LEGAL_NAME: string, more: Row = {}): Row => ({
  ...{ DOT_NUMBER, LEGAL_NAME, STATUS_CODE: 'A', POWER_UNITS: 0, TOTAL_DRIVERS: 0, CARSHIP: 'C' },
  ...{
    PHY_STREET: '12 MAIN ST',
    PHY_CITY: 'DALLAS',
    PHY_STATE: 'TX',
    PHY_ZIP: '75201-1234',
    PHONE: '2145550100',
  },
  ...more,
});
const inspection = (INSPECTION_ID: number, SHIPPER_NAME: string): Row => ({
  ...{ INSPECTION_ID, SHIPPER_NAME, DOT_NUMBER: 1, REPORT_STATE: 'TX', REPORT_NUMBER: `TX${INSPECTION_ID}` },
  ...{ INSP_DATE: '20261101', INSP_LEVEL_ID: 1 },
});
async function load(companies: Row[], shippers: string[]): Promise<number | null> {
  await importer.datasets({ 'company-census': companies }, { force: true, asOf: '2026-11-09' });
  const inspections = shippers.map((name, i) => inspection(i + 1, name));
  await importer.datasets({ 'vehicle-inspection': inspections }, { force: true, asOf: '2026-11-09' });
  return deriveFederalFacilities(api.db);
}
type Facility = { id: string; facility_name: string; place_category: string };
async function search(query: string): Promise<Facility[]> {
  const response = await api.app.inject({ url: `/facilities?${query}`, headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}
const found = async () =>
  (await search('location=32.79,-96.8&radius=150')).map(
    ({ facility_name, place_category }) => `${facility_name}: ${place_category}`,
  );

const CENSUS = [
  company(1, 'HAULIER LLC'),
  company(2, 'NORTH CHEMICAL CO', { CARSHIP: 'C;S' }),
  company(3, 'Acme Foods, Inc.'),
  company(4, 'SECOND LEGAL NAME', { DBA_NAME: 'RED RIVER MILLS' }),
  company(5, 'TWIN LLC'),
  company(6, 'TWIN INC'),
  company(7, 'CLOSED SHIPPER', { CARSHIP: 'S', STATUS_CODE: 'I' }),
  company(8, 'NOWHERE SHIPPER', { CARSHIP: 'S', PHY_ZIP: 'K1A 0B1' }),
  company(9, 'VARIOUS LLC'),
];
const SHIPPERS = ['ACME FOODS', 'Red River Mills', 'TWIN', 'VARIOUS', 'SOMEBODY ELSE', ''];

suite('facilities of federal files', () => {
  test('are registered shippers, and the companies that alone have the name of a shipper in an inspection', async () => {
    assert.equal(await load(CENSUS, SHIPPERS), 3);
    assert.deepEqual(await found(), [
      'Acme Foods, Inc.: Shipper in inspections',
      'NORTH CHEMICAL CO: Registered shipper',
      'SECOND LEGAL NAME: Shipper in inspections',
    ]);
    assert.equal(await deriveFederalFacilities(api.db), null, 'nothing was imported since');
  });

  test('are at the registered address, and have the keys of other facilities', async () => {
    const [{ id, ...acme } = assert.fail()] = await search('name=acme&state=TX&city=dallas');
    assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const { lat, lon, ...rest } = acme as unknown as { lat: number; lon: number };
    assert.ok(Math.abs(lat - 32.79) < 0.05 && Math.abs(lon + 96.8) < 0.05, `${lat} ${lon}`);
    assert.deepEqual(rest, {
      ...{ facility_name: 'Acme Foods, Inc.', formatted_address: '12 MAIN ST, DALLAS, TX 75201-1234' },
      ...{ place_category: 'Shipper in inspections', contact_phone: '2145550100', equipment_pairings: [] },
    });
    const map = await api.app.inject({
      url: `/facility/${id}/network-map`,
      headers: await api.signIn(await api.customer(['external-api-shipper-network-map'])),
    });
    assert.equal(map.statusCode, 200, map.body);
    const ends = 'origin_lat=32.79&origin_lon=-96.8&destination_lat=29.76&destination_lon=-95.37';
    const url = `/shipper/lanes?${ends}&origin_radius=10&destination_radius=10`;
    const { shippers_in_origin, shippers_in_destination } = (await api.app.inject({ url, headers })).json();
    assert.deepEqual([shippers_in_origin.length, shippers_in_destination.length], [3, 0]);
  });

  test('are beside the own facilities of an organization, which an import replaces alone', async () => {
    const sent = await api.app.inject({
      method: 'POST',
      url: '/facilities/import?replace=true',
      headers: { ...headers, 'content-type': 'text/csv' },
      payload: 'name,zip,category\nOwn Dock,75201,Warehouse\n',
    });
    assert.deepEqual(sent.json(), { created: 1, updated: 0, deleted: 0 });
    assert.equal((await found()).length, 4);
    assert.deepEqual(
      (await search('zip_code=75201&facility_type=registered%20shipper')).map((one) => one.facility_name),
      ['NORTH CHEMICAL CO'],
    );
    const another = await api.signIn(await api.customer(['external-api-shipper-facilities']));
    const others = await api.app.inject({ url: '/facilities?zip_code=75201', headers: another });
    assert.equal(others.json().length, 3);
  });

  test('follow the next import, keep their ids, and go with the federal data', async () => {
    const [before] = await search('name=acme');
    assert.equal(await load(CENSUS.slice(0, 3), ['ACME FOODS INC.']), 2);
    const [after] = await search('name=acme');
    assert.equal(after?.id, before?.id);
    await api.db.transaction((tx) => deleteFederalData(tx));
    assert.equal(await deriveFederalFacilities(api.db), 0);
    assert.deepEqual(await search('zip_code=75201'), await search('name=own%20dock'));
  });
});

test('equal a plain comparison of all names with all companies, for random companies and names', async () => {
  const random = seededRandom(210);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const WORDS = ['ACME', 'Blue', 'Tri-State', 'A & B', 'U.S.', 'OIL'];
  const name = () => `${pick(WORDS)} ${pick(WORDS)}${pick(['', ' LLC', ', Inc.', ' CO', ' L.L.C.'])}`;
  const companies = Array.from({ length: 60 }, (_, i) =>
    company(i + 1, name(), {
      ...{ STATUS_CODE: pick(['A', 'A', 'I']), CARSHIP: pick(['C', 'C', 'C;S', 'S']) },
      ...{ DBA_NAME: pick(['', '', name()]), PHY_ZIP: pick(['75201', '10001', '00000', '']) },
    }),
  );
  const shippers = Array.from({ length: 25 }, name);
  const count = await load(companies, shippers);
  const plain = (text: unknown) => {
    const words = String(text).toUpperCase().split(/[ ,]+/);
    const isForm = /^(LLC|INC|CO|L\.L\.C)\.?$/.test(words.at(-1) ?? '');
    return (isForm ? words.slice(0, -1) : words).join('').replace(/[^A-Z0-9]/g, '');
  };
  const active = companies.filter(({ STATUS_CODE }) => STATUS_CODE === 'A');
  const expected = active.flatMap((one) => {
    const alone = [one.LEGAL_NAME, one.DBA_NAME].some((own) => {
      const has = (other: Row) =>
        [other.LEGAL_NAME, other.DBA_NAME].some((text) => plain(text) === plain(own));
      return (
        own !== '' && shippers.some((text) => plain(text) === plain(own)) && active.filter(has).length === 1
      );
    });
    if (!/^(75201|10001)$/.test(String(one.PHY_ZIP))) return [];
    if (!alone && !String(one.CARSHIP).includes('S')) return [];
    return [`${one.LEGAL_NAME} ${alone ? 'Shipper in inspections' : 'Registered shipper'}`];
  });
  const { rows } = await api.db.pool.query('select facility_name, place_category from federal_facilities');
  const derived = rows.map((row) => `${row.facility_name} ${row.place_category}`);
  assert.deepEqual(derived.sort(), expected.sort());
  assert.equal(count, expected.length);
  assert.ok(new Set(derived.map((text) => text.split(' ').at(-1))).size === 2, derived.join('\n'));
});
