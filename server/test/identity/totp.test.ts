import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { TOTP } from 'otpauth';
import { newTotpSecret, stepOfCode } from '../../src/domain/identity/totp/second-factor.ts';
import { PASSWORD, testApi } from '../support/api.ts';
import { becomes, type Headers, linkSecret, requester, sessionOf } from '../support/identity/requests.ts';

let now = new Date();
const api = await testApi({ clock: { now: () => now }, env: { TOKEN_LIMIT_PER_SOURCE: '10000' } });
const send = requester(api);
/** Moves to another time step, because each code works once. */
const nextStep = () => {
  now = new Date(now.getTime() + 30_000);
};
const codeOf = (secret: string, at = now) => new TOTP({ secret }).generate({ timestamp: at.getTime() });

async function enrolled(roles: string[] = []) {
  const user = await api.customer(roles);
  const headers = await api.signIn(user);
  const { body } = await send('POST', '/auth/totp', headers);
  nextStep();
  const confirmed = await send('POST', '/auth/totp/confirm', headers, { otp: codeOf(body.secret) });
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
  nextStep();
  const token = (otp?: string) =>
    send(
      'POST',
      '/auth/token',
      { 'x-api-key': user.apiKey },
      { email: user.email, password: PASSWORD, ...(otp && { otp }) },
      `198.51.100.${user.userId % 250}`,
    );
  return {
    user,
    headers,
    secret: body.secret,
    uri: body.otpauth_uri,
    codes: confirmed.body.recovery_codes,
    token,
  };
}

test('accepts the codes of the previous and the next step, and no others', () => {
  const secret = newTotpSecret();
  const at = new Date(1_000_000_000_000);
  const current = Math.floor(at.getTime() / 30_000);
  const accepted = [-2, -1, 0, 1, 2].map((d) => {
    const code = codeOf(secret, new Date(at.getTime() + d * 30_000));
    return stepOfCode(secret, code, at) === current + d;
  });
  assert.deepEqual(accepted, [false, true, true, true, false]);
  assert.equal(stepOfCode(secret, '12345', at), null);
});

suite('sign-in with one-time codes', () => {
  test('an enrollment has no effect before it is confirmed', async () => {
    const user = await api.customer();
    const headers = await api.signIn(user);
    const { body } = await send('POST', '/auth/totp', headers);
    assert.match(body.otpauth_uri, /^otpauth:\/\/totp\/Milepost:user.*issuer=Milepost&secret=[A-Z2-7]{32}&/);
    assert.equal((await send('POST', '/auth/totp/confirm', headers, { otp: '000000' })).status, 400);
    await api.signIn(user);
    const again = await send('POST', '/auth/totp', headers);
    assert.notEqual(again.body.secret, body.secret, 'it can be started again');
  });
  test('needs a code after the password, and only then says so', async () => {
    const { user, token, secret } = await enrolled();
    const missing = await token();
    assert.equal(missing.status, 401);
    assert.match(missing.body.detail, /one-time code is required/i);
    const key = { 'x-api-key': user.apiKey };
    const wrong = await send('POST', '/auth/token', key, {
      email: user.email,
      password: 'wrong',
      otp: codeOf(secret),
    });
    assert.equal(wrong.body.detail, 'Could not validate credentials');
    assert.equal((await token('000000')).status, 401);
    assert.equal((await token(codeOf(secret))).status, 200);
  });
  test('a code works once, also in parallel, and an older one not after a newer one', async () => {
    const { token, secret } = await enrolled();
    const older = codeOf(secret);
    nextStep();
    const code = codeOf(secret);
    const results = await Promise.all([token(code), token(code), token(code)]);
    assert.deepEqual(results.map(({ status }) => status).sort(), [200, 401, 401]);
    assert.equal((await token(older)).status, 401);
  });
  test('a recovery code works once', async () => {
    const { token, codes } = await enrolled();
    assert.equal(codes.length, 10);
    assert.match(codes[0], /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    assert.equal((await token(codes[0].toLowerCase())).status, 200);
    assert.equal((await token(codes[0])).status, 401);
    assert.equal((await token(codes[1])).status, 200);
    const { rows } = await api.db.pool.query(
      `select encode(code_hash, 'escape') as c from totp_recovery_codes`,
    );
    assert.ok(!JSON.stringify(rows).includes(codes[2].replaceAll('-', '')));
  });
  test('guesses are limited by user', async () => {
    const { user, secret } = await enrolled();
    const guess = (otp: string, i: number) =>
      send(
        'POST',
        '/auth/token',
        { 'x-api-key': user.apiKey },
        { email: user.email, password: PASSWORD, otp },
        `203.0.113.${i}`,
      );
    // The confirmation has used one of the twenty attempts.
    for (let i = 0; i < 19; i++) assert.equal((await guess('000000', i)).status, 401);
    assert.equal((await guess(codeOf(secret), 100)).status, 429);
  });
  test('the secret is encrypted in the database', async () => {
    const { user, secret } = await enrolled();
    const { rows } = await api.db.pool.query('select secret from user_totp where user_id = $1', [
      user.userId,
    ]);
    assert.ok(!rows[0].secret.toString('latin1').includes(secret));
  });
  test('the user removes it with a code; a password reset does not get around it', async () => {
    const { user, headers, token, secret } = await enrolled();
    await send('POST', '/auth/password-reset', {}, { email: user.email });
    const link = { token: await linkSecret(api, user.email), password: PASSWORD };
    const reset = (otp?: string) =>
      send('POST', '/auth/password-reset/confirm', {}, { ...link, ...(otp && { otp }) });
    assert.equal((await reset()).status, 401);
    assert.equal((await send('POST', '/auth/totp/remove', headers, { otp: '000000' })).status, 400);
    assert.equal((await send('POST', '/auth/totp/remove', headers, { otp: codeOf(secret) })).status, 200);
    assert.equal((await token()).status, 200);
    assert.equal((await reset()).status, 200);
  });
  test('an administrator resets it, which ends the sessions', async () => {
    const { user, headers, token } = await enrolled(['admin']);
    const operator = await api.signIn(await api.customer(['admin'], 'operator'));
    const { status, body } = await send('POST', `/admin/users/${user.userId}/reset-totp`, operator);
    assert.deepEqual([status, body.has_totp], [200, false]);
    await becomes(401, () => send('GET', '/auth/me', headers));
    assert.equal((await token()).status, 200);
  });
});

suite('an organization that requires one-time codes', () => {
  const require = (headers: Headers, id: number, require_totp: boolean) =>
    send('PATCH', `/admin/organizations/${id}/sign-in`, headers, { require_totp });

  test('admits people without codes only to set them up', async () => {
    const user = await api.customer(['admin']);
    const headers = await api.signIn(user);
    assert.equal((await require(headers, user.organizationId, true)).status, 200);
    await becomes(403, () => send('GET', '/alerts', headers));
    const me = await send('GET', '/auth/me', headers);
    assert.deepEqual([me.status, me.body.lacks_second_factor], [200, true]);
    const { body } = await send('POST', '/auth/totp', headers);
    const confirmed = await send('POST', '/auth/totp/confirm', headers, { otp: codeOf(body.secret) });
    assert.equal(confirmed.status, 200);
    await becomes(200, () => send('GET', '/alerts', headers));
    nextStep();
    const login = { email: user.email, password: PASSWORD, otp: codeOf(body.secret) };
    const session = await send('POST', '/auth/session', {}, login);
    assert.equal((await send('GET', '/alerts', sessionOf(session))).status, 200);
  });
  test('does not apply to service users', async () => {
    const user = await api.customer(['admin']);
    const headers = await api.signIn(user);
    const url = `/admin/organizations/${user.organizationId}/users`;
    const { body } = await send('POST', url, headers, {
      name: 'robot',
      roles: ['external-api-get-alerts-endpoint'],
    });
    await require(headers, user.organizationId, true);
    const robot = await api.signIn({ ...user, email: body.email, password: body.password });
    assert.equal((await send('GET', '/alerts', robot)).status, 200);
  });
});
