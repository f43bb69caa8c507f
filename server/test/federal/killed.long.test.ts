import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { outOfServiceOrders } from '../../src/domain/federal/datasets/daily-records.ts';
import { testDatabase } from '../support/database.ts';
import { csvOf, testImporter } from '../support/federal/federal-files.ts';
import { milepostProcess, spawnMilepost } from '../support/milepost.ts';

const ROWS = 400_000;
const db = await testDatabase();
const importer = await testImporter(db);

const orders = (reason: string, n: number) =>
  csvOf(
    outOfServiceOrders,
    Array.from({ length: n }, (_, i) => ({
      DOT_NUMBER: i + 1,
      OOS_DATE: '2024-01-02',
      OOS_REASON: `${reason} ${i}`,
      STATUS: 'ACTIVE',
      LEGAL_NAME: `CARRIER NUMBER ${i}`,
    })),
  );

const small = await importer.write('small.csv', orders('old', ROWS / 2));
const large = await importer.write('large.csv', orders('new', ROWS));

const options = { env: { DATABASE_URL: db.url, LOG_LEVEL: 'error' } };
const runImport = (...args: string[]) => milepostProcess(['import', ...args], importer.folder, options);

async function waitFor(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 6_000; i++) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.fail(`timed out waiting for ${what}`);
}

const working = async (sql: string) => {
  const { rows } = await db.pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like $1`,
    [sql],
  );
  return rows.length > 0;
};

const state = async () => {
  const { rows } = await db.pool.query(
    `select count(*)::int as n, min(split_part(oos_reason, ' ', 1)) as low, max(split_part(oos_reason, ' ', 1)) as high
     from out_of_service_orders`,
  );
  return rows[0];
};

test('an import killed while copying, indexing or analyzing leaves only the old rows', async () => {
  assert.equal((await runImport(small)).code, 0);
  for (const moment of ['copy staged_%', 'alter table staged_%', 'analyze staged_%']) {
    const { child, exited } = spawnMilepost(['import', large], importer.folder, options);
    await waitFor(moment, () => working(moment));
    child.kill('SIGKILL');
    await exited;
    await waitFor('the server to end the transaction', async () => !(await working('% staged_%')));
    assert.deepEqual(await state(), { n: ROWS / 2, low: 'old', high: 'old' }, moment);
    const { rows } = await db.pool.query(`select relname from pg_class where relname ~ '^(staged|old)_'`);
    assert.deepEqual(rows, [], moment);
    const { rows: loads } = await db.pool.query(`select rows_kept from federal_loads`);
    assert.deepEqual(loads, [{ rows_kept: ROWS / 2 }], moment);
  }
});

test('the import can be repeated and the command reports the result', async () => {
  const { code, stdout, stderr } = await runImport(large);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /large\.csv: Out of Service Orders \(identified by its header\), as of /);
  assert.match(stdout, /400,000 rows in /);
  assert.deepEqual(await state(), { n: ROWS, low: 'new', high: 'new' });
  const again = await runImport(large);
  assert.match(again.stdout, /already imported; nothing changed/);
});

test('the command exits with 1 and one sentence for a missing file, and lists datasets as JSON', async () => {
  const refused = await runImport(small, join(importer.folder, 'nothing.csv'));
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /nothing\.csv does not exist\.\n$/);
  const listed = await runImport('--list', '--json');
  const { datasets } = JSON.parse(listed.stdout);
  const one = datasets.find((d: { dataset: string }) => d.dataset === 'out-of-service-orders');
  assert.equal(one.load.rows_kept, ROWS);
});
