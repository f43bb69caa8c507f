import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { statement } from '../../src/db/database.ts';
import { companyCensus } from '../../src/domain/federal/datasets/company-census.ts';
import { outOfServiceOrders } from '../../src/domain/federal/datasets/daily-records.ts';
import { legacyCarrier } from '../../src/domain/federal/datasets/legacy.ts';
import { motusInsur } from '../../src/domain/federal/datasets/motus.ts';
import { smsCrash } from '../../src/domain/federal/datasets/sms-inputs.ts';
import { listDatasets, lockDataset } from '../../src/domain/federal/loads.ts';
import { untilLockWait } from '../support/db/lock-waits.ts';
import { csvOf, type Row } from '../support/federal/federal-files.ts';
import { exampleRows } from '../support/federal/federal-rows.ts';
import { db, example, force, importer, rows } from '../support/federal/quirks-database.ts';
import { zipOf } from '../support/federal/zip.ts';

const census = (n: number, legalName: string) =>
  Array.from({ length: n }, (_, i) =>
    example('company-census', { DOT_NUMBER: i + 1, LEGAL_NAME: legalName }),
  );

test('stores each cell as a value of its column type', async () => {
  await importer.rows(companyCensus, [example('company-census')]);
  const [carrier] =
    await rows(`select usdot_number, mcs150_date, mcs150_mileage, dun_bradstreet_no, hm_indicator,
    recordable_crash_rate, docket1_prefix, docket1_number, legal_name, cargo_classes, owned_tractors,
    term_leased_tractors, trip_leased_tractors, unread from company_census`);
  assert.deepEqual(carrier, {
    usdot_number: 21800,
    mcs150_date: '2026-02-16',
    mcs150_mileage: 3_221_711_602,
    dun_bradstreet_no: null,
    hm_indicator: true,
    recordable_crash_rate: 0.512,
    docket1_prefix: 'MC',
    docket1_number: 115_495,
    legal_name: 'PARCELS, INC',
    cargo_classes: [1, 10],
    owned_tractors: 20_000,
    term_leased_tractors: 10,
    trip_leased_tractors: null,
    unread: null,
  });
});

test('skips a file whose content is already loaded, even under another name', async () => {
  const text = csvOf(outOfServiceOrders, exampleRows['out-of-service-orders'] as Row[]);
  const tableFile = () => rows(`select pg_relation_filenode('out_of_service_orders') as file`);
  const first = await importer.files([await importer.write('orders.csv', text)]);
  assert.equal(first[0]?.outcome, 'loaded');
  const before = await tableFile();
  const second = await importer.files([await importer.write('orders-again.csv', text)]);
  assert.equal(second[0]?.outcome, 'unchanged');
  assert.deepEqual(await tableFile(), before);
  assert.equal((await rows(`select from federal_loads where dataset = 'out-of-service-orders'`)).length, 1);
  const forced = await importer.files([await importer.write('orders.csv', text)], force);
  assert.equal(forced[0]?.outcome, 'loaded');
  assert.notDeepEqual(await tableFile(), before);
});

test('reads gzip files and zip files with several entries, deflated or stored', async () => {
  const orders = csvOf(outOfServiceOrders, [example('out-of-service-orders', { DOT_NUMBER: 5 })]);
  const insurance = csvOf(motusInsur, exampleRows['motus-insur'] as Row[]);
  const gz = await importer.write('orders.csv.gz', gzipSync(orders));
  assert.equal((await importer.files([gz], force))[0]?.rows_kept, 1);
  const zip = await importer.write(
    'both.zip',
    zipOf([
      { name: 'deep/orders.txt', content: orders.replace('5,', '6,') },
      { name: 'insur.csv', content: insurance, stored: true },
      { name: 'readme.txt', content: 'hello' },
    ]),
  );
  const loads = await importer.files([zip], force);
  assert.deepEqual(loads.map(({ file_name }) => file_name).sort(), [
    'both.zip/deep/orders.txt',
    'both.zip/insur.csv',
  ]);
  assert.deepEqual(await rows(`select usdot_number from out_of_service_orders`), [{ usdot_number: 6 }]);
});

test('reports a damaged archive or a missing file in one sentence', async () => {
  const half = await importer.write(
    'half.csv.gz',
    gzipSync(csvOf(companyCensus, census(5_000, 'X'))).subarray(0, 900),
  );
  assert.deepEqual(await importer.files([half]), []);
  assert.match(importer.refusals.at(-1) ?? '', /half\.csv\.gz is damaged .*unexpected end of file/);
  await assert.rejects(importer.files(['/nowhere/at-all.csv']), /does not exist/);
  const zip = await importer.write('half.zip', Buffer.from('PK\x03\x04 and nothing else'));
  await importer.files([zip]);
  assert.match(importer.refusals.at(-1) ?? '', /not a complete zip/);
});

test('refuses a zip entry whose checksum is wrong', async () => {
  const orders = csvOf(outOfServiceOrders, [example('out-of-service-orders', { DOT_NUMBER: 7 })]);
  const zip = zipOf([{ name: 'orders.csv', content: orders, stored: true }]);
  const at = zip.indexOf('7,');
  zip.write('8', at);
  assert.deepEqual(await importer.files([await importer.write('changed.zip', zip)], force), []);
  assert.match(importer.refusals.at(-1) ?? '', /orders\.csv is damaged .*checksum/);
});

test('keeps the columns of an old crash file with unquoted commas', async () => {
  const crash = example('sms-crash', {
    Trafficway_Desc: 'TRAFFICWAY',
    Access_Control_Desc: 'No Control',
    Vehicle_ID_Number: '1XKYDP9X3GJ473982',
    Severity_Weight: 2,
  });
  const text = csvOf(smsCrash, [crash]).replace(
    'TRAFFICWAY',
    'Two-Way Trafficway, Divided, Positive Barrier',
  );
  const [load] = await importer.files([await importer.write('crash.txt', text)]);
  assert.equal(load?.rows_rejected, 0);
  assert.deepEqual(
    await rows(`select trafficway_desc, access_control_desc, vin, severity_weight from sms_crashes`),
    [
      {
        trafficway_desc: 'Two-Way Trafficway, Divided, Positive Barrier',
        access_control_desc: 'No Control',
        vin: '1XKYDP9X3GJ473982',
        severity_weight: 2,
      },
    ],
  );
});

test('writes bad rows with line number and reason to a reject file and imports the others', async () => {
  const good = census(300, 'GOOD');
  const text = csvOf(companyCensus, good).split('\n');
  text.splice(101, 0, 'only,three,cells');
  text.splice(
    151,
    0,
    csvOf(companyCensus, [example('company-census', { DOT_NUMBER: 'abc' })]).split('\n')[1] ?? '',
  );
  const path = await importer.write('some-bad.csv', text.join('\n'));
  const [load] = await importer.files([path]);
  assert.equal(load?.rows_read, 302);
  assert.equal(load?.rows_kept, 300);
  assert.equal(load?.rows_rejected, 2);
  const rejects = (await readFile(load?.reject_file ?? '', 'utf8')).split('\n');
  assert.equal(rejects[0], 'line,reason,cells');
  assert.equal(rejects[1], '102,"expected 147 cells, found 3",only,three,cells');
  assert.match(rejects[2] ?? '', /^152,"DOT_NUMBER is not a USDOT number: ""abc""",20260216,/);
});

test('refuses a file with more than 1 % bad rows unless forced', async () => {
  const lines = csvOf(companyCensus, census(200, 'NEW')).split('\n');
  lines.splice(10, 0, 'bad', 'bad', 'bad');
  const path = await importer.write('too-bad.csv', lines.join('\n'));
  assert.deepEqual(await importer.files([path]), []);
  assert.match(
    importer.refusals.at(-1) ?? '',
    /3 of 203 rows .* more than 1 %\. The existing rows were kept/,
  );
  assert.deepEqual(await rows(`select distinct legal_name from company_census`), [{ legal_name: 'GOOD' }]);
  const [load] = await importer.files([path], force);
  assert.equal(load?.rows_kept, 200);
});

test('refuses a file without a required column', async () => {
  const text = csvOf(legacyCarrier, exampleRows['legacy-carrier'] as Row[]).replace(
    'COMMON_STAT',
    'SOMETHING',
  );
  assert.deepEqual(await importer.files([await importer.write('carrier.csv', text)]), []);
  assert.match(importer.refusals.at(-1) ?? '', /lacks COMMON_STAT, required for L&I Carrier/);
});

test('refuses a file without rows or with less than half of the current rows', async () => {
  const empty = await importer.write('empty.csv', csvOf(companyCensus, []));
  await importer.files([empty]);
  assert.match(importer.refusals.at(-1) ?? '', /no rows/);
  const few = await importer.write('few.csv', csvOf(companyCensus, census(99, 'FEW')));
  await importer.files([few]);
  assert.match(importer.refusals.at(-1) ?? '', /fall from 200 rows to 99/);
  assert.equal((await rows(`select from company_census`)).length, 200);
  const half = await importer.write('half.csv', csvOf(companyCensus, census(100, 'HALF')));
  assert.equal((await importer.files([half]))[0]?.rows_kept, 100);
});

test('readers see either all old rows or all new rows through tables, views and prepared statements', async () => {
  await importer.rows(companyCensus, census(4_000, 'A'), force);
  await importer.rows(legacyCarrier, legacy(4_000, 'A'), force);
  const direct = statement(
    'test.census',
    `select count(*)::int as n, min(legal_name) as low, max(legal_name) as high from company_census`,
  );
  const view = statement(
    'test.authorities',
    `select count(*)::int as n, min(status) as low, max(status) as high from carrier_authorities
     where authority = 'common'`,
  );
  const seen = new Set<string>();
  let stop = false;
  const reader = async (what: typeof direct) => {
    while (!stop) {
      const row = await db.row<{ n: number; low: string; high: string }>(what);
      assert.equal(row?.n, 4_000);
      assert.equal(row?.low, row?.high);
      seen.add(`${what.name} ${row?.low}`);
    }
  };
  const readers = [reader(direct), reader(direct), reader(view), reader(view)];
  for (const value of ['I', 'A', 'I']) {
    await importer.rows(companyCensus, census(4_000, value), force);
    await importer.rows(legacyCarrier, legacy(4_000, value), force);
  }
  stop = true;
  await Promise.all(readers);
  assert.deepEqual([...seen].sort(), [
    'test.authorities A',
    'test.authorities I',
    'test.census A',
    'test.census I',
  ]);
});

function legacy(n: number, status: string): Row[] {
  return Array.from({ length: n }, (_, i) =>
    example('legacy-carrier', { DOT_NUMBER: i + 1, DOCKET_NUMBER: `MC${i + 1}`, COMMON_STAT: status }),
  );
}

test('gives the new table the same indexes and keys under the same names', async () => {
  const shape = () =>
    rows(`select indexname, indexdef from pg_indexes
          where tablename in ('sms_inspections', 'legacy_carriers', 'company_census') order by 1`);
  const before = await shape();
  await importer.rows(companyCensus, census(3, 'KEYS'), force);
  await importer.rows(legacyCarrier, legacy(3, 'A'), force);
  assert.deepEqual(await shape(), before);
  assert.deepEqual(await rows(`select relname from pg_class where relname ~ '^(staged|old)_'`), []);
});

test('refuses a second concurrent import of the same dataset', async () => {
  await db.transaction(async (tx) => {
    assert.equal(await lockDataset(tx, 'company-census'), true);
    await assert.rejects(
      importer.rows(companyCensus, census(3, 'SECOND'), force),
      /Another import of Company Census File is running/,
    );
    // Another dataset can be imported at the same time.
    await importer.rows(outOfServiceOrders, exampleRows['out-of-service-orders'] as Row[], force);
  });
  await importer.rows(companyCensus, census(3, 'THIRD'), force);
});

test('a long read delays the swap but not other readers', async () => {
  const held = await db.pool.connect();
  await held.query('begin');
  await held.query('select count(*) from company_census');
  const importing = importer.rows(companyCensus, census(3, 'LATE'), force);
  for (let i = 0; i < 3; i++) {
    await untilLockWait(db);
    assert.deepEqual(await rows(`select distinct legal_name from company_census`), [{ legal_name: 'THIRD' }]);
  }
  await held.query('commit');
  held.release();
  await importing;
  assert.deepEqual(await rows(`select distinct legal_name from company_census`), [{ legal_name: 'LATE' }]);
});

test('lists each dataset with as-of date, age and row count', async () => {
  await importer.rows(companyCensus, census(3, 'LISTED'), { force: true, asOf: '2026-11-01' });
  const { datasets } = await listDatasets(db, new Date('2026-11-15T08:00:00Z'));
  const listed = datasets.find(({ dataset }) => dataset === 'company-census');
  assert.equal(listed?.age_days, 14);
  assert.equal(listed?.load?.rows_kept, 3);
  assert.equal(listed?.load?.as_of, '2026-11-01');
  assert.equal(datasets.find(({ dataset }) => dataset === 'sms-violation')?.load, null);
});
