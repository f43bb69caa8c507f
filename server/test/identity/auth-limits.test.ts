import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { admitAttempt } from '../../src/domain/identity/admit-attempt.ts';
import { AppError } from '../../src/lib/errors.ts';
import { testApi } from '../support/api.ts';

const api = await testApi();
const customer = await api.customer();

function attempt(email: string, password = 'wrong password', remoteAddress = '192.0.2.1') {
  return api.app.inject({
    method: 'POST',
    url: '/auth/token',
    headers: { 'x-api-key': customer.apiKey },
    payload: { email, password },
    remoteAddress,
  });
}

/** Moves all attempts back in time. */
async function age(seconds: number) {
  await api.db.pool.query(
    `update token_attempts set times = (select array_agg(t - make_interval(secs => $1)) from unnest(times) t)`,
    [seconds],
  );
}

suite('429 too many token requests', () => {
  test('for the eleventh attempt in a minute from one address', async () => {
    for (let i = 0; i < 10; i++) assert.equal((await attempt('a@example.com')).statusCode, 401);
    const response = await attempt('a@example.com');
    assert.equal(response.statusCode, 429);
    assert.deepEqual(Object.keys(response.json()), ['detail']);
    assert.equal(typeof response.json().detail, 'string');
    const wait = String(response.headers['retry-after']);
    assert.match(wait, /^\d+$/);
    assert.ok(Number(wait) >= 1 && Number(wait) <= 60, wait);
    assert.equal((await attempt('A@EXAMPLE.COM')).statusCode, 429, 'the account is not case-sensitive');
    assert.equal(
      (await attempt('a@example.com', 'x', '192.0.2.2')).statusCode,
      401,
      'another address has its own limit',
    );
    assert.equal((await attempt('b@example.com')).statusCode, 401, 'another account has its own limit');
    await age(61);
    assert.equal((await attempt('a@example.com')).statusCode, 401, 'admitted after a minute');
  });

  test('for the sixty-first attempt in an hour from all addresses', async () => {
    for (let i = 0; i < 60; i++) {
      const response = await attempt('c@example.com', 'x', `198.51.100.${i}`);
      assert.equal(response.statusCode, 401);
    }
    const response = await attempt('c@example.com', 'x', '203.0.113.9');
    assert.equal(response.statusCode, 429);
    const wait = Number(response.headers['retry-after']);
    assert.ok(wait > 3_000 && wait <= 3_600, String(wait));
    await age(3_601);
    assert.equal((await attempt('c@example.com', 'x', '203.0.113.9')).statusCode, 401);
  });

  test('attempts with the key of another organization do not lock an account', async () => {
    const attacker = await api.customer();
    const victim = await api.customer();
    const send = (apiKey: string, password: string) =>
      api.app.inject({
        method: 'POST',
        url: '/auth/token',
        headers: { 'x-api-key': apiKey },
        payload: { email: victim.email, password },
        remoteAddress: '192.0.2.50',
      });
    for (let i = 0; i < 12; i++) await send(attacker.apiKey, 'wrong password');
    assert.equal((await send(attacker.apiKey, 'wrong password')).statusCode, 429);
    assert.equal((await send(victim.apiKey, victim.password)).statusCode, 200);
  });

  test('does not count rejected attempts', async () => {
    for (let i = 0; i < 30; i++) await attempt('d@example.com');
    const { rows } = await api.db.pool.query(
      'select max(cardinality(times)) as most from token_attempts where admitted = false',
    );
    assert.equal(rows[0].most, 10);
  });

  test('for valid credentials too', async () => {
    for (let i = 0; i < 10; i++) await attempt(customer.email);
    assert.equal((await attempt(customer.email, customer.password)).statusCode, 429);
  });

  test('does not count invalid requests', async () => {
    for (let i = 0; i < 30; i++) await attempt('e@example.com', '');
    assert.equal((await attempt('e@example.com')).statusCode, 401);
  });
});

test('the limit holds for every period of one minute', async () => {
  const limits = {
    perAddress: { count: 3, windowSeconds: 60 },
    perAccount: { count: 100, windowSeconds: 3_600 },
    perSource: { count: 1_000, windowSeconds: 60 },
    perKey: { count: 1_000, windowSeconds: 60 },
  };
  const attempted = { organizationId: 1, apiKeyId: 1, email: 'slide@example.com', address: '::1' };
  const admitted: number[] = [];
  for (let second = 0; second < 200; second += 7) {
    try {
      await admitAttempt(api.db, attempted, limits);
      admitted.push(second);
    } catch (error) {
      assert.ok(error instanceof AppError && error.kind === 'too_many');
      const oldest = admitted.filter((at) => at > second - 60)[0] ?? 0;
      const expected = oldest + 60 - second;
      assert.ok(
        Math.abs((error.retryAfterSeconds ?? 0) - expected) <= 1,
        `${error.retryAfterSeconds} for ${expected}`,
      );
    }
    await age(7);
  }
  for (const start of admitted) {
    assert.ok(admitted.filter((at) => at >= start && at < start + 60).length <= 3);
  }
  assert.ok(admitted.length >= 9);
});
