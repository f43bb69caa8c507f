import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headersOf } from '../../src/domain/federal/dataset.ts';
import { outOfServiceOrders } from '../../src/domain/federal/datasets/daily-records.ts';
import { testDatabase } from '../support/database.ts';
import { portalServer } from '../support/federal/portal-server.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';

const db = await testDatabase();
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
