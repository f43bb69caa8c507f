import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { testApi } from '../support/api.ts';
import { eventually } from '../support/milepost.ts';
import { responding } from '../support/notifications/fault-proxy.ts';
import { firing } from '../support/notifications/firings.ts';
import { startReceiver } from '../support/notifications/start-receiver.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

/** Initial requests at once per host, and the maximum per organization over all its hosts. */
const PER_HOST = 8;
const PER_ORGANIZATION = 256;
const HOSTS = 40;

const api = await testApi();
const world = webhookWorld(api);
const newOrganization = async () => (await api.customer(['admin'])).organizationId;

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
  const receiver = await startReceiver();
  await world.webhook(small, receiver.origin);

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
