import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { verifyWebhook } from '../../sdk/src/verify-webhook.ts';
import { mailQueue } from '../../server/src/domain/notifications/mail/mail-queue.ts';
import { MailSender } from '../../server/src/domain/notifications/mail/mail-sender.ts';
import { recordFirings } from '../../server/src/domain/notifications/record-firing.ts';
import type { Customer } from '../../server/test/support/api.ts';
import { uploadImage } from '../../server/test/support/images/upload-image.ts';
import { firing } from '../../server/test/support/notifications/firings.ts';
import { startReceiver } from '../../server/test/support/notifications/start-receiver.ts';
import { webhookWorld } from '../../server/test/support/notifications/webhook-world.ts';
import { testRecognition } from '../../server/test/support/recognition/recognition.ts';
import { test } from './support/browser.ts';
import { settled } from './support/pages.ts';
import { card, fill, signIn, startConsole } from './support/visit.ts';

const { api, home, visit } = await startConsole({ TOKEN_LIMIT_PER_ADDRESS: '100' });
const { ingest, drain } = testRecognition(api, {}, Date.now() - 3_600_000);

const customer = await api.customer(['admin']);
const ZONE = 'America/Chicago';
const headers = await api.signIn(customer);
const photo = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#336699' } })
  .jpeg()
  .toBuffer();
await ingest(customer.organizationId, { lines: ['USDOT 1234567'] });
const capture = { source: 'camera-2', plate: 'KEEP42', seconds: 600 };
const rear = await ingest(customer.organizationId, { lines: ['REAR'] }, capture);
await drain();
await uploadImage(api, headers, photo);

/** The header of a page may have a link of the same name. */
const inMenu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name });

suite('the list of images', () => {
  const links = (page: Page) => card(page, 'Images').getByRole('link');
  const openList = (user: Customer, use: (page: Page) => Promise<void>, options = {}) =>
    visit(
      '/console',
      async (watched) => {
        await signIn(watched, user);
        await inMenu(watched.page, 'Images').click();
        await card(watched.page, 'Images').waitFor();
        await use(watched.page);
      },
      options,
    );

  test('links to each image, and the menu links back', async () => {
    await openList(customer, async (page) => {
      await links(page).filter({ hasText: 'camera-2' }).click();
      await page.getByText(rear).waitFor();
      assert.equal(await page.title(), 'Image of KEEP42 · Milepost');
      const menu = inMenu(page, 'Images');
      assert.equal(await menu.getAttribute('aria-current'), 'page');
      await menu.click();
      await links(page).first().waitFor();
    });
  });

  test('shows thumbnails, and filters that are in the URL', async () => {
    await openList(customer, async (page) => {
      const thumbnail = page.locator('.tile img').first();
      await thumbnail.evaluate((img) => (img as unknown as { decode(): Promise<void> }).decode());
      // The newest image was received first, and captured long before.
      const received = new Date().toLocaleDateString('en-US', { year: 'numeric', timeZone: ZONE });
      assert.match(
        (await links(page).filter({ hasText: 'camera-2' }).textContent()) ?? '',
        new RegExp(
          `, ${received}, \\d\\d:\\d\\d [A-Z]{2,4}Received .*, ${received}, \\d\\d:\\d\\d [A-Z]{2,4}`,
        ),
      );
      await page.getByLabel('Plate').fill('KEEP42');
      await page.keyboard.press('Enter');
      await links(page).filter({ hasText: 'camera-1' }).first().waitFor({ state: 'detached' });
      assert.ok(page.url().endsWith('/images?plate=KEEP42'), page.url());
      await page.getByLabel('Status').selectOption('Failed');
      await page.getByText('No image matches the filters.').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await links(page).filter({ hasText: 'camera-1' }).first().waitFor();
      assert.equal(page.url(), `${home}/console/images`);
    });
  });

  test('an image can be opened by its ID or by a link to it', async () => {
    const { image_url } = (await api.app.inject({ url: `/images/${rear}`, headers })).json();
    await openList(customer, async (page) => {
      const field = page.getByLabel('Image ID');
      await field.fill('not an ID');
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByText('Enter an image ID or a link that contains one.').waitFor();
      await field.fill(image_url);
      await page.keyboard.press('Enter');
      await page.getByText(rear).waitFor();
      assert.equal(page.url(), `${home}/console/images/${rear}`);
    });
  });

  test('shows 48 images per page, and a message when there are none', async () => {
    const other = await api.customer(['image-read-endpoint']);
    await openList(other, (page) => page.getByText('No images yet.').waitFor());
    for (let n = 0; n < 49; n++) await ingest(other.organizationId, { lines: [] }, { seconds: n });
    await openList(other, async (page) => {
      await links(page).first().waitFor();
      assert.equal(await links(page).count(), 48);
      await page.getByRole('button', { name: 'Older' }).click();
      await links(page).nth(1).waitFor({ state: 'detached' });
      assert.equal(await links(page).count(), 1);
      await page.getByRole('button', { name: 'Newer' }).click();
      await links(page).nth(47).waitFor();
    });
  });
});

test('the emails page lists saved emails and shows a message', async () => {
  const customer = await api.customer(['admin']);
  const service = api.services.notifications;
  const alert = { notification_channels: ['email' as const], alert_name: 'Our trailers' };
  await api.db.transaction((tx) => recordFirings(service)(tx, firing(customer.organizationId, alert)));
  const sender = new MailSender(service, mailQueue());
  while (await sender.run(new AbortController().signal));
  await visit('/console', async (watched) => {
    await signIn(watched, customer);
    await inMenu(watched.page, 'Emails').click();
    await watched.page.getByText('No SMTP server is configured').waitFor();
    await watched.page.getByText('1 sighting: Our trailers').waitFor();
    await watched.page.getByText('Saved to a file', { exact: true }).waitFor();
    await watched.page.getByRole('link', { name: /1 sighting: Our trailers/ }).click();
    const html = await watched.page.locator('iframe').getAttribute('srcdoc');
    assert.match(html ?? '', /Our trailers/);
    await watched.page.getByRole('tab', { name: 'Plain text' }).click();
    await watched.page.waitForURL(/form=text/);
    await watched.page.reload();
    await watched.page.locator('pre').getByText('Unsubscribe').waitFor();
    await watched.page.goBack();
    await watched.page.locator('iframe').waitFor();
  });
});

test('a change is sent while the page is still loading what the previous change did', async () => {
  const customer = await api.customer(['admin']);
  const receiver = await startReceiver();
  await visit('/console/webhooks', async (watched) => {
    const { page } = watched;
    await signIn(watched, customer, 'Webhooks');
    await page.getByLabel('URL', { exact: true }).fill(`${receiver.origin}/slow`);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('link', { name: /slow/ }).click();
    await page.getByRole('button', { name: 'Rotate secret' }).waitFor();
    await settled(page);
    const held: (() => Promise<void>)[] = [];
    await page.route(/alerts\/webhook/, async (route) => {
      if (route.request().method() === 'GET') held.push(() => route.fallback());
      else await route.fallback();
    });
    const rotate = async () => {
      await page.getByRole('button', { name: 'Rotate secret' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click();
    };
    const secret = page.locator('.shown-once code');
    await rotate();
    await secret.waitFor();
    const first = (await secret.textContent()) ?? '';
    await rotate();
    await secret.filter({ hasNotText: first }).waitFor();
    assert.ok(held.length > 0);
    await page.unroute(/alerts\/webhook/);
    for (const release of held) await release().catch(() => undefined);
  });
});

test('a webhook is tested, created, edited, rotated, disabled and deleted', async () => {
  const customer = await api.customer(['admin']);
  const receiver = await startReceiver();
  await visit('/console/webhooks', async (watched) => {
    const { page } = watched;
    await signIn(watched, customer, 'Webhooks');
    const secret = page.locator('.shown-once code');
    const verified = async () => {
      const [request] = await receiver.seen();
      assert.ok(request);
      const shown = (await secret.textContent()) ?? '';
      return verifyWebhook({ secret: shown, headers: new Headers(request.headers), body: request.body });
    };
    await page.getByLabel('URL', { exact: true }).fill(`${receiver.origin}/first`);
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText(/^Delivered: status 2\d\d/).waitFor();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await secret.waitFor();
    assert.ok(await verified(), 'the test was signed with the secret that the page shows afterward');
    await page.getByRole('link', { name: /first/ }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    assert.equal(await secret.count(), 0, 'the secret is shown once');

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.waitForURL(/dialog=edit/);
    await page.getByLabel('URL', { exact: true }).fill('ftp://example.com/');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.field-error').waitFor();
    await page.getByLabel('URL', { exact: true }).fill(`${receiver.origin}/second`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.figure', { hasText: `${receiver.origin}/second` }).waitFor();

    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click();
    await secret.waitFor();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText(/^Delivered: status/).waitFor();
    assert.ok(await verified(), 'signed with the new secret');

    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet.').waitFor();
  });
});

test('a delivery is found by its state, shows what was sent, and is sent again', async () => {
  const customer = await api.customer(['admin']);
  const world = webhookWorld(api);
  const receiver = await startReceiver();
  const { id } = await world.webhook(customer.organizationId, `${receiver.origin}/log`);
  await world.fire(firing(customer.organizationId, { alert_name: 'Reefer 4471' }));
  await world.send();
  await visit(`/console/webhooks/${id}`, async (watched) => {
    const { page } = watched;
    await fill(watched, customer);
    const log = card(page, 'Deliveries');
    await log.getByText('Reefer 4471').waitFor();
    await card(page, 'Response times').getByText('1 attempt, 0 failed.').waitFor();
    await log.getByLabel('State').selectOption('Failed');
    await log.getByText('No delivery fits the filters.').waitFor();
    await page.reload();
    await log.getByText('No delivery fits the filters.').waitFor();
    await log.getByRole('button', { name: 'Clear filters' }).click();
    await log.getByText('Reefer 4471').click();
    await log.getByRole('button', { name: 'Show what was sent' }).click();
    const sent = log.getByRole('region', { name: 'What was sent' });
    await sent.getByText('"event": "alert.matches_found"').waitFor();
    await sent.getByText('webhook-id', { exact: true }).waitFor();
    const [request] = await receiver.seen();
    const signature = new Map(request?.headers).get('webhook-signature') ?? '';
    assert.ok(signature.length > 20 && !(await page.content()).includes(signature));
    await log.getByRole('button', { name: 'Send again' }).click();
    await log.locator('.delivery .badge', { hasText: 'waiting' }).waitFor();
  });
});
