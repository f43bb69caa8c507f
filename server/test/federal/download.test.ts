import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { publicOrLoopback } from '../../src/adapters/outbound/address-policy.ts';
import { createOutbound } from '../../src/adapters/outbound/create-outbound.ts';
import { headersOf } from '../../src/domain/federal/dataset.ts';
import { countyCodes } from '../../src/domain/federal/datasets/code-lists.ts';
import { outOfServiceOrders } from '../../src/domain/federal/datasets/daily-records.ts';
import { download, type Portal } from '../../src/domain/federal/download/download.ts';
import { testDatabase } from '../support/database.ts';
import { testImporter } from '../support/federal/federal-files.ts';
import { type FakePortal, portalServer } from '../support/federal/portal-server.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';

const ROWS = 25;
const db = await testDatabase();
const importer = await testImporter(db);

const client = createOutbound({ allows: publicOrLoopback, userAgent: 'Milepost' });
after(() => client.close());

async function orders(n = ROWS): Promise<FakePortal> {
  const header = headersOf(outOfServiceOrders).map((name) => name.toLowerCase());
  const rows = Array.from({ length: n }, (_, i) => [
    String(i + 1),
    `CARRIER "${i}",\nINC`,
    '',
    '2024-01-02T00:00:00.000',
    'NOP',
    'ACTIVE',
    '',
  ]);
  return portalServer(header, rows);
}

const portalOf = (server: FakePortal, appToken: string | null = null): Portal => ({
  client,
  baseUrl: server.url,
  appToken,
});
const options = async () => ({ dataDir: await temporaryFolder(), pageRows: 10, firstPauseMs: 1 });

async function run(portalUrl: string, ...args: string[]) {
  const env = { DATABASE_URL: db.url, FEDERAL_PORTAL_URL: portalUrl, LOG_LEVEL: 'error' };
  return await milepost(['import', ...args], await temporaryFolder(), { env });
}

test('downloads a dataset through the guarded client and imports it', async () => {
  const rows = [['77', 'FROM THE PORTAL', '', '2026-01-02', 'NOP', 'ACTIVE', '']];
  const server = await portalServer(headersOf(outOfServiceOrders), rows);
  const { code, stdout, stderr } = await run(server.url, '--download', 'out-of-service-orders');
  assert.equal(code, 0, stderr);
  assert.match(stdout, /out-of-service-orders\.csv: Out of Service Orders/);
  const stored = await db.pool.query(`select usdot_number, legal_name from out_of_service_orders`);
  assert.deepEqual(stored.rows, [{ usdot_number: 77, legal_name: 'FROM THE PORTAL' }]);
});

test('prints one line and exits with 1 if the portal is unreachable', async () => {
  const { code, stdout, stderr } = await run('http://127.0.0.1:59999', '--download', 'out-of-service-orders');
  assert.deepEqual(
    { code, stdout, stderr },
    { code: 1, stdout: '', stderr: 'Cannot reach 127.0.0.1:59999. Check the network connection.\n' },
  );
});

test('names a dataset that does not exist or is not on the portal', async () => {
  const unknown = await run('http://127.0.0.1:59999', '--download', 'nonsense');
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /Unknown dataset "nonsense"/);
  const local = await run('http://127.0.0.1:59999', '--download', 'county-codes');
  assert.match(local.stderr, /MCMIS county codes is not on the portal/);
});

test('downloads pages in row id order, each row once, into an importable file', async () => {
  const server = await orders();
  const got = await download(portalOf(server, 'a-free-token'), outOfServiceOrders, await options());
  assert.equal(got.rows, ROWS);
  assert.equal(got.isNew, true);
  assert.deepEqual(
    server.requests.map(({ url }) => url.searchParams.get('$where')),
    [null, ":id > 'row-000009'", ":id > 'row-000019'"],
  );
  for (const { url, headers } of server.requests) {
    assert.equal(url.pathname, '/resource/p2mt-9ige.csv');
    assert.equal(url.searchParams.get('$order'), ':id');
    assert.equal(headers['x-app-token'], 'a-free-token');
  }
  const [load] = await importer.files([got.path], { force: true });
  assert.equal(load?.rows_kept, ROWS);
  const { rows } = await db.pool.query(
    `select legal_name, oos_date from out_of_service_orders where usdot_number = 3`,
  );
  assert.deepEqual(rows, [{ legal_name: 'CARRIER "2",\nINC', oos_date: '2024-01-02' }]);
});

test('downloads a dataset again only if it has changed', async () => {
  const server = await orders();
  const where = await options();
  await download(portalOf(server), outOfServiceOrders, where);
  server.requests.length = 0;
  const again = await download(portalOf(server), outOfServiceOrders, where);
  assert.equal(again.isNew, false);
  assert.equal(again.rows, ROWS);
  assert.equal(server.requests.length, 1);
  server.lastModified = 'Tue, 15 Sep 2026 08:00:00 GMT';
  server.rows.push({ id: 'row-999999', cells: ['99', 'NEW', '', '2024-01-02', 'NOP', 'ACTIVE', ''] });
  const renewed = await download(portalOf(server), outOfServiceOrders, where);
  assert.equal(renewed.isNew, true);
  assert.equal(renewed.rows, ROWS + 1);
});

test('resumes an interrupted download after its last complete page', async () => {
  const server = await orders();
  const where = await options();
  server.before = (nth) => (nth >= 3 ? { status: 404 } : null);
  await assert.rejects(
    download(portalOf(server), outOfServiceOrders, where),
    /returned 404 for dataset p2mt-9ige/,
  );
  server.before = () => null;
  server.requests.length = 0;
  const got = await download(portalOf(server), outOfServiceOrders, where);
  assert.equal(got.rows, ROWS);
  assert.deepEqual(
    server.requests.map(({ url }) => url.searchParams.get('$where')),
    [null, ":id > 'row-000019'"],
  );
  const whole = await download(portalOf(server), outOfServiceOrders, await options());
  assert.equal(await readFile(got.path, 'utf8'), await readFile(whole.path, 'utf8'));
});

test('retries after a truncated page, throttling, a server error and a lost connection', async () => {
  const server = await orders();
  const troubles: ReturnType<FakePortal['before']>[] = [
    null,
    'cut',
    { status: 429, headers: { 'retry-after': '0' } },
    { status: 503 },
    'hang up',
    'cut',
    'hang up',
  ];
  server.before = (nth) => troubles[nth - 1] ?? null;
  const got = await download(portalOf(server), outOfServiceOrders, await options());
  assert.equal(got.rows, ROWS);
  assert.equal(server.requests.length, troubles.length + 2);
  server.before = (nth) => (nth === 1 ? null : { status: 503 });
  server.requests.length = 0;
  await assert.rejects(download(portalOf(server), outOfServiceOrders, await options()), /returned 503/);
});

test('restarts the download of a dataset that changes in the meantime', async () => {
  const server = await orders();
  server.before = (nth) => {
    if (nth === 2) server.lastModified = 'Wed, 16 Sep 2026 08:00:00 GMT';
    return null;
  };
  const got = await download(portalOf(server), outOfServiceOrders, await options());
  assert.equal(got.rows, ROWS);
  const lines = (await readFile(got.path, 'utf8')).split('\n').filter((line) => line.startsWith('row-'));
  assert.equal(new Set(lines).size, ROWS);
});

test('reports an unreachable portal in one sentence', async () => {
  const nowhere: Portal = { client, baseUrl: 'http://127.0.0.1:9', appToken: null };
  await assert.rejects(download(nowhere, outOfServiceOrders, await options()), {
    kind: 'operator',
    message: 'Cannot reach 127.0.0.1:9. Check the network connection.',
  });
  await assert.rejects(download(nowhere, countyCodes, await options()), /is not on the portal/);
});
