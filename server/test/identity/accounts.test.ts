import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { PASSWORD, testApi } from '../support/api.ts';
import { becomes, linkSecret, requester, sessionOf } from '../support/identity/requests.ts';

let now = new Date();
const api = await testApi({ clock: { now: () => now }, env: { TOKEN_LIMIT_PER_SOURCE: '10000' } });
const send = requester(api);
const admin = await api.customer(['admin']);
const headers = await api.signIn(admin);
const base = `/admin/organizations/${admin.organizationId}`;
const NEW = 'another long password';
const count = async (sql: string) => (await api.db.pool.query(sql)).rows[0].n;

async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  now = new Date(Date.now() + ms);
  try {
    return await work();
  } finally {
    now = new Date();
  }
}
const invite = (email: string, roles: string[] = []) =>
  send('POST', `${base}/invitations`, headers, { email, roles });
const accept = (token: string, password = NEW) => send('POST', '/auth/invitation', {}, { token, password });

suite('invitations', () => {
  test('a person accepts with a password and uses the console without an API key', async () => {
    const { status, body } = await invite('new@example.com', ['create-alert-endpoint']);
    assert.equal(status, 201);
    assert.equal(body.invited_by, admin.userId);
    const token = await linkSecret(api, 'new@example.com');
    assert.ok(body.link.endsWith(`#${token}`), 'the inviting administrator may pass the link on');
    const listed = await send('GET', `${base}/invitations`, headers);
    assert.ok(
      !JSON.stringify(listed.body).includes(token),
      'only the response to the invitation has the link',
    );
    const accepted = await accept(token);
    assert.equal(accepted.status, 201);
    const me = await send('GET', '/auth/me', sessionOf(accepted));
    assert.deepEqual([me.body.email, me.body.roles], ['new@example.com', ['create-alert-endpoint']]);
    assert.equal((await accept(token)).status, 400, 'the link works once');
    const again = await send('POST', '/auth/session', {}, { email: 'new@example.com', password: NEW });
    assert.equal(again.status, 200);
    assert.equal((await send('GET', '/alerts', sessionOf(again))).status, 403, 'roles apply');
  });
  test('a link expires, can be revoked, and is replaced by a new invitation', async () => {
    await invite('late@example.com');
    const first = await linkSecret(api, 'late@example.com');
    await later(7 * 86_400_000 + 1, async () => assert.equal((await accept(first)).status, 400));
    const { body } = await invite('LATE@example.com');
    assert.equal((await accept(first)).status, 400, 'replaced');
    const second = await linkSecret(api, 'LATE@example.com');
    await send('DELETE', `/admin/invitations/${body.invitation_id}`, headers);
    assert.equal((await accept(second)).status, 400, 'revoked');
    const { body: list } = await send('GET', `${base}/invitations`, headers);
    assert.ok(
      list.invitations.every(
        (i: { revoked_at: string; accepted_at: string }) => i.revoked_at || i.accepted_at,
      ),
    );
  });
  test('an invalid password leaves the link usable', async () => {
    await invite('short@example.com');
    const token = await linkSecret(api, 'short@example.com');
    assert.equal((await accept(token, 'short')).status, 400);
    assert.equal((await accept(token)).status, 201);
  });
  test('two requests with one link create one user', async () => {
    await invite('twice@example.com');
    const token = await linkSecret(api, 'twice@example.com');
    const results = await Promise.all([accept(token), accept(token)]);
    assert.deepEqual(results.map(({ status }) => status).sort(), [201, 400]);
  });
  test('does not reveal that an address has an account elsewhere; the person learns it', async () => {
    const stranger = await api.customer();
    assert.equal((await invite(stranger.email)).status, 201);
    const result = await accept(await linkSecret(api, stranger.email));
    assert.equal(result.status, 400);
    assert.match(result.body.detail, /already has an account/);
    assert.equal((await invite(admin.email)).status, 400, 'a user of the own organization');
  });
  test('administrators cannot read the link in the list of emails, and the database does not contain it', async () => {
    await invite('secret@example.com');
    const token = await linkSecret(api, 'secret@example.com');
    const { rows } = await api.db.pool.query(
      `select id, content from mails where address = 'secret@example.com'`,
    );
    assert.ok(!JSON.stringify(rows).includes(token));
    const stored = await api.db.pool.query('select * from invitations');
    assert.ok(!JSON.stringify(stored.rows).includes(token));
    const raw = await api.app.inject({ method: 'GET', url: `/mails/${rows[0].id}/message`, headers });
    assert.equal(raw.statusCode, 200, raw.body);
    assert.ok(!raw.body.includes(token) && raw.body.includes('(hidden)'));
  });
  test('an invented link is rejected', async () => {
    assert.equal((await accept('A'.repeat(43))).status, 400);
  });
});

suite('password change', () => {
  test('needs the current password and ends the other sessions', async () => {
    const user = await api.customer();
    const [here, there] = [await api.signIn(user), await api.signIn(user)];
    const change = (current_password: string, new_password = NEW) =>
      send('POST', '/auth/password', here, { current_password, new_password });
    assert.equal((await change('a wrong password')).status, 400);
    assert.equal((await change(PASSWORD, 'short')).status, 400);
    assert.equal((await change(PASSWORD)).status, 200);
    await becomes(401, () => send('GET', '/auth/me', there));
    assert.equal((await send('GET', '/auth/me', here)).status, 200);
    await assert.rejects(api.signIn(user), /Could not validate/);
    await api.signIn({ ...user, password: NEW });
  });
  test('guesses of the current password are limited', async () => {
    const here = await api.signIn(await api.customer());
    const body = { current_password: 'wrong', new_password: NEW };
    for (const status of [...Array(10).fill(400), 429])
      assert.equal((await send('POST', '/auth/password', here, body)).status, status);
  });
});

suite('password reset', () => {
  const request = (email: string, address?: string) =>
    send('POST', '/auth/password-reset', {}, { email }, address);
  const confirm = (token: string, password = NEW) =>
    send('POST', '/auth/password-reset/confirm', {}, { token, password });

  test('the response is the same for unknown, disabled and service addresses, which get no email', async () => {
    const known = await api.customer();
    const disabled = await api.customer();
    await api.db.pool.query('update users set disabled_at = now() where id = $1', [disabled.userId]);
    const service = await send('POST', `${base}/users`, headers, { name: 'robot', roles: [] });
    const before = await count('select count(*)::int as n from mails');
    const good = await request(known.email);
    assert.equal(good.status, 202);
    for (const email of ['nobody@example.com', disabled.email, service.body.email]) {
      const response = await request(email);
      assert.deepEqual([response.status, response.body], [good.status, good.body]);
    }
    assert.equal(await count('select count(*)::int as n from mails'), before + 1);
  });
  test('a link sets the password once, and ends all sessions', async () => {
    const user = await api.customer();
    const session = await api.signIn(user);
    await request(user.email.toUpperCase());
    const token = await linkSecret(api, user.email);
    assert.equal((await confirm(token, 'short')).status, 400);
    assert.equal((await confirm(token)).status, 200);
    await becomes(401, () => send('GET', '/auth/me', session));
    assert.equal((await confirm(token)).status, 400);
    await assert.rejects(api.signIn(user), /Could not validate/);
    await api.signIn({ ...user, password: NEW });
    const { rows } = await api.db.pool.query('select content::text from mails where address = $1', [
      user.email,
    ]);
    assert.ok(!rows.some(({ content }) => content.includes(token)));
  });
  test('a link expires after an hour', async () => {
    const user = await api.customer();
    await request(user.email);
    const link = await linkSecret(api, user.email);
    await later(3_600_001, async () => assert.equal((await confirm(link)).status, 400));
  });
  test('an earlier link stays valid when more are requested, until one of them is used', async () => {
    const user = await api.customer();
    await request(user.email);
    const first = await linkSecret(api, user.email);
    await request(user.email, '198.51.100.1');
    const second = await linkSecret(api, user.email);
    assert.notEqual(first, second);
    assert.equal((await confirm(first)).status, 200);
    assert.equal((await confirm(second, 'another new password')).status, 400);
  });
  test('strangers at any number of addresses cause at most five emails to an account', async () => {
    const user = await api.customer();
    for (let i = 0; i < 20; i++)
      assert.equal((await request(user.email, `203.0.113.${i}`)).status, 202, String(i));
    const emails = `select count(*)::int as n from mails where address = '${user.email}'`;
    assert.equal(await count(emails), 5);
    assert.equal(
      (await confirm(await linkSecret(api, user.email))).status,
      200,
      'the user has a link that works',
    );
  });
  test('requests are limited per address and account', async () => {
    for (const status of [202, 202, 202, 202, 202, 429])
      assert.equal((await request('limited@example.com')).status, status);
  });
});

suite('sessions', () => {
  test('sign out revokes one token, sign out everywhere all of them', async () => {
    const user = await api.customer();
    const [one, two, three] = [await api.signIn(user), await api.signIn(user), await api.signIn(user)];
    assert.equal((await send('POST', '/auth/logout', one)).status, 200);
    await becomes(401, () => send('GET', '/auth/me', one));
    assert.equal((await send('GET', '/auth/me', two)).status, 200);
    assert.equal((await send('POST', '/auth/logout-all', two)).status, 200);
    await becomes(401, () => send('GET', '/auth/me', three));
  });
  test('a console session needs no API key, a token of POST /auth/token does', async () => {
    const user = await api.customer(['admin']);
    const session = sessionOf(
      await send('POST', '/auth/session', {}, { email: user.email, password: PASSWORD }),
    );
    assert.equal((await send('GET', '/alerts', session)).status, 200);
    assert.equal((await send('GET', '/alerts', { ...session, 'x-api-key': admin.apiKey })).status, 401);
    const { 'access-token': token } = await api.signIn(user);
    assert.equal((await send('GET', '/alerts', { 'access-token': token })).status, 401);
  });
  test('attacks from elsewhere do not lock out a person at a known address', async () => {
    const user = await api.customer();
    const sign = (password: string, address: string) =>
      send('POST', '/auth/session', {}, { email: user.email, password }, address);
    assert.equal((await sign(PASSWORD, '198.51.100.1')).status, 200);
    for (let i = 0; i < 60; i++) await sign('wrong password', `203.0.113.${i}`);
    assert.equal((await sign(PASSWORD, '203.0.113.200')).status, 429, 'an unknown address is limited');
    assert.equal((await sign(PASSWORD, '198.51.100.1')).status, 200);
  });
  test('guesses from one address are limited', async () => {
    const user = await api.customer();
    const body = { email: user.email, password: 'wrong password' };
    for (const status of [...Array(10).fill(401), 429])
      assert.equal((await send('POST', '/auth/session', {}, body, '2001:db8::1')).status, status);
    const neighbor = await send('POST', '/auth/session', {}, body, '2001:db8::2');
    assert.equal(neighbor.status, 429, 'the same /64 network');
  });
});
