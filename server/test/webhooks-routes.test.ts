import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { suite, test } from 'node:test';
import { createLog } from '../src/lib/log.ts';
import { type Customer, testApi } from './support/api.ts';
import { testDatabase } from './support/database.ts';
import { firing } from './support/firings.ts';
import { assertDocumented, SECRET, startReceiver, webhookWorld } from './support/webhook-world.ts';

let logged = '';
const sink = new Writable({
  write(chunk, _encoding, done) {
    logged += chunk;
    done();
  },
});
let now = new Date();
const clock = { now: () => now };
const db = await testDatabase();
const api = await testApi({ db, clock, log: createLog('trace', sink) });
const production = await testApi({ db, env: { MILEPOST_MODE: 'production' } });
const world = webhookWorld(api);
const receiver = await startReceiver();

const admin = await api.customer(['admin']);
const other = await api.customer(['admin']);
const headers = await api.signIn(admin);
const foreign = await api.signIn(other);
const UNKNOWN = '0190b3a0-0000-7000-8000-000000000000';
type Headers = Record<string, string>;

function ask(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: unknown,
  given: Headers = headers,
) {
  const body = payload === undefined ? {} : { payload: payload as object };
  return api.app.inject({ method, url: `/alerts/webhook${path}`, headers: given, ...body });
}
const create = (body: unknown, given?: Headers) => ask('POST', '', body, given);
const fresh = () => `https://customer.example/${randomUUID()}`;
async function created(given?: Headers): Promise<string> {
  const answer = await create({ webhook_url: fresh(), secret: SECRET }, given);
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json().id;
}
const problemsOf = (answer: { json(): { detail: { loc: string[]; msg: string; input: unknown }[] } }) =>
  answer.json().detail;

suite('201 and 200', () => {
  test('create: exactly the five fields, enabled, no secret', async () => {
    const webhook_url = 'https://Customer.example:8443/hook?a=1#part';
    const answer = await create({ webhook_url, secret: SECRET, description: 'ours', more: 1 });
    assert.equal(answer.statusCode, 201, answer.body);
    const { id, created_at, ...rest } = answer.json();
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(rest, { webhook_url, description: 'ours', enabled: true });
  });

  test('create without secret and description; null means the same', async () => {
    for (const body of [{}, { secret: null, description: null }]) {
      const answer = await create({ webhook_url: fresh(), ...body });
      assert.equal(answer.statusCode, 201, answer.body);
      assert.equal(answer.json().description, null);
    }
  });

  test('update: only what is supplied changes; null clears the description and nothing else', async () => {
    const id = await created();
    const before = (await ask('PATCH', `/${id}`, {})).json();
    const url = fresh();
    const changed = await ask('PATCH', `/${id}`, { webhook_url: url, description: 'new', enabled: false });
    assert.equal(changed.statusCode, 200);
    assert.deepEqual(changed.json(), { ...before, webhook_url: url, description: 'new', enabled: false });
    const nulls = await ask('PATCH', `/${id}`, { webhook_url: null, secret: null, enabled: null });
    assert.deepEqual(nulls.json(), changed.json());
    const cleared = await ask('PATCH', `/${id}`, { description: null });
    assert.deepEqual(cleared.json(), { ...changed.json(), description: null });
    const same = await ask('PATCH', `/${id}`, { webhook_url: url, enabled: true });
    assert.equal(same.statusCode, 200, 'its own URL is not "already registered"');
    assert.equal(same.json().enabled, true);
  });

  test('list and delete', async () => {
    const owner = await api.signIn(await api.customer(['admin']));
    const ids = [await created(owner), await created(owner)];
    const list = (await ask('GET', '', undefined, owner)).json();
    assert.deepEqual(
      list.webhooks.map((w: { id: string }) => w.id),
      ids.toReversed(),
    );
    const keys = [
      'created_at',
      'description',
      'disabled_reason',
      'enabled',
      'failing_since',
      'id',
      'webhook_url',
    ];
    assert.deepEqual(Object.keys(list.webhooks[0]).sort(), keys);
    const gone = await ask('DELETE', `/${ids[0]}`, undefined, owner);
    assert.equal(gone.statusCode, 204);
    assert.equal(gone.body, '');
    assert.equal((await ask('GET', '', undefined, owner)).json().webhooks.length, 1);
    assert.equal((await ask('DELETE', `/${ids[0]}`, undefined, owner)).statusCode, 404);
  });

  test('the key may be left out of create and update, and of nothing else', async () => {
    const { 'access-token': token } = headers;
    const answer = await create({ webhook_url: fresh() }, { 'access-token': token });
    assert.equal(answer.statusCode, 201);
    const { id } = answer.json();
    assert.equal((await ask('PATCH', `/${id}`, {}, { 'access-token': token })).statusCode, 200);
    assert.equal((await ask('GET', '', undefined, { 'access-token': token })).statusCode, 401);
    assert.equal((await ask('DELETE', `/${id}`, undefined, { 'access-token': token })).statusCode, 401);
  });
});

suite('400', () => {
  test('what is no HTTPS URL on a public host', async () => {
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
      const answer = await create({ webhook_url });
      assert.equal(answer.statusCode, 400, JSON.stringify(webhook_url));
      assert.deepEqual(problemsOf(answer)[0]?.loc, ['body', 'webhook_url'], JSON.stringify(webhook_url));
    }
    assert.deepEqual(problemsOf(await create({}))[0], {
      type: 'missing',
      loc: ['body', 'webhook_url'],
      msg: 'Field required',
      input: null,
    });
  });

  test('2083 characters are enough, one more is too many', async () => {
    const base = `https://customer.example/${randomUUID()}/`;
    assert.equal((await create({ webhook_url: base.padEnd(2_083, 'x') })).statusCode, 201);
    assert.equal((await create({ webhook_url: base.padEnd(2_084, 'x') })).statusCode, 400);
  });

  test('http only in local mode', async () => {
    const webhook_url = `http://customer.example/${randomUUID()}`;
    const refused = await production.app.inject({
      method: 'POST',
      url: '/alerts/webhook',
      headers,
      payload: { webhook_url },
    });
    assert.equal(refused.statusCode, 400);
    assert.match(refused.json().detail[0].msg, /HTTP URLs are not allowed in production/);
    assert.equal((await create({ webhook_url })).statusCode, 201);
    const id = await created();
    const url = `/alerts/webhook/${id}`;
    const patch = await production.app.inject({
      method: 'PATCH',
      url,
      headers,
      payload: { webhook_url: `${webhook_url}/2` },
    });
    assert.equal(patch.statusCode, 400);
    const loopback = { webhook_url: 'https://127.0.0.1/hook' };
    const inside = await production.app.inject({
      method: 'POST',
      url: '/alerts/webhook',
      headers,
      payload: loopback,
    });
    assert.equal(inside.statusCode, 400);
  });

  test('a secret under 16 characters, and it is not sent back', async () => {
    const short = 'fifteen letters';
    assert.equal(short.length, 15);
    const id = await created();
    for (const answer of [
      await create({ webhook_url: fresh(), secret: short }),
      await ask('PATCH', `/${id}`, { secret: short }),
    ]) {
      assert.equal(answer.statusCode, 400);
      assert.deepEqual(problemsOf(answer)[0]?.loc, ['body', 'secret']);
      assert.ok(!answer.body.includes(short));
    }
    assert.equal((await create({ webhook_url: fresh(), secret: `${short}!` })).statusCode, 201);
    assert.equal((await create({ webhook_url: fresh(), secret: 1234567890123456 })).statusCode, 400);
  });

  test('a URL that is registered already, however it is spelled; others may have it too', async () => {
    const path = randomUUID();
    const first = (await create({ webhook_url: `https://customer.example/${path}` })).json();
    const second = await created();
    for (const webhook_url of [
      `https://customer.example/${path}`,
      `HTTPS://CUSTOMER.example:443/${path}`,
      `https://customer.example/x/../${path}#here`,
    ]) {
      for (const answer of [
        await create({ webhook_url }),
        await ask('PATCH', `/${second}`, { webhook_url }),
      ]) {
        assert.equal(answer.statusCode, 400);
        assert.match(problemsOf(answer)[0]?.msg ?? '', /already registered/);
      }
    }
    assert.equal((await create({ webhook_url: `https://customer.example/${path}/` })).statusCode, 201);
    assert.equal((await create({ webhook_url: first.webhook_url }, foreign)).statusCode, 201);
    const race = fresh();
    const both = await Promise.all([create({ webhook_url: race }), create({ webhook_url: race })]);
    assert.deepEqual(both.map((answer) => answer.statusCode).sort(), [201, 400]);
    await ask('DELETE', `/${first.id}`);
    assert.equal((await create({ webhook_url: first.webhook_url })).statusCode, 201, 'free again');
  });

  test('unknown keys and wrong types in an update, all at once', async () => {
    const id = await created();
    const answer = await ask('PATCH', `/${id}`, { enabled: 'yes', alert_name: 'x', description: 7 });
    assert.equal(answer.statusCode, 400);
    const places = problemsOf(answer).map(({ loc }) => loc[1]);
    assert.deepEqual(places.sort(), ['alert_name', 'description', 'enabled']);
    for (const body of ['[]', '"text"', '7', '{', '']) {
      const json = { ...headers, 'content-type': 'application/json' };
      assert.equal((await ask('PATCH', `/${id}`, body, json)).statusCode, 400, body);
    }
    assert.equal((await ask('PATCH', `/${id}`, { description: 'a\u0000b' })).statusCode, 400);
  });

  test('an id that is no UUID', async () => {
    for (const id of ['7', 'none', `urn:uuid:${UNKNOWN}`]) {
      assert.equal((await ask('PATCH', `/${id}`, {})).statusCode, 400, id);
      assert.equal((await ask('DELETE', `/${id}`)).statusCode, 400, id);
      assert.equal((await ask('GET', `/${id}/deliveries`)).statusCode, 400, id);
      assert.equal((await ask('POST', `/${id}/deliveries/${UNKNOWN}/replay`)).statusCode, 400, id);
      assert.equal((await ask('POST', '/test', { webhook_id: id })).statusCode, 400, id);
    }
  });
});

suite('401 and 403', () => {
  const routes = (
    id: string,
  ): [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, roles: string[], body?: object][] => [
    ['POST', '', ['create-alert-webhook-endpoint'], { webhook_url: fresh() }],
    ['PATCH', `/${id}`, ['edit-alert-webhook-endpoint'], {}],
    ['GET', '', ['external-api-get-webhook-list']],
    ['GET', `/${id}/deliveries`, ['external-api-get-webhook-list']],
    ['POST', '/test', ['test-alert-webhook-endpoint'], { webhook_id: id }],
    ['POST', `/${id}/deliveries/${UNKNOWN}/replay`, ['test-alert-webhook-endpoint']],
    ['DELETE', `/${id}`, ['external-api-delete-alert-webhook-endpoint']],
  ];

  test('without a token, with a wrong one, with a key that is wrong or of another organization', async () => {
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
        const answer = await ask(method, path, body, given as Headers);
        assert.equal(answer.statusCode, 401, `${method} ${path} ${JSON.stringify(given)}`);
        assert.equal(typeof answer.json().detail, 'string');
      }
    }
    now = new Date(Date.now() + 25 * 3_600_000);
    for (const [method, path, , body] of routes(id))
      assert.equal((await ask(method, path, body)).statusCode, 401);
    now = new Date();
  });

  test('each route needs its role, or admin', async () => {
    const all = routes(UNKNOWN).flatMap(([, , roles]) => roles);
    for (const [method, path, roles, body] of routes(UNKNOWN)) {
      const others = all.filter((role) => !roles.includes(role));
      const without = await api.signIn(await api.customer([...new Set(others), 'create-alert-endpoint']));
      assert.equal((await ask(method, path, body, without)).statusCode, 403, `${method} ${path}`);
      const fit = await api.signIn(await api.customer(roles));
      assert.ok(
        [200, 201, 404].includes((await ask(method, path, body, fit)).statusCode),
        `${method} ${path}`,
      );
    }
  });
});

test('404: unknown, and another organization’s', async () => {
  const id = await created();
  const { id: mine } = (await create({ webhook_url: fresh() }, foreign)).json();
  for (const [who, given] of [
    [UNKNOWN, headers],
    [id, foreign],
  ] as const) {
    assert.equal((await ask('PATCH', `/${who}`, {}, given)).statusCode, 404);
    assert.equal(
      (await ask('PATCH', `/${who}`, { description: 'x', enabled: false }, given)).statusCode,
      404,
    );
    assert.equal((await ask('DELETE', `/${who}`, undefined, given)).statusCode, 404);
    assert.equal((await ask('GET', `/${who}/deliveries`, undefined, given)).statusCode, 404);
    assert.equal((await ask('POST', '/test', { webhook_id: who }, given)).statusCode, 404);
    assert.equal(
      (await ask('POST', `/${who}/deliveries/${UNKNOWN}/replay`, undefined, given)).statusCode,
      404,
    );
  }
  assert.equal(
    (await ask('POST', `/${mine}/deliveries/${UNKNOWN}/replay`, undefined, foreign)).statusCode,
    404,
  );
});

test('the test event is sent, signed, documented, and its outcome told', async () => {
  const owner = await api.signIn(await api.customer(['admin']));
  const good = (await create({ webhook_url: `${receiver.origin}/good`, secret: SECRET }, owner)).json();
  const dead = (await create({ webhook_url: 'http://127.0.0.1:9/dead', secret: SECRET }, owner)).statusCode;
  assert.equal(dead, 400, 'a port that is no web port');
  await create({ webhook_url: 'http://127.0.0.1:44444/dead', secret: SECRET }, owner);
  const one = await ask('POST', '/test', { webhook_id: good.id }, owner);
  assert.equal(one.statusCode, 200, one.body);
  const [result] = one.json().results;
  const { duration_ms, ...rest } = result;
  assert.equal(typeof duration_ms, 'number');
  const about = { webhook_id: good.id, webhook_url: good.webhook_url };
  assert.deepEqual(rest, { ...about, delivered: true, status: 200, error: null, response_body: 'thank you' });
  const all = (await ask('POST', '/test', {}, owner)).json().results as {
    delivered: boolean;
    error: string;
  }[];
  assert.deepEqual(all.map(({ delivered }) => delivered).sort(), [false, true]);
  assert.match(all.find(({ delivered }) => !delivered)?.error ?? '', /could not be reached/);
  const seen = await receiver.seen();
  assert.equal(seen.length, 2);
  for (const { body, verified } of seen) {
    assert.deepEqual(verified, { compatible: true, standard: true });
    assert.equal(assertDocumented(body).event, 'alert.test');
  }
});

test('deliveries: paged, with every attempt; replay sends the same bytes under the same id', async () => {
  const who: Customer = await api.customer(['admin']);
  const owner = await api.signIn(who);
  const { id } = await world.webhook(who.organizationId, `${receiver.origin}/list`);
  for (let i = 0; i < 3; i++) await world.fire(firing(who.organizationId, { alert_name: `Alert ${i}` }));
  await world.send();
  const page = await ask('GET', `/${id}/deliveries?page=2&page_size=2`, undefined, owner);
  assert.equal(page.statusCode, 200, page.body);
  const { deliveries, pagination } = page.json();
  assert.deepEqual(pagination, {
    page: 2,
    page_size: 2,
    results_returned: 1,
    has_more: false,
    total: 3,
    total_pages: 2,
  });
  const [oldest] = deliveries;
  assert.equal(oldest.alert_name, 'Alert 0');
  assert.deepEqual(
    [oldest.state, oldest.total_matches, oldest.failure, oldest.next_attempt_at],
    ['delivered', 1, null, null],
  );
  assert.equal(oldest.attempts.length, 1);
  assert.deepEqual([oldest.attempts[0].status, oldest.attempts[0].response_body], [200, 'thank you']);
  const replayed = await ask('POST', `/${id}/deliveries/${oldest.id}/replay`, undefined, owner);
  assert.equal(replayed.statusCode, 202, replayed.body);
  await world.send();
  const seen = await receiver.seen();
  const same = seen.filter(({ headers }) =>
    headers.some(([name, value]) => name === 'webhook-id' && value === oldest.id),
  );
  assert.equal(same.length, 2);
  assert.equal(same[0]?.body, same[1]?.body);
  const again = (await ask('GET', `/${id}/deliveries?page=2&page_size=2`, undefined, owner)).json()
    .deliveries[0];
  assert.equal(again.attempts.length, 2);
});

test('no secret in the log, in an answer, or readable in the database', async () => {
  const text = 'never to be seen again 42';
  const answer = await create({ webhook_url: fresh(), secret: text });
  await ask('PATCH', `/${answer.json().id}`, { secret: `${text} changed` });
  await create({ webhook_url: 'nothing', secret: text });
  await create({ secret: text, webhook_url: { secret: text } });
  const { rows } = await db.pool.query('select w::text as row from webhooks w');
  const dump = rows.map(({ row }) => row).join();
  const hex = Buffer.from(text).toString('hex');
  for (const place of [logged, dump, JSON.stringify((await ask('GET', '')).json())]) {
    for (const form of [text, hex, SECRET, Buffer.from(SECRET).toString('hex')])
      assert.ok(!place.includes(form), form);
  }
  assert.ok(logged.includes('/alerts/webhook'), 'requests were logged');
});
