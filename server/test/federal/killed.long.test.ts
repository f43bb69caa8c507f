import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { outOfServiceOrders } from '../../src/domain/federal/datasets/daily-records.ts';
import { testDatabase } from '../support/database.ts';
import { csvOf, testImporter } from '../support/federal/federal-files.ts';

const ROWS = 400_000;
const main = join(import.meta.dirname, '../../src/main.ts');
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

function cli(...args: string[]): ChildProcess {
  const { user, password, host, database } = db.connection;
  const url = `postgres:///${database}?${new URLSearchParams({ host: String(host), user: String(user), password: String(password) })}`;
  return spawn(process.execPath, [main, 'import', ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: importer.folder, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function finished(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

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
  assert.equal((await finished(cli(small))).code, 0);
  for (const moment of ['copy staged_%', 'alter table staged_%', 'analyze staged_%']) {
    const child = cli(large);
    await waitFor(moment, () => working(moment));
    child.kill('SIGKILL');
    await once(child, 'close');
    await waitFor('the server to end the transaction', async () => !(await working('% staged_%')));
    assert.deepEqual(await state(), { n: ROWS / 2, low: 'old', high: 'old' }, moment);
    const { rows } = await db.pool.query(`select relname from pg_class where relname ~ '^(staged|old)_'`);
    assert.deepEqual(rows, [], moment);
    const { rows: loads } = await db.pool.query(`select rows_kept from federal_loads`);
    assert.deepEqual(loads, [{ rows_kept: ROWS / 2 }], moment);
  }
});

test('the import can be repeated and the command reports the result', async () => {
  const { code, output } = await finished(cli(large));
  assert.equal(code, 0, output);
  assert.match(output, /large\.csv: Out of Service Orders \(identified by its header\), as of /);
  assert.match(output, /400,000 rows in /);
  assert.deepEqual(await state(), { n: ROWS, low: 'new', high: 'new' });
  const again = await finished(cli(large));
  assert.match(again.output, /already imported; nothing changed/);
});

test('the command exits with 1 and one sentence for a missing file, and lists datasets as JSON', async () => {
  const refused = await finished(cli(small, join(importer.folder, 'nothing.csv')));
  assert.equal(refused.code, 1);
  assert.match(refused.output, /nothing\.csv does not exist\.\n$/);
  const listed = await finished(cli('--list', '--json'));
  const { datasets } = JSON.parse(listed.output);
  const one = datasets.find((d: { dataset: string }) => d.dataset === 'out-of-service-orders');
  assert.equal(one.load.rows_kept, ROWS);
});
