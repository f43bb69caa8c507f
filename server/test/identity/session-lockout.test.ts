import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Customer, testApi } from '../support/api.ts';
import { linkSecret, requester } from '../support/identity/requests.ts';

const HOUR_SECONDS = 3_600;
const first = await testApi();
/** A second process on the same database. */
const second = await testApi({ db: first.db });
const processes = [requester(first), requester(second)];

let requests = 0;
const signIn = async (email: string, password: string, address: string) => {
  const send = processes[requests++ % processes.length] ?? processes[0];
  return send?.('POST', '/auth/session', {}, { email, password }, address);
};
const guess = async (email: string, address: string) =>
  (await signIn(email, 'a wrong password', address))?.status;

/** Moves everything that is counted back in time. */
async function age(seconds: number) {
  await first.db.pool.query(
    `update token_attempts set times = (select array_agg(t - make_interval(secs => $1)) from unnest(times) t)`,
    [seconds],
  );
  await first.db.pool.query(`update request_rates set next_at = next_at - make_interval(secs => $1)`, [
    seconds,
  ]);
}

/** Guesses from a few addresses until they are refused. */
async function holdTheLock({ email }: Customer, addresses = 8): Promise<number> {
  let guesses = 0;
  for (let i = 0; i < 100; i++) if ((await guess(email, `192.0.2.${i % addresses}`)) === 401) guesses++;
  return guesses;
}

suite('strangers who guess a password', () => {
  test('do not keep the user from signing in at a new address', async () => {
    const owner = await first.customer(['admin']);
    await holdTheLock(owner);
    assert.equal(await guess(owner.email, '192.0.2.1'), 429, 'the strangers are refused');
    const response = await signIn(owner.email, owner.password, '203.0.113.50');
    assert.equal(response?.status, 200, JSON.stringify(response?.body));
  });

  test('do not keep the user from signing in at an address used before', async () => {
    const owner = await first.customer(['admin']);
    assert.equal((await signIn(owner.email, owner.password, '203.0.113.60'))?.status, 200);
    for (let i = 0; i < 100; i++) await guess(owner.email, `198.51.100.${i}`);
    assert.equal((await signIn(owner.email, owner.password, '203.0.113.60'))?.status, 200);
  });

  test('make at most 60 guesses in an hour, from any number of addresses, in any process', async () => {
    const owner = await first.customer(['admin']);
    let guesses = 0;
    const attempts = Array.from({ length: 150 }, (_, i) => guess(owner.email, `198.18.${i % 3}.${i}`));
    for (const status of await Promise.all(attempts)) if (status === 401) guesses++;
    assert.ok(guesses <= 60, `${guesses} guesses`);
    await age(HOUR_SECONDS / 2);
    for (let i = 0; i < 50; i++) if ((await guess(owner.email, `198.19.0.${i}`)) === 401) guesses++;
    assert.ok(guesses <= 60, `${guesses} guesses within the same hour`);
    await age(HOUR_SECONDS / 2 + 1);
    assert.equal(await guess(owner.email, '192.0.2.1'), 401, 'an hour later they may guess again');
  });

  test('cannot use a known address for more than 60 guesses in an hour', async () => {
    const owner = await first.customer(['admin']);
    assert.equal((await signIn(owner.email, owner.password, '203.0.113.61'))?.status, 200);
    let guesses = 1;
    for (let minute = 0; minute < 12; minute++) {
      for (let i = 0; i < 10; i++) if ((await guess(owner.email, '203.0.113.61')) === 401) guesses++;
      await first.db.pool.query(`update request_rates set next_at = next_at - interval '1 minute'`);
    }
    assert.equal(guesses, 60);
  });

  test('do not keep the user out who has a link by email', async () => {
    const owner = await first.customer(['admin']);
    for (let i = 0; i < 100; i++) await guess(owner.email, `198.51.100.${i}`);
    const here = '203.0.113.70';
    const [send] = processes;
    assert.equal(
      (await signIn(owner.email, owner.password, here))?.status,
      429,
      'every new address is used up',
    );
    await send?.('POST', '/auth/password-reset', {}, { email: owner.email }, here);
    const body = { token: await linkSecret(first, owner.email), password: 'a new good password' };
    assert.equal((await send?.('POST', '/auth/password-reset/confirm', {}, body, here))?.status, 200);
    assert.equal((await signIn(owner.email, body.password, here))?.status, 200);
  });
});
