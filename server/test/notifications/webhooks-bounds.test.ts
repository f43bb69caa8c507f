import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { testApi } from '../support/api.ts';
import { eventually } from '../support/milepost.ts';
import { answering } from '../support/notifications/fault-proxy.ts';
import { firing } from '../support/notifications/firings.ts';
import { startReceiver } from '../support/notifications/start-receiver.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

/** A host begins with so many requests at once; an organization has never more than so many over all its hosts. */
const PER_HOST = 8;
const PER_ORGANIZATION = 256;
const HOSTS = 40;

const api = await testApi();
const world = webhookWorld(api);
const newcomer = async () => (await api.customer(['admin'])).organizationId;

test('at most 256 requests of one organization at once, however many hosts it has; another’s go on beside them', async () => {
  const open = new Set<ServerResponse>();
  let most = 0;
  let isHolding = true;
  const hold = (_request: unknown, response: ServerResponse) => {
    if (!isHolding) return void response.end();
    open.add(response);
    most = Math.max(most, open.size);
  };
  const [large, small] = [await newcomer(), await newcomer()];
  const ids: string[] = [];
  for (let i = 0; i < HOSTS; i++) ids.push((await world.webhook(large, await answering(hold))).id);
  for (let i = 0; i < PER_HOST; i++) await world.fire(firing(large));
  const receiver = await startReceiver();
  await world.webhook(small, receiver.origin);

  const sending = world.send();
  await eventually('it has all its places', async () => open.size >= PER_ORGANIZATION);
  await world.fire(firing(small));
  const seen = [];
  await eventually('the other is served', async () => seen.push(...(await receiver.seen())) === 1);
  assert.equal(open.size, PER_ORGANIZATION, 'nobody has left, and nobody has come in');
  assert.ok(HOSTS * PER_HOST > PER_ORGANIZATION, 'its hosts would have had places for more');

  isHolding = false;
  for (const response of open) response.end();
  await sending;
  assert.equal(most, PER_ORGANIZATION);
  for (const id of ids) {
    const deliveries = await world.deliveries(id);
    assert.equal(deliveries.length, PER_HOST);
    assert.ok(
      deliveries.every(({ due_at, died_at }) => due_at === null && died_at === null),
      'all the others came after them',
    );
  }
});
