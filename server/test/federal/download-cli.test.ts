import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { headersOf } from '../../src/domain/federal/dataset.ts';
import { outOfServiceOrders } from '../../src/domain/federal/datasets/daily-records.ts';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/federal/federal-files.ts';
import { portalServer } from '../support/federal/portal-server.ts';

const db = await testDatabase();
const main = join(import.meta.dirname, '../../src/main.ts');

async function milepost(
  portalUrl: string,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const { user, password, host, database } = db.connection;
  const parameters = new URLSearchParams({
    host: String(host),
    user: String(user),
    password: String(password),
  });
  const child = spawn(process.execPath, [main, 'import', ...args], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: `postgres:///${database}?${parameters}`,
      DATA_DIR: await temporaryFolder(),
      FEDERAL_PORTAL_URL: portalUrl,
      LOG_LEVEL: 'error',
    },
  });
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text.err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, ...text };
}

test('downloads a dataset through the guarded client and imports it', async () => {
  const rows = [['77', 'FROM THE PORTAL', '', '2026-01-02', 'NOP', 'ACTIVE', '']];
  const server = await portalServer(headersOf(outOfServiceOrders), rows);
  const { code, out, err } = await milepost(server.url, '--download', 'out-of-service-orders');
  assert.equal(code, 0, err);
  assert.match(out, /out-of-service-orders\.csv is Out of Service Orders/);
  const stored = await db.pool.query(`select usdot_number, legal_name from out_of_service_orders`);
  assert.deepEqual(stored.rows, [{ usdot_number: 77, legal_name: 'FROM THE PORTAL' }]);
});

test('prints one line and exits with 1 if the portal is unreachable', async () => {
  const { code, out, err } = await milepost('http://127.0.0.1:59999', '--download', 'out-of-service-orders');
  assert.deepEqual(
    { code, out, err },
    { code: 1, out: '', err: 'Cannot reach 127.0.0.1:59999. Check the network connection.\n' },
  );
});

test('names a dataset that does not exist or is not on the portal', async () => {
  const unknown = await milepost('http://127.0.0.1:59999', '--download', 'nonsense');
  assert.equal(unknown.code, 1);
  assert.match(unknown.err, /There is no dataset "nonsense"/);
  const local = await milepost('http://127.0.0.1:59999', '--download', 'county-codes');
  assert.match(local.err, /MCMIS county codes is not on the portal/);
});
