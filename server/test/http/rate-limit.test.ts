import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addressOf } from '../../src/http/plugins/rate-limit.ts';
import { apiRoutes } from '../../src/http/routes.ts';
import { TokenBuckets } from '../../src/lib/token-buckets.ts';
import { testApi } from '../support/api.ts';

suite('TokenBuckets', () => {
  test('admits the capacity at once and then at the rate', () => {
    const buckets = new TokenBuckets<string>(3, 3_000, 10);
    assert.deepEqual(
      [1, 2, 3].map(() => buckets.take('a', 0)),
      [2, 1, 0],
    );
    assert.ok(buckets.take('a', 0) < 0);
    assert.equal(buckets.msUntil('a', 1, 0), 1_000);
    assert.equal(buckets.has('a', 999), false);
    assert.equal(buckets.take('a', 1_000), 0);
    assert.equal(buckets.take('b', 1_000), 2, 'keys are separate');
    assert.equal(buckets.take('a', 100_000), 2, 'never more than the capacity');
  });
  test('a clock that goes back adds nothing', () => {
    const buckets = new TokenBuckets<string>(2, 1_000, 10);
    buckets.take('a', 5_000);
    assert.equal(buckets.take('a', 1_000), 0);
  });
  test('keeps a bounded number of keys and forgets full buckets first', () => {
    const buckets = new TokenBuckets<number>(10, 1_000, 100);
    for (let key = 0; key < 50; key++) buckets.take(key, 0);
    for (let i = 0; i < 10; i++) buckets.take(999, 5_000);
    for (let key = 1_000; key < 1_049; key++) buckets.take(key, 5_000);
    assert.equal(buckets.size, 100);
    buckets.take(5_000, 5_000);
    assert.ok(buckets.size <= 100);
    assert.ok(buckets.take(999, 5_000) < 0, 'an empty bucket is kept');
    for (let key = 0; key < 10_000; key++) buckets.take(key, 5_001);
    assert.ok(buckets.size <= 100);
  });
});

test('addresses of one IPv6 network share a bucket', () => {
  const of = (ip: string) => addressOf({ ip });
  assert.equal(of('2001:db8:1:2:3:4:5:6'), of('2001:db8:1:2::9'));
  assert.notEqual(of('2001:db8:1:2::1'), of('2001:db8:1:3::1'));
  assert.equal(of('2001:db8::1'), '2001:db8:0:0');
  assert.equal(of('::1'), ':0:0:0');
  assert.equal(of('192.0.2.7'), '192.0.2.7');
  assert.equal(of('::ffff:192.0.2.7'), '::ffff:192.0.2.7');
});

test('only routes for monitoring have no limit', () => {
  const routes = apiRoutes().flatMap(({ definition }) => (definition ? [definition] : []));
  const urls = routes.filter(({ rate }) => rate === 'none').map(({ url }) => url);
  assert.deepEqual(urls.sort(), ['/healthz', '/livez', '/metrics', '/readyz']);
});

suite('responses', async () => {
  const limits = {
    RATE_LIMIT_READS: '3',
    RATE_LIMIT_WRITES: '2',
    RATE_LIMIT_EXPENSIVE_READS: '1',
    RATE_LIMIT_AUTH: '6',
    RATE_LIMIT_OPEN: '2',
    RATE_LIMIT_FAILURES: '4',
  };
  const api = await testApi({ env: limits });
  const [mine, theirs] = [await api.customer(['admin']), await api.customer(['admin'])];
  const headers = await api.signIn(mine);
  const get = (url: string, given: Record<string, string> = headers, remoteAddress = '192.0.2.1') =>
    api.app.inject({ url, headers: given, remoteAddress });

  test('carry the policy and what is left, and 429 has Retry-After', async () => {
    for (const left of [2, 1, 0]) {
      const response = await get('/auth/me');
      assert.equal(response.statusCode, 200);
      assert.equal(response.headers['ratelimit-policy'], '"reads";q=3;w=60');
      assert.match(String(response.headers.ratelimit), new RegExp(`^"reads";r=${left};t=\\d+$`));
    }
    const refused = await get('/auth/me');
    assert.equal(refused.statusCode, 429);
    assert.deepEqual(refused.json(), { detail: 'Too many requests. Retry later.' });
    const wait = Number(refused.headers['retry-after']);
    assert.ok(wait >= 1 && wait <= 20, String(wait));
    assert.equal(refused.headers.ratelimit, `"reads";r=0;t=${wait}`);
    assert.ok(refused.headers['x-correlation-id']);
  });

  test('classes and organizations have their own buckets', async () => {
    assert.equal((await get('/auth/me')).statusCode, 429);
    assert.match(String((await get('/carriers?query=a')).headers.ratelimit), /^"expensive-reads";r=0/);
    assert.equal((await get('/carriers?query=a')).statusCode, 429);
    const other = await api.signIn(theirs);
    assert.equal((await get('/auth/me', other)).statusCode, 200);
    const write = () => api.app.inject({ method: 'POST', url: '/alerts/run', headers });
    const codes = [await write(), await write(), await write()].map(({ statusCode }) => statusCode);
    assert.deepEqual(codes, [200, 200, 429]);
  });

  test('requests without credentials are limited by address', async () => {
    for (const status of [200, 200, 429])
      assert.equal((await get('/openapi.json', {}, '192.0.2.2')).statusCode, status);
    assert.equal((await get('/openapi.json', {}, '192.0.2.3')).statusCode, 200);
    assert.equal((await get('/docs/', {}, '192.0.2.3')).headers['ratelimit-policy'], '"open";q=2;w=60');
  });

  test('an address with too many wrong credentials is rejected, also with right ones', async () => {
    const wrong = { 'x-api-key': 'mp_wrong', 'access-token': 'wrong' };
    for (let i = 0; i < 4; i++) assert.equal((await get('/alerts', wrong, '192.0.2.4')).statusCode, 401);
    const refused = await get('/alerts', wrong, '192.0.2.4');
    assert.equal(refused.statusCode, 429);
    assert.match(String(refused.headers.ratelimit), /^"failures";r=0;t=\d+$/);
    const right = await api.signIn(theirs);
    assert.equal((await get('/auth/me', right, '192.0.2.4')).statusCode, 429);
    assert.equal((await get('/auth/me', right, '192.0.2.5')).statusCode, 200);
  });

  test('token creation is limited for an address and for an organization', async () => {
    const token = (apiKey: string, remoteAddress: string) =>
      api.app.inject({
        method: 'POST',
        url: '/auth/token',
        headers: { 'x-api-key': apiKey },
        remoteAddress,
        payload: { email: 'nobody@example.com' },
      });
    for (let i = 0; i < 6; i++)
      assert.equal((await token(mine.apiKey, `198.51.100.${i}`)).statusCode % 100, i < 5 ? 0 : 29);
    assert.equal((await token(mine.apiKey, '198.51.100.99')).statusCode, 429);
    const { apiKey } = await api.customer();
    assert.equal((await token(apiKey, '198.51.100.99')).statusCode, 400);
  });

  test('monitoring has no limit and no headers', async () => {
    for (let i = 0; i < 20; i++) {
      const response = await get('/healthz', {}, '192.0.2.2');
      assert.equal(response.statusCode, 200);
      assert.equal(response.headers.ratelimit, undefined);
    }
    assert.equal((await get('/readyz', {}, '192.0.2.2')).statusCode, 200);
    assert.equal((await api.app.inject({ url: '/metrics' })).statusCode, 200);
  });
});

test('0 disables a limit', async () => {
  const api = await testApi({ env: { RATE_LIMIT_READS: '0' } });
  const headers = await api.signIn(await api.customer());
  const response = await api.app.inject({ url: '/auth/me', headers });
  assert.equal(response.headers.ratelimit, undefined);
});
