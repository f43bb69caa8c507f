import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Firing } from '../../src/domain/notifications/firing.ts';
import { releaseHeldMails } from '../../src/domain/notifications/mail/held-mails.ts';
import { deleteOldMails } from '../../src/domain/notifications/mail/mail-store.ts';
import { readQuotas, setQuota } from '../../src/domain/quotas/quota-store.ts';
import { type TestApi, testApi } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { milepost } from '../support/milepost.ts';
import { firing } from '../support/notifications/firings.ts';
import { headersOf, partOf, startMailServer, type Taken } from '../support/notifications/mail-server.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const server = await startMailServer();
const db = await testDatabase();
let daysLater = 0;
const clock = { now: () => new Date(Date.now() + daysLater * 86_400_000) };
const env = { SMTP_URL: server.url, PUBLIC_URL: 'https://milepost.example', LINK_SECRET: 'x'.repeat(32) };
const usual = await testApi({ db, env, clock });
const strict = await testApi({ db, env: { ...env, CONFIRM_RECIPIENTS: 'on' }, clock });
const world = webhookWorld(usual);

async function sent(service = usual.services.notifications): Promise<string[]> {
  await world.sendMails(service);
  return addresses(server.taken.splice(0));
}
const addresses = (emails: Taken[]) => emails.flatMap(({ to }) => to);
const fire = (api: TestApi, organizationId: number, over: Partial<Firing['alert']>) =>
  webhookWorld(api).fire(firing(organizationId, { notification_channels: ['email'], ...over }));
const used = async (organizationId: number) =>
  (await readQuotas(db, organizationId, clock.now())).find(({ name }) => name === 'emails_per_day')?.used;
const release = () => releaseHeldMails(usual.services.notifications);

suite('emails_per_day', () => {
  test('holds the emails above the quota and sends them on the following days', async () => {
    const { organizationId } = await usual.customer();
    await setQuota(db, organizationId, 'emails_per_day', 3);
    await fire(usual, organizationId, { email: 'a@x.example', cc_emails: ['b@x.example'] });
    await fire(usual, organizationId, {
      email: 'c@x.example',
      cc_emails: ['d@x.example', 'e@x.example', 'f@x.example', 'g@x.example'],
    });
    assert.equal((await sent()).length, 3);
    assert.equal(await used(organizationId), 3);
    await release();
    assert.deepEqual(await sent(), [], 'nothing is released on the same day');
    daysLater = 1;
    await release();
    assert.equal((await sent()).length, 3);
    await release();
    assert.deepEqual(await sent(), []);
    daysLater = 2;
    await release();
    assert.equal((await sent()).length, 1);
    daysLater = 0;
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
    const one = firing(organizationId, { notification_channels: ['email'], email: 'a@z.example' });
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
    await world.sendMails();
    const taken = server.taken.splice(0);
    const asked = addresses(taken).map((one) => one.toLowerCase());
    assert.deepEqual(asked.sort(), ['stranger@q.example', email]);
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

const { organizationId } = await usual.customer();
/** Fires an alert of this organization. Returns the emails that the server took. */
async function mailed(over: Partial<Firing['alert']>) {
  await fire(usual, organizationId, over);
  await world.sendMails();
  return server.taken.splice(0);
}
const one = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows[0];

test('one-click unsubscribe stops the emails of one alert to one address', async () => {
  const over = { id: 77, email: 'Leaver@customer.example', cc_emails: ['stayer@customer.example'] };
  const before = await mailed(over);
  const leaver = before.find(({ to }) => to[0]?.startsWith('Leaver'))?.raw ?? '';
  const headers = Object.fromEntries(headersOf(leaver));
  assert.equal(headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
  const path = /^<https:\/\/milepost\.example(.*)>$/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? '';
  const post = (url: string, request: object = {}) => usual.app.inject({ method: 'POST', url, ...request });
  const page = await usual.app.inject({ url: path });
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /<form method="post">/);
  assert.equal((await mailed(over)).length, 2, 'opening the page does not unsubscribe');
  const tampered = path.replace('/mail/unsubscribe/', '/mail/unsubscribe/A');
  assert.equal((await post(tampered)).statusCode, 403);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const click = await post(path, { headers: form, payload: 'List-Unsubscribe=One-Click' });
  assert.equal(click.statusCode, 200, click.body);
  assert.equal((await post(path)).statusCode, 200, 'unsubscribing twice is allowed');
  assert.deepEqual(addresses(await mailed(over)), ['stayer@customer.example']);
  assert.equal((await mailed({ ...over, id: 78 })).length, 2, 'other alerts are not affected');
});

test('retries after 4xx; after 5xx records the reason and suppresses the address', async () => {
  const over = {
    email: '450.full@customer.example',
    cc_emails: ['550.gone@customer.example', 'fine@customer.example'],
  };
  assert.deepEqual(addresses(await mailed(over)), ['fine@customer.example']);
  const state = (address: string) =>
    one(
      `select died_at, failure, attempts, extract(epoch from due_at - now())::float8 as wait from mails
        where address = $1 order by created_at desc limit 1`,
      [address],
    );
  const later = await state('450.full@customer.example');
  assert.equal(later.died_at, null);
  assert.match(later.failure, /450/);
  assert.ok(later.wait > 50 && later.wait <= 60, String(later.wait));
  const refused = await state('550.gone@customer.example');
  assert.ok(refused.died_at);
  assert.match(refused.failure, /550/);
  const { reason } = await one(
    `select reason from suppressed_addresses where address = '550.gone@customer.example'`,
  );
  assert.match(reason, /550/);
  assert.equal((await mailed(over)).length, 1);
  const { n } = await one(`select count(*)::int as n from mails where address = '550.gone@customer.example'`);
  assert.equal(n, 1, 'no more emails are queued for it');
});

test('a suppressed address is listed, counted by doctor, and can be lifted', async () => {
  const address = '550.moved@customer.example';
  await mailed({ email: address });
  await db.pool.query('delete from suppressed_addresses where address <> $1', [address]);
  const cli = (...args: string[]) =>
    milepost([...args, '--json'], usual.settings.dataDir, { env: { DATABASE_URL: db.url } });
  const doctor = async () => {
    const { findings } = JSON.parse((await cli('doctor')).stdout);
    return findings.find(({ check }: { check: string }) => check === 'mail addresses');
  };
  const [suppressed, ...more] = JSON.parse((await cli('mail', 'suppressed')).stdout).addresses;
  assert.deepEqual([suppressed.address, more], [address, []]);
  assert.match(suppressed.reason, /550/);
  assert.ok(Date.parse(suppressed.suppressed_at));
  const { state, says } = await doctor();
  assert.deepEqual([state, says], ['warning', '1 suppressed']);

  assert.equal((await cli('mail', 'lift', address.toUpperCase())).code, 0);
  assert.equal((await doctor()).state, 'ok');
  const again = await cli('mail', 'lift', address);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /550\.moved@customer\.example is not suppressed/);
  assert.equal((await cli('mail', 'lift')).code, 2);
  await mailed({ email: address });
  const { n } = await one('select count(*)::int as n from mails where address = $1', [address]);
  assert.equal(n, 2, 'an email was queued for it again');
});

test('an unreachable mail server loses no emails', async () => {
  const away = await testApi({ db, env: { SMTP_URL: 'smtp://127.0.0.1:44442' } });
  await fire(usual, organizationId, { email: 'patient@customer.example' });
  assert.deepEqual(await sent(away.services.notifications), []);
  const row = await one(
    `select failure, died_at, due_at from mails where address = 'patient@customer.example'`,
  );
  assert.equal(row.died_at, null);
  assert.match(row.failure, /ECONNREFUSED/);
  await db.pool.query(`update mails set due_at = now() where address = 'patient@customer.example'`);
  assert.deepEqual(await sent(), ['patient@customer.example']);
});

test('reuses connections to the mail server', async () => {
  server.connections.clear();
  for (let i = 0; i < 100; i++) await fire(usual, organizationId, { email: `many${i}@customer.example` });
  assert.equal((await sent()).length, 100);
  assert.ok(server.connections.size <= 8, String(server.connections.size));
});
