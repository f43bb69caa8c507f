import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cliActor } from '../../src/domain/identity/actor.ts';
import { invite } from '../../src/domain/identity/invitations.ts';
import { type Customer, PASSWORD, type TestApi, testApi } from '../support/api.ts';
import { becomes, type Headers, linkSecret, requester, sessionOf } from '../support/identity/requests.ts';

const ORIGIN = 'https://app.example';
const limits = { TOKEN_LIMIT_PER_SOURCE: '10000', TOKEN_LIMIT_PER_ADDRESS: '1000' };
const api = await testApi({
  env: { ...limits, PUBLIC_URL: 'https://milepost.example', CORS_ORIGINS: ORIGIN },
});
const send = requester(api);
const user = await api.customer(['admin']);
const stranger = await api.customer(['admin']);

const signInTo = (to: TestApi, { email }: Customer, headers: Headers = {}) =>
  requester(to)('POST', '/auth/session', headers, { email, password: PASSWORD });
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['set-cookie']);
const newSession = async () => sessionOf(await signInTo(api, user));
const rename = (headers: Headers) =>
  send('PATCH', `/admin/organizations/${user.organizationId}/sign-in`, headers, { require_totp: false });

suite('the session cookie', () => {
  test('is HttpOnly, SameSite=Lax and Secure; the response has no token', async () => {
    const signedIn = await signInTo(api, user);
    assert.equal(signedIn.status, 200);
    assert.deepEqual(Object.keys(signedIn.body).sort(), [
      'company_id',
      'csrf_token',
      'customer_name',
      'expires',
      'user_id',
    ]);
    assert.match(
      cookieOf(signedIn),
      /^__Host-milepost-session=mpa_[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    const [, token = ''] = /=(mpa_[\w-]+)/.exec(cookieOf(signedIn)) ?? [];
    assert.ok(!JSON.stringify(signedIn.body).includes(token));
    assert.ok(!token.includes(signedIn.body.csrf_token));
  });
  test('is not Secure at an http address of this machine, and its name has the port', async () => {
    for (const [url, start] of [
      ['http://localhost:8123', 'milepost-session-8123='],
      ['http://127.0.0.1', 'milepost-session-80='],
      ['http://[::1]:81', 'milepost-session-81='],
    ] as const) {
      const local = await testApi({ env: { ...limits, PUBLIC_URL: url }, db: api.db });
      const cookie = cookieOf(await signInTo(local, user));
      assert.ok(cookie.startsWith(start), cookie);
      assert.match(cookie, /; Path=\/; HttpOnly; SameSite=Lax$/);
    }
    const remote = await testApi({ env: { ...limits, PUBLIC_URL: 'http://192.0.2.1:8080' }, db: api.db });
    assert.match(cookieOf(await signInTo(remote, user)), /^__Host-.*; Secure$/);
  });
  test('is set when an invitation is accepted', async () => {
    await invite(api.services.identity, cliActor, user.organizationId, {
      email: 'invited@example.com',
      roles: [],
    });
    const token = await linkSecret(api, 'invited@example.com');
    const accepted = await send('POST', '/auth/invitation', {}, { token, password: 'another long password' });
    assert.equal(accepted.status, 201);
    assert.equal((await send('GET', '/auth/me', sessionOf(accepted))).body.email, 'invited@example.com');
  });
  test('authenticates reads without an API key and without the CSRF token', async () => {
    const { cookie = '' } = await newSession();
    const me = await send('GET', '/auth/me', { cookie: `other=1; ${cookie}; more=2` });
    assert.deepEqual([me.status, me.body.user_id], [200, user.userId]);
    assert.equal((await send('GET', '/auth/me', { cookie: 'other=1' })).status, 401);
    assert.equal((await send('GET', '/auth/me', { cookie: `${cookie}x` })).status, 401);
    const ofAnother = { cookie, 'x-csrf-token': (await newSession())['x-csrf-token'] ?? '' };
    assert.equal((await send('GET', '/auth/me', ofAnother)).status, 403, 'a tab of another session');
  });
  test('with the API key of another organization is refused', async () => {
    const session = await newSession();
    assert.equal((await send('GET', '/alerts', { ...session, 'x-api-key': user.apiKey })).status, 200);
    assert.equal((await send('GET', '/alerts', { ...session, 'x-api-key': stranger.apiKey })).status, 401);
    assert.equal((await send('GET', '/alerts', { ...session, 'x-api-key': 'mp_unknown' })).status, 401);
  });
  test('does not count when a header has a token', async () => {
    const session = await newSession();
    const headers = await api.signIn(stranger);
    const me = await send('GET', '/auth/me', { ...session, ...headers });
    assert.equal(me.body.user_id, stranger.userId);
    assert.equal((await send('GET', '/auth/me', { ...session, 'access-token': 'wrong' })).status, 401);
  });
  test('cannot hold a token that needs an API key', async () => {
    const { 'access-token': token } = await api.signIn(user);
    const cookie = `__Host-milepost-session=${token}`;
    assert.equal((await send('GET', '/alerts', { cookie })).status, 401);
  });
});

suite('changes with the cookie', () => {
  test('need the CSRF token of the same session', async () => {
    const [session, another] = [await newSession(), await newSession()];
    const { cookie = '' } = session;
    for (const given of [
      { cookie },
      { cookie, 'x-csrf-token': '' },
      { cookie, 'x-csrf-token': 'wrong' },
      { cookie, 'x-csrf-token': another['x-csrf-token'] ?? '' },
    ] as Headers[]) {
      const refused = await rename(given);
      assert.equal(refused.status, 403);
      assert.match(refused.body.detail, /X-CSRF-Token/);
    }
    assert.equal((await rename(session)).status, 200);
  });
  test('without it change nothing, whatever the method', async () => {
    const { cookie = '' } = await newSession();
    for (const [method, url] of [
      ['POST', '/alerts'],
      ['PUT', `/admin/organizations/${user.organizationId}/quotas`],
      ['PATCH', '/alerts/1'],
      ['DELETE', '/alerts/1'],
      ['DELETE', '/auth/session'],
      ['POST', '/auth/logout-all'],
    ] as const)
      assert.equal((await send(method, url, { cookie }, {})).status, 403, `${method} ${url}`);
    assert.equal((await send('GET', '/auth/me', { cookie })).status, 200);
  });
  test('need no CSRF token with a token in a header', async () => {
    assert.equal((await rename(await api.signIn(user))).status, 200);
  });
});

suite('another origin', () => {
  const FOREIGN: Headers[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: ORIGIN },
    { origin: 'https://milepost.example.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  test('never gets anything with the cookie, listed in CORS_ORIGINS or not', async () => {
    const session = await newSession();
    for (const given of FOREIGN) {
      const read = await send('GET', '/auth/me', { ...session, ...given });
      assert.equal(read.status, 401, JSON.stringify(given));
      assert.equal(read.headers['access-control-allow-credentials'], undefined);
      assert.equal((await rename({ ...session, ...given })).status, 401, JSON.stringify(given));
    }
    for (const given of [
      { origin: 'https://milepost.example' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'http://localhost:80', host: 'localhost:80' },
    ] as Headers[])
      assert.equal(
        (await send('GET', '/auth/me', { ...session, ...given })).status,
        200,
        JSON.stringify(given),
      );
  });
  test('cannot sign a browser in', async () => {
    for (const given of FOREIGN) {
      const refused = await signInTo(api, user, given);
      assert.equal(refused.status, 403, JSON.stringify(given));
      assert.equal(refused.headers['set-cookie'], undefined);
    }
  });
});

suite('signing out', () => {
  test('revokes the token and deletes the cookie', async () => {
    const [session, another] = [await newSession(), await newSession()];
    const ended = await send('DELETE', '/auth/session', session);
    assert.equal(ended.status, 200);
    assert.match(cookieOf(ended), /^__Host-milepost-session=; Max-Age=0; .*Secure$/);
    await becomes(401, () => send('GET', '/auth/me', session));
    assert.equal((await send('GET', '/auth/me', another)).status, 200, 'another browser stays signed in');
    assert.equal((await send('DELETE', '/auth/session', session)).status, 401);
  });
  test('a new password ends the sessions in other browsers', async () => {
    const person = await api.customer();
    const session = sessionOf(await signInTo(api, person));
    const other = sessionOf(await signInTo(api, person));
    const passwords = { current_password: PASSWORD, new_password: 'another long password' };
    assert.equal((await send('POST', '/auth/password', session, passwords)).status, 200);
    await becomes(401, () => send('GET', '/auth/me', other));
    assert.equal((await send('GET', '/auth/me', session)).status, 200);
  });
});

test('an Idempotency-Key is ignored at sign-in: each request has a session of its own', async () => {
  const key = { 'idempotency-key': 'sign-in-1' };
  const [first, second] = [await signInTo(api, user, key), await signInTo(api, user, key)];
  assert.equal(second.headers['idempotent-replayed'], undefined);
  assert.notEqual(cookieOf(first), cookieOf(second));
  const { rows } = await api.db.pool.query('select count(*)::int as n from idempotency_keys');
  assert.equal(rows[0].n, 0);
});
