import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { suite, test } from 'node:test';
import { RequestLimits } from '../../src/domain/notifications/deliveries/request-limits.ts';
import { WebhookSender } from '../../src/domain/notifications/deliveries/webhook-sender.ts';
import { testApi } from '../support/api.ts';
import { silent } from '../support/cluster.ts';
import { eventually } from '../support/milepost.ts';
import { responding } from '../support/notifications/fault-proxy.ts';
import { firing } from '../support/notifications/firings.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const api = await testApi();
const world = webhookWorld(api);

test('a receiver that hangs does not delay another customer on the same host', async () => {
  const hanging: ServerResponse[] = [];
  const arrived: string[] = [];
  const origin = await responding((request, response) => {
    if (request.url === '/hang') return void hanging.push(response);
    arrived.push(request.url ?? '');
    return void response.end();
  });
  const [slow, fast] = [await api.customer(['admin']), await api.customer(['admin'])];
  await world.webhook(slow.organizationId, `${origin}/hang`);
  await world.webhook(fast.organizationId, `${origin}/ok`);
  for (let i = 0; i < 24; i++) await world.fire(firing(slow.organizationId));
  const stop = new AbortController();
  const sender = new WebhookSender(world.service, silent);
  const running = sender.run(stop.signal);
  await eventually('the limit of one organization is used up', async () => hanging.length === 8);
  for (let i = 0; i < 6; i++) await world.fire(firing(fast.organizationId));
  sender.wake();
  await eventually('all deliveries of the other customer', async () => arrived.length === 6);
  assert.equal(hanging.length, 8, 'the first customer still waits');
  for (const response of hanging) response.end();
  stop.abort();
  for (const response of hanging) response.end();
  await running;
});

suite('requests to one host', () => {
  const limits = () => new RequestLimits(() => undefined);
  test('of one organization are limited', () => {
    const one = limits();
    const slots = Array.from({ length: 20 }, () => one.acquire('a.example', 1));
    assert.equal(slots.filter((slot) => slot !== null).length, 8);
    assert.equal(one.isStuck('a.example', 2), false);
    for (const slot of slots) slot?.end(true, 1);
  });
  test('of all organizations are limited, but each may have one', () => {
    const shared = limits();
    const slots = Array.from({ length: 20 }, (_, organization) =>
      Array.from({ length: 8 }, () => shared.acquire('a.example', organization)).filter(
        (slot) => slot !== null,
      ),
    );
    assert.equal(slots.slice(0, 8).flat().length, 64);
    assert.deepEqual(
      slots.slice(8).map((own) => own.length),
      Array(12).fill(1),
    );
    for (const slot of slots.flat()) slot.end(true, 1);
    assert.notEqual(shared.acquire('a.example', 5), null, 'free again');
  });
});
