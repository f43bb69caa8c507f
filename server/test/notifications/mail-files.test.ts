import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { deliverMails } from '../../src/domain/notifications/mail/deliver-mails.ts';
import { mailQueue } from '../../src/domain/notifications/mail/mail-queue.ts';
import { readDeliveries } from '../../src/domain/notifications/read-deliveries.ts';
import { testApi } from '../support/api.ts';
import { firing } from '../support/notifications/firings.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const local = await testApi();
const world = webhookWorld(local);
const headers = await local.signIn(await local.customer(['admin']));

test('without a mail server each email is written to a file and listed for administrators of the organization', async () => {
  const owner = await local.customer(['admin']);
  const signed = await local.signIn(owner);
  await world.fire(
    firing(owner.organizationId, {
      notification_channels: ['email'],
      cc_emails: ['second@customer.example'],
    }),
  );
  await deliverMails(world.service, mailQueue(), new AbortController().signal);
  const folder = join(local.settings.dataDir, 'mail');
  const files = await readdir(folder);
  assert.equal(files.length, 2);
  assert.ok(files.every((file) => file.endsWith('.eml')));
  const list = await local.app.inject({ method: 'GET', url: '/mails?page_size=1', headers: signed });
  assert.equal(list.statusCode, 200, list.body);
  const { mails, pagination, kept_as_files } = list.json();
  assert.equal(kept_as_files, true);
  assert.equal(pagination.total, 2);
  const { id, created_at, sent_at, ...rest } = mails[0];
  assert.ok(created_at);
  assert.deepEqual([rest.state, sent_at], ['kept', null], 'it was not sent');
  const { rows } = await local.db.pool.query('select firing_id from mails where id = $1', [id]);
  const deliveries = await readDeliveries(local.db, owner.organizationId, [rows[0].firing_id]);
  assert.deepEqual(
    deliveries.map(({ channel, state, delivered_at }) => ({ channel, state, delivered_at })),
    Array(2).fill({ channel: 'email', state: 'kept', delivered_at: null }),
  );
  const message = await local.app.inject({ method: 'GET', url: `/mails/${id}/message`, headers: signed });
  const file = files.find((name) => name.includes(id)) ?? '';
  assert.equal(message.body, await readFile(join(folder, file), 'utf8'));

  const call = (url: string, given: Record<string, string>) =>
    local.app.inject({ method: 'GET', url, headers: given });
  assert.equal((await call(`/mails/${id}/message`, headers)).statusCode, 404, 'another organization’s');
  assert.equal((await call('/mails/none/message', signed)).statusCode, 400);
  const plain = await local.signIn(await local.customer(['create-alert-endpoint']));
  for (const url of ['/mails', `/mails/${id}/message`]) {
    assert.equal((await call(url, {})).statusCode, 401);
    assert.equal((await call(url, plain)).statusCode, 403);
  }
});
