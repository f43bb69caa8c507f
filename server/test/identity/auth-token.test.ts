import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { cliActor } from '../../src/domain/identity/actor.ts';
import { changeUser } from '../../src/domain/identity/manage-users.ts';
import { testApi } from '../support/api.ts';

const api = await testApi({
  env: {
    TOKEN_LIMIT_PER_ADDRESS: '1000',
    TOKEN_LIMIT_PER_ACCOUNT: '1000',
    TOKEN_LIMIT_PER_SOURCE: '10000',
    TOKEN_LIMIT_PER_KEY: '10000',
  },
});
const customer = await api.customer(['admin']);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const good = { email: customer.email, password: customer.password };

function post(payload: unknown, more: Partial<InjectOptions> = {}) {
  return api.app.inject({
    method: 'POST',
    url: '/auth/token',
    headers: { 'x-api-key': customer.apiKey, 'content-type': 'application/json' },
    payload: (typeof payload === 'string' ? payload : JSON.stringify(payload)) as string,
    ...more,
  });
}

suite('200', () => {
  test('returns a token pair', async () => {
    const before = Date.now();
    const response = await post(good);
    assert.equal(response.statusCode, 200);
    const body = response.json();
    assert.deepEqual(Object.keys(body), [
      'access_token_data',
      'refresh_token_data',
      'user_id',
      'company_id',
      'customer_name',
    ]);
    for (const [name, lifetimeMs] of [
      ['access_token_data', 24 * 3_600_000],
      ['refresh_token_data', 30 * 86_400_000],
    ] as const) {
      assert.deepEqual(Object.keys(body[name]), ['token', 'expires']);
      assert.match(body[name].expires, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const left = Date.parse(body[name].expires) - before;
      assert.ok(left >= lifetimeMs && left < lifetimeMs + 60_000, `${name} expires in ${left} ms`);
    }
    assert.equal(body.user_id, customer.userId);
    assert.equal(body.company_id, customer.organizationId);
    assert.equal(typeof body.customer_name, 'string');
    assert.match(String(response.headers['x-correlation-id']), UUID);
  });
  test('ignores the case of the email', async () => {
    assert.equal((await post({ ...good, email: good.email.toUpperCase() })).statusCode, 200);
  });
  test('ignores unknown keys', async () => {
    assert.equal((await post({ ...good, remember_me: true })).statusCode, 200);
  });
  test('does not URL-decode the password', async () => {
    assert.equal((await post({ ...good, password: encodeURIComponent(good.password) })).statusCode, 401);
  });
});

suite('400 credentials sent as query parameters', () => {
  for (const url of [
    '/auth/token?email=a@b.co&password=x',
    '/auth/token?password=x',
    '/auth/token?anything',
  ]) {
    test(url, async () => {
      const response = await post(good, { url });
      assert.equal(response.statusCode, 400);
      assert.deepEqual(response.json(), {
        error: 'Credentials must be sent in a JSON body; query parameters are not supported.',
      });
    });
  }
  test('even when the body is not valid JSON', async () => {
    assert.equal((await post('{', { url: '/auth/token?email=a' })).statusCode, 400);
  });
});

suite('400 email or password missing from the body', () => {
  for (const body of [
    {},
    { email: good.email },
    { password: 'x' },
    { email: null, password: 'x' },
    { email: 'nonsense' },
    { password: '' },
  ]) {
    test(JSON.stringify(body), async () => {
      const response = await post(body);
      assert.equal(response.statusCode, 400);
      assert.deepEqual(Object.keys(response.json()), ['detail']);
      assert.equal(typeof response.json().detail, 'string');
    });
  }
});

suite('401 credentials cannot be validated', () => {
  test('same response for unknown email, wrong password, disabled user and another organization', async () => {
    const disabled = await api.customer(['admin']);
    await changeUser(api.db, cliActor, disabled.userId, { disabled: true });
    const elsewhere = await api.customer(['admin']);
    const attempts = [
      { email: 'nobody@example.com', password: 'wrong password' },
      { email: good.email, password: 'wrong password' },
      { email: disabled.email, password: disabled.password },
      { email: elsewhere.email, password: elsewhere.password },
      { email: good.email, password: good.password.repeat(100) },
    ];
    for (const attempt of attempts) {
      const own =
        attempt.email === disabled.email
          ? { headers: { 'x-api-key': disabled.apiKey, 'content-type': 'application/json' } }
          : {};
      const response = await post(attempt, own);
      assert.equal(response.statusCode, 401);
      assert.equal(response.body, '{"detail":"Could not validate credentials"}');
      assert.match(String(response.headers['x-correlation-id']), UUID);
    }
  });

  test('checks one password for a known and for an unknown email, so that the time does not differ', async (t) => {
    const checks = t.mock.method(api.services.identity.passwords, 'matches');
    for (const email of [good.email, 'nobody@example.com']) {
      checks.mock.resetCalls();
      await post({ email, password: 'wrong password' });
      assert.equal(checks.mock.callCount(), 1, email);
    }
  });
});

suite('403 x-api-key missing or invalid', () => {
  const cases: Record<string, Record<string, string>> = {
    missing: {},
    empty: { 'x-api-key': '' },
    'not a key': { 'x-api-key': 'hello' },
    'well-formed but unknown': { 'x-api-key': 'mp_0000000000000000000000000000000000000000' },
    'last letter changed': {
      'x-api-key': customer.apiKey.slice(0, -1) + (customer.apiKey.endsWith('A') ? 'B' : 'A'),
    },
  };
  for (const [name, headers] of Object.entries(cases)) {
    test(name, async () => {
      const response = await post('{ broken', { headers, url: '/auth/token?email=x' });
      assert.equal(response.statusCode, 403);
      assert.deepEqual(response.json(), { message: 'Forbidden' });
      assert.match(String(response.headers['x-correlation-id']), UUID);
    });
  }
});

suite('422 password is an empty string', () => {
  test('returns a message, even when the email is invalid', async () => {
    for (const email of [good.email, 'nonsense', '']) {
      const response = await post({ email, password: '' });
      assert.equal(response.statusCode, 422);
      assert.deepEqual(response.json(), { detail: 'Password must not be empty' });
    }
  });
});

suite('422 email invalid or body not valid JSON', () => {
  function assertProblems(response: Awaited<ReturnType<typeof post>>, loc: (string | number)[]) {
    assert.equal(response.statusCode, 422);
    const { detail } = response.json();
    assert.ok(Array.isArray(detail));
    assert.deepEqual(Object.keys(detail[0]), ['type', 'loc', 'msg', 'input']);
    assert.deepEqual(detail[0].loc.slice(0, loc.length), loc);
  }
  for (const email of [
    '',
    'nonsense',
    'a@b',
    '@b.co',
    'a@',
    'a b@c.co',
    'a@b..co',
    'a@-b.co',
    `${'x'.repeat(65)}@b.co`,
    'a@b.co\nBcc: c@d.co',
    7,
    ['a@b.co'],
    { a: 1 },
    false,
  ]) {
    test(`email ${JSON.stringify(email)}`, async () => {
      const response = await post({ email, password: 'x' });
      assertProblems(response, ['body', 'email']);
      if (typeof email === 'string') assert.equal(response.json().detail[0].input, email);
    });
  }
  for (const body of ['{', '{"email":}', 'email=a', '{"email":"a@b.co","password":"x"', 'nul']) {
    test(`body ${body}`, async () => assertProblems(await post(body), ['body']));
  }
  test('ignores a __proto__ key', async () => {
    assert.equal((await post('{"__proto__":{}}')).statusCode, 400);
  });
  for (const body of ['[]', '"secret"', '7', 'true']) {
    test(`body ${body} is not an object, and is not echoed`, async () => {
      const response = await post(body);
      assertProblems(response, ['body']);
      assert.doesNotMatch(response.body, /secret/);
    });
  }
  test('names a password that is not a string, and does not echo it', async () => {
    const response = await post({ email: good.email, password: 90210 });
    assertProblems(response, ['body', 'password']);
    assert.doesNotMatch(response.body, /90210/);
  });
  test('reports all problems at once', async () => {
    const response = await post({ email: 'nonsense', password: 5 });
    assert.deepEqual(
      response.json().detail.map((p: { loc: string[] }) => p.loc),
      [
        ['body', 'email'],
        ['body', 'password'],
      ],
    );
  });
});

suite('413 and 415', () => {
  test('413 for a body over 1 MiB', async () => {
    const response = await post({ ...good, padding: 'x'.repeat(1_048_576) });
    assert.equal(response.statusCode, 413);
    assert.equal(typeof response.json().detail, 'string');
  });
  test('415 for a form', async () => {
    const headers = { 'x-api-key': customer.apiKey, 'content-type': 'application/x-www-form-urlencoded' };
    const response = await post('email=a&password=b', { headers });
    assert.equal(response.statusCode, 415);
    assert.equal(typeof response.json().detail, 'string');
  });
});
