import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { admitAttempt } from '../../src/domain/identity/admit-attempt.ts';
import { openPasswords } from '../../src/domain/identity/password-hashing.ts';
import { networkOf } from '../../src/domain/identity/request-rates.ts';
import { AppError } from '../../src/lib/errors.ts';
import { type Customer, type TestApi, testApi } from '../support/api.ts';
import { requester } from '../support/identity/requests.ts';

const api = await testApi();
const customer = await api.customer();

function requestToken(
  on: TestApi,
  { apiKey }: Customer,
  login: { email: string; password: string },
  address?: string,
) {
  return requester(on)('POST', '/auth/token', { 'x-api-key': apiKey }, login, address);
}
const attempt = (email: string, password = 'wrong password', address = '192.0.2.1') =>
  requestToken(api, customer, { email, password }, address);

/** Moves all attempts back in time. */
async function age(seconds: number) {
  await api.db.pool.query(
    `update token_attempts set times = (select array_agg(t - make_interval(secs => $1)) from unnest(times) t)`,
    [seconds],
  );
}

suite('429 too many token requests', () => {
  test('for the eleventh attempt in a minute from one address', async () => {
    for (let i = 0; i < 10; i++) assert.equal((await attempt('a@example.com')).status, 401);
    const response = await attempt('a@example.com');
    assert.equal(response.status, 429);
    assert.deepEqual(Object.keys(response.body), ['detail']);
    assert.equal(typeof response.body.detail, 'string');
    const wait = String(response.headers['retry-after']);
    assert.match(wait, /^\d+$/);
    assert.ok(Number(wait) >= 1 && Number(wait) <= 60, wait);
    assert.equal((await attempt('A@EXAMPLE.COM')).status, 429, 'the account is not case-sensitive');
    assert.equal(
      (await attempt('a@example.com', 'x', '192.0.2.2')).status,
      401,
      'another address has its own limit',
    );
    assert.equal((await attempt('b@example.com')).status, 401, 'another account has its own limit');
    await age(61);
    assert.equal((await attempt('a@example.com')).status, 401, 'admitted after a minute');
  });

  test('for the sixty-first attempt in an hour from all addresses', async () => {
    for (let i = 0; i < 60; i++) {
      const response = await attempt('c@example.com', 'x', `198.51.100.${i}`);
      assert.equal(response.status, 401);
    }
    const response = await attempt('c@example.com', 'x', '203.0.113.9');
    assert.equal(response.status, 429);
    const wait = Number(response.headers['retry-after']);
    assert.ok(wait > 3_000 && wait <= 3_600, String(wait));
    await age(3_601);
    assert.equal((await attempt('c@example.com', 'x', '203.0.113.9')).status, 401);
  });

  test('attempts with the key of another organization do not lock an account', async () => {
    const attacker = await api.customer();
    const victim = await api.customer();
    const send = (by: Customer, password: string) =>
      requestToken(api, by, { email: victim.email, password }, '192.0.2.50');
    for (let i = 0; i < 12; i++) await send(attacker, 'wrong password');
    assert.equal((await send(attacker, 'wrong password')).status, 429);
    assert.equal((await send(victim, victim.password)).status, 200);
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
    assert.equal((await attempt(customer.email, customer.password)).status, 429);
  });

  test('does not count invalid requests', async () => {
    for (let i = 0; i < 30; i++) await attempt('e@example.com', '');
    assert.equal((await attempt('e@example.com')).status, 401);
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

const UNLIMITED = { TOKEN_LIMIT_PER_SOURCE: '100000', TOKEN_LIMIT_PER_KEY: '100000' };

/** A process with other settings on the same database. */
const another = (env: Record<string, string>) => testApi({ db: api.db, env });

suite('password hashing', () => {
  test('rejects with 429 when the queue is full', async () => {
    const passwords = await openPasswords(1, 10);
    const hash = await passwords.hash('correct horse battery', 'one');
    const checks = Array.from({ length: 20 }, () =>
      passwords.matches('wrong', hash, 'one').catch((error) => error),
    );
    const refused = (await Promise.race([Promise.all(checks.slice(11)), Promise.all(checks)])) as unknown[];
    const first = refused.find((result) => result instanceof AppError);
    assert.ok(first instanceof AppError && first.kind === 'too_many' && first.retryAfterSeconds === 1);
    await Promise.all(checks);
  });
  test('does not block other requests', async () => {
    const unlimited = await another({ TOKEN_LIMIT_PER_ADDRESS: '1000', TOKEN_LIMIT_PER_ACCOUNT: '1000' });
    const someone = await api.customer();
    let pending = 30;
    const hashing = Array.from({ length: pending }, async () => {
      await requestToken(unlimited, someone, { email: someone.email, password: 'wrong' });
      pending--;
    });
    for (let i = 0; i < 20; i++) await unlimited.app.inject({ method: 'GET', url: '/healthz' });
    assert.ok(pending > 0, 'the health checks responded first');
    await Promise.all(hashing);
  });

  test('a password check of one organization does not wait for those of another', async () => {
    const passwords = await openPasswords(2);
    let ended = 0;
    const flood = Array.from({ length: 40 }, async () => {
      await passwords.matches('x', null, 'attacker');
      ended++;
    });
    await passwords.matches('x', null, 'victim');
    const before = ended;
    await Promise.all(flood);
    // Two are running when the victim's hash is queued; without turns 38 would end before it starts.
    assert.ok(before < 20, `${before} hashes of the attacker ended before the victim's`);
  });

  test('the queue of one organization is bounded, and others are not rejected', async () => {
    const narrow = await another({ ...UNLIMITED, PASSWORD_HASHES_AT_ONCE: '1' });
    const [attacker, victim] = [await api.customer(), await api.customer()];
    const flood = Array.from({ length: 100 }, (_, i) =>
      requestToken(narrow, attacker, { email: `invented${i}@example.com`, password: 'x' }),
    );
    await Promise.race(flood);
    await narrow.signIn(victim);
    const responses = await Promise.all(flood);
    const rejected = responses.filter(({ status }) => status === 429);
    assert.ok(rejected.length > 0 && rejected.length < 100, `${rejected.length} rejected`);
    assert.ok(rejected.every(({ headers }) => Number(headers['retry-after']) >= 1));
  });
});

suite('limits before the hash', () => {
  async function attempts(env: Record<string, string>, count: number, address: (i: number) => string) {
    const limited = await another(env);
    const someone = await api.customer();
    const statuses: number[] = [];
    let retryAfter = 0;
    for (let i = 0; i < count; i++) {
      const login = { email: `invented${i}@example.com`, password: 'x' };
      const response = await requestToken(limited, someone, login, address(i));
      statuses.push(response.status);
      retryAfter = Number(response.headers['retry-after'] ?? 0);
    }
    return { limited, someone, statuses, retryAfter };
  }

  test('one address is limited over all accounts', async () => {
    const address = '203.0.113.77';
    const { statuses, retryAfter, limited, someone } = await attempts(
      { TOKEN_LIMIT_PER_SOURCE: '5' },
      6,
      () => address,
    );
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    assert.ok(retryAfter >= 1 && retryAfter <= 60);
    await api.db.pool.query(`update request_rates set next_at = next_at - interval '13 seconds'`);
    const { email, password } = someone;
    const again = await requestToken(limited, someone, { email, password }, address);
    assert.equal(again.status, 200, 'one request fits after a fifth of the minute');
  });
  test('one key is limited over all addresses', async () => {
    const { statuses, limited } = await attempts({ TOKEN_LIMIT_PER_KEY: '5' }, 6, (i) => `203.0.113.${i}`);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    await limited.signIn(await api.customer());
  });
  test('an IPv6 network counts as one address', () => {
    assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
    assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64');
    assert.equal(networkOf('::1'), '0:0:0:0::/64');
    assert.equal(networkOf('::ffff:192.0.2.1'), '::ffff:192.0.2.1');
    assert.equal(networkOf('192.0.2.1'), '192.0.2.1');
  });
});
