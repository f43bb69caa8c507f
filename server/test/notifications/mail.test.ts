import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { Firing } from '../../src/domain/notifications/firing.ts';
import { testApi } from '../support/api.ts';
import { sampleImage } from '../support/images/sample-images.ts';
import { uploadImage } from '../support/images/upload-image.ts';
import { firing, sighting } from '../support/notifications/firings.ts';
import { headersOf, partOf, startMailServer } from '../support/notifications/mail-server.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const server = await startMailServer();
const env = {
  SMTP_URL: server.url,
  MAIL_FROM: 'alerts@milepost.example',
  PUBLIC_URL: 'https://milepost.example',
};
const api = await testApi({ env });
const { db } = api;
const world = webhookWorld(api);
const admin = await api.customer(['admin']);
const headers = await api.signIn(admin);
const mailing = (over: Partial<Firing['alert']> = {}, sightings = [sighting()]) =>
  firing(admin.organizationId, { notification_channels: ['email'], ...over }, sightings);
async function mailed(over: Partial<Firing['alert']> = {}, sightings = [sighting()]) {
  await world.fire(mailing(over, sightings));
  await world.sendMails();
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
  await world.sendMails();
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
  assert.deepEqual(names.filter((name) => name !== 'cc').sort(), expected);
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

test('the subject has no bidirectional or invisible characters', async () => {
  const alert_name = 'pay\u202Efdp.\u2066exe\u2069\u200F \u200Bnow\uFEFF\u00AD\u{E0041}';
  const [mail] = await mailed({ alert_name });
  assert.equal(header(mail?.raw ?? '', 'subject'), '1 sighting: payfdp.exe now');
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

test('the digest names earlier matches that were corrected since', async () => {
  const earlier = sighting({ location_city: 'Old <b>Town</b>', usdot_number: 5_000_800 });
  const { matches: corrected } = mailing({}, [earlier]);
  await world.fire({ ...mailing(), corrected });
  await world.sendMails();
  const [mail] = server.taken.splice(0);
  const forms = ['text/plain', 'text/html'].map((type) => partOf(mail?.raw ?? '', type).toString());
  const [text = '', html = ''] = forms;
  for (const form of forms)
    assert.match(
      form,
      /Corrected: the sighting of .* which an earlier email reported, does not match this alert/s,
    );
  assert.match(text, /in Old <b>Town<\/b>, .*5000800/);
  assert.ok(!html.includes('<b>Town'), 'texts are escaped');
});

test('the digest shows the carrier, a link to the match, and the thumbnail as an inline attachment', async () => {
  const image_id = await uploadImage(api, headers, await sampleImage('jpeg', { width: 1280, height: 720 }));
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name) values (777, 'INFERRED & SONS')`,
  );
  const fired = mailing({ cc_emails: ['b@customer.example'] }, [
    sighting({ image_id, carrier_name: 'ACME ROCKETS LLC' }),
    sighting({ usdot_number: 777 }),
  ]);
  for (const [n, match] of fired.matches.entries()) match.match_id = 41 + n;
  await world.fire(fired);
  let asked = 0;
  const service = {
    ...world.service,
    images: {
      ...world.service.images,
      thumbnails: (ids: string[]) => {
        asked++;
        return world.service.images.thumbnails(ids);
      },
    },
  };
  await world.sendMails(service);
  const [first, second] = server.taken.splice(0);
  assert.equal(asked, 1, 'thumbnails are made once for all recipients');
  for (const { raw } of [first, second] as { raw: string }[]) {
    const text = partOf(raw, 'text/plain').toString();
    const html = partOf(raw, 'text/html').toString();
    assert.ok(text.includes('ACME ROCKETS LLC') && text.includes('INFERRED & SONS'), text);
    assert.ok(html.includes('ACME ROCKETS LLC') && html.includes('INFERRED &amp; SONS'), html);
    const link = `https://milepost.example/console/alerts/${fired.alert.id}?match=41`;
    assert.ok(text.includes(link) && html.includes(link));
    assert.ok(html.includes(`src="cid:${image_id}"`));
    assert.match(raw, new RegExp(`Content-ID: <${image_id}>`, 'i'));
    const { width, height } = await sharp(partOf(raw, 'image/jpeg')).metadata();
    assert.deepEqual([width, height], [400, 225]);
    assert.ok(raw.length < 150_000);
  }
});

test('an email is sent without thumbnails when they cannot be made', async () => {
  await world.fire(mailing());
  const thumbnails = () => Promise.reject(new Error('The process was stopped.'));
  await world.sendMails({ ...world.service, images: { ...world.service.images, thumbnails } });
  const [mail] = server.taken.splice(0);
  assert.ok(mail && !mail.raw.includes('image/jpeg'));
});
