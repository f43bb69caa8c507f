import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { suite, test } from 'node:test';
import { createLog } from '../../src/lib/log.ts';
import { type Customer, testApi } from '../support/api.ts';
import { firing } from '../support/notifications/firings.ts';
import { SECRET, startReceiver } from '../support/notifications/start-receiver.ts';
import { fresh, type Headers, webhookClient } from '../support/notifications/webhook-client.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

let logged = '';
const sink = new Writable({
  write(chunk, _encoding, done) {
    logged += chunk;
    done();
  },
});
const api = await testApi({ log: createLog('trace', sink) });
const { db } = api;
const world = webhookWorld(api);
const receiver = await startReceiver();
const { headers, foreign, call, create, created } = await webhookClient(api);

suite('create, update, list, delete', () => {
  test('create returns exactly five fields and no secret', async () => {
    const webhook_url = 'https://Customer.example:8443/hook?a=1#part';
    const response = await create({ webhook_url, secret: SECRET, description: 'dispatch', more: 1 });
    assert.equal(response.statusCode, 201, response.body);
    const { id, created_at, ...rest } = response.json();
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(rest, { webhook_url, description: 'dispatch', enabled: true });
  });

  test('secret and description are optional; null means not supplied', async () => {
    for (const body of [{}, { secret: null, description: null }]) {
      const response = await create({ webhook_url: fresh(), ...body });
      assert.equal(response.statusCode, 201, response.body);
      assert.equal(response.json().description, null);
    }
  });

  test('update changes only the supplied fields; null clears only the description', async () => {
    const id = await created();
    const before = (await call('PATCH', `/${id}`, {})).json();
    const url = fresh();
    const changed = await call('PATCH', `/${id}`, { webhook_url: url, description: 'new', enabled: false });
    assert.equal(changed.statusCode, 200);
    assert.deepEqual(changed.json(), { ...before, webhook_url: url, description: 'new', enabled: false });
    const nulls = await call('PATCH', `/${id}`, { webhook_url: null, secret: null, enabled: null });
    assert.deepEqual(nulls.json(), changed.json());
    const cleared = await call('PATCH', `/${id}`, { description: null });
    assert.deepEqual(cleared.json(), { ...changed.json(), description: null });
    const same = await call('PATCH', `/${id}`, { webhook_url: url, enabled: true });
    assert.equal(same.statusCode, 200, 'its own URL is not "already registered"');
    assert.equal(same.json().enabled, true);
  });

  test('list returns the newest first, delete removes one', async () => {
    const owner = await api.signIn(await api.customer(['admin']));
    const ids = [await created(owner), await created(owner)];
    const list = (await call('GET', '', undefined, owner)).json();
    assert.deepEqual(
      list.map((w: { id: string }) => w.id),
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
    assert.deepEqual(Object.keys(list[0]).sort(), keys);
    const gone = await call('DELETE', `/${ids[0]}`, undefined, owner);
    const { enabled: _, disabled_reason: __, failing_since: ___, ...rest } = list[1];
    assert.deepEqual(gone.json(), { ...rest, deleted: true });
    assert.equal((await call('GET', '', undefined, owner)).json().length, 1);
    assert.deepEqual((await call('GET', '')).json().constructor, Array);
    assert.equal((await call('DELETE', `/${ids[0]}`, undefined, owner)).statusCode, 404);
  });

  test('the API key is optional on create and update only', async () => {
    const { 'access-token': token } = headers;
    const response = await create({ webhook_url: fresh() }, { 'access-token': token });
    assert.equal(response.statusCode, 201);
    const { id } = response.json();
    assert.equal((await call('PATCH', `/${id}`, {}, { 'access-token': token })).statusCode, 200);
    assert.equal((await call('GET', '', undefined, { 'access-token': token })).statusCode, 401);
    assert.equal((await call('DELETE', `/${id}`, undefined, { 'access-token': token })).statusCode, 401);
  });
});

test('the test event is signed and documented, and its outcome is returned', async () => {
  const owner = await api.signIn(await api.customer(['admin']));
  const good = (await create({ webhook_url: `${receiver.origin}/good`, secret: SECRET }, owner)).json();
  const dead = (await create({ webhook_url: 'http://127.0.0.1:9/dead', secret: SECRET }, owner)).statusCode;
  assert.equal(dead, 400, 'a blocked port');
  await create({ webhook_url: 'http://127.0.0.1:44444/dead', secret: SECRET }, owner);
  const one = await call('POST', '/test', { webhook_id: good.id }, owner);
  assert.equal(one.statusCode, 200, one.body);
  const [result] = one.json().results;
  const { duration_ms, ...rest } = result;
  assert.equal(typeof duration_ms, 'number');
  const about = { webhook_id: good.id, webhook_url: good.webhook_url };
  assert.deepEqual(rest, { ...about, delivered: true, status: 200, error: null, response_body: 'thank you' });
  const all = (await call('POST', '/test', {}, owner)).json().results as {
    delivered: boolean;
    error: string;
  }[];
  assert.deepEqual(all.map(({ delivered }) => delivered).sort(), [false, true]);
  assert.match(all.find(({ delivered }) => !delivered)?.error ?? '', /could not be reached/);
  const seen = await receiver.seen();
  assert.equal(seen.length, 2);
  for (const { body, verified } of seen) {
    assert.deepEqual(verified, { compatible: true, standard: true });
    assert.equal(JSON.parse(body).event, 'alert.test');
  }
});

test('deliveries are paged with all attempts; replay sends the same bytes with the same id', async () => {
  const customer: Customer = await api.customer(['admin']);
  const owner = await api.signIn(customer);
  const { id } = await world.webhook(customer.organizationId, `${receiver.origin}/list`);
  for (let i = 0; i < 3; i++) await world.fire(firing(customer.organizationId, { alert_name: `Alert ${i}` }));
  await world.send();
  const page = await call('GET', `/${id}/deliveries?page=2&page_size=2`, undefined, owner);
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
  const replayed = await call('POST', `/${id}/deliveries/${oldest.id}/replay`, undefined, owner);
  assert.equal(replayed.statusCode, 202, replayed.body);
  await world.send();
  const seen = await receiver.seen();
  const same = seen.filter(({ headers }) =>
    headers.some(([name, value]) => name === 'webhook-id' && value === oldest.id),
  );
  assert.equal(same.length, 2);
  assert.equal(same[0]?.body, same[1]?.body);
  const again = (await call('GET', `/${id}/deliveries?page=2&page_size=2`, undefined, owner)).json()
    .deliveries[0];
  assert.equal(again.attempts.length, 2);
  assert.equal((await call('DELETE', `/${id}`, undefined, owner)).statusCode, 200);
  const { rows } = await db.pool.query('select count(*)::int as n from webhook_attempts');
  assert.equal(rows[0].n, 0, 'the log is deleted with its webhook');
});

suite('POST /alerts/webhook/{id}/deliveries/replay', async () => {
  const desk = await api.customer(['admin']);
  const org = desk.organizationId;
  const owner = await api.signIn(desk);
  const { id } = await world.webhook(org, `${receiver.origin}/replay`);
  const replay = (body: object, given: Headers = owner) =>
    call('POST', `/${id}/deliveries/replay`, body, given);
  const all = { since: '2026-01-01T00:00:00Z' };

  test('queues finished deliveries since a time once a minute, and leaves waiting ones alone', async () => {
    for (let n = 0; n < 3; n++) await world.fire(firing(org));
    const [first, second] = await world.deliveries(id);
    await db.pool.query('delete from delivery_queue where delivery_id = $1', [first.id]);
    await db.pool.query(
      `update delivery_queue set due_at = null, died_at = now(), failure = 'status 500' where delivery_id = $1`,
      [second.id],
    );
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    assert.equal((await replay({ since: tomorrow })).json().replayed, 0);
    const failed = await replay({ ...all, only_failed: true });
    assert.deepEqual([failed.statusCode, failed.json()], [202, { replayed: 1, has_more: false }]);
    assert.deepEqual((await replay(all)).json(), { replayed: 1, has_more: false });
    await db.pool.query('delete from delivery_queue where delivery_id = $1', [first.id]);
    assert.equal((await replay(all)).json().replayed, 0, 'replayed within the last minute');
    await world.send();
    const ids = (await receiver.seen()).map(({ headers }) =>
      new globalThis.Headers(headers).get('webhook-id'),
    );
    assert.ok(ids.includes(second.id) && !ids.includes(first.id));
  });

  test('rejects an invalid time, webhooks of other organizations and users without the role', async () => {
    assert.equal((await replay({ since: 'yesterday' })).statusCode, 400);
    assert.equal((await replay({})).statusCode, 400);
    assert.equal((await replay(all, foreign)).statusCode, 404);
    const reader = await api.signIn(await api.customer([]));
    assert.equal((await replay(all, reader)).statusCode, 403);
  });
});

suite('POST /alerts/webhook/test with a URL', () => {
  const sendTest = (body: object) => call('POST', '/test', body);

  test('sends a signed test event and stores neither the URL nor the secret', async () => {
    await receiver.seen();
    const webhook_url = `${receiver.origin}/unsaved`;
    const response = await sendTest({ webhook_url, secret: SECRET });
    const [{ webhook_id, delivered, webhook_url: tested }] = response.json().results;
    assert.deepEqual([webhook_id, delivered, tested], [null, true, webhook_url]);
    const [request] = await receiver.seen();
    assert.deepEqual(request?.verified, { compatible: true, standard: true });
    const webhooks = (await call('GET', '')).json();
    assert.ok(!webhooks.some((one: { webhook_url: string }) => one.webhook_url === webhook_url));
  });

  test('rejects a URL without a secret, a secret without a URL, and a URL with a webhook', async () => {
    const webhook_url = `${receiver.origin}/unsaved`;
    for (const body of [
      { webhook_url },
      { secret: SECRET },
      { webhook_url, secret: SECRET, webhook_id: '0190b3a0-0000-7000-8000-000000000000' },
      { webhook_url: 'http://10.0.0.1/', secret: SECRET },
    ]) {
      assert.equal((await sendTest(body)).statusCode, 400, JSON.stringify(body));
    }
    assert.deepEqual(await receiver.seen(), []);
  });
});

test('no secret appears in the log, in a response, or in clear text in the database', async () => {
  const secret = 'never to be seen again 42';
  const response = await create({ webhook_url: fresh(), secret });
  await call('PATCH', `/${response.json().id}`, { secret: `${secret} changed` });
  await create({ webhook_url: 'nothing', secret });
  await create({ secret, webhook_url: { secret } });
  const { rows } = await db.pool.query('select w::text as row from webhooks w');
  const dump = rows.map(({ row }) => row).join();
  const hex = Buffer.from(secret).toString('hex');
  for (const text of [logged, dump, JSON.stringify((await call('GET', '')).json())]) {
    for (const form of [secret, hex, SECRET, Buffer.from(SECRET).toString('hex')])
      assert.ok(!text.includes(form), form);
  }
  assert.ok(logged.includes('/alerts/webhook'), 'requests were logged');
});
