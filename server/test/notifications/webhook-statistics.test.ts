import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { type Customer, testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { firing } from '../support/notifications/firings.ts';
import { webhookClient } from '../support/notifications/webhook-client.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const api = await testApi();
const world = webhookWorld(api);
let status = 200;
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(status).end());
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
closing(async () => void server.close());
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const { call } = await webhookClient(api);

async function statisticsOf(customer: Customer, query = '') {
  const response = await call('GET', `/statistics${query}`, undefined, await api.signIn(customer));
  assert.equal(response.statusCode, 200, response.body);
  return response.json().webhooks;
}

test('a webhook without deliveries has none', async () => {
  const customer = await api.customer(['admin']);
  const { id } = await world.webhook(customer.organizationId, `${origin}/none`);
  assert.deepEqual(await statisticsOf(customer), [
    { webhook_id: id, last_delivery: null, delivered: 0, undelivered: 0, is_complete: true },
  ]);
});

test('counts what arrived and what failed in the last 24 hours, without what was not tried', async () => {
  const customer = await api.customer(['admin']);
  const { organizationId } = customer;
  const { id } = await world.webhook(organizationId, `${origin}/counts`);
  await world.fire(firing(organizationId));
  await world.send();
  await api.db.pool.query(
    `update webhook_deliveries set created_at = now() - interval '25 hours' where webhook_id = $1`,
    [id],
  );
  await world.fire(firing(organizationId));
  await world.send();
  status = 503;
  await world.fire(firing(organizationId));
  await world.send();
  status = 200;
  const [counted] = await statisticsOf(customer);
  assert.deepEqual([counted.delivered, counted.undelivered, counted.is_complete], [1, 1, true]);
  assert.deepEqual([counted.last_delivery.state, counted.last_delivery.status], ['waiting', 503]);
  await world.fire(firing(organizationId));
  const [queued] = await statisticsOf(customer);
  assert.deepEqual([queued.delivered, queued.undelivered], [1, 1]);
  assert.deepEqual([queued.last_delivery.state, queued.last_delivery.status], ['waiting', null]);
  await call('POST', '/test', { webhook_id: id }, await api.signIn(customer));
  const [tested] = await statisticsOf(customer);
  assert.deepEqual([tested.last_delivery.state, tested.last_delivery.status], ['delivered', 200]);
  assert.deepEqual([tested.delivered, tested.undelivered], [1, 1], 'a test event is not counted');
});

test('pages in the order of the list of webhooks, without those of other organizations', async () => {
  const [customer, stranger] = [await api.customer(['admin']), await api.customer(['admin'])];
  for (const name of ['a', 'b', 'c']) await world.webhook(customer.organizationId, `${origin}/page/${name}`);
  await world.webhook(stranger.organizationId, `${origin}/page/other`);
  const listed = (await call('GET', '', undefined, await api.signIn(customer))).json();
  const idsOf = async (query: string) =>
    (await statisticsOf(customer, query)).map(({ webhook_id }: { webhook_id: string }) => webhook_id);
  assert.deepEqual(
    [...(await idsOf('?page_size=2')), ...(await idsOf('?page_size=2&page=2'))],
    listed.map(({ id }: { id: string }) => id),
  );
});

test('counts the newest 1,000 deliveries of a webhook', async () => {
  const customer = await api.customer(['admin']);
  const { id } = await world.webhook(customer.organizationId, `${origin}/many`);
  await api.db.pool.query(
    `insert into webhook_deliveries (id, webhook_id, fairness_key, organization_id, firing_id, alert_id, alert_name,
       total_matches, body)
     select gen_random_uuid(), w.id, w.fairness_key, w.organization_id, gen_random_uuid(), 1, 'Desk', 1, '{}'
       from webhooks w, generate_series(1, 1100) where w.id = $1`,
    [id],
  );
  const [{ delivered, is_complete }] = await statisticsOf(customer);
  assert.deepEqual([delivered, is_complete], [1_000, false]);
});
