import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VehicleList } from '../../src/contract/observation.ts';
import { statements } from '../../src/db/database.ts';
import { readCarrierOverview } from '../../src/domain/carriers/search/carrier-overview.ts';
import { searchCarriers } from '../../src/domain/carriers/search/search-carriers.ts';
import { parseQuery } from '../../src/domain/carriers/search/search-query.ts';
import { findByWords } from '../../src/domain/carriers/search/search-store.ts';
import { companyCensus } from '../../src/domain/federal/datasets/company-census.ts';
import { legacyCarrier } from '../../src/domain/federal/datasets/legacy.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import type { NewObservation } from '../../src/domain/observations/observation.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { testApi } from '../support/api.ts';
import { testImporter } from '../support/federal/federal-files.ts';

const api = await testApi();
const { db } = api;
const importer = await testImporter(db);

type Row = [
  usdot: number,
  name: string,
  dba: string,
  city: string,
  state: string,
  units: number,
  docket?: number,
];
const carriers: Row[] = [
  [5000101, 'VELDRAN TRUCKING LLC', '', 'DALLAS', 'TX', 12, 3000101],
  [5000102, 'VELDRAN & SONS FREIGHT, INC', 'BLUE COMET EXPRESS', 'HOUSTON', 'TX', 3],
  [5000103, 'ORMASEN "QUICK" HAULING LLC', '', 'CHICAGO', 'IL', 900, 3000103],
  [5000104, 'TASKENBEK TRUCKING LLC', '', 'DALLAS', 'TX', 1],
  [5010199, "O'DORABEK LINES CO", '', 'SAINT PAUL', 'MN', 40],
];
const census = carriers.map(([usdot, name, dba, city, state, units, docket]) => ({
  DOT_NUMBER: usdot,
  STATUS_CODE: usdot === 5000104 ? 'I' : 'A',
  LEGAL_NAME: name,
  DBA_NAME: dba,
  PHY_CITY: city,
  PHY_STATE: state,
  POWER_UNITS: units,
  TOTAL_DRIVERS: units,
  ...(docket ? { DOCKET1PREFIX: 'MC', DOCKET1: docket } : {}),
}));
// Enough carriers for several pages.
for (let n = 0; n < 45; n++) {
  census.push({
    ...{ DOT_NUMBER: 5020000 + n, STATUS_CODE: 'A', LEGAL_NAME: `KELORA ${n} TRANSIT CO`, DBA_NAME: '' },
    ...{ PHY_CITY: 'RENO', PHY_STATE: 'NV', POWER_UNITS: n, TOTAL_DRIVERS: n },
  });
}
const EMPTY = 5_030_001;
census.push({
  DOT_NUMBER: EMPTY,
  LEGAL_NAME: 'ZUMBREK HAULAGE',
  PHY_CITY: 'RENO',
} as (typeof census)[number]);
await importer.rows(companyCensus, census);
await importer.rows(legacyCarrier, [
  {
    DOCKET_NUMBER: 'MC3000999',
    DOT_NUMBER: '05000102',
    COMMON_STAT: 'A',
    CONTRACT_STAT: 'N',
    BROKER_STAT: 'N',
  },
]);

const TRACTOR = '1XKYDP9X3GJ473982';
const seen = (usdot_number: number, day: string, more: Partial<NewObservation>): NewObservation => ({
  ...{ usdot_number, type: 'Detection', time_captured: new Date(`${day}T15:00:00Z`), ...more },
});
const plate = { alpr_plate_number: 'ZZ9123', plate_state: 'OH' };
await ensureMonths(db, [new Date('2026-09-01'), new Date('2026-10-01')]);
await recordObservations(db, [
  seen(5000101, '2026-09-02', plate),
  seen(5000101, '2026-09-03', { ...plate, vin: TRACTOR }),
  seen(5000102, '2026-10-04', plate),
  seen(0, '2026-09-05', { ...plate, plate_state: 'TX' }),
]);
const insurer = await api.signIn(await api.customer(['image-read-endpoint'], 'insurance'));

const found = async (query: string, page = 1) =>
  (await searchCarriers(db, query, page)).carriers.map((carrier) => Number(carrier.usdot_number));

test('finds a name by the beginning of its words, in any case and order', async () => {
  assert.deepEqual(await found('veldran'), [5000101, 5000102]);
  assert.deepEqual(await found('Veldran Truck'), [5000101]);
  assert.deepEqual(await found('trucking VELD'), [5000101]);
  assert.deepEqual(await found("o'dorabek"), [5010199]);
});

test('one letter after other words is the beginning of a word', async () => {
  assert.deepEqual(await found('veldran t'), [5000101, 5000102]);
  assert.deepEqual(await found('veldran h'), [5000102]);
  assert.deepEqual(await found('veldran z'), []);
});

test('a search reads the index of words, also where a sequential scan seems cheaper', async () => {
  const values = [0, 20, 'kelora', 'kelora%', [], 'kelora', null, "'kelora':*"];
  const plan = await db.transaction(async ({ client }) => {
    await client.query(statements.get('carriers.search-settings')?.text ?? '');
    return (await client.query(`explain ${findByWords.text}`, values)).rows;
  });
  const text = JSON.stringify(plan);
  assert.match(text, /company_census_by_words/);
  assert.doesNotMatch(text, /Seq Scan on company_census/);
});

test('finds carriers by DBA, city and state', async () => {
  assert.deepEqual(await found('blue comet'), [5000102]);
  assert.deepEqual(await found('veldran houston'), [5000102]);
  assert.deepEqual(await found('trucking dallas tx'), [5000101, 5000104]);
  assert.deepEqual(await found('veldran texas'), [5000101, 5000102]);
  assert.deepEqual(await found('chicago'), [5000103]);
  assert.deepEqual(await found('saint paul minnesota'), [5010199]);
  assert.deepEqual(await found('Saint Paul, MN'), [5010199]);
  assert.deepEqual(await found('saint paul tx'), []);
});

test('finds USDOT numbers and dockets by their first digits', async () => {
  assert.deepEqual(await found('5000103'), [5000103]);
  assert.deepEqual(await found('USDOT 5000103'), [5000103]);
  assert.deepEqual(await found('05000103'), [5000103]);
  assert.deepEqual(await found('MC-3000103'), [5000103]);
  assert.deepEqual(await found('mc3000999'), [5000102], 'a docket that only the licensing files have');
  assert.deepEqual(new Set(await found('50001')), new Set([5000101, 5000102, 5000103, 5000104]));
  assert.deepEqual(await found('MC 30001'), [5000103, 5000101]);
  assert.deepEqual(await found('FF3000103'), []);
});

test('a search with two misspelled words sends one statement after the other', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  await found('taskenbec veldrann');
  await new Promise(setImmediate);
  process.off('warning', onWarning);
  assert.deepEqual(warnings, []);
});

test('a misspelled word finds the most similar words', async () => {
  assert.deepEqual(await found('veldrann'), [5000101, 5000102]);
  assert.deepEqual(await found('taskenbec trucking'), [5000104]);
  assert.deepEqual(await found('zzzzqqq'), []);
});

test('characters with a meaning in SQL or tsquery are searched literally', async () => {
  for (const query of ["';--", '%', '_', '(', 'a & | !', "it's:*", '\\', ':*', '<->', '"']) {
    assert.ok(Array.isArray(await found(query)), query);
  }
  assert.deepEqual(await found('veldran%'), [5000101, 5000102]);
});

test('lists 20 carriers per page with an exact total, larger fleets first', async () => {
  const first = await searchCarriers(db, 'kelora', 1);
  assert.deepEqual(first.pagination, {
    page: 1,
    page_size: 20,
    results_returned: 20,
    has_more: true,
    total: 45,
    total_pages: 3,
  });
  assert.equal(first.carriers[0]?.power_units, 44);
  const all = [...(await found('kelora')), ...(await found('kelora', 2)), ...(await found('kelora', 3))];
  assert.equal(new Set(all).size, 45);
  const past = await searchCarriers(db, 'kelora', 4);
  assert.deepEqual([past.carriers, past.pagination.total], [[], 45]);
});

test('words that very many carriers have find the largest carriers', async () => {
  await db.pool.query(`update carrier_words set carriers = 1000000 where word in ('co', 'transit')`);
  const { carriers, pagination } = await searchCarriers(db, 'transit co', 1);
  assert.deepEqual(await found('transit veldran'), []);
  assert.equal(carriers[0]?.power_units, 44);
  assert.equal(pagination.total, 45);
});

test('a query without a number consists of words', () => {
  assert.deepEqual(parseQuery('  MC  ').words, ['mc']);
  assert.deepEqual(parseQuery('3 BROTHERS').words, ['3', 'brothers']);
  assert.deepEqual(parseQuery('123456789').usdot, null);
});

test('GET /carriers returns the contract’s shape to any user and rejects invalid queries', async () => {
  const headers = await api.signIn(await api.customer());
  const response = await api.app.inject({ url: '/carriers?query=veldran%20truck', headers });
  assert.equal(response.statusCode, 200);
  assert.deepEqual(response.json(), {
    carriers: [
      {
        usdot_number: '5000101',
        docket_number: 'MC3000101',
        legal_name: 'VELDRAN TRUCKING LLC',
        dba_name: '',
        phy_city: 'DALLAS',
        phy_state: 'TX',
        carrier_status: 'active',
        is_out_of_service: false,
        power_units: 12,
      },
    ],
    pagination: { page: 1, page_size: 20, results_returned: 1, has_more: false, total: 1, total_pages: 1 },
  });
  const invalid = ['', '?query=', '?query=%00', '?query=a%00b', '?query=a&page=0', '?query=a&page=51'];
  for (const query of [...invalid, `?query=${'x'.repeat(201)}`]) {
    assert.equal((await api.app.inject({ url: `/carriers${query}`, headers })).statusCode, 400, query);
  }
  assert.equal((await api.app.inject({ url: '/carriers?query=a' })).statusCode, 401);
});

test('a status and counts that the census does not have are unknown, not inactive and 0', async () => {
  const { carriers: listed } = await searchCarriers(db, 'zumbrek', 1);
  assert.deepEqual(
    listed.map((one) => [one.carrier_status, one.power_units]),
    [['', null]],
  );
  const overview = await readCarrierOverview(db, EMPTY);
  const { drivers, mcs150_mileage } = overview as unknown as Record<string, unknown>;
  assert.deepEqual([overview?.carrier_status, overview?.power_units], ['', null]);
  assert.deepEqual([drivers, mcs150_mileage], [null, null]);
});

test('a carrier under an out-of-service order is marked, although the census calls it active', async () => {
  await db.pool.query(
    `insert into out_of_service_orders (usdot_number, row_hash, oos_date) values (5000103, 1, '2026-01-05')`,
  );
  const { carriers: listed } = await searchCarriers(db, 'ormasen', 1);
  assert.deepEqual(
    listed.map((one) => [one.carrier_status, one.is_out_of_service]),
    [['active', true]],
  );
  await db.pool.query(`update out_of_service_orders set rescind_date = '2026-02-01'`);
  assert.equal((await searchCarriers(db, 'ormasen', 1)).carriers[0]?.is_out_of_service, false);
});

test('reads the overview of one carrier', async () => {
  const carrier = await readCarrierOverview(db, 5000102);
  assert.equal(carrier?.docket_number, 'MC3000999');
  assert.equal(carrier?.address, 'HOUSTON, TX');
  assert.equal(carrier?.observations, 1);
  assert.equal(await readCarrierOverview(db, 1), null);
});

const findVehicles = async (query: string, headers = insurer) => {
  const url = `/vehicles?${new URLSearchParams({ query })}`;
  const response = await api.app.inject({ url, headers });
  return { status: response.statusCode, vehicles: (response.json() as VehicleList).vehicles };
};

test('a plate returns each carrier and state, the latest first', async () => {
  const { vehicles } = await findVehicles('zz9-123');
  assert.deepEqual(
    vehicles.map(({ usdot_number, plate_state, records }) => [usdot_number, plate_state, records]),
    [
      ['5000102', 'OH', 1],
      ['', 'TX', 1],
      ['5000101', 'OH', 2],
    ],
  );
  assert.deepEqual(
    [vehicles[2]?.legal_name, vehicles[2]?.last_seen, vehicles[2]?.kind],
    ['VELDRAN TRUCKING LLC', '2026-09-03T15:00:00.000Z', 'plate'],
  );
  assert.deepEqual((await findVehicles('ZZ9')).vehicles, [], 'the plate must be complete');
});

test('a VIN requires the role for VINs', async () => {
  assert.deepEqual((await findVehicles(TRACTOR)).vehicles, []);
  const { vehicles } = await findVehicles(
    TRACTOR,
    await api.signIn(
      await api.customer(['carrier-observations-vin-endpoint', 'image-read-endpoint'], 'insurance'),
    ),
  );
  assert.ok(vehicles.some(({ usdot_number, kind }) => usdot_number === '5000101' && kind === 'vin'));
});

test('organizations that may not read observations get 403', async () => {
  assert.equal((await findVehicles('ZZ9123', await api.signIn(await api.customer()))).status, 403);
});
