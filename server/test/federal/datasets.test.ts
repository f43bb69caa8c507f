import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { headersOf } from '../../src/domain/federal/dataset.ts';
import { allDatasets } from '../../src/domain/federal/datasets/all-datasets.ts';
import { identifyDataset } from '../../src/domain/federal/files/identify-dataset.ts';
import { RowEncoder } from '../../src/domain/federal/files/row-encoder.ts';
import { openSourceFiles } from '../../src/domain/federal/files/source-file.ts';
import { testDatabase } from '../support/database.ts';
import { csvOf, type Row, testImporter } from '../support/federal/federal-files.ts';
import { exampleRows } from '../support/federal/federal-rows.ts';
import { samplePath } from '../support/samples.ts';

const db = await testDatabase();
const importer = await testImporter(db);

async function identifyText(name: string, text: string) {
  const [source] = await openSourceFiles(await importer.write(name, text));
  assert.ok(source);
  return identifyDataset(source);
}

test('columns have the order of the published files', async (t) => {
  const path = samplePath(t, 'FEDERAL_SAMPLES', 'column_orders.json');
  if (path === null) return;
  const orders: Record<string, string[]> = JSON.parse(await readFile(path, 'utf8'));
  const published = allDatasets.filter(({ portalId }) => portalId !== null);
  assert.equal(published.length, 27);
  for (const dataset of published) {
    const key = Object.keys(orders).find((name) => name.includes(dataset.portalId ?? '-'));
    const expected = orders[key ?? '']?.map((name) => name.replace(/\(.*/, '').toUpperCase());
    assert.deepEqual(
      headersOf(dataset).map((header) => header.toUpperCase()),
      expected,
      dataset.name,
    );
  }
});

for (const dataset of allDatasets) {
  test(`${dataset.name}: the table has the columns and types of the dataset`, async () => {
    const { rows } = await db.pool.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0`,
      [dataset.table],
    );
    const types = new Map(rows.map(({ name, type }) => [name, type]));
    const encoder = new RowEncoder(dataset, new Map(), 0);
    assert.deepEqual([...encoder.columns].sort(), [...types.keys()].sort());
    for (const { name, value } of dataset.columns.flatMap(({ into }) => into))
      assert.equal(types.get(name)?.replace(' without time zone', ''), value.type, name);
  });

  test(`${dataset.name}: identifies rows by their header and imports them`, async () => {
    const rows = exampleRows[dataset.name] as Row[];
    const named = dataset.fileName ? `${dataset.portalId}.csv` : 'rows.csv';
    const found = await identifyText(named, csvOf(dataset, rows));
    assert.equal(found?.dataset.name, dataset.name);
    assert.equal(found?.hasHeader, true);
    const load = await importer.rows(dataset, rows);
    assert.equal(load.rows_kept, rows.length);
    assert.equal(load.cells_unread, 0);
    const { rows: stored } = await db.pool.query(`select count(*)::int as n from ${dataset.table}`);
    assert.equal(stored[0].n, rows.length);
  });
}

const withoutHeader = allDatasets.filter(({ name }) => name.startsWith('legacy-'));
for (const dataset of withoutHeader) {
  test(`${dataset.name}: identifies rows without a header by their content`, async () => {
    const rows = exampleRows[dataset.name] as Row[];
    const text = csvOf(dataset, rows, { header: false, quoted: true });
    const found = await identifyText('history.txt', text);
    assert.equal(found?.dataset.name, dataset.name);
    assert.equal(found?.hasHeader, false);
    const path = await importer.write('history.txt', text);
    const [load] = await importer.files([path], { force: true });
    assert.equal(load?.rows_kept, rows.length);
  });
}

test('header names match in any case, with spaces or underscores', async () => {
  const found = await identifyText(
    'orders.csv',
    'Dot Number,legal name,DBA_NAME,oos date,OOS Reason,Status,oos_rescind_date\n1,A,,2024-01-02,X,ACTIVE,\n',
  );
  assert.equal(found?.dataset.name, 'out-of-service-orders');
});

test('the file name decides between SMS outputs with the same columns', async () => {
  const dataset = allDatasets.find(({ name }) => name === 'sms-ab-property');
  assert.ok(dataset);
  const text = csvOf(dataset, exampleRows['sms-ab-property'] as Row[]);
  for (const [name, expected] of [
    ['SMS_AB_PassProperty_2026Jul.csv', 'sms-ab-property'],
    ['SMS_C_PassProperty_2026Jul.csv', 'sms-c-property'],
    ['4y6x-dmck.csv', 'sms-ab-property'],
  ] as const)
    assert.equal((await identifyText(name, text))?.dataset.name, expected, name);
  await assert.rejects(identifyText('outputs.csv', text), /sms-ab-property or sms-c-property.*--as/);
});

test('does not identify other files', async () => {
  assert.equal(await identifyText('notes.txt', 'Dear all,\nplease find enclosed\n'), null);
  assert.equal(await identifyText('other.csv', 'id,name,city\n1,A,B\n'), null);
  assert.equal(await identifyText('empty.csv', ''), null);
});
