import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { anyone } from '../../src/http/access.ts';
import type { Route } from '../../src/http/route.ts';
import { createLog } from '../../src/lib/log.ts';
import { testApi } from '../support/api.ts';

const METRICS_TOKEN = 'sixteen-or-more-letters';
const UUID = /^[0-9a-f-]{36}$/;
const slow = Promise.withResolvers<void>();
const probes: Route = {
  register(app) {
    app.get('/slow', { config: { access: anyone } }, async () => {
      await slow.promise;
      return { ok: true };
    });
    app.get('/fails', { config: { access: anyone } }, async () => {
      throw new Error('password=hunter2 at 10.1.2.3');
    });
  },
};
const logged: string[] = [];
const api = await testApi({
  env: { METRICS_TOKEN },
  more: [probes],
  log: createLog('info', { write: (line) => void logged.push(line) }),
});
const { port } = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));
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
      assert.equal(response.json().status, 'ok');
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
    for (const probe of ['/fails', '/slow']) delete served.paths[probe];
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

/** An open connection; `end` returns everything that the server sends until it closes the connection. */
function open() {
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const end = new Promise<string>((resolve) => {
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
  return { write: (bytes: string) => socket.write(bytes), end, received: () => text };
}

function exchange(bytes: string): Promise<string> {
  const connection = open();
  connection.write(bytes);
  return connection.end;
}

function assertAnswer(answer: string, status: number): void {
  assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
  assert.match(answer, /x-correlation-id: [0-9a-f-]{36}\r\n/i);
  assert.match(answer, /content-type: application\/json/i);
  assert.match(answer, /\{"detail":"[^"]+"\}/);
}

suite('responses that Node makes itself are JSON with a correlation id', () => {
  test('400 for a request that is not HTTP', async () => {
    assertAnswer(await exchange('hello\r\n\r\n'), 400);
  });
  test('400 for conflicting lengths', async () => {
    const headers = 'Host: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n';
    assertAnswer(await exchange(`POST /auth/token HTTP/1.1\r\n${headers}\r\n0\r\n\r\n`), 400);
  });
  test('400 for a request without Host', async () => {
    const answer = await exchange('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    assertAnswer(answer, 400);
    assert.match(answer, /"detail":"The request has no Host header\."/);
  });
  test('431 for headers that are too large', async () => {
    assertAnswer(
      await exchange(`GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
      431,
    );
  });
  test('417 for an expectation that is not supported', async () => {
    const headers = 'Host: a\r\nExpect: miracles\r\nConnection: close\r\n';
    assertAnswer(await exchange(`GET /healthz HTTP/1.1\r\n${headers}\r\n`), 417);
  });
  test('a request that arrives while the server closes is answered with a correlation id', async () => {
    const running = open();
    running.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    const late = open();
    late.write('GET /nothing HTTP/1.1\r\n');
    // Both connections are known to the server before it closes.
    await fetch(`http://127.0.0.1:${port}/healthz`).then((response) => response.arrayBuffer());
    const closed = api.app.close();
    late.write('Host: a\r\n\r\n');
    assertAnswer(await late.end, 404);
    slow.resolve();
    assert.match(await running.end, /^HTTP\/1\.1 200 /);
    await closed;
  });
});
