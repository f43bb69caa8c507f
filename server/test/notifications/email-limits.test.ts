import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Firing } from '../../src/domain/notifications/firing.ts';
import { deliverMails } from '../../src/domain/notifications/mail/deliver-mails.ts';
import { releaseHeldMails } from '../../src/domain/notifications/mail/held-mails.ts';
import { mailQueue } from '../../src/domain/notifications/mail/mail-queue.ts';
import { deleteOldMails } from '../../src/domain/notifications/mail/mail-store.ts';
import { readQuotas, setQuota } from '../../src/domain/quotas/quota-store.ts';
import { type TestApi, testApi } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { firing, sighting } from '../support/notifications/firings.ts';
import { partOf, startMailServer } from '../support/notifications/mail-server.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const server = await startMailServer();
const db = await testDatabase();
let now = new Date();
const clock = { now: () => now };
const env = { SMTP_URL: server.url, PUBLIC_URL: 'https://milepost.example', LINK_SECRET: 'x'.repeat(32) };
const usual = await testApi({ db, env, clock });
const strict = await testApi({ db, env: { ...env, CONFIRM_RECIPIENTS: 'on' }, clock });
const queue = mailQueue();

async function sent(): Promise<string[]> {
  while (await deliverMails(usual.services.notifications, queue, new AbortController().signal));
  return server.taken.splice(0).flatMap(({ to }) => to);
}
const fire = (api: TestApi, organizationId: number, over: Partial<Firing['alert']>) =>
  webhookWorld({ ...api, db }).fire(
    firing(organizationId, { notification_channels: ['email'], ...over }, [sighting()]),
  );
const used = async (organizationId: number) =>
  (await readQuotas(db, organizationId, now)).find(({ name }) => name === 'emails_per_day')?.used;
const release = () => releaseHeldMails(usual.services.notifications);
const NEXT_DAY_MS = 86_400_000;

suite('emails_per_day', () => {
  test('holds the emails above the quota and sends them on the following days', async () => {
    const { organizationId } = await usual.customer();
    await setQuota(db, organizationId, 'emails_per_day', 3);
    const today = now;
    await fire(usual, organizationId, { email: 'a@x.example', cc_emails: ['b@x.example'] });
    await fire(usual, organizationId, {
      email: 'c@x.example',
      cc_emails: ['d@x.example', 'e@x.example', 'f@x.example', 'g@x.example'],
    });
    assert.equal((await sent()).length, 3);
    assert.equal(await used(organizationId), 3);
    await release();
    assert.deepEqual(await sent(), [], 'nothing is released on the same day');
    now = new Date(today.getTime() + NEXT_DAY_MS);
    await release();
    assert.equal((await sent()).length, 3);
    await release();
    assert.deepEqual(await sent(), []);
    now = new Date(today.getTime() + 2 * NEXT_DAY_MS);
    await release();
    assert.equal((await sent()).length, 1);
    now = today;
  });

  test('a higher quota releases held emails at once', async () => {
    const { organizationId } = await usual.customer();
    await setQuota(db, organizationId, 'emails_per_day', 0);
    await fire(usual, organizationId, { email: 'a@y.example' });
    assert.deepEqual(await sent(), []);
    await setQuota(db, organizationId, 'emails_per_day', null);
    await release();
    assert.deepEqual(await sent(), ['a@y.example']);
  });

  test('a firing that is recorded twice counts once', async () => {
    const { organizationId } = await usual.customer();
    const one = firing(organizationId, { notification_channels: ['email'], email: 'a@z.example' }, [
      sighting(),
    ]);
    const world = webhookWorld({ ...usual, db });
    await world.fire(one);
    await world.fire(one);
    assert.equal(await used(organizationId), 1);
    assert.deepEqual(await sent(), ['a@z.example']);
  });

  test('concurrent firings never exceed it', async () => {
    const { organizationId } = await usual.customer();
    await setQuota(db, organizationId, 'emails_per_day', 5);
    const addresses = Array.from({ length: 20 }, (_, i) => `user${i}@w.example`);
    await Promise.all(addresses.map((email) => fire(usual, organizationId, { email })));
    assert.equal((await sent()).length, 5);
    assert.equal(await used(organizationId), 5);
  });
});

suite('CONFIRM_RECIPIENTS', () => {
  test('users of the organization receive alerts at once, others after they confirmed', async () => {
    const { organizationId, email } = await strict.customer();
    await fire(strict, organizationId, { email: email.toUpperCase(), cc_emails: ['Stranger@q.example'] });
    const { notifications } = usual.services;
    while (await deliverMails(notifications, queue, new AbortController().signal));
    const taken = server.taken.splice(0);
    assert.deepEqual(
      taken
        .flatMap(({ to }) => to)
        .map((one) => one.toLowerCase())
        .sort(),
      ['stranger@q.example', email],
    );
    const request = taken.find(({ to }) => to.join().includes('stranger'));
    const text = partOf(request?.raw ?? '', 'text/plain').toString();
    const link = /https:\/\/milepost\.example(\/mail\/confirm\/\S+)/.exec(text)?.[1] ?? '';
    assert.ok(link, text);
    assert.doesNotMatch(text, /Amarillo/, 'the request shows no sighting');

    await fire(strict, organizationId, { email: 'stranger@q.example' });
    assert.deepEqual(await sent(), [], 'the address is not asked again within a week');

    const page = await strict.app.inject({ url: link });
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /<button>Confirm</);
    assert.deepEqual(await sent(), [], 'opening the page confirms nothing');
    const forged = link.replace(/signature=.{6}/, 'signature=AAAAAA');
    assert.equal((await strict.app.inject({ method: 'POST', url: forged })).statusCode, 403);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const confirmed = await strict.app.inject({ method: 'POST', url: link, headers: form, payload: '' });
    assert.equal(confirmed.statusCode, 200, confirmed.body);
    await release();
    assert.equal((await sent()).length, 2, 'held emails are sent');
    await fire(strict, organizationId, { email: 'stranger@q.example' });
    assert.deepEqual(await sent(), ['stranger@q.example']);
  });

  test('a confirmation is for one organization', async () => {
    const { organizationId } = await strict.customer();
    await fire(strict, organizationId, { email: 'stranger@q.example' });
    const { rows } = await db.pool.query(
      'select kind, held_for from mails where organization_id = $1 order by kind',
      [organizationId],
    );
    assert.deepEqual(rows, [
      { kind: 'confirm_recipient', held_for: null },
      { kind: 'digest', held_for: 'confirmation' },
    ]);
    await sent();
  });

  test('emails that are held for 30 days are deleted', async () => {
    await db.pool.query(
      `update mails set created_at = now() - interval '31 days' where held_for is not null`,
    );
    await deleteOldMails(db, 30, 1_000);
    const { rows } = await db.pool.query('select from mails where held_for is not null');
    assert.equal(rows.length, 0);
  });

  test('is off by default', async () => {
    const { organizationId } = await usual.customer();
    await fire(usual, organizationId, { email: 'stranger@r.example' });
    assert.deepEqual(await sent(), ['stranger@r.example']);
  });
});
