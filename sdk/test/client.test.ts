import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { anyone } from '../../server/src/http/access.ts';
import type { Route } from '../../server/src/http/route.ts';
import { testApi } from '../../server/test/support/api.ts';
import { closing } from '../../server/test/support/closing.ts';
import { ApiError, createClient, roleMeanings } from '../src/index.ts';

/** Never responds. */
const slowRoute: Route = {
  register(app) {
    app.get('/slow/healthz', { config: { access: anyone } }, () => new Promise(() => undefined));
  },
};

const api = await testApi({ env: { TOKEN_LIMIT_PER_ADDRESS: '3' }, more: [slowRoute] });
const baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 });
// After an abort, fetch opens an unused connection that app.close() would wait for.
closing(async () => api.app.server.closeAllConnections());
const slowUrl = `${baseUrl}/slow`;
const customer = await api.customer(['admin', 'create-alert-endpoint']);
const clientFor = (apiKey: string, options = {}) =>
  createClient({ baseUrl, apiKey, maxRetries: 0, ...options });

async function errorOf(request: Promise<unknown>): Promise<ApiError> {
  const error = await request.then(
    () => assert.fail('the request succeeded'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

test('signs in, sends the access token and signs out', async () => {
  const client = clientFor(customer.apiKey);
  const pair = await client.signIn(customer.email, customer.password);
  assert.equal(client.accessToken, pair.access_token_data.token);
  assert.equal(pair.user_id, customer.userId);

  const identity = await client.whoAmI();
  assert.equal(identity.user_id, customer.userId);
  assert.deepEqual(identity.roles, ['admin', 'create-alert-endpoint']);
  for (const role of identity.roles) assert.ok(roleMeanings[role].length > 0);

  const resumed = clientFor(customer.apiKey, { accessToken: client.accessToken });
  assert.equal((await resumed.request('GET', '/auth/me')).user_id, customer.userId);

  client.signOut();
  assert.equal((await errorOf(client.whoAmI())).status, 401);
});

test('calls operations with path values, a query and a body', async () => {
  const client = clientFor(customer.apiKey);
  await client.signIn(customer.email, customer.password);
  const created = await client.createAlert({
    body: { email: 'desk@example.com', alert_type: 'hot', disabled: false, alert_name: 'A', vin: 'ABC123' },
  });
  const alert = await client.getAlert({ path: { id: created.id } });
  assert.deepEqual([alert.alert_name, alert.vin], ['A', 'ABC123']);
  const edited = await client.editAlert({ path: { id: alert.id }, body: { alert_name: 'B' } });
  assert.equal(edited.alert_name, 'B');
  const { matches } = await client.listMatches({ path: { id: alert.id }, query: { page_size: 5 } });
  assert.deepEqual(matches, []);
  assert.equal(await client.deleteAlert({ path: { id: alert.id } }), undefined);
  assert.equal((await errorOf(client.getAlert({ path: { id: alert.id } }))).status, 404);
});

test('accepts a base URL with a trailing slash and calls public operations without a token', async () => {
  const client = createClient({ baseUrl: `${baseUrl}/`, apiKey: 'none' });
  assert.deepEqual(await client.readiness(), { status: 'ok', degraded: [] });
  assert.match(await client.metrics(), /^# HELP/);
});

suite('throws an ApiError', () => {
  test('401: with status, detail and correlation ID', async () => {
    const error = await errorOf(clientFor(customer.apiKey).signIn(customer.email, 'wrong'));
    assert.equal(error.status, 401);
    assert.ok(error.detail.length > 0);
    assert.match(error.correlationId ?? '', /^[0-9a-f-]{36}$/);
    assert.deepEqual(error.problems, []);
    assert.equal(error.retryAfterSeconds, null);
  });
  test('403: with the detail from `message`', async () => {
    const error = await errorOf(clientFor('mp_unknown').signIn(customer.email, customer.password));
    assert.deepEqual([error.status, error.detail], [403, 'Forbidden']);
  });
  test('422: with the problems, which are joined in the detail', async () => {
    const error = await errorOf(clientFor(customer.apiKey).signIn('not an address', 'x'));
    assert.equal(error.status, 422);
    assert.deepEqual(error.problems[0]?.loc, ['body', 'email']);
    assert.equal(error.detail, `email: ${error.problems[0]?.msg}`);
  });
  test('429: with the time to wait', async () => {
    const other = await api.customer();
    const client = clientFor(other.apiKey);
    for (let attempt = 0; attempt < 3; attempt++) {
      assert.equal((await errorOf(client.signIn(other.email, 'wrong'))).status, 401);
    }
    const error = await errorOf(client.signIn(other.email, 'wrong'));
    assert.equal(error.status, 429);
    assert.ok((error.retryAfterSeconds ?? 0) >= 1 && (error.retryAfterSeconds ?? 99) <= 60);
  });
  test('0: if the connection fails or times out', async () => {
    const refused = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'x', maxRetries: 0 });
    const unreachable = await errorOf(refused.health());
    assert.deepEqual([unreachable.status, unreachable.detail], [0, 'The service cannot be reached.']);
    const late = await errorOf(clientFor('x', { baseUrl: slowUrl, timeoutMs: 50 }).health());
    assert.deepEqual([late.status, late.detail], [0, 'The service did not respond in time.']);
  });
  test('0: if a successful response is not JSON', async () => {
    const fetch = async () => new Response('<h1>Welcome</h1>');
    const error = await errorOf(clientFor('x', { fetch }).health());
    assert.deepEqual([error.status, error.detail], [0, 'The service sent an invalid response.']);
  });
  test('502: if the response of a proxy is not JSON', async () => {
    const fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const error = await errorOf(clientFor('x', { fetch }).health());
    assert.deepEqual([error.status, error.detail], [502, 'The service responded with status 502.']);
  });
});

test('throws the reason of an abort by the caller', async () => {
  const client = clientFor('x', { baseUrl: slowUrl });
  const abort = new AbortController();
  const request = client.health({ signal: abort.signal });
  abort.abort();
  await assert.rejects(request, { name: 'AbortError' });
  const reason = new Error('page closed');
  await assert.rejects(client.health({ signal: AbortSignal.abort(reason) }), reason);
});

test('sends only the credentials that an operation requires', async () => {
  const sent: Headers[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    sent.push(init?.headers as Headers);
    return Response.json({});
  };
  const client = clientFor('key', { accessToken: 'token', fetch });
  await client.request('GET', '/auth/me');
  await client.request('GET', '/healthz');
  await client.request('GET', '/metrics');
  await client.request('POST', '/auth/token', { body: { email: 'a@b.example', password: 'x' } });
  await client.request('POST', '/image', { body: {} as never });
  const names = ['x-api-key', 'access-token', 'authorization'];
  assert.deepEqual(
    sent.map((headers) => names.map((name) => headers.get(name))),
    [
      ['key', 'token', null],
      [null, null, null],
      [null, null, null],
      ['key', null, null],
      ['key', null, 'Bearer token'],
    ],
  );
});

test('escapes path and query values and omits undefined query values', async () => {
  const urls: string[] = [];
  const fetch = async (url: unknown) => {
    urls.push(String(url));
    return Response.json({});
  };
  const client = createClient({ baseUrl: 'http://h', apiKey: 'k', fetch });
  await client.unsubscribe({ path: { token: 'a/b c' }, query: { expires: '1', signature: '&' } });
  await client.listImages({ query: { before: undefined, page_size: 5 } });
  await client.listImages({ query: {} });
  assert.deepEqual(urls, [
    'http://h/mail/unsubscribe/a%2Fb%20c?expires=1&signature=%26',
    'http://h/images?page_size=5',
    'http://h/images',
  ]);
});

test('returns the content of an image as a Blob', async () => {
  const fetch = async () =>
    new Response(new Uint8Array([1, 2, 3]), { headers: { 'Content-Type': 'image/png' } });
  const blob = await clientFor('x', { fetch }).getImageContent({
    path: { image_id: 'i' },
    query: { expires: '1', signature: 's' },
  });
  assert.equal(blob.type, 'image/png');
  assert.deepEqual(new Uint8Array(await blob.arrayBuffer()), new Uint8Array([1, 2, 3]));
});

test('rejects calls at compile time that the document does not allow', () => {
  const client = clientFor('x');
  const never = () => [
    // @ts-expect-error unknown path
    client.request('GET', '/nowhere'),
    // @ts-expect-error the path does not support the method
    client.request('DELETE', '/auth/me'),
    // @ts-expect-error streams are not available through request
    client.request('GET', '/events'),
    // @ts-expect-error missing body
    client.request('POST', '/auth/token'),
    // @ts-expect-error missing field
    client.request('POST', '/auth/token', { body: { email: 'a@b.example' } }),
    // @ts-expect-error missing path value
    client.getAlert(),
    // @ts-expect-error the operation has no query
    client.getAlert({ path: { id: 1 }, query: {} }),
    // @ts-expect-error unknown operation
    client.getNothing(),
  ];
  assert.equal(typeof never, 'function');
  assert.throws(() => client.request('GET', '/nowhere' as '/healthz'), TypeError);
});
