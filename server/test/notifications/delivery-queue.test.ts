import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { beforeEach, test } from 'node:test';
import { listDeliveries } from '../../src/domain/notifications/deliveries/delivery-log.ts';
import { deliveryQueue } from '../../src/domain/notifications/deliveries/delivery-queue.ts';
import { deleteWebhook } from '../../src/domain/notifications/manage-webhooks.ts';
import { eraseNotifications } from '../../src/domain/privacy/erase/erase-notifications.ts';
import { platePattern } from '../../src/domain/privacy/erase/vehicle-pattern.ts';
import { testApi } from '../support/api.ts';
import { eventually } from '../support/milepost.ts';
import { responding } from '../support/notifications/fault-proxy.ts';
import { firing } from '../support/notifications/firings.ts';
import { startReceiver } from '../support/notifications/start-receiver.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const api = await testApi();
const { db } = api;
const world = webhookWorld(api);
const receiver = await startReceiver();
const newOrganization = async () => (await api.customer(['admin'])).organizationId;
const org = await newOrganization();
let urls = 0;
let webhookId = '';

beforeEach(async () => {
  await db.pool.query('update webhooks set enabled = false');
  webhookId = (await world.webhook(org, `${receiver.origin}/${urls++}`)).id;
});

const query = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows;
const states = async () => {
  const { deliveries } = await listDeliveries(db, org, webhookId, {}, { page: 1, pageSize: 100 });
  return Object.fromEntries(deliveries.map(({ id, state, failure }) => [id, failure ?? state]));
};

test('a delivery is written once; its row in the queue is deleted when it succeeds', async () => {
  await world.fire(firing(org));
  const version = () => query('select ctid, xmin from webhook_deliveries where webhook_id = $1', [webhookId]);
  const before = await version();
  await world.send();
  assert.deepEqual(await version(), before);
  const [delivery] = await world.deliveries(webhookId);
  assert.equal(delivery.attempts, null, 'it is still in the queue');
  assert.deepEqual(Object.values(await states()), ['delivered']);
  assert.equal((await world.attempts(webhookId)).length, 1);
});

test('deleting a webhook deletes its deliveries from the queue', async () => {
  await world.fire(firing(org));
  const [{ id }] = await world.deliveries(webhookId);
  await deleteWebhook(world.service, org, webhookId);
  assert.deepEqual(await query('select from delivery_queue where delivery_id = $1', [id]), []);
});

test('an erased vehicle is also removed from the reason of a failure', async () => {
  await world.fire(firing(org));
  await db.pool.query(
    `update delivery_queue set failure = 'ZQ4807 is unknown' where fairness_key =
    (select fairness_key from webhooks where id = $1)`,
    [webhookId],
  );
  await eraseNotifications(db, platePattern('ZQ4807', undefined), false);
  assert.deepEqual(await query(`select from delivery_queue where failure like '%ZQ4807%'`), []);
});

test('a failed delivery that is queued again gets the whole retry schedule', async () => {
  await db.pool.query('delete from webhook_deliveries');
  await world.fire(firing(org));
  const [{ id }] = await world.deliveries(webhookId);
  await db.pool.query(
    `insert into webhook_attempts (delivery_id, started_at, duration_ms, status, error, answer)
     select $1, now() - interval '1 hour', 5, 500, 'status 500', '' from generate_series(1, 10)`,
    [id],
  );
  await db.pool.query(
    `update delivery_queue set due_at = null, died_at = now(), failure = 'status 599', attempts = 10 where delivery_id = $1`,
    [id],
  );
  assert.equal(await deliveryQueue().reviveDead(db, 'status 599'), 1);
  const { rows } = await deliveryQueue().claim(db, 10);
  assert.deepEqual(
    rows.map(({ key, made }) => [key, made]),
    [[id, 0]],
  );
});

/** Initial requests at once per host, and the maximum per organization over all its hosts. */
const PER_HOST = 8;
const PER_ORGANIZATION = 256;
const HOSTS = 40;

test('limits an organization to 256 concurrent requests over all its hosts without delaying others', async () => {
  const open = new Set<ServerResponse>();
  let most = 0;
  let isHolding = true;
  const hold = (_request: unknown, response: ServerResponse) => {
    if (!isHolding) return void response.end();
    open.add(response);
    most = Math.max(most, open.size);
  };
  const [large, small] = [await newOrganization(), await newOrganization()];
  const ids: string[] = [];
  for (let i = 0; i < HOSTS; i++) ids.push((await world.webhook(large, await responding(hold))).id);
  for (let i = 0; i < PER_HOST; i++) await world.fire(firing(large));
  await world.webhook(small, receiver.origin);
  await receiver.seen();

  const sending = world.send();
  await eventually('the limit is reached', async () => open.size >= PER_ORGANIZATION);
  await world.fire(firing(small));
  const seen = [];
  await eventually(
    'the other organization gets its delivery',
    async () => seen.push(...(await receiver.seen())) === 1,
  );
  assert.equal(open.size, PER_ORGANIZATION, 'no request has ended and none was started');
  assert.ok(HOSTS * PER_HOST > PER_ORGANIZATION, 'the host limits alone would allow more');

  isHolding = false;
  for (const response of open) response.end();
  await sending;
  assert.equal(most, PER_ORGANIZATION);
  for (const id of ids) {
    const deliveries = await world.deliveries(id);
    assert.equal(deliveries.length, PER_HOST);
    assert.ok(
      deliveries.every(({ due_at, died_at }) => due_at === null && died_at === null),
      'the remaining deliveries were sent afterwards',
    );
  }
});
