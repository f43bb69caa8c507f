import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readEnv } from '../../src/config/env.ts';
import { decideSettings } from '../../src/config/settings.ts';
import { testApi } from '../support/api.ts';

const ORIGIN = 'https://app.example';
const closed = await testApi();
const open = await testApi({ env: { CORS_ORIGINS: `${ORIGIN}, http://localhost:5173` }, db: closed.db });
const headers = await open.signIn(await open.customer(['admin']));

const preflight = (app = open.app, origin = ORIGIN, url = '/logos') =>
  app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-api-key',
    },
  });
const corsHeaders = (response: { headers: object }) =>
  Object.keys(response.headers).filter((name) => name.startsWith('access-control-'));

suite('cross-origin requests', () => {
  test('are off by default', async () => {
    const asked = await preflight(closed.app);
    assert.equal(asked.statusCode, 405);
    assert.deepEqual(corsHeaders(asked), []);
    const read = await closed.app.inject({ url: '/logos', headers: { ...headers, origin: ORIGIN } });
    assert.equal(read.statusCode, 200, read.body);
    assert.deepEqual(corsHeaders(read), []);
  });
  test('of a listed origin are allowed, without cookies, with the headers of the API', async () => {
    for (const url of ['/logos', '/alerts/1', '/alerts/webhook', '/auth/token', '/image']) {
      const asked = await preflight(open.app, ORIGIN, url);
      assert.equal(asked.statusCode, 204, url);
      assert.equal(asked.headers['access-control-allow-origin'], ORIGIN);
      const allowed = String(asked.headers['access-control-allow-headers']).toLowerCase();
      for (const name of ['x-api-key', 'access-token', 'authorization', 'content-type', 'idempotency-key'])
        assert.ok(allowed.includes(name), name);
      assert.equal(asked.headers['access-control-allow-credentials'], undefined);
      assert.match(String(asked.headers.vary), /Origin/);
    }
    const read = await open.app.inject({ url: '/logos', headers: { ...headers, origin: ORIGIN } });
    assert.equal(read.headers['access-control-allow-origin'], ORIGIN);
    assert.equal(read.headers['access-control-allow-credentials'], undefined);
    assert.match(String(read.headers['access-control-expose-headers']), /X-Correlation-Id/);
    const refused = await open.app.inject({ url: '/logos', headers: { origin: ORIGIN } });
    assert.equal(refused.statusCode, 401);
    assert.equal(refused.headers['access-control-allow-origin'], ORIGIN, 'a page can read the error');
  });
  test('of another origin are not allowed', async () => {
    for (const origin of [
      'https://evil.example',
      'https://app.example.evil.example',
      'null',
      'http://app.example',
    ]) {
      assert.deepEqual(corsHeaders(await preflight(open.app, origin)), [], origin);
      const read = await open.app.inject({ url: '/logos', headers: { ...headers, origin } });
      assert.deepEqual(corsHeaders(read), [], origin);
    }
  });
});

test('CORS_ORIGINS must list origins', () => {
  for (const value of ['*', 'app.example', 'https://app.example/', 'https://app.example/path', 'null'])
    assert.throws(() => decideSettings(readEnv({ CORS_ORIGINS: value })), /CORS_ORIGINS/, value);
});
