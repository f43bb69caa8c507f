import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createLog } from '../../src/lib/log.ts';
import { CLIENT, type Person } from '../support/identity/oidc-server.ts';
import { type Headers, sessionOf } from '../support/identity/requests.ts';
import { REDIRECT_URI, ssoWorld } from '../support/identity/sso-world.ts';

const RESTRICTED = 'external-api-carrier-iss-score';
const logged: string[] = [];
const log = createLog('trace', { write: (line) => void logged.push(line) });
let now = new Date();
const { api, send, operator, company, person, start, finish, signIn } = await ssoWorld(log, () => now);
const acme = await company({ creates_users: true, default_roles: ['create-alert-endpoint'] });

suite('sign-in to the console', () => {
  test('uses PKCE, state and nonce, creates the user, and finds it again by subject', async () => {
    const email = person(acme, 'alice');
    const { authorization_url } = await start(email);
    const { searchParams } = new URL(authorization_url);
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      assert.ok((searchParams.get(name) ?? '').length >= 43, name);
    assert.equal(searchParams.get('redirect_uri'), REDIRECT_URI);
    const first = await signIn(acme, 'alice');
    assert.equal(first.status, 200, JSON.stringify(first.body));
    const me = await send('GET', '/auth/me', sessionOf(first));
    assert.deepEqual([me.body.email, me.body.roles], [email, ['create-alert-endpoint']]);
    acme.idp.people.set('alice', { email: `renamed@${acme.domain}`, email_verified: true });
    assert.equal((await signIn(acme, 'alice')).body.user_id, first.body.user_id);
  });
  test('links a user who was invited before, and a second identity cannot take the account', async () => {
    const firm = await company();
    await api.db.pool.query(
      `insert into users (organization_id, email, roles) values ($1, $2, '{create-alert-endpoint}')`,
      [firm.organizationId, `bob@${firm.domain}`],
    );
    person(firm, 'bob');
    const first = await signIn(firm, 'bob');
    assert.equal(first.status, 200);
    firm.idp.people.set('mallory', { email: `bob@${firm.domain}`, email_verified: true });
    const second = await signIn(firm, 'mallory');
    assert.equal(second.status, 401);
    assert.match(second.body.detail, /linked to another identity/);
  });
  test('without creates_users, a stranger is rejected', async () => {
    const firm = await company();
    person(firm, 'stranger');
    const { status, body } = await signIn(firm, 'stranger');
    assert.equal(status, 401);
    assert.match(body.detail, /no account/);
  });
  test('rejects an email that is not verified or missing', async () => {
    for (const [name, claims] of [
      ['unverified', { email_verified: false }],
      ['silent', { email_verified: undefined }],
      ['nameless', { email: undefined }],
    ] as [string, Person][]) {
      person(acme, name, claims);
      const { status, body } = await signIn(acme, name);
      assert.equal(status, 401, name);
      assert.match(body.detail, /has not verified the email/);
    }
  });
  test('rejects an address of another domain, also if it has an account elsewhere', async () => {
    const victim = await api.customer(['admin']);
    for (const email of ['x@elsewhere.example', victim.email]) {
      acme.idp.people.set('intruder', { email, email_verified: true });
      const { status, body } = await signIn(acme, 'intruder');
      assert.equal(status, 401);
      assert.match(body.detail, /not in a domain of the organization/);
    }
  });
  test('rejects a disabled user', async () => {
    const email = person(acme, 'former');
    await signIn(acme, 'former');
    await api.db.pool.query('update users set disabled_at = now() where email = $1', [email]);
    assert.equal((await signIn(acme, 'former')).status, 401);
  });
  test('404 for an address without single sign-on', async () => {
    assert.equal((await send('POST', '/auth/sso/start', {}, { email: 'a@unknown.example' })).status, 404);
  });
});

suite('rejects', () => {
  async function started(name: string) {
    const email = person(acme, name);
    const { authorization_url, login_secret } = await start(email);
    return { login_secret, query: await acme.idp.signIn(authorization_url, name) };
  }
  test('the response of another sign-in (wrong state)', async () => {
    const [one, two] = [await started('carol'), await started('carol')];
    assert.equal((await finish(one.login_secret, two.query)).status, 401);
    const forged = one.query.replace(/state=[^&]+/, `state=${'x'.repeat(43)}`);
    assert.equal((await finish(one.login_secret, forged)).status, 401);
  });
  test('a browser without the login secret', async () => {
    const { query } = await started('carol');
    assert.equal((await finish('guessed', query)).status, 401);
  });
  test('a code that was used before', async () => {
    const { login_secret, query } = await started('carol');
    assert.equal((await finish(login_secret, query)).status, 200);
    assert.equal((await finish(login_secret, query)).status, 401);
    // The code alone, in a sign-in of its own.
    const other = await started('carol');
    const code = /code=([^&]+)/.exec(query)?.[1];
    const replayed = other.query.replace(/code=[^&]+/, `code=${code}`);
    assert.equal((await finish(other.login_secret, replayed)).status, 401);
  });
  test('a code of a sign-in with another nonce and code verifier', async () => {
    const [one, two] = [await started('carol'), await started('carol')];
    const code = /code=([^&]+)/.exec(two.query)?.[1];
    const mixed = one.query.replace(/code=[^&]+/, `code=${code}`);
    assert.equal((await finish(one.login_secret, mixed)).status, 401);
  });
  test('an ID token with a wrong nonce', async () => {
    const { login_secret, query } = await started('carol');
    const { rows } = await api.db.pool.query('select state_hash, protocol_values from sso_sign_ins');
    const state = new URLSearchParams(query).get('state') ?? '';
    const { sealing } = api.services.identity;
    for (const row of rows) {
      try {
        const values = JSON.parse(sealing.open(row.protocol_values, `sso sign-in ${state}`));
        const changed = sealing.seal(JSON.stringify({ ...values, nonce: 'another' }), `sso sign-in ${state}`);
        await api.db.pool.query('update sso_sign_ins set protocol_values = $2 where state_hash = $1', [
          row.state_hash,
          changed,
        ]);
      } catch {
        // The row of another sign-in: it is sealed for another state.
      }
    }
    assert.equal((await finish(login_secret, query)).status, 401);
    assert.ok(logged.some((line) => /single sign-on failed/.test(line) && /nonce/.test(line)));
  });
  test('a sign-in that took longer than ten minutes', async () => {
    const { login_secret, query } = await started('carol');
    now = new Date(Date.now() + 10 * 60_000 + 1);
    assert.equal((await finish(login_secret, query)).status, 401);
    now = new Date();
  });
  test('an error response of the provider', async () => {
    const { authorization_url, login_secret } = await start(person(acme, 'carol'));
    const state = new URL(authorization_url).searchParams.get('state');
    const query = `error=access_denied&state=${state}&iss=${encodeURIComponent(acme.idp.issuer)}`;
    assert.equal((await finish(login_secret, query)).status, 401);
  });
});

suite('roles from groups', () => {
  test('follow the groups at every sign-in, within the licenses of the organization', async () => {
    const firm = await company({ creates_users: true, groups_claim: 'groups' });
    const group_roles = { admins: ['admin'], alerts: ['create-alert-endpoint', RESTRICTED] };
    const connection = {
      issuer: firm.idp.issuer,
      client_id: CLIENT.id,
      groups_claim: 'groups',
      creates_users: true,
    };
    const set = (headers: Headers) =>
      send('POST', `${firm.base}/sso`, headers, { ...connection, group_roles });
    assert.equal((await set(firm.headers)).status, 400, 'not licensed');
    assert.equal((await set(operator)).status, 200, 'an operator may map it');
    person(firm, 'dave', { groups: ['admins', 'alerts', 'unknown', 'toString'] });
    const first = await signIn(firm, 'dave');
    const rolesOf = async () =>
      (await send('GET', `/admin/users/${first.body.user_id}`, operator)).body.roles.sort();
    assert.deepEqual(
      await rolesOf(),
      ['admin', 'create-alert-endpoint'],
      'the license is checked at sign-in',
    );
    await send('PATCH', firm.base, operator, { licensed_roles: [RESTRICTED] });
    person(firm, 'dave', { groups: ['alerts'] });
    await signIn(firm, 'dave');
    assert.deepEqual(await rolesOf(), ['create-alert-endpoint', RESTRICTED]);
  });
  test('the last administrator keeps the role', async () => {
    const firm = await company({ groups_claim: 'groups', group_roles: { staff: [] } });
    await api.db.pool.query('update users set email = $2 where id = $1', [
      firm.userId,
      `boss@${firm.domain}`,
    ]);
    person(firm, 'boss', { groups: ['staff'] });
    const { body } = await signIn(firm, 'boss');
    assert.deepEqual((await send('GET', `/admin/users/${body.user_id}`, operator)).body.roles, ['admin']);
  });
});
