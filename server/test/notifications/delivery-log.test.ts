import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Customer, testApi } from '../support/api.ts';
import { firing } from '../support/notifications/firings.ts';
import { startReceiver } from '../support/notifications/start-receiver.ts';
import { webhookClient } from '../support/notifications/webhook-client.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const api = await testApi();
const { db } = api;
const world = webhookWorld(api);
const receiver = await startReceiver();
const { call } = await webhookClient(api);

test('deliveries are filtered by state, event and time, with the number of those that fit', async () => {
  const customer: Customer = await api.customer(['admin']);
  const owner = await api.signIn(customer);
  const { id } = await world.webhook(customer.organizationId, `${receiver.origin}/filter`);
  await world.fire(firing(customer.organizationId, { alert_name: 'Old' }));
  await db.pool.query(
    `update webhook_deliveries set created_at = now() - interval '2 days' where webhook_id = $1`,
    [id],
  );
  await world.send();
  await world.fire(firing(customer.organizationId, { alert_name: 'Waiting' }));
  await call('POST', '/test', { webhook_id: id }, owner);
  const found = async (query: string) => {
    const response = await call('GET', `/${id}/deliveries?${query}`, undefined, owner);
    assert.equal(response.statusCode, 200, response.body);
    const { deliveries, pagination } = response.json();
    assert.equal(pagination.total, deliveries.length);
    return deliveries.map(({ alert_name }: { alert_name: string }) => alert_name);
  };
  assert.deepEqual(await found('state=waiting'), ['Waiting']);
  assert.deepEqual(await found('state=failed'), []);
  assert.deepEqual(await found('event=alert.test'), ['Test alert']);
  assert.deepEqual(await found('event=alert.matches_found'), ['Waiting', 'Old']);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  assert.deepEqual(await found(`to=${yesterday}`), ['Old']);
  assert.deepEqual(await found(`from=${yesterday}&state=delivered`), ['Test alert']);
  assert.equal((await call('GET', `/${id}/deliveries?state=lost`, undefined, owner)).statusCode, 400);
});

test('the content of a delivery is what the receiver got, without anything made from the secret', async () => {
  const customer: Customer = await api.customer(['admin']);
  const owner = await api.signIn(customer);
  const { id } = await world.webhook(customer.organizationId, `${receiver.origin}/content`);
  await receiver.seen();
  await world.fire(firing(customer.organizationId));
  await world.send();
  const [sent] = (await receiver.seen())
    .filter(({ headers }) => headers.some(([name]) => name === 'webhook-id'))
    .slice(-1);
  const [{ id: deliveryId }] = (await call('GET', `/${id}/deliveries`, undefined, owner)).json().deliveries;
  const response = await call('GET', `/${id}/deliveries/${deliveryId}`, undefined, owner);
  assert.equal(response.statusCode, 200, response.body);
  const { headers: shown, signed_headers: signed, body } = response.json();
  assert.equal(body, sent?.body);
  const received = new Map(sent?.headers);
  for (const [name, value] of Object.entries(shown)) assert.equal(received.get(name), value, name);
  for (const name of signed) {
    const value = received.get(name.toLowerCase());
    assert.ok(value, `${name} was sent`);
    assert.ok(!response.body.includes(value), `${name} is not shown`);
  }
  const stranger = await api.signIn(await api.customer(['admin']));
  assert.equal((await call('GET', `/${id}/deliveries/${deliveryId}`, undefined, stranger)).statusCode, 404);
});

test('the latency of a webhook is that of its attempts, by hour or by day', async () => {
  const customer: Customer = await api.customer(['admin']);
  const owner = await api.signIn(customer);
  const { id } = await world.webhook(customer.organizationId, `${receiver.origin}/latency`);
  const empty = (await call('GET', `/${id}/latency`, undefined, owner)).json();
  assert.deepEqual(empty, { step: 'hour', points: [], is_complete: true });
  await world.fire(firing(customer.organizationId));
  const [{ id: deliveryId }] = await world.deliveries(id);
  const started = new Date(Date.now() - 10 * 60_000);
  await db.pool.query(`update webhook_deliveries set created_at = $2 where id = $1`, [deliveryId, started]);
  for (const [duration, status] of [
    [100, 200],
    [300, 200],
    [900, 500],
  ])
    await db.pool.query(
      `insert into webhook_attempts (delivery_id, started_at, duration_ms, status, answer) values ($1, $2, $3, $4, '')`,
      [deliveryId, started, duration, status],
    );
  const hours = (await call('GET', `/${id}/latency`, undefined, owner)).json();
  const { start, ...point } = hours.points[0];
  assert.deepEqual(point, { attempts: 3, failed: 1, median_ms: 300, p95_ms: 900 });
  assert.equal(start, `${started.toISOString().slice(0, 13)}:00:00.000Z`);
  const days = (await call('GET', `/${id}/latency?hours=720`, undefined, owner)).json();
  assert.deepEqual(
    [days.step, days.points[0].start],
    ['day', `${started.toISOString().slice(0, 10)}T00:00:00.000Z`],
  );
  const stranger = await api.signIn(await api.customer(['admin']));
  assert.equal((await call('GET', `/${id}/latency`, undefined, stranger)).statusCode, 404);
});
