import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cliActor } from '../../src/domain/identity/actor.ts';
import { issueApiKey, revokeApiKey } from '../../src/domain/identity/manage-api-keys.ts';
import { changeOrganization, changeSignInRules } from '../../src/domain/identity/manage-organizations.ts';
import { changeUser, revokeUserTokens } from '../../src/domain/identity/manage-users.ts';
import { anyone, user } from '../../src/http/access.ts';
import type { Route } from '../../src/http/route.ts';
import { createLog } from '../../src/lib/log.ts';
import { type Customer, testApi } from '../support/api.ts';
import { becomes, type Headers, requester } from '../support/identity/requests.ts';

/** One route for each kind of rule that the contract has. */
const probes: Route = {
  register(app) {
    const answer = async () => ({ ok: true });
    const roles = ['admin', 'image-ingest-endpoint'] as const;
    app.get('/probe/usual', { config: { access: user() } }, answer);
    app.get(
      '/probe/role',
      { config: { access: user({ roles: ['admin', 'create-alert-endpoint'] }) } },
      answer,
    );
    app.get('/probe/profile', { config: { access: user({ expired: 'forbidden' }) } }, answer);
    app.get('/probe/webhook', { config: { access: user({ apiKey: 'optional' }) } }, answer);
    app.get(
      '/probe/image',
      { config: { access: user({ token: 'Authorization', expired: 'forbidden', roles }) } },
      answer,
    );
    app.get(
      '/probe/insurance',
      { config: { access: user({ permits: (caller) => caller.organization_kind === 'insurance' }) } },
      answer,
    );
  },
};

let now = new Date();
const logged: string[] = [];
const log = createLog('trace', { write: (line) => void logged.push(line) });
const api = await testApi({ more: [probes], clock: { now: () => now }, log });
const send = requester(api);
const origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
const customer = await api.customer(['admin']);
const plain = await api.customer([]);
const insurer = await api.customer([], 'insurance');
const headers = await api.signIn(customer);
const plainHeaders = await api.signIn(plain);

async function status(url: string, given: Headers) {
  const response = await send('GET', url, given);
  if (response.status !== 200) assert.deepEqual(Object.keys(response.body), ['detail']);
  return response.status;
}
async function firstKey({ organizationId }: Customer): Promise<number> {
  const { rows } = await api.db.pool.query('select min(id) as id from api_keys where organization_id = $1', [
    organizationId,
  ]);
  return rows[0].id;
}
const requestToken = ({ apiKey }: Customer, body: object = {}, query = '') =>
  send('POST', `/auth/token${query}`, { 'x-api-key': apiKey }, body);

async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  now = new Date(Date.now() + ms);
  try {
    return await work();
  } finally {
    now = new Date();
  }
}

const bearer = ({ 'x-api-key': key, 'access-token': token }: typeof headers) => ({
  'x-api-key': key,
  authorization: `Bearer ${token}`,
});

suite('401', () => {
  test('without a key or token, or with an unknown one', async () => {
    assert.equal(await status('/probe/usual', headers), 200);
    assert.equal(await status('/probe/usual', {}), 401);
    assert.equal(await status('/probe/usual', { 'x-api-key': headers['x-api-key'] }), 401);
    assert.equal(await status('/probe/usual', { 'access-token': headers['access-token'] }), 401);
    assert.equal(await status('/probe/usual', { ...headers, 'x-api-key': 'mp_x' }), 401);
    assert.equal(await status('/probe/usual', { ...headers, 'access-token': 'x' }), 401);
    assert.equal(await status('/probe/usual', { ...headers, 'access-token': `mpa_${'A'.repeat(43)}` }), 401);
  });
  test('for a token with the key of another organization', async () => {
    assert.equal(await status('/probe/usual', { ...headers, 'x-api-key': plain.apiKey }), 401);
    assert.equal(await status('/probe/webhook', { ...headers, 'x-api-key': plain.apiKey }), 401);
  });
  test('for a wrong key on a webhook route, where the key is optional', async () => {
    const { 'access-token': token } = headers;
    assert.equal(await status('/probe/webhook', { 'access-token': token }), 200);
    assert.equal(await status('/probe/webhook', headers), 200);
    assert.equal(await status('/probe/webhook', { ...headers, 'x-api-key': 'mp_wrong' }), 401);
  });
  test('for a refresh token', async () => {
    const { email, password } = insurer;
    const { token } = (await requestToken(insurer, { email, password })).body.refresh_token_data;
    assert.equal(await status('/probe/usual', { 'x-api-key': insurer.apiKey, 'access-token': token }), 401);
  });
  test('for a token in the header of another route', async () => {
    assert.equal(await status('/probe/image', bearer(headers)), 200);
    assert.equal(await status('/probe/image', headers), 401);
    assert.equal(await status('/probe/usual', bearer(headers)), 401);
    assert.equal(
      await status('/probe/image', { ...bearer(headers), authorization: headers['access-token'] }),
      401,
    );
    assert.equal(await status('/probe/image', { ...bearer(headers), authorization: 'Basic YTpi' }), 401);
  });
});

suite('expired tokens', () => {
  const dayAndMore = 24 * 3_600_000 + 10_000;
  test('401 in general, 403 on ingest and the profile', async () => {
    await later(dayAndMore, async () => {
      assert.equal(await status('/probe/usual', headers), 401);
      assert.equal(await status('/probe/webhook', headers), 401);
      assert.equal(await status('/probe/image', bearer(headers)), 403);
      assert.equal(await status('/probe/profile', headers), 403);
    });
  });
  test('a token is valid until it expires', async () => {
    await later(dayAndMore - 60_000, async () => assert.equal(await status('/probe/usual', headers), 200));
  });
});

suite('403', () => {
  test('for a user without the roles', async () => {
    assert.equal(await status('/probe/role', headers), 200);
    assert.equal(await status('/probe/role', plainHeaders), 403);
    assert.equal(await status('/probe/image', bearer(plainHeaders)), 403);
  });
  test('for an organization of another kind', async () => {
    assert.equal(await status('/probe/insurance', headers), 403);
    assert.equal(await status('/probe/insurance', await api.signIn(insurer)), 200);
  });
});

suite('takes effect immediately', () => {
  async function fresh(): Promise<[Customer, typeof headers]> {
    const someone = await api.customer(['admin']);
    const given = await api.signIn(someone);
    assert.equal(await status('/probe/role', given), 200);
    return [someone, given];
  }
  test('revoking a key', async () => {
    const [someone, given] = await fresh();
    const second = await issueApiKey(api.db, someone.organizationId, 'second');
    await revokeApiKey(api.db, cliActor, someone.organizationId, await firstKey(someone));
    await becomes(401, () => send('GET', '/probe/usual', given));
    assert.equal(await status('/probe/usual', { ...given, 'x-api-key': second.api_key }), 200);
    assert.equal((await requestToken(someone)).status, 403);
  });
  test('disabling a user', async () => {
    const [someone, given] = await fresh();
    await changeUser(api.db, cliActor, someone.userId, { disabled: true });
    await becomes(401, () => send('GET', '/probe/usual', given));
  });
  test('removing a role', async () => {
    const [someone, given] = await fresh();
    await api.db.pool.query(`update users set roles = '{}' where id = $1`, [someone.userId]);
    await becomes(403, () => send('GET', '/probe/role', given));
  });
});

test('the app does not start with a route without an access rule', async () => {
  const declared = await testApi({ db: api.db });
  const printed = declared.app.printRoutes({ commonPrefix: false });
  assert.match(printed, /auth\/token/);
  const undeclared: Route = { register: (app) => void app.get('/forgotten', async () => 'open to all') };
  await assert.rejects(testApi({ db: api.db, more: [undeclared] }), /no access rule: GET,?.*\/forgotten/);
  const open: Route = {
    register: (app) => void app.get('/open', { config: { access: anyone } }, async () => 'on purpose'),
  };
  await testApi({ db: api.db, more: [open] });
});

test('logs contain the correlation id and no token, password or key', async () => {
  const { email, password, apiKey } = customer;
  const query = `?email=${encodeURIComponent(email)}&password=${encodeURIComponent(password)}`;
  await requestToken(customer, { email, password }, query);
  const wrong = await requestToken(customer, { email, password: 'a wrong secret' });
  const text = logged.join('');
  assert.ok(text.includes(`"correlation_id":"${wrong.headers['x-correlation-id']}"`));
  for (const secret of [
    password,
    encodeURIComponent(password),
    apiKey,
    headers['access-token'],
    'a wrong secret',
    'mpa_',
    'mpr_',
    '$argon2',
  ]) {
    assert.ok(!text.includes(secret), `the log contains ${secret}`);
  }
  for (const line of logged) JSON.parse(line);
});

test('stores when a key was last used', async () => {
  const someone = await api.customer();
  await api.signIn(someone);
  const { services, close } = await import('../../src/app/build-services.ts').then(({ buildServices }) =>
    buildServices({ settings: api.settings, db: api.db, log }),
  );
  await services.credentials.key(someone.apiKey);
  await close();
  const { rows } = await api.db.pool.query('select last_used_at from api_keys where organization_id = $1', [
    someone.organizationId,
  ]);
  assert.ok(Math.abs(rows[0].last_used_at.getTime() - Date.now()) < 60_000);
});

async function openStream(given: Headers) {
  const response = await fetch(`${origin}/events`, { headers: given });
  assert.equal(response.status, 200);
  const reader = response.body?.getReader();
  await reader?.read();
  let isOpen = true;
  const ended = (async () => {
    while (!(await reader?.read())?.done);
    isOpen = false;
  })();
  return { ended, isOpen: () => isOpen, close: () => reader?.cancel() };
}

type Change = (someone: Customer, given: Headers) => Promise<unknown>;
const changes: Record<string, Change> = {
  'disabling the user': ({ userId }) => changeUser(api.db, cliActor, userId, { disabled: true }),
  'removing the role': ({ userId }) => changeUser(api.db, cliActor, userId, { roles: [] }),
  'revoking all tokens of the user': ({ userId }) => revokeUserTokens(api.db, cliActor, userId),
  'signing out': (_someone, given) => send('POST', '/auth/logout', given),
  'disabling the organization': ({ organizationId }) =>
    changeOrganization(api.db, cliActor, organizationId, { disabled: true }),
  'requiring one-time codes': ({ organizationId }) =>
    changeSignInRules(api.db, cliActor, organizationId, { require_totp: true }),
  'revoking the API key': async (someone) =>
    revokeApiKey(api.db, cliActor, someone.organizationId, await firstKey(someone)),
};

suite('ends the open event stream of the user, and no other', () => {
  for (const [name, change] of Object.entries(changes)) {
    test(name, async () => {
      const someone = await api.customer(['admin']);
      const given = await api.signIn(someone);
      const [stream, unaffected] = [await openStream(given), await openStream(headers)];
      await change(someone, given);
      await stream.ended;
      assert.equal(unaffected.isOpen(), true);
      await unaffected.close();
    });
  }
});
