import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openPasswords } from '../../src/domain/identity/password-hashing.ts';
import { networkOf } from '../../src/domain/identity/request-rates.ts';
import { testApi } from '../support/api.ts';

const UNLIMITED = { TOKEN_LIMIT_PER_SOURCE: '100000', TOKEN_LIMIT_PER_KEY: '100000' };

suite('password hashing under a flood', () => {
  test('a hash of another organization does not wait for the queue of the first', async () => {
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
    const api = await testApi({ env: { ...UNLIMITED, PASSWORD_HASHES_AT_ONCE: '1' } });
    const [attacker, victim] = [await api.customer(), await api.customer()];
    const flood = Array.from({ length: 100 }, (_, i) =>
      api.app.inject({
        method: 'POST',
        url: '/auth/token',
        headers: { 'x-api-key': attacker.apiKey },
        payload: { email: `invented${i}@example.com`, password: 'x' },
      }),
    );
    await Promise.race(flood);
    await api.signIn(victim);
    const responses = await Promise.all(flood);
    const rejected = responses.filter(({ statusCode }) => statusCode === 429);
    assert.ok(rejected.length > 0 && rejected.length < 100, `${rejected.length} rejected`);
    assert.ok(rejected.every(({ headers }) => Number(headers['retry-after']) >= 1));
  });
});

suite('limits before the hash', () => {
  async function attempts(env: Record<string, string>, count: number, address: (i: number) => string) {
    const api = await testApi({ env });
    const customer = await api.customer();
    const statuses: number[] = [];
    let retryAfter = 0;
    for (let i = 0; i < count; i++) {
      const response = await api.app.inject({
        method: 'POST',
        url: '/auth/token',
        headers: { 'x-api-key': customer.apiKey },
        payload: { email: `invented${i}@example.com`, password: 'x' },
        remoteAddress: address(i),
      });
      statuses.push(response.statusCode);
      retryAfter = Number(response.headers['retry-after'] ?? 0);
    }
    return { api, customer, statuses, retryAfter };
  }

  test('one address is limited over all accounts', async () => {
    const { statuses, retryAfter, api, customer } = await attempts(
      { TOKEN_LIMIT_PER_SOURCE: '5' },
      6,
      () => '192.0.2.1',
    );
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    assert.ok(retryAfter >= 1 && retryAfter <= 60);
    await api.db.pool.query(`update request_rates set next_at = next_at - interval '13 seconds'`);
    const again = await api.app.inject({
      method: 'POST',
      url: '/auth/token',
      headers: { 'x-api-key': customer.apiKey },
      payload: { email: customer.email, password: customer.password },
      remoteAddress: '192.0.2.1',
    });
    assert.equal(again.statusCode, 200, 'one request fits after a fifth of the minute');
  });
  test('one key is limited over all addresses', async () => {
    const { statuses, api } = await attempts({ TOKEN_LIMIT_PER_KEY: '5' }, 6, (i) => `192.0.2.${i}`);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    await api.signIn(await api.customer());
  });
  test('an IPv6 network counts as one address', () => {
    assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
    assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64');
    assert.equal(networkOf('::1'), '0:0:0:0::/64');
    assert.equal(networkOf('::ffff:192.0.2.1'), '::ffff:192.0.2.1');
    assert.equal(networkOf('192.0.2.1'), '192.0.2.1');
  });
});
