import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { anyone } from '../../src/http/access.ts';
import type { Route } from '../../src/http/route.ts';
import { createLog } from '../../src/lib/log.ts';
import { testApi } from '../support/api.ts';

const METRICS_TOKEN = 'sixteen-or-more-letters';
const UUID = /^[0-9a-f-]{36}$/;
const failing: Route = {
  register(app) {
    app.get('/fails', { config: { access: anyone } }, async () => {
      throw new Error('password=hunter2 at 10.1.2.3');
    });
  },
};
const logged: string[] = [];
const api = await testApi({
  env: { METRICS_TOKEN },
  more: [failing],
  log: createLog('info', { write: (line) => void logged.push(line) }),
});
const get = (url: string, more: object = {}) => api.app.inject({ method: 'GET', url, ...more });

function assertDetail(response: Awaited<ReturnType<typeof get>>, status: number): void {
  assert.equal(response.statusCode, status);
  assert.match(String(response.headers['content-type']), /^application\/json/);
  assert.deepEqual(Object.keys(response.json()), ['detail']);
  assert.match(String(response.headers['x-correlation-id']), UUID);
}

suite('errors are JSON of one shape', () => {
  test('404 for a path that does not exist', async () => assertDetail(await get('/nothing/here'), 404));
  test('404 for other methods on an unknown path', async () => {
    assertDetail(await api.app.inject({ method: 'DELETE', url: '/nothing/here' }), 404);
  });
  test('405 with Allow for a known path', async () => {
    const response = await get('/auth/token');
    assertDetail(response, 405);
    assert.equal(response.headers.allow, 'POST');
    assert.equal((await api.app.inject({ method: 'POST', url: '/healthz' })).headers.allow, 'GET, HEAD');
  });
  test('400 for a path that is not a valid URL', async () => assertDetail(await get('/%zz'), 400));
  test('500 reveals no internals, which are only logged', async () => {
    const response = await get('/fails');
    assertDetail(response, 500);
    assert.doesNotMatch(response.body, /hunter2|10\.1/);
    const line = logged.find((text) => text.includes('request failed')) ?? '';
    assert.match(line, /hunter2/);
    assert.ok(line.includes(String(response.headers['x-correlation-id'])));
  });
});

test('every response has the security headers, including errors', async () => {
  for (const url of ['/healthz', '/nothing', '/auth/token', '/openapi.json', '/docs/']) {
    const { headers } = await get(url);
    assert.equal(headers['x-content-type-options'], 'nosniff', url);
    assert.equal(headers['x-frame-options'], 'DENY', url);
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, url);
    assert.equal(headers['referrer-policy'], 'no-referrer', url);
  }
});

suite('operations', () => {
  test('healthz, livez and readyz', async () => {
    for (const url of ['/healthz', '/livez', '/readyz']) {
      const response = await get(url);
      assert.equal(response.statusCode, 200);
      assert.deepEqual(response.json(), { status: 'ok' });
    }
  });
  test('metrics are readable from loopback and count by route and status', async () => {
    await get('/healthz');
    const response = await get('/metrics');
    assert.equal(response.statusCode, 200);
    assert.match(
      response.body,
      /milepost_http_request_seconds_count\{method="GET",route="\/healthz",status="200"\} \d+/,
    );
    assert.match(response.body, /milepost_nodejs_eventloop_lag_seconds/);
  });
  test('metrics need the token from other addresses', async () => {
    const remoteAddress = '203.0.113.5';
    assertDetail(await get('/metrics', { remoteAddress }), 403);
    assertDetail(await get('/metrics', { remoteAddress, headers: { authorization: 'Bearer wrong' } }), 403);
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    assert.equal((await get('/metrics', { remoteAddress, headers })).statusCode, 200);
  });
  test('a request that a local proxy forwards does not count as loopback', async () => {
    assertDetail(await get('/metrics', { headers: { 'x-forwarded-for': '203.0.113.5' } }), 403);
  });
});

suite('the OpenAPI document', () => {
  test('the served document equals the committed one', async () => {
    const served = (await get('/openapi.json')).json();
    const committed = JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'));
    delete served.paths['/fails'];
    assert.deepEqual(served, committed);
  });
  test('documents the credentials of each operation', async () => {
    const { paths } = (await get('/openapi.json')).json();
    assert.deepEqual(paths['/auth/token'].post.security, [{ apiKey: [] }]);
    assert.deepEqual(paths['/auth/me'].get.security, [{ apiKey: [], accessToken: [] }]);
    assert.deepEqual(paths['/healthz'].get.security, []);
    assert.deepEqual(Object.keys(paths['/auth/token'].post.responses), [
      '200',
      '400',
      '401',
      '403',
      '413',
      '415',
      '422',
      '429',
      '500',
    ]);
  });
  test('serves the docs page without external resources', async () => {
    const page = await get('/docs/');
    assert.equal(page.statusCode, 200);
    assert.match(String(page.headers['content-type']), /text\/html/);
    assert.doesNotMatch(page.body, /src="https?:/);
    assert.match(String(page.headers['content-security-policy']), /script-src 'self' 'sha256-/);
    assert.match(page.body, /<script src="js\/scalar.js">/);
    const script = await get('/docs/js/scalar.js');
    assert.match(String(script.headers['content-type']), /javascript/);
    assert.ok(script.body.length > 1_000_000);
    const redirect = await get('/docs');
    assert.equal(redirect.statusCode, 301);
    assert.equal(redirect.headers.location, '/docs/');
  });
});

test('GET /auth/me returns the user of the token', async () => {
  const customer = await api.customer(['admin', 'run-summary-alert'], 'insurance');
  const response = await get('/auth/me', { headers: await api.signIn(customer) });
  const { token_expires, organization_name, ...rest } = response.json();
  assert.deepEqual(rest, {
    user_id: customer.userId,
    email: customer.email,
    roles: ['admin', 'run-summary-alert'],
    organization_id: customer.organizationId,
    organization_kind: 'insurance',
    timezone: 'America/Chicago',
    lacks_second_factor: false,
    purpose_required: false,
    is_demo: false,
  });
  assert.ok(Date.parse(token_expires) > Date.now() && organization_name.startsWith('Org '));
});
