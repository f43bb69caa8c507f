import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { testApi } from '../support/api.ts';
import { ingestBody } from '../support/images/sample-images.ts';

const api = await testApi();
const origin = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));
const customer = await api.customer(['admin', 'create-alert-endpoint']);
const headers = await api.signIn(customer);

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const send = (method: Method, url: string, payload?: object | string, more: Record<string, string> = {}) =>
  api.app.inject({
    method,
    url,
    headers: { ...headers, ...more },
    ...(payload !== undefined && { payload }),
  });
const fieldsOf = (response: { json(): { detail: { loc: (string | number)[] }[] } }) =>
  response
    .json()
    .detail.map(({ loc }) => loc.slice(1).join('.'))
    .sort();

const alert = { email: 'desk@example.com', alert_type: 'hot', disabled: false, alert_name: 'Desk' };

suite('POST /image', () => {
  const post = (body: object) =>
    send('POST', '/image', body, { authorization: `Bearer ${headers['access-token']}` });
  const body = (time: string) => ({ ...ingestBody('http://10.0.0.1/x.jpg'), time_captured: time });

  test('rejects capture times before 1980 with 422', async () => {
    for (const time of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '1890-05-05T00:00:00Z']) {
      const response = await post(body(time));
      assert.equal(response.statusCode, 422, time);
      assert.ok(fieldsOf(response).includes('time_captured'), response.body);
    }
  });
  test('accepts N/A and unknown as the state of a plate', async () => {
    for (const alpr_state of ['N/A', 'unknown', 'NA', 'OK', 'Jalisco'.slice(0, 3)]) {
      const sent = body('2026-01-01T00:00:00Z');
      const metadata = { ...sent.detection_metadata, alpr_state };
      const response = await post({ ...sent, detection_metadata: metadata });
      // The private address is the only problem.
      assert.deepEqual(fieldsOf(response), ['image_url'], alpr_state);
    }
  });
});

suite('POST /alerts', () => {
  test('lists unknown keys in warnings and ignores them', async () => {
    const response = await send('POST', '/alerts', { ...alert, trailer_no: '53', usdot: '1' });
    assert.equal(response.statusCode, 200, response.body);
    assert.deepEqual(response.json().warnings, ['trailer_no', 'usdot']);
    assert.equal('warnings' in (await send('POST', '/alerts', alert)).json(), false);
  });
  test('ignores a __proto__ key', async () => {
    const text = `${JSON.stringify(alert).slice(0, -1)},"__proto__":{"disabled":true}}`;
    const response = await send('POST', '/alerts', text, { 'content-type': 'application/json' });
    assert.equal(response.statusCode, 200, response.body);
    assert.equal(response.json().disabled, false);
  });
  test('lists at most 50 problems', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`key${i}`, i]));
    const { id } = (await send('POST', '/alerts', alert)).json();
    const response = await send('PATCH', `/alerts/${id}`, unknown);
    assert.equal(response.statusCode, 400);
    assert.equal(response.json().detail.length, 50);
  });
  test('checks the digit of a complete container number and accepts parts of one', async () => {
    const create = (more: object) => send('POST', '/alerts', { ...alert, ...more });
    assert.equal((await create({ container_number: 'CSQU 305438-3' })).statusCode, 200);
    assert.equal((await create({ container_number: '305438' })).statusCode, 200);
    assert.deepEqual(fieldsOf(await create({ container_number: 'CSQU3054384' })), ['container_number']);
    const exact = { container_number: '305438', exact_match_container_number: true };
    assert.deepEqual(fieldsOf(await create(exact)), ['container_number']);
  });
  test('takes start_date and end_date, and rejects a start after the end', async () => {
    const days = { start_date: '2026-02-01', end_date: '2026-02-03', license_plate_state: 'ohio' };
    const created = (await send('POST', '/alerts', { ...alert, ...days })).json();
    assert.deepEqual(
      [created.start_date, created.end_date, created.license_plate_state],
      ['2026-02-01', '2026-02-03', 'OH'],
    );
    const reversed = { start_date: '2026-02-03', end_date: '2026-02-01' };
    assert.deepEqual(fieldsOf(await send('POST', '/alerts', { ...alert, ...reversed })), ['end_date']);
  });
});

suite('webhooks', () => {
  test('allow HTTP in local mode for loopback only', async () => {
    const create = (webhook_url: string) => send('POST', '/alerts/webhook', { webhook_url });
    assert.equal((await create('http://example.com/hook')).statusCode, 400);
    assert.equal((await create('http://localhost:9099/hook')).statusCode, 201);
    assert.equal((await create('http://[::1]:9099/hook')).statusCode, 201);
  });
  test('report the URL and the secret at once, and mask the password of the URL', async () => {
    const short = await send('POST', '/alerts/webhook', { webhook_url: 'ftp://x', secret: 'short' });
    assert.deepEqual(fieldsOf(short), ['secret', 'webhook_url']);
    const credentials = { webhook_url: 'https://me:hunter2@example.com/' };
    const masked = await send('POST', '/alerts/webhook', credentials);
    assert.equal(masked.statusCode, 400);
    assert.doesNotMatch(masked.body, /hunter2/);
  });
  test('report a private address and an unknown key of a PATCH at once', async () => {
    const { id } = (await send('POST', '/alerts/webhook', { webhook_url: 'https://a.example/1' })).json();
    const changes = { webhook_url: 'https://10.0.0.1/', colour: 1 };
    assert.deepEqual(fieldsOf(await send('PATCH', `/alerts/webhook/${id}`, changes)), [
      'colour',
      'webhook_url',
    ]);
  });
  test('have a Location when created, which returns the webhook', async () => {
    const created = await send('POST', '/alerts/webhook', { webhook_url: 'https://a.example/2' });
    const found = await send('GET', String(created.headers.location));
    assert.equal(found.statusCode, 200);
    const { disabled_reason, failing_since, ...webhook } = found.json();
    assert.deepEqual(webhook, created.json());
    assert.deepEqual([disabled_reason, failing_since], [null, null]);
    const other = await api.signIn(await api.customer(['admin']));
    const foreign = await send('GET', String(created.headers.location), undefined, other);
    assert.equal(foreign.statusCode, 404);
  });
});

suite('methods', () => {
  const cases: [Method, string, string][] = [
    ['DELETE', '/alerts/webhook', 'GET, HEAD, POST'],
    ['PATCH', '/alerts/webhook', 'GET, HEAD, POST'],
    ['GET', '/alerts/run', 'POST'],
    ['GET', '/alerts/preview', 'POST'],
    ['DELETE', '/alerts/preview/', 'POST'],
    ['POST', '/alerts/7', 'DELETE, GET, HEAD, PATCH'],
  ];
  for (const [method, url, allowed] of cases) {
    test(`${method} ${url} is 405 with Allow: ${allowed}`, async () => {
      const response = await send(method, url);
      assert.equal(response.statusCode, 405, response.body);
      assert.equal(response.headers.allow, allowed);
    });
  }
});

test('links use the listening address, not the Host header', async () => {
  const response = await fetch(new URL('/openapi.json', origin), { headers: { host: 'evil.example' } });
  assert.equal(response.status, 200);
  const { baseUrl } = await import('../../src/http/base-url.ts');
  const request = { server: api.app, headers: { host: 'evil.example' } } as never;
  assert.equal(baseUrl(api.settings, request), `http://localhost:${origin.port}`);
});

test('a long path parameter gets 404 with security headers', async () => {
  for (const length of [109, 600, 5_000]) {
    const response = await send('GET', `/mail/unsubscribe/${'a'.repeat(length)}?expires=1&signature=x`);
    assert.ok([403, 404].includes(response.statusCode), `${length}: ${response.statusCode} ${response.body}`);
    assert.equal(response.headers['x-content-type-options'], 'nosniff');
  }
});
