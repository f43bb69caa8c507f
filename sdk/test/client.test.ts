import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { anyone } from '../../server/src/http/access.ts';
import type { Route } from '../../server/src/http/route.ts';
import { testApi } from '../../server/test/support/api.ts';
import { ApiError, createClient, roleMeanings } from '../src/index.ts';

const slow: Route = {
  register(app) {
    app.get('/slow', { config: { access: anyone } }, () => new Promise(() => undefined));
  },
};

const api = await testApi({ env: { TOKEN_LIMIT_PER_ADDRESS: '3' }, more: [slow] });
const baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 });
const customer = await api.customer(['admin', 'create-alert-endpoint']);
const clientOf = (apiKey: string, more = {}) => createClient({ baseUrl, apiKey, ...more });

async function refusal(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => assert.fail('it went through'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

test('signs in, is known by its token, signs out', async () => {
  const client = clientOf(customer.apiKey);
  const pair = await client.signIn(customer.email, customer.password);
  assert.equal(client.accessToken, pair.access_token_data.token);
  assert.equal(pair.user_id, customer.userId);
  const me = await client.request('GET', '/auth/me');
  assert.equal(me.email, customer.email);
  assert.deepEqual(me.roles, ['admin', 'create-alert-endpoint']);
  for (const role of me.roles) assert.ok(roleMeanings[role].length > 0);

  const resumed = clientOf(customer.apiKey, { accessToken: pair.access_token_data.token });
  assert.equal((await resumed.request('GET', '/auth/me')).user_id, customer.userId);

  client.signOut();
  assert.equal((await refusal(client.request('GET', '/auth/me'))).status, 401);
});

test('a base URL may end in a slash; operations for anyone need no token', async () => {
  const client = createClient({ baseUrl: `${baseUrl}/`, apiKey: 'none' });
  assert.deepEqual(await client.request('GET', '/readyz'), { status: 'ok' });
  assert.match(await client.request('GET', '/metrics'), /^# HELP/);
});

suite('every refusal is an ApiError', () => {
  test('401: status, sentence, correlation id', async () => {
    const error = await refusal(clientOf(customer.apiKey).signIn(customer.email, 'wrong'));
    assert.equal(error.status, 401);
    assert.ok(error.detail.length > 0);
    assert.match(error.correlationId ?? '', /^[0-9a-f-]{36}$/);
    assert.deepEqual(error.problems, []);
    assert.equal(error.retryAfterSeconds, null);
  });
  test('403: the sentence of the gateway, which stands under another key', async () => {
    const error = await refusal(clientOf('mp_unknown').signIn(customer.email, customer.password));
    assert.deepEqual([error.status, error.detail], [403, 'Forbidden']);
  });
  test('422: the problems, and one sentence of them', async () => {
    const error = await refusal(clientOf(customer.apiKey).signIn('not an address', 'x'));
    assert.equal(error.status, 422);
    assert.deepEqual(error.problems[0]?.loc, ['body', 'email']);
    assert.equal(error.detail, `email: ${error.problems[0]?.msg}`);
  });
  test('429: how long to wait', async () => {
    const other = await api.customer();
    const client = clientOf(other.apiKey);
    for (let attempt = 0; attempt < 3; attempt++) {
      assert.equal((await refusal(client.signIn(other.email, 'wrong'))).status, 401);
    }
    const error = await refusal(client.signIn(other.email, 'wrong'));
    assert.equal(error.status, 429);
    assert.ok((error.retryAfterSeconds ?? 0) >= 1 && (error.retryAfterSeconds ?? 99) <= 60);
  });
  test('0: nobody listens, or nobody answers in time', async () => {
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'x' });
    const unreached = await refusal(nobody.request('GET', '/healthz'));
    assert.deepEqual([unreached.status, unreached.detail], [0, 'The service cannot be reached.']);
    const client = clientOf('x', { timeoutMs: 50 });
    const late = await refusal(client.request('GET', '/slow' as '/healthz'));
    assert.deepEqual([late.status, late.detail], [0, 'The service did not answer in time.']);
  });
  test("a page of somebody else's, without JSON", async () => {
    const fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const error = await refusal(clientOf('x', { fetch }).request('GET', '/healthz'));
    assert.deepEqual([error.status, error.detail], [502, 'The service answered 502.']);
  });
});

test("a caller's own abort stays an AbortError", async () => {
  const stop = new AbortController();
  const call = clientOf('x').request('GET', '/slow' as '/healthz', { signal: stop.signal });
  stop.abort();
  await assert.rejects(call, { name: 'AbortError' });
});

test('an operation gets the credentials its document asks for, and no others', async () => {
  const sent: Headers[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    sent.push(init?.headers as Headers);
    return Response.json({});
  };
  const client = clientOf('key', { accessToken: 'token', fetch });
  await client.request('GET', '/auth/me');
  await client.request('GET', '/healthz');
  await client.request('GET', '/metrics');
  await client.request('POST', '/auth/token', { body: { email: 'a@b.example', password: 'x' } });
  const named = ['x-api-key', 'access-token', 'authorization'];
  assert.deepEqual(
    sent.map((headers) => named.map((name) => headers.get(name))),
    [
      ['key', 'token', null],
      [null, null, null],
      [null, null, null],
      ['key', null, null],
    ],
  );
});

test('path and query values are escaped; lists repeat their name; what is not given is left out', async () => {
  const urls: string[] = [];
  const fetch = async (url: unknown) => {
    urls.push(String(url));
    return Response.json({});
  };
  const input = { path: { name: 'a/b c' }, query: { x: [1, '&'], y: undefined } };
  await createClient({ baseUrl: 'http://h', apiKey: 'k', fetch }).request(
    'GET',
    '/echo/{name}' as '/healthz',
    input as never,
  );
  assert.deepEqual(urls, ['http://h/echo/a%2Fb%20c?x=1&x=%26']);
});

test('types: what the document does not know does not compile', () => {
  const client = clientOf('x');
  const never = () => [
    // @ts-expect-error there is no such path
    client.request('GET', '/nowhere'),
    // @ts-expect-error the path knows no such method
    client.request('DELETE', '/auth/me'),
    // @ts-expect-error the body is required
    client.request('POST', '/auth/token'),
    // @ts-expect-error the password is required
    client.request('POST', '/auth/token', { body: { email: 'a@b.example' } }),
  ];
  assert.equal(typeof never, 'function');
});
