import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicOnly } from '../../src/adapters/outbound/address-policy.ts';
import { createOutbound } from '../../src/adapters/outbound/create-outbound.ts';
import { updateWebhook } from '../../src/domain/notifications/manage-webhooks.ts';
import { RETRY_DELAYS_MS } from '../../src/domain/notifications/retry-schedule.ts';
import { testApi } from '../support/api.ts';
import { assertDocumented } from '../support/notifications/documented.ts';
import { type FaultUrls, faultProxy } from '../support/notifications/fault-proxy.ts';
import { firing } from '../support/notifications/firings.ts';
import { startReceiver } from '../support/notifications/start-receiver.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const names: Record<string, string[]> = {
  'inside.test': ['127.0.0.2'],
  'two.test': ['127.0.0.1', '10.0.0.1'],
};
const outbound = createOutbound({
  allows: (address) => address === '127.0.0.1' || publicOnly(address),
  userAgent: 'Milepost test',
  resolve: async (name) => names[name] ?? [],
});
const api = await testApi({ outbound });
const world = webhookWorld(api);
const proxy = await faultProxy();
const receiver = await startReceiver();
const query = async (text: string, ...values: unknown[]) => (await api.db.pool.query(text, values)).rows;
const newOrganization = async () => (await api.customer(['admin'])).organizationId;

type Expected = {
  status: number | null;
  error: RegExp | null;
  /** Seconds until the next attempt; null if there is none. */
  wait: number | null;
  responseBytes?: number;
  seconds?: number;
  /** The wait may be shorter by this many seconds. */
  earlier?: number;
};
const TIMEOUT = /took too long/;
const BROKEN = /invalid HTTP response/;
const EXPECTED: Record<keyof FaultUrls, Expected> = {
  good: { status: 200, error: null, wait: null, responseBytes: 2 },
  empty: { status: 204, error: null, wait: null, responseBytes: 0 },
  silent: { status: null, error: TIMEOUT, wait: 5, seconds: 15 },
  reset: { status: null, error: BROKEN, wait: 5 },
  slowBody: { status: 200, error: TIMEOUT, wait: 5, seconds: 15 },
  cutBody: { status: 200, error: BROKEN, wait: 5, responseBytes: 4 },
  garbage: { status: null, error: BROKEN, wait: 5 },
  error: { status: 500, error: /status 500/, wait: 5, responseBytes: 7 },
  unauthorized: { status: 401, error: /status 401/, wait: 5 },
  busy: { status: 429, error: /status 429/, wait: 60 },
  veryBusy: { status: 429, error: /status 429/, wait: 300 },
  // Its Retry-After date is set when the receiver starts, so a part of the 120 seconds has passed.
  unavailable: { status: 503, error: /status 503/, wait: 120, earlier: 30 },
  gone: { status: 410, error: /410/, wait: null },
  found: { status: 302, error: /redirected/, wait: 5 },
  permanent: { status: 308, error: /redirected/, wait: 5 },
  oversized: { status: 200, error: null, wait: null, responseBytes: 16_384 },
  endless: { status: 200, error: null, wait: null, responseBytes: 16_384 },
  selfSigned: { status: null, error: /secure connection/, wait: 5 },
  refused: { status: null, error: /could not be reached/, wait: 5 },
};

test('records the right outcome for every fault, and slow receivers do not delay the others', async () => {
  const organizationId = await newOrganization();
  const hooks = new Map<string, string>();
  for (const [name, url] of Object.entries(proxy.urls)) {
    hooks.set(name, (await world.webhook(organizationId, `${url}/hook`)).id);
  }
  await world.fire(firing(organizationId));
  let isSlowDone = false;
  const sending = world.send().finally(() => {
    isSlowDone = true;
  });
  const quick = Object.keys(EXPECTED).filter(
    (name) => EXPECTED[name as keyof FaultUrls].seconds === undefined,
  );
  for (let settled = 0; settled < quick.length; ) {
    settled = 0;
    for (const name of quick) settled += (await world.attempts(hooks.get(name) ?? '')).length;
    assert.ok(!isSlowDone, `only ${settled} of ${quick.length} were settled before the slow ones`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const name of quick) await check(name as keyof FaultUrls, hooks.get(name) ?? '');
  await sending;
  for (const name of ['silent', 'slowBody'] as const) await check(name, hooks.get(name) ?? '');
  assert.equal(proxy.trapped(), 0, 'no redirect was followed');
});

async function check(name: keyof FaultUrls, webhookId: string): Promise<void> {
  const expected = EXPECTED[name];
  const attempts = await world.attempts(webhookId);
  assert.equal(attempts.length, 1, name);
  const [{ status, error, duration_ms, answer }] = attempts;
  assert.equal(status, expected.status, name);
  if (expected.error === null) assert.equal(error, null, name);
  else assert.match(error, expected.error, name);
  if (expected.responseBytes !== undefined) assert.equal(answer.length, expected.responseBytes, name);
  assert.ok(duration_ms >= (expected.seconds ?? 0) * 1_000 - 20, `${name} took ${duration_ms} ms`);
  const [delivery] = await world.deliveries(webhookId);
  // Some receivers do not read the body, so it is checked here.
  assertDocumented(delivery.body.toString());
  assert.equal(delivery.lease_id, null, name);
  if (expected.wait === null) {
    assert.equal(delivery.due_at, null, name);
    assert.equal(delivery.died_at !== null, expected.error !== null, name);
  } else {
    // The jitter adds up to 10 %.
    const { since_attempt_seconds: least, wait_seconds: most } = delivery;
    const earliest = expected.wait - (expected.earlier ?? 0);
    assert.ok(least >= earliest && most <= expected.wait * 1.1 + 0.1, `${name}: ${least} s, ${most} s`);
    assert.equal(delivery.failure, error, name);
  }
}

test('makes ten attempts with the delays of the schedule, then gives up', async () => {
  const organizationId = await newOrganization();
  const { id } = await world.webhook(organizationId, `${proxy.urls.error}/table`);
  await world.fire(firing(organizationId));
  for (let attempt = 1; attempt <= 10; attempt++) {
    await world.send();
    assert.equal((await world.attempts(id)).length, attempt);
    const [delivery] = await world.deliveries(id);
    const pause = (RETRY_DELAYS_MS[attempt - 1] ?? 0) / 1_000;
    if (attempt < 10) {
      const { since_attempt_seconds: least, wait_seconds: most } = delivery;
      assert.ok(least >= pause && most <= pause * 1.1, `after attempt ${attempt}: ${least} s, ${most} s`);
      assert.equal(delivery.died_at, null);
    } else {
      assert.equal(delivery.due_at, null);
      assert.ok(delivery.died_at);
      assert.match(delivery.failure, /status 500/);
    }
    await world.makeDue(id);
  }
  await world.send();
  assert.equal((await world.attempts(id)).length, 10);
});

test('a 410 response disables the webhook and emails the administrators', async () => {
  const organizationId = await newOrganization();
  const { id } = await world.webhook(organizationId, `${proxy.urls.gone}/x`);
  await world.fire(firing(organizationId));
  await world.send();
  const [webhook] = await query('select enabled, disabled_reason from webhooks where id = $1', id);
  assert.equal(webhook.enabled, false);
  assert.match(webhook.disabled_reason, /410/);
  const mails = await query('select kind, content from mails where organization_id = $1', organizationId);
  assert.equal(mails.length, 1);
  assert.equal(mails[0].kind, 'notice');
  assert.ok(mails[0].content.lines[0].includes(`${proxy.urls.gone}/x`));
  await world.fire(firing(organizationId));
  assert.equal((await world.deliveries(id)).length, 1, 'a disabled webhook gets no new deliveries');
});

test('holds the deliveries of a disabled webhook and sends them when it is enabled', async () => {
  const organizationId = await newOrganization();
  const { id } = await world.webhook(organizationId, `${receiver.origin}/held`);
  await world.fire(firing(organizationId));
  await updateWebhook(world.service, organizationId, id, { enabled: false });
  await world.send();
  assert.equal((await receiver.seen()).length, 0);
  assert.equal((await world.deliveries(id))[0].due_at, Infinity);
  await updateWebhook(world.service, organizationId, id, { enabled: true });
  await world.send();
  assert.equal((await receiver.seen()).length, 1);
  assert.equal((await world.deliveries(id))[0].due_at, null);
});

test('disables a webhook after five days without a success', async () => {
  const organizationId = await newOrganization();
  const { id } = await world.webhook(organizationId, `${proxy.urls.error}/failing`);
  const state = async () =>
    (await query('select enabled, failing_since, disabled_reason from webhooks where id = $1', id))[0];
  const failedFor = (days: number) =>
    query(`update webhooks set failing_since = now() - $2 * interval '1 day' where id = $1`, id, days);
  await world.fire(firing(organizationId));
  await world.send();
  assert.ok((await state()).failing_since);
  await failedFor(4.9);
  await world.makeDue(id);
  await world.send();
  assert.equal((await state()).enabled, true);
  await updateWebhook(world.service, organizationId, id, { webhook_url: `${receiver.origin}/well` });
  await world.makeDue(id);
  await world.send();
  assert.equal((await state()).failing_since, null);

  await updateWebhook(world.service, organizationId, id, { webhook_url: `${proxy.urls.error}/failing` });
  await world.fire(firing(organizationId));
  await failedFor(5.1);
  await world.send();
  assert.equal((await state()).enabled, false);
  assert.match((await state()).disabled_reason, /5 days/);
  const mails = await query('select address from mails where organization_id = $1', organizationId);
  const users = await query('select email from users where organization_id = $1', organizationId);
  assert.deepEqual(mails, [{ address: users[0].email }]);
  await updateWebhook(world.service, organizationId, id, { enabled: true });
  assert.deepEqual(await state(), { enabled: true, failing_since: null, disabled_reason: null });
  await receiver.seen();
});

test('does not connect to a host name that resolves to a private address', async () => {
  const organizationId = await newOrganization();
  const port = new URL(proxy.urls.found).port;
  for (const name of Object.keys(names)) {
    const { id } = await world.webhook(organizationId, `http://${name}:${port}/`);
    await world.fire(firing(organizationId));
    await world.send();
    const [attempt] = await world.attempts(id);
    assert.deepEqual([attempt.status, attempt.error], [null, 'The host could not be reached.'], name);
    await updateWebhook(world.service, organizationId, id, { enabled: false });
  }
  assert.equal(proxy.trapped(), 0);
});

test('sends every match to all webhooks of the organization, whatever the channels, and to no others', async () => {
  const organizationId = await newOrganization();
  await world.webhook(await newOrganization(), `${receiver.origin}/stranger`);
  for (const path of ['a', 'b']) await world.webhook(organizationId, `${receiver.origin}/${path}`);
  const one = firing(organizationId, { notification_channels: ['email'] });
  await world.fire(one);
  await world.fire(one);
  await world.send();
  const seen = await receiver.seen();
  assert.deepEqual(
    seen.map(({ path }) => path).sort(),
    ['/a', '/b'],
    'a firing that is recorded twice is sent once',
  );
  for (const { body, verified, headers } of seen) {
    assert.deepEqual(verified, { compatible: true, standard: true });
    assert.equal(JSON.parse(body).event, 'alert.matches_found');
    const names = headers.map(([name]) => name);
    for (const name of [
      'content-type',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
      'x-genlogs-signature',
    ]) {
      assert.equal(names.filter((one) => one === name).length, 1, name);
    }
  }
});
