import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPool } from '../../src/db/database.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { silent } from '../support/cluster.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/milepost.ts';
import { databaseProxy } from '../support/telemetry/database-proxy.ts';

const UUID = /^[0-9a-f-]{36}$/;
const direct = await testDatabase();
const proxy = await databaseProxy(direct.connection);
const pool = openPool(proxy.connection, 4, silent);
closing(() => pool.close());
const api = await testApi({ db: { ...pool, url: direct.url, connection: proxy.connection } });
const insurer = await api.customer(['admin'], 'insurance');
const headers = await api.signIn(insurer);

const requests = [
  { method: 'GET', url: '/logos' },
  { method: 'GET', url: '/alerts/webhook' },
  { method: 'GET', url: '/visual_sightings/carrier-observations?usdot_numbers=1234567' },
  {
    method: 'POST',
    url: '/alerts/webhook',
    payload: { webhook_url: 'https://hooks.example/a', secret: 'x'.repeat(32) },
  },
  { method: 'POST', url: '/auth/token', payload: { email: insurer.email, password: insurer.password } },
] as const;

test('while the database is away, routes answer 500 with Retry-After and readyz answers 503', async () => {
  assert.equal((await api.app.inject({ url: '/readyz' })).statusCode, 200);
  await proxy.cut();
  for (const request of requests) {
    const response = await api.app.inject({
      ...request,
      headers: { ...headers, authorization: `Bearer ${headers['access-token']}` },
    });
    const name = `${request.method} ${request.url}: ${response.body}`;
    assert.equal(response.statusCode, 500, name);
    assert.match(String(response.headers['retry-after']), /^[1-9]\d*$/, name);
    assert.match(String(response.headers['x-correlation-id']), UUID, name);
  }
  await eventually('not ready', async () => (await api.app.inject({ url: '/readyz' })).statusCode === 503);
  const notReady = await api.app.inject({ url: '/readyz' });
  assert.match(notReady.json().detail, /The database cannot be reached\./);
  assert.equal((await api.app.inject({ url: '/livez' })).statusCode, 200);
  assert.equal((await api.app.inject({ url: '/healthz' })).statusCode, 200);
});

test('metrics are served without figures from the database while it is away', async () => {
  const { body } = await api.app.inject({ url: '/metrics' });
  assert.match(body, /^milepost_database_up 0$/m);
  assert.match(body, /^milepost_ready\{check="database"\} 0$/m);
  assert.doesNotMatch(body, /^milepost_queue_depth\{/m);
});

test('requests succeed again when the database is back', async () => {
  await proxy.open();
  await eventually('ready', async () => (await api.app.inject({ url: '/readyz' })).statusCode === 200);
  assert.equal((await api.app.inject({ url: '/logos', headers })).statusCode, 200);
});
