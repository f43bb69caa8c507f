import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { listDeliveries } from '../../src/domain/notifications/deliveries/delivery-log.ts';
import { adoptDeliveries, deliveryQueue } from '../../src/domain/notifications/deliveries/queue.ts';
import { deleteWebhook } from '../../src/domain/notifications/manage-webhooks.ts';
import { eraseNotifications } from '../../src/domain/privacy/erase/erase-notifications.ts';
import { platePattern } from '../../src/domain/privacy/erase/vehicle-pattern.ts';
import { testApi } from '../support/api.ts';
import { firing } from '../support/notifications/firings.ts';
import { startReceiver } from '../support/notifications/start-receiver.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const api = await testApi();
const { db } = api;
const world = webhookWorld(api);
const receiver = await startReceiver();
const org = (await api.customer(['admin'])).organizationId;
let urls = 0;
let webhookId = '';

beforeEach(async () => {
  await db.pool.query('update webhooks set enabled = false');
  webhookId = (await world.webhook(org, `${receiver.origin}/${urls++}`)).id;
});

const query = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows;
const states = async () => {
  const { deliveries } = await listDeliveries(db, org, webhookId, 1, 100);
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

/** What a process of the previous version wrote: the columns of the queue were in webhook_deliveries. */
async function writeAsBefore(count: number, columns: string): Promise<string[]> {
  for (let n = 0; n < count; n++) await world.fire(firing(org));
  const rows = await query(
    `with written as (
       update webhook_deliveries set ${columns}
        where webhook_id = $1 and id in (select delivery_id from delivery_queue) and due_at is null and died_at is null
       returning id
     )
     delete from delivery_queue where delivery_id in (select id from written) returning delivery_id as id`,
    [webhookId],
  );
  return rows.map(({ id }) => id);
}

test('deliveries that the previous version queued keep their state, move to the queue and are sent', async () => {
  const [due] = await writeAsBefore(1, `due_at = now()`);
  const [held] = await writeAsBefore(1, `due_at = 'infinity'`);
  const [lost] = await writeAsBefore(
    1,
    `due_at = now() - interval '1 second', lease_id = gen_random_uuid(), attempts = 1`,
  );
  const [later] = await writeAsBefore(
    1,
    `due_at = now() + interval '1 hour', attempts = 2, failure = 'status 503'`,
  );
  const [dead] = await writeAsBefore(1, `due_at = null, died_at = now(), failure = 'status 500'`);
  const [running] = await writeAsBefore(
    1,
    `due_at = now() + interval '40 seconds', lease_id = gen_random_uuid(), attempts = 1`,
  );
  const ids = [due, held, lost, later, dead, running].map(String);
  const expected = ['waiting', 'held', 'waiting', 'status 503', 'status 500', 'waiting'];
  const before = await states();
  assert.deepEqual(
    ids.map((id) => before[id]),
    expected,
  );

  await receiver.seen();
  assert.equal(await adoptDeliveries(db), 5, 'the one that an older worker holds stays');
  assert.equal(await adoptDeliveries(db), 0);
  const moved = await states();
  assert.deepEqual(
    ids.map((id) => moved[id]),
    expected.with(1, 'waiting'),
  );
  await world.send();
  const sent = (await receiver.seen()).map(({ headers }) => new Headers(headers).get('webhook-id'));
  assert.deepEqual(sent.sort(), [due, held, lost].sort());
  const [row] = await query(
    'select attempts, due_at > now() as waits from delivery_queue where delivery_id = $1',
    [later],
  );
  assert.deepEqual(row, { attempts: 2, waits: true });
  const old = await query('select id from webhook_deliveries where webhook_id = $1 and due_at is not null', [
    webhookId,
  ]);
  assert.deepEqual(old, [{ id: running }]);
  // The older worker finishes it.
  await db.pool.query('update webhook_deliveries set due_at = null, lease_id = null where id = $1', [
    running,
  ]);
  assert.equal((await states())[String(running)], 'delivered');
});

test('moves held deliveries of a webhook that is still disabled, and holds them again', async () => {
  const [held] = await writeAsBefore(1, `due_at = 'infinity'`);
  await db.pool.query('update webhooks set enabled = false where id = $1', [webhookId]);
  await world.send();
  assert.equal((await states())[String(held)], 'held');
  const rows = await query(`select due_at from delivery_queue where delivery_id = $1`, [held]);
  assert.deepEqual(rows, [{ due_at: Infinity }]);
});

test('a failed delivery that is queued again gets the whole retry schedule', async () => {
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
