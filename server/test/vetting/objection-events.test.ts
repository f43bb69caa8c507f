import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { ReceivedObjections } from '../../src/contract/brokers/objection.ts';
import type { Role } from '../../src/contract/roles.ts';
import { createUser } from '../../src/domain/identity/manage-users.ts';
import { PASSWORD, testApi } from '../support/api.ts';
import { testImporter } from '../support/federal/federal-files.ts';
import { startReceiver } from '../support/notifications/start-receiver.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';
import { loadVettingWorld, TODAY, UNINSURED } from '../support/vetting/vetting-world.ts';

const now = new Date(`${TODAY}T12:00:00Z`);
const api = await testApi({ clock: { now: () => now }, env: { MODE: 'local' } });
await loadVettingWorld(api, await testImporter(api.db, now));
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const world = webhookWorld(api);
const receiver = await startReceiver();
const subscribed = await world.webhook(customer.organizationId, `${receiver.origin}/subscribed`);
const other = await world.webhook(customer.organizationId, `${receiver.origin}/other`);
const stranger = await api.customer(['admin']);
const elsewhere = await world.webhook(stranger.organizationId, `${receiver.origin}/elsewhere`);

const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, own = headers) =>
  api.app.inject({ method, url, headers: own, ...(payload && { payload }) });
const subscribe = { events: ['objection.received'] };
await send('PUT', `/alerts/webhook/${subscribed.id}/events`, subscribe);
await send('PUT', `/alerts/webhook/${elsewhere.id}/events`, subscribe, await api.signIn(stranger));

const made = await send('POST', '/carrier-links', { usdot_number: String(UNINSURED) });
const token: string = made.json().link.split('#')[1];
const object = async (message: string) => {
  const payload = { token, rule: 'insurance_liability', message, contact: 'Pat, 214-555-0100' };
  const response = await api.app.inject({ method: 'POST', url: '/carrier-view/objections', payload });
  assert.equal(response.statusCode, 201, response.body);
  return response.json().objection.id as string;
};
const mails = async () => {
  const { rows } = await api.db.pool.query(
    `select organization_id, address, subject, content ->> 'lines' as lines from mails where kind = 'notice' order by created_at`,
  );
  return rows;
};

test('an objection reaches each webhook that subscribed, once, as documented', async () => {
  const id = await object('The certificate is attached.');
  assert.equal(await object('The certificate is attached.'), id, 'it was sent twice');
  await world.send();
  const requests = await receiver.seen();
  assert.deepEqual(
    requests.map(({ path, verified }) => [path, verified.compatible]),
    [['/subscribed', true]],
  );
  const payload = JSON.parse(requests[0]?.body ?? '');
  assert.deepEqual([...Value.Errors(ReceivedObjections, payload)], []);
  const { objections } = (await send('GET', '/objections')).json();
  const [stored] = objections;
  assert.deepEqual(payload, {
    ...{ event: 'objection.received', webhook_id: subscribed.id, customer_id: customer.organizationId },
    ...{ timestamp: now.toISOString(), total_objections: 1 },
    objections: [
      {
        ...{ id, usdot_number: String(UNINSURED), legal_name: payload.objections[0].legal_name },
        ...{ rule: 'insurance_liability', signal: null, result: 'FAIL', finding: stored.finding },
        ...{ message: 'The certificate is attached.', contact: 'Pat, 214-555-0100', file_name: null },
        created_at: now.toISOString(),
      },
    ],
  });
  assert.notEqual(payload.objections[0]?.legal_name, '');
  for (const { id: none } of [other, elsewhere]) assert.deepEqual(await world.deliveries(none), []);
});

test('its delivery is in the log and can be replayed', async () => {
  const url = `/alerts/webhook/${subscribed.id}/deliveries`;
  const [delivery] = (await send('GET', url)).json().deliveries;
  assert.equal(delivery.event, 'objection.received');
  assert.match(delivery.alert_name, new RegExp(`USDOT ${UNINSURED}`));
  const again = await send('POST', `${url}/${delivery.id}/replay`);
  assert.equal(again.statusCode, 202, again.body);
  await world.send();
  assert.equal((await receiver.seen()).length, 1);
});

test('whoever may decide it gets one email; nobody else does', async () => {
  const addUser = (email: string, roles: Role[]) =>
    createUser(api.db, api.services.identity.passwords, {
      ...{ organizationId: customer.organizationId, email, password: PASSWORD, roles },
    });
  const colleague = await addUser('decides@example.com', ['external-api-update-compliance-rules']);
  const reader = await addUser('reads@example.com', ['external-api-compliance-rules']);
  const before = (await mails()).length;
  await object('It was renewed.\r\nBcc: someone@else.example');
  const sent = (await mails()).slice(before);
  const addresses = sent.map(({ address }) => address);
  assert.equal(addresses.length, 2, addresses.join());
  assert.ok(addresses.includes(colleague.email) && !addresses.includes(reader.email));
  assert.ok(sent.every(({ organization_id }) => organization_id === customer.organizationId));
  assert.match(sent[0].subject, new RegExp(`^Objection of .*USDOT ${UNINSURED}$`));
  assert.match(sent[0].lines, /liability/i);
  assert.match(sent[0].lines, /It was renewed/);
  await world.sendMails();
  const { mails: listed } = (await send('GET', '/mails')).json();
  assert.ok(listed.some(({ subject }: { subject: string }) => subject === sent[0].subject));
});
