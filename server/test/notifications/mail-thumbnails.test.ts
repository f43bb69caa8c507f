import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { Firing } from '../../src/domain/notifications/firing.ts';
import { deliverMails } from '../../src/domain/notifications/mail/deliver-mails.ts';
import { mailQueue } from '../../src/domain/notifications/mail/mail-queue.ts';
import { testApi } from '../support/api.ts';
import { sampleImage } from '../support/images/sample-images.ts';
import { uploadImage } from '../support/images/upload-image.ts';
import { firing, sighting } from '../support/notifications/firings.ts';
import { partOf, startMailServer } from '../support/notifications/mail-server.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const server = await startMailServer();
const env = { SMTP_URL: server.url, PUBLIC_URL: 'https://milepost.example' };
const api = await testApi({ env });
const { db } = api;
const world = webhookWorld(api);
const queue = mailQueue();
const admin = await api.customer(['admin']);
const headers = await api.signIn(admin);

async function deliver(service = world.service): Promise<void> {
  while (await deliverMails(service, queue, new AbortController().signal));
}
const mailing = (over: Partial<Firing['alert']> = {}, sightings = [sighting()]) =>
  firing(admin.organizationId, { notification_channels: ['email'], ...over }, sightings);

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
  await deliver(service);
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
  await deliver({ ...world.service, images: { ...world.service.images, thumbnails } });
  const [mail] = server.taken.splice(0);
  assert.ok(mail && !mail.raw.includes('image/jpeg'));
});
