import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MAX_CONSOLE_SESSIONS } from '../../src/domain/identity/sessions.ts';
import { readUserAgent } from '../../src/domain/identity/user-agent.ts';
import { type Customer, PASSWORD, testApi } from '../support/api.ts';
import { becomes, type Headers, requester, sessionOf } from '../support/identity/requests.ts';

let now = new Date();
const env = {
  TOKEN_LIMIT_PER_SOURCE: '10000',
  TOKEN_LIMIT_PER_ADDRESS: '1000',
  TOKEN_LIMIT_PER_ACCOUNT: '1000',
};
const api = await testApi({ clock: { now: () => now }, env });
const send = requester(api);
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';

async function begin({ email }: Customer, userAgent = FIREFOX, address?: string): Promise<Headers> {
  const body = { email, password: PASSWORD };
  const signedIn = await send('POST', '/auth/session', { 'user-agent': userAgent }, body, address);
  assert.equal(signedIn.status, 200, JSON.stringify(signedIn.body));
  return sessionOf(signedIn);
}
const list = async (headers: Headers) => (await send('GET', '/auth/sessions', headers)).body;
const end = (headers: Headers, id: number) => send('DELETE', `/auth/sessions/${id}`, headers);
const storedUse = async (user: Customer) => {
  await api.services.credentials.flushUses();
  const { rows } = await api.db.pool.query(
    'select last_used_at from tokens where user_id = $1 and last_used_at is not null',
    [user.userId],
  );
  return rows[0]?.last_used_at?.toISOString();
};

suite('sessions of an account', () => {
  test('are listed with browser, system, address and times, this one first', async () => {
    const user = await api.customer();
    const there = await begin(user, 'curl/8.5.0', '198.51.100.4');
    const here = await begin(user);
    await api.signIn(user);
    await send('GET', '/auth/me', there, undefined, '198.51.100.5');
    await api.services.credentials.flushUses();
    const { sessions, total } = await list(here);
    assert.equal(total, 3);
    const [current, other, program] = sessions;
    assert.deepEqual(
      [current.is_current, current.kind, current.browser, current.operating_system, current.sign_in_address],
      [true, 'console', 'Firefox', 'Windows', '192.0.2.7'],
    );
    assert.deepEqual(
      [other.is_current, other.browser, other.operating_system, other.sign_in_address, other.last_address],
      [false, 'curl', null, '198.51.100.4', '198.51.100.5'],
    );
    assert.equal(other.last_used_at, now.toISOString());
    assert.deepEqual([program.kind, program.is_current], ['api', false]);
    assert.ok(!JSON.stringify(sessions).includes('mpa_'), 'no token');
  });
  test('are signed out one by one, and the audit log says so', async () => {
    const user = await api.customer(['admin']);
    const [here, there] = [await begin(user), await begin(user)];
    const { sessions } = await list(here);
    const { session_id } = sessions[1];
    assert.equal((await end(here, session_id)).status, 200);
    await becomes(401, () => send('GET', '/auth/me', there));
    assert.equal((await send('GET', '/auth/me', here)).status, 200);
    assert.equal((await end(here, session_id)).status, 404, 'it is over');
    await api.services.auditLog.close();
    const { rows } = await api.db.pool.query(
      `select object_id, outcome from audit_entries where action = 'session.revoke' and organization_id = $1 order by id`,
      [user.organizationId],
    );
    assert.deepEqual(rows, [
      { object_id: String(session_id), outcome: 'success' },
      { object_id: String(session_id), outcome: 'failed' },
    ]);
  });
  test('ending the session of the request deletes its cookie', async () => {
    const here = await begin(await api.customer());
    const { sessions } = await list(here);
    const ended = await end(here, sessions[0].session_id);
    assert.match(String(ended.headers['set-cookie']), /Max-Age=0/);
    await becomes(401, () => send('GET', '/auth/me', here));
  });
  test('of other users, also of the same organization, and refresh tokens are not found', async () => {
    const [user, stranger] = [await api.customer(), await api.customer()];
    await api.db.pool.query('update users set organization_id = $1 where id = $2', [
      user.organizationId,
      stranger.userId,
    ]);
    const [here, theirs] = [await begin(user), await begin(stranger)];
    const { sessions } = await list(theirs);
    assert.equal((await end(here, sessions[0].session_id)).status, 404);
    const { rows } = await api.db.pool.query(
      `select id from tokens where user_id = $1 and purpose = 'refresh'`,
      [user.userId],
    );
    assert.equal((await end(here, rows[0].id)).status, 404);
    assert.equal((await send('GET', '/auth/me', theirs)).status, 200);
    assert.equal((await list(here)).total, 1);
  });
  test('a use is written at most once a minute', async () => {
    const user = await api.customer();
    const here = await begin(user);
    const uses: unknown[] = [];
    for (const seconds of [0, 59, 60]) {
      now = new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));
      await send('GET', '/auth/me', here);
      uses.push(await storedUse(user));
    }
    now = new Date();
    assert.deepEqual(uses, [
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:01:00.000Z',
    ]);
  });
  test('writing a use or signing in clears no cache of credentials', async () => {
    const user = await api.customer();
    const here = await begin(user);
    await send('GET', '/auth/me', here);
    const heard: unknown[] = [];
    const listener = await api.db.pool.connect();
    listener.on('notification', ({ payload }) => heard.push(payload));
    await listener.query('listen credentials_changed');
    await storedUse(user);
    await begin(user);
    await listener.query(`notify credentials_changed, 'nothing before'`);
    await becomes(1, async () => ({ status: Math.min(1, heard.length) }));
    listener.release(true);
    assert.deepEqual(heard, ['nothing before']);
  });
  test('of the console are limited: a new one ends the one that was not used for the longest time', async () => {
    const user = await api.customer();
    const [oldest, kept] = [await begin(user), await begin(user)];
    await api.db.pool.query(
      `update tokens set created_at = now() - interval '1 hour' where user_id = $1 and id = (select min(id) from tokens where user_id = $1)`,
      [user.userId],
    );
    await api.db.pool.query(
      `insert into tokens (token_hash, user_id, purpose, keyless, expires_at)
       select sha256(n::text::bytea), $1, 'access', true, now() + interval '1 day' from generate_series(3, $2::int) n`,
      [user.userId, MAX_CONSOLE_SESSIONS],
    );
    const newest = await begin(user);
    assert.equal((await list(newest)).total, MAX_CONSOLE_SESSIONS);
    await becomes(401, () => send('GET', '/auth/me', oldest));
    assert.equal((await send('GET', '/auth/me', kept)).status, 200);
  });
  test('simultaneous sign-ins do not exceed the limit', async () => {
    const user = await api.customer();
    await api.db.pool.query(
      `insert into tokens (token_hash, user_id, purpose, keyless, expires_at)
       select sha256(('x' || n)::bytea), $1, 'access', true, now() + interval '1 day' from generate_series(1, $2::int) n`,
      [user.userId, MAX_CONSOLE_SESSIONS],
    );
    const [one] = await Promise.all([begin(user), begin(user), begin(user)]);
    assert.equal((await list(one ?? {})).total, MAX_CONSOLE_SESSIONS);
  });
  test('are deleted with the user', async () => {
    const user = await api.customer();
    await begin(user);
    await api.db.pool.query('delete from users where id = $1', [user.userId]);
    const { rows } = await api.db.pool.query('select 1 from tokens where user_id = $1', [user.userId]);
    assert.equal(rows.length, 0);
  });
  test('a long User-Agent is cut', async () => {
    const user = await api.customer();
    await begin(user, `Mozilla/5.0 ${'x'.repeat(5_000)}`);
    const { rows } = await api.db.pool.query(
      `select length(user_agent) as n from tokens where user_id = $1 and purpose = 'access'`,
      [user.userId],
    );
    assert.equal(rows[0].n, 300);
  });
});

suite('a User-Agent in plain words', () => {
  const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';
  const SAMPLES: [string, string | null, string | null][] = [
    [FIREFOX, 'Firefox', 'Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, 'Chrome', 'Linux'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome', 'ChromeOS'],
    [`Mozilla/5.0 (Windows NT 10.0) ${CHROME} Safari/537.36 Edg/141.0.0.0`, 'Edge', 'Windows'],
    [`Mozilla/5.0 (Windows NT 10.0) ${CHROME} Safari/537.36 OPR/122.0`, 'Opera', 'Windows'],
    [`Mozilla/5.0 (Linux; Android 14; K) ${CHROME} Mobile Safari/537.36`, 'Chrome', 'Android'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
      'Safari',
      'macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
      'Chrome',
      'iOS',
    ],
    ['python-requests/2.32.3', 'python-requests', null],
    ['node', 'node', null],
    ['Mozilla/5.0', null, null],
    ['', null, null],
    ['<script>alert(1)</script>', null, null],
  ];
  for (const [text, browser, operating_system] of SAMPLES)
    test(text || 'nothing', () => assert.deepEqual(readUserAgent(text), { browser, operating_system }));
});
