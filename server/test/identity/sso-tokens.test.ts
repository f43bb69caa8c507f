import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createLog } from '../../src/lib/log.ts';
import { PASSWORD, testApi } from '../support/api.ts';
import { CLIENT, startOidcServer } from '../support/identity/oidc-server.ts';
import { accessToken, becomes, type Headers, sessionOf } from '../support/identity/requests.ts';
import { REDIRECT_URI, ssoWorld } from '../support/identity/sso-world.ts';

const logged: string[] = [];
const log = createLog('trace', { write: (line) => void logged.push(line) });
const { api, send, company, person, start, finish, signIn, exchange } = await ssoWorld(log, () => new Date());
const acme = await company({ creates_users: true, default_roles: ['create-alert-endpoint'] });

suite('exchange of tokens', () => {
  const claims = (name: string) => ({ sub: name, email: person(acme, name), email_verified: true });

  test('an ID token gives a token that is used with the API key', async () => {
    const { status, body } = await exchange(acme, await acme.idp.sign(claims('erin')));
    assert.equal(status, 200, JSON.stringify(body));
    const headers = accessToken(body);
    assert.equal((await send('GET', '/auth/me', headers)).status, 401);
    assert.equal((await send('GET', '/auth/me', { ...headers, 'x-api-key': acme.apiKey })).status, 200);
  });
  test('rejects another audience, another issuer, an expired token and another signature', async () => {
    const good = claims('erin');
    const stranger = await startOidcServer(REDIRECT_URI);
    const tokens = {
      audience: await acme.idp.sign({ ...good, aud: 'another client' }),
      party: await acme.idp.sign({ ...good, aud: [CLIENT.id, 'another'], azp: 'another' }),
      issuer: await acme.idp.sign({ ...good, iss: 'https://another.example' }),
      expired: await acme.idp.sign(good, { expiresIn: '-2m' }),
      signature: await stranger.sign({ ...good, iss: acme.idp.issuer }),
      unsigned: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(good)).toString('base64url')}.`,
      text: 'not a token',
    };
    for (const [name, token] of Object.entries(tokens))
      assert.equal((await exchange(acme, token)).status, 401, name);
  });
  test('rejects a subject that is empty, blank, too long or has control characters', async () => {
    for (const sub of ['', '  ', 'x'.repeat(256), 'x'.repeat(100_000).slice(0, 10_000), 'a\0', 'a\nb']) {
      const { status, body } = await exchange(acme, await acme.idp.sign({ ...claims('hank'), sub }));
      assert.equal(status, 401, JSON.stringify(sub.slice(0, 10)));
      if (sub !== '') assert.match(body.detail, /subject/);
    }
    const longest = await acme.idp.sign({ ...claims('ivan'), sub: 'x'.repeat(255) });
    assert.equal((await exchange(acme, longest)).status, 200);
  });
  test('rejects the token of another organization and a key without single sign-on', async () => {
    const token = await acme.idp.sign(claims('erin'));
    assert.equal((await exchange(await company(), token)).status, 401);
    assert.equal((await exchange(await api.customer(), token)).status, 401);
  });
  test('an access token needs the configured audience; the linked subject is enough', async () => {
    const firm = await company({ creates_users: true, api_audience: 'https://api.milepost.example' });
    person(firm, 'frank');
    await signIn(firm, 'frank');
    const token = (claim: object) => firm.idp.sign({ aud: 'https://api.milepost.example', ...claim });
    assert.equal((await exchange(firm, await token({ sub: 'frank' }))).status, 200);
    assert.equal((await exchange(firm, await token({ sub: 'unknown' }))).status, 401);
    assert.equal(
      (await exchange(firm, await firm.idp.sign({ sub: 'frank', aud: 'https://other' }))).status,
      401,
    );
  });
  test('works after the provider has rotated its keys; tokens of the old key are rejected', async () => {
    const firm = await company({ creates_users: true });
    const email = person(firm, 'gina');
    const identity = { sub: 'gina', email, email_verified: true };
    const old = await firm.idp.sign(identity);
    assert.equal((await exchange(firm, old)).status, 200);
    await firm.idp.rotateKeys();
    assert.equal((await exchange(firm, old)).status, 401);
    assert.equal((await exchange(firm, await firm.idp.sign(identity))).status, 200);
    assert.equal((await signIn(firm, 'gina')).status, 200);
  });
});

suite('a provider that cannot be reached', () => {
  test('gives 503, and the organization can still be administered', async () => {
    const firm = await company({ creates_users: true });
    const email = person(firm, 'hank');
    const { authorization_url, login_secret } = await start(email);
    const query = await firm.idp.signIn(authorization_url, 'hank');
    const token = await firm.idp.sign({ sub: 'hank', email, email_verified: true });
    await firm.idp.stop();
    for (const response of [
      await finish(login_secret, query),
      await send('POST', '/auth/sso/start', {}, { email }),
      await exchange(firm, token),
    ]) {
      assert.equal(response.status, 503);
      assert.ok(Number(response.headers['retry-after']) >= 1);
    }
    assert.equal((await send('GET', `${firm.base}/sso`, firm.headers)).status, 200);
    assert.ok(logged.some((line) => line.includes('identity provider request failed')));
  });
});

suite('the connection', () => {
  test('never shows the secret, and keeps it only for the same client', async () => {
    const { base, headers, idp, organizationId } = await company();
    const { body } = await send('GET', `${base}/sso`, headers);
    assert.ok(!JSON.stringify(body).includes(CLIENT.secret));
    const { rows } = await api.db.pool.query(
      'select client_secret from sso_connections where organization_id = $1',
      [organizationId],
    );
    assert.ok(!rows[0].client_secret.toString('latin1').includes(CLIENT.secret));
    const same = { issuer: idp.issuer, client_id: CLIENT.id };
    assert.equal((await send('POST', `${base}/sso`, headers, same)).status, 200);
    const other = await startOidcServer(REDIRECT_URI);
    assert.equal((await send('POST', `${base}/sso`, headers, { ...same, issuer: other.issuer })).status, 400);
    assert.ok(!logged.join('').includes(CLIENT.secret));
  });
  test('rejects issuers that are no provider or not allowed', async () => {
    const { base, headers, idp } = await company();
    for (const issuer of [
      'ftp://idp.example',
      'http://10.0.0.1',
      'http://169.254.169.254/latest',
      `${idp.issuer}/nothing`,
      'http://user:pw@idp.example',
      'no url',
    ]) {
      const body = { issuer, client_id: 'a', client_secret: 'b' };
      assert.equal((await send('POST', `${base}/sso`, headers, body)).status, 400, issuer);
    }
  });
  test('in production, http and private addresses are rejected unless the operator names the host', async () => {
    const env = { MILEPOST_MODE: 'production', PUBLIC_URL: 'https://milepost.example' };
    const settings = {
      SECRET_KEY: 'x'.repeat(40),
      LINK_SECRET: 'y'.repeat(40),
      SSO_PRIVATE_HOSTS: 'idp.internal,10.0.0.7',
    };
    const production = await testApi({ db: api.db, env: { ...env, ...settings } });
    const { provider } = production.services.identity;
    assert.match(provider.refusal('http://idp.example') ?? '', /https/);
    assert.match(provider.refusal('https://127.0.0.1') ?? '', /public/);
    assert.match(provider.refusal('https://10.0.0.8') ?? '', /public/);
    assert.equal(provider.refusal('https://10.0.0.7'), null);
    assert.equal(provider.refusal('https://login.example.com/tenant/v2.0'), null);
  });
});

suite('an organization that requires single sign-on', () => {
  test('can do so after an administrator has used it; passwords are refused then', async () => {
    const firm = await company({ creates_users: true, default_roles: ['admin'] });
    const rules = (headers: Headers, require_sso: boolean) =>
      send('PATCH', `${firm.base}/sign-in`, headers, { require_sso });
    const early = await rules(firm.headers, true);
    assert.equal(early.status, 400);
    assert.match(early.body.detail, /after an administrator has signed in with it/);
    const robot = await send('POST', `${firm.base}/users`, firm.headers, { name: 'robot', roles: [] });
    person(firm, 'ida');
    const session = sessionOf(await signIn(firm, 'ida'));
    assert.equal((await rules(session, true)).status, 200);
    await becomes(401, () => send('GET', '/auth/me', firm.headers));

    const login = { email: firm.email, password: PASSWORD };
    const key = { 'x-api-key': firm.apiKey };
    for (const [url, headers] of [
      ['/auth/token', key],
      ['/auth/session', {}],
    ] as [string, Headers][]) {
      const refused = await send('POST', url, headers, login);
      assert.equal(refused.status, 401);
      assert.match(refused.body.detail, /requires single sign-on/);
      const wrong = await send('POST', url, headers, { ...login, password: 'wrong' });
      assert.equal(
        wrong.body.detail,
        'Could not validate credentials',
        'nothing is revealed without the password',
      );
    }
    const { email, password } = robot.body;
    assert.equal((await send('POST', '/auth/token', key, { email, password })).status, 200, 'service users');
    const again = sessionOf(await signIn(firm, 'ida'));
    assert.equal((await send('DELETE', `${firm.base}/sso`, again)).status, 400, 'the connection is in use');
    assert.equal((await rules(again, false)).status, 200);
    assert.equal((await send('POST', '/auth/token', key, login)).status, 200);
    assert.equal((await send('DELETE', `${firm.base}/sso`, again)).status, 200);
  });
});
