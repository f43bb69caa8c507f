import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Firing } from '../../src/domain/notifications/firing.ts';
import { deliverMails } from '../../src/domain/notifications/mail/deliver-mails.ts';
import { mailQueue } from '../../src/domain/notifications/mail/mail-queue.ts';
import { testApi } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { milepost } from '../support/milepost.ts';
import { firing, sighting } from '../support/notifications/firings.ts';
import { headersOf, partOf, startMailServer } from '../support/notifications/mail-server.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const server = await startMailServer();
const db = await testDatabase();
const env = {
  SMTP_URL: server.url,
  MAIL_FROM: 'alerts@milepost.example',
  PUBLIC_URL: 'https://milepost.example',
};
const api = await testApi({ db, env });
const world = webhookWorld(api);
const queue = mailQueue();
const admin = await api.customer(['admin']);
const headers = await api.signIn(admin);

async function deliver(service = world.service): Promise<void> {
  while (await deliverMails(service, queue, new AbortController().signal));
}
const mailing = (over: Partial<Firing['alert']> = {}, sightings = [sighting()]) =>
  firing(admin.organizationId, { notification_channels: ['email'], ...over }, sightings);
async function mailed(over: Partial<Firing['alert']> = {}, sightings = [sighting()]) {
  await world.fire(mailing(over, sightings));
  await deliver();
  return server.taken.splice(0);
}
const one = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows[0];
const header = (raw: string, name: string) => headersOf(raw).find(([one]) => one === name)?.[1] ?? '';

test('sends one digest to each address per firing', async () => {
  const over = {
    email: 'a@customer.example',
    cc_emails: ['b@customer.example', 'A@CUSTOMER.example', 'not an address'],
  };
  const fired = mailing(over);
  await world.fire(fired);
  await world.fire(fired);
  await deliver();
  const taken = server.taken.splice(0);
  assert.deepEqual(taken.map(({ to }) => to.join().toLowerCase()).sort(), [
    'a@customer.example',
    'b@customer.example',
  ]);
  assert.deepEqual(new Set(taken.map(({ from }) => from)), new Set(['alerts@milepost.example']));
  assert.equal(new Set(taken.map(({ raw }) => header(raw, 'message-id'))).size, 2);
  const { n } = await one(
    'select count(*)::int as n from mails where sent_at is not null and due_at is null',
  );
  assert.equal(n, 2);
});

test('sends no email without the email channel', async () => {
  assert.deepEqual(await mailed({ notification_channels: ['webhook'] }), []);
});

test('the digest shows time, location, route, readings with confidence, image links and a map', async () => {
  const [mail] = await mailed({}, [
    sighting({ location_city: 'Old <b>Town</b>' }),
    sighting({
      time_captured: new Date('2026-07-04T02:30:00Z'),
      location_city: 'Reno',
      location_state: 'NV',
      latitude: 39.5,
      longitude: -119.8,
    }),
  ]);
  const raw = mail?.raw ?? '';
  const text = partOf(raw, 'text/plain').toString();
  const html = partOf(raw, 'text/html').toString();
  assert.equal(header(raw, 'subject'), '2 sightings: Stolen trailers');
  for (const form of [text, html]) {
    for (const words of [
      'Stolen trailers',
      'Reno, NV',
      'I-40 Westbound',
      'USDOT 1234567 (High)',
      'Cab 812 (inferred)',
      'Logo acme freight (Medium)',
      'Plate ABC123 OK',
      'Jul 3, 2026',
      '21:30 CDT',
    ]) {
      assert.ok(form.includes(words), `${words}\n${form}`);
    }
    assert.match(
      form,
      /https:\/\/milepost\.example\/images\/0190b3a0-0000-7000-8000-000000000000\/content\?expires=\d+&(amp;)?signature=/,
    );
  }
  assert.ok(text.indexOf('Reno') < text.indexOf('Old <b>Town</b>'), 'newest first');
  assert.ok(html.includes('Old &lt;b&gt;Town&lt;/b&gt;') && !html.includes('<b>Town'));
  assert.ok(html.includes('src="cid:map"'));
  assert.equal(partOf(raw, 'image/png').subarray(1, 4).toString(), 'PNG');
  assert.match(raw, /Content-ID: <map>/i);
  assert.ok(!/src="http|url\(/.test(html), 'opening it loads nothing from the network');
});

test('a firing of thousands of matches is one email with the newest 100', async () => {
  const [mail] = await mailed(
    {},
    Array.from({ length: 2_500 }, (_, n) => sighting({ location_city: `City ${n}` })),
  );
  const text = partOf(mail?.raw ?? '', 'text/plain').toString();
  assert.match(text, /The newest 100 of 2500 are shown/);
  assert.ok(text.includes('City 2499') && text.includes('City 2400') && !text.includes('City 2399'));
});

test('no field can add a header, a recipient or a part', async () => {
  const evil =
    'x\r\nBcc: victim@elsewhere.example\r\n\r\n<script>alert(1)</script>\u2028\u0085\n.\r\nRCPT TO:<v@e.example>';
  const nasty = {
    alert_name: evil,
    deep_search: evil,
    email: 'a@customer.example',
    cc_emails: ['b@customer.example\r\nBcc: v@e.example', '"x" <v@e.example>', 'v@e.example, w@e.example'],
  };
  const found = sighting({ location_city: evil, route: evil, equipment_logo: evil, alpr_plate_number: evil });
  const [mail, ...more] = await mailed(nasty, [found]);
  assert.equal(more.length, 0, 'invalid addresses get no email');
  assert.deepEqual(mail?.to, ['a@customer.example']);
  const raw = mail?.raw ?? '';
  const names = headersOf(raw).map(([name]) => name);
  const expected = [
    'auto-submitted',
    'cc',
    'content-type',
    'date',
    'from',
    'list-unsubscribe',
    'list-unsubscribe-post',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ];
  assert.deepEqual(
    names.filter((name) => name !== 'cc').sort(),
    expected.filter((name) => name !== 'cc'),
  );
  assert.ok(!/^bcc:/im.test(raw.slice(0, raw.indexOf('\r\n\r\n'))));
  const html = partOf(raw, 'text/html').toString();
  assert.ok(html.includes('&lt;script&gt;') && !html.includes('<script>'));
  for (const name of [
    'å∂ß — Überfälle 🚚'.repeat(3),
    'x'.repeat(5_000),
    '=?utf-8?q?fake?=',
    '"quoted" <a@b.example>',
    ' ',
  ]) {
    const [odd] = await mailed({ alert_name: name });
    const lines = (odd?.raw ?? '').split('\r\n');
    assert.ok(
      lines.every((line) => line.length <= 998),
      name.slice(0, 20),
    );
    assert.deepEqual(odd?.to, ['dispatch@customer.example']);
    assert.equal(headersOf(odd?.raw ?? '').filter(([one]) => one === 'subject').length, 1);
  }
});

test('an email renders to the same bytes each time', async () => {
  const [mail] = await mailed();
  const { id } = await one('select id from mails order by created_at desc limit 1');
  assert.equal(header(mail?.raw ?? '', 'message-id'), `<${id}@milepost.example>`);
  const shown = await api.app.inject({ method: 'GET', url: `/mails/${id}/message`, headers });
  assert.equal(shown.statusCode, 200);
  assert.equal(shown.headers['content-type'], 'message/rfc822');
  assert.equal(shown.body.trim(), mail?.raw.trim());
});

test('one-click unsubscribe stops the emails of one alert to one address', async () => {
  const over = { id: 77, email: 'Leaver@customer.example', cc_emails: ['stayer@customer.example'] };
  const before = await mailed(over);
  const leaver = before.find(({ to }) => to[0]?.startsWith('Leaver'))?.raw ?? '';
  assert.equal(header(leaver, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  const url = new URL(/^<(.*)>$/.exec(header(leaver, 'list-unsubscribe'))?.[1] ?? '');
  assert.equal(url.origin, 'https://milepost.example');
  const path = url.pathname + url.search;
  const page = await api.app.inject({ method: 'GET', url: path });
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /<form method="post">/);
  assert.equal((await mailed(over)).length, 2, 'opening the page does not unsubscribe');
  const tampered = await api.app.inject({
    method: 'POST',
    url: path.replace('/mail/unsubscribe/', '/mail/unsubscribe/A'),
  });
  assert.equal(tampered.statusCode, 403);
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const click = await api.app.inject({
    method: 'POST',
    url: path,
    headers: type,
    payload: 'List-Unsubscribe=One-Click',
  });
  assert.equal(click.statusCode, 200, click.body);
  assert.equal(
    (await api.app.inject({ method: 'POST', url: path })).statusCode,
    200,
    'unsubscribing twice is allowed',
  );
  assert.deepEqual(
    (await mailed(over)).map(({ to }) => to),
    [['stayer@customer.example']],
  );
  assert.equal((await mailed({ ...over, id: 78 })).length, 2, 'other alerts are not affected');
});

test('retries after 4xx; after 5xx records the reason and suppresses the address', async () => {
  const over = {
    email: '450.full@customer.example',
    cc_emails: ['550.gone@customer.example', 'fine@customer.example'],
  };
  assert.deepEqual(
    (await mailed(over)).map(({ to }) => to),
    [['fine@customer.example']],
  );
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
    milepost([...args, '--json'], api.settings.dataDir, { env: { DATABASE_URL: db.url } });
  const doctor = async () => {
    const { findings } = JSON.parse((await cli('doctor')).stdout);
    return findings.find(({ check }: { check: string }) => check === 'mail addresses');
  };
  const { addresses } = JSON.parse((await cli('mail', 'suppressed')).stdout);
  assert.equal(addresses.length, 1);
  assert.equal(addresses[0].address, address);
  assert.match(addresses[0].reason, /550/);
  assert.ok(Date.parse(addresses[0].suppressed_at));
  const { state, says } = await doctor();
  assert.deepEqual([state, says], ['warning', '1 suppressed']);

  assert.equal((await cli('mail', 'lift', address.toUpperCase())).code, 0);
  assert.equal((await doctor()).state, 'ok');
  const again = await cli('mail', 'lift', address);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /550\.moved@customer\.example is not suppressed/);
  assert.equal((await cli('mail', 'lift')).code, 1);
  await mailed({ email: address });
  const { n } = await one('select count(*)::int as n from mails where address = $1', [address]);
  assert.equal(n, 2, 'an email was queued for it again');
});

test('an unreachable mail server loses no emails', async () => {
  const away = await testApi({ db, env: { SMTP_URL: 'smtp://127.0.0.1:44442' } });
  await world.fire(mailing({ email: 'patient@customer.example' }));
  await deliver(away.services.notifications);
  const row = await one(
    `select failure, died_at, due_at from mails where address = 'patient@customer.example'`,
  );
  assert.equal(row.died_at, null);
  assert.match(row.failure, /ECONNREFUSED/);
  await db.pool.query(`update mails set due_at = now() where address = 'patient@customer.example'`);
  await deliver();
  assert.deepEqual(
    server.taken.splice(0).map(({ to }) => to),
    [['patient@customer.example']],
  );
});

test('reuses connections to the mail server', async () => {
  server.connections.clear();
  for (let i = 0; i < 100; i++) await world.fire(mailing({ email: `many${i}@customer.example` }));
  await deliver();
  assert.equal(server.taken.splice(0).length, 100);
  assert.ok(server.connections.size <= 8, String(server.connections.size));
});
