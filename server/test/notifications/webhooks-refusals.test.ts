import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { testApi } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { fresh, type Headers, UNKNOWN, webhookClient } from '../support/notifications/webhook-client.ts';

let now = new Date();
const db = await testDatabase();
const api = await testApi({ db, clock: { now: () => now } });
const production = await testApi({ db, env: { MILEPOST_MODE: 'production' } });
const { headers, foreign, call, create, created } = await webhookClient(api);

const problemsOf = (response: { json(): { detail: { loc: string[]; msg: string; input: unknown }[] } }) =>
  response.json().detail;

type Route = [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, roles: string[], body?: object];
const routes = (id: string): Route[] => [
  ['POST', '', ['create-alert-webhook-endpoint'], { webhook_url: fresh() }],
  ['PATCH', `/${id}`, ['edit-alert-webhook-endpoint'], {}],
  ['GET', '', ['external-api-get-webhook-list']],
  ['GET', `/${id}/deliveries`, ['external-api-get-webhook-list']],
  ['POST', '/test', ['test-alert-webhook-endpoint'], { webhook_id: id }],
  ['POST', `/${id}/deliveries/${UNKNOWN}/replay`, ['test-alert-webhook-endpoint']],
  ['DELETE', `/${id}`, ['external-api-delete-alert-webhook-endpoint']],
];
/** The routes that name a webhook. */
const routesOf = (id: string) => routes(id).filter(([, path]) => path !== '');

suite('rejects with 400', () => {
  test('a URL that is not an HTTPS URL on a public host', async () => {
    for (const webhook_url of [
      '',
      'customer.example',
      'ftp://customer.example/',
      'javascript:alert(1)',
      'https://',
      'https://user:secret@customer.example/',
      'https://10.0.0.1/',
      'https://169.254.169.254/latest',
      'https://customer.example:25/',
      'ht\ntps://customer.example/',
      'https://customer.example/a b',
      `https://customer.example/${'a'.repeat(2_083)}`,
      null,
      7,
    ]) {
      const response = await create({ webhook_url });
      assert.equal(response.statusCode, 400, JSON.stringify(webhook_url));
      assert.deepEqual(problemsOf(response)[0]?.loc, ['body', 'webhook_url'], JSON.stringify(webhook_url));
    }
    assert.deepEqual(problemsOf(await create({}))[0], {
      type: 'missing',
      loc: ['body', 'webhook_url'],
      msg: 'Field required',
      input: null,
    });
  });

  test('a URL of more than 2083 characters', async () => {
    const base = `https://customer.example/${randomUUID()}/`;
    assert.equal((await create({ webhook_url: base.padEnd(2_083, 'x') })).statusCode, 201);
    assert.equal((await create({ webhook_url: base.padEnd(2_084, 'x') })).statusCode, 400);
  });

  test('an HTTP URL, except for loopback in local mode', async () => {
    const webhook_url = `http://customer.example/${randomUUID()}`;
    const inProduction = (method: 'POST' | 'PATCH', path: string, webhook_url: string) =>
      production.app.inject({ method, url: `/alerts/webhook${path}`, headers, payload: { webhook_url } });
    const refused = await inProduction('POST', '', webhook_url);
    assert.equal(refused.statusCode, 400);
    assert.match(refused.json().detail[0].msg, /HTTP URLs are not allowed in production/);
    assert.equal((await create({ webhook_url })).statusCode, 400);
    const local = await create({ webhook_url: `http://127.0.0.1:44444/${randomUUID()}` });
    assert.equal(local.statusCode, 201, local.body);
    const patched = await inProduction('PATCH', `/${await created()}`, `${webhook_url}/2`);
    assert.equal(patched.statusCode, 400);
    assert.equal((await inProduction('POST', '', 'https://127.0.0.1/hook')).statusCode, 400);
  });

  test('a secret under 16 characters, without echoing it', async () => {
    const short = 'fifteen letters';
    assert.equal(short.length, 15);
    const id = await created();
    for (const response of [
      await create({ webhook_url: fresh(), secret: short }),
      await call('PATCH', `/${id}`, { secret: short }),
    ]) {
      assert.equal(response.statusCode, 400);
      assert.deepEqual(problemsOf(response)[0]?.loc, ['body', 'secret']);
      assert.ok(!response.body.includes(short));
    }
    assert.equal((await create({ webhook_url: fresh(), secret: `${short}!` })).statusCode, 201);
    assert.equal((await create({ webhook_url: fresh(), secret: 1234567890123456 })).statusCode, 400);
  });

  test('a URL that the organization has already registered, in any spelling', async () => {
    const path = randomUUID();
    const first = (await create({ webhook_url: `https://customer.example/${path}` })).json();
    const second = await created();
    for (const webhook_url of [
      `https://customer.example/${path}`,
      `HTTPS://CUSTOMER.example:443/${path}`,
      `https://customer.example/x/../${path}#here`,
    ]) {
      for (const response of [
        await create({ webhook_url }),
        await call('PATCH', `/${second}`, { webhook_url }),
      ]) {
        assert.equal(response.statusCode, 400);
        assert.match(problemsOf(response)[0]?.msg ?? '', /already registered/);
      }
    }
    assert.equal((await create({ webhook_url: `https://customer.example/${path}/` })).statusCode, 201);
    assert.equal((await create({ webhook_url: first.webhook_url }, foreign)).statusCode, 201);
    const race = fresh();
    const both = await Promise.all([create({ webhook_url: race }), create({ webhook_url: race })]);
    assert.deepEqual(both.map((response) => response.statusCode).sort(), [201, 400]);
    await call('DELETE', `/${first.id}`);
    assert.equal(
      (await create({ webhook_url: first.webhook_url })).statusCode,
      201,
      'available again after it was deleted',
    );
  });

  test('unknown keys and wrong types in an update, reporting all problems', async () => {
    const id = await created();
    const response = await call('PATCH', `/${id}`, { enabled: 'yes', alert_name: 'x', description: 7 });
    assert.equal(response.statusCode, 400);
    const fields = problemsOf(response).map(({ loc }) => loc[1]);
    assert.deepEqual(fields.sort(), ['alert_name', 'description', 'enabled']);
    for (const body of ['[]', '"text"', '7', '{', '']) {
      const json = { ...headers, 'content-type': 'application/json' };
      assert.equal((await call('PATCH', `/${id}`, body, json)).statusCode, 400, body);
    }
    assert.equal((await call('PATCH', `/${id}`, { description: 'a\u0000b' })).statusCode, 400);
  });

  test('an id that is not a UUID', async () => {
    for (const id of ['7', 'none', `urn:uuid:${UNKNOWN}`]) {
      for (const [method, path, , body] of routesOf(id))
        assert.equal((await call(method, path, body)).statusCode, 400, `${method} ${path}`);
    }
    assert.equal((await call('GET', '//deliveries')).statusCode, 400);
  });
});

suite('rejects with 401 or 403', () => {
  test('a missing or wrong token, and a key that is wrong or belongs to another organization', async () => {
    const id = await created();
    const { 'access-token': token } = headers;
    for (const [method, path, , body] of routes(id)) {
      for (const given of [
        {},
        { 'x-api-key': headers['x-api-key'] },
        { 'access-token': 'wrong' },
        { 'x-api-key': 'wrong', 'access-token': token },
        { 'x-api-key': foreign['x-api-key'], 'access-token': token },
      ]) {
        const response = await call(method, path, body, given as Headers);
        assert.equal(response.statusCode, 401, `${method} ${path} ${JSON.stringify(given)}`);
        assert.equal(typeof response.json().detail, 'string');
      }
    }
    now = new Date(Date.now() + 25 * 3_600_000);
    for (const [method, path, , body] of routes(id))
      assert.equal((await call(method, path, body)).statusCode, 401);
    now = new Date();
  });

  test('a user without the role of the route', async () => {
    const all = routes(UNKNOWN).flatMap(([, , roles]) => roles);
    for (const [method, path, roles, body] of routes(UNKNOWN)) {
      const others = all.filter((role) => !roles.includes(role));
      const without = await api.signIn(await api.customer([...new Set(others), 'create-alert-endpoint']));
      assert.equal((await call(method, path, body, without)).statusCode, 403, `${method} ${path}`);
      const permitted = await api.signIn(await api.customer(roles));
      assert.ok(
        [200, 201, 404].includes((await call(method, path, body, permitted)).statusCode),
        `${method} ${path}`,
      );
    }
  });
});

test('responds 404 for an unknown webhook and for one of another organization', async () => {
  const id = await created();
  for (const [id404, given] of [
    [UNKNOWN, headers],
    [id, foreign],
  ] as const) {
    for (const [method, path, , body] of routesOf(id404))
      assert.equal((await call(method, path, body, given)).statusCode, 404, `${method} ${path}`);
    const changes = { description: 'x', enabled: false };
    assert.equal((await call('PATCH', `/${id404}`, changes, given)).statusCode, 404);
  }
  const replay = await call('POST', `/${id}/deliveries/${UNKNOWN}/replay`);
  assert.equal(replay.statusCode, 404, 'an unknown delivery');
});
