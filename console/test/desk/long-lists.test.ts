import assert from 'node:assert/strict';
import { testRecognition } from '../../../server/test/support/recognition/recognition.ts';
import { test } from '../support/browser.ts';
import { card, signIn, startConsole } from '../support/visit.ts';

const { api, home, visit } = await startConsole({ TOKEN_LIMIT_PER_ADDRESS: '100' });
const { ingest, drain } = testRecognition(api);
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);

test('a long list of webhooks has pages, and the form stays in reach', async () => {
  for (let n = 0; n < 21; n++) {
    const payload = { webhook_url: `https://customer.example/${n}` };
    const { statusCode } = await api.app.inject({ method: 'POST', url: '/alerts/webhook', headers, payload });
    assert.ok(statusCode < 300);
  }
  await visit('/console/webhooks', async (watched) => {
    const { page } = watched;
    await signIn(watched, customer, 'Webhooks');
    const links = card(page, 'Webhooks').getByRole('link', { name: /customer\.example/ });
    assert.equal(await links.count(), 20);
    await page.getByRole('button', { name: 'Next' }).click();
    await links.nth(1).waitFor({ state: 'detached' });
    assert.equal(page.url(), `${home}/console/webhooks?page=2`);
    await page.getByLabel('URL', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Previous' }).click();
    await links.nth(19).waitFor();
  });
});

test('the newer page of a list by time is the one before, also after a reload', async () => {
  for (let n = 0; n < 49; n++)
    await ingest(customer.organizationId, { lines: [`UNIT ${n}`] }, { seconds: n * 600 });
  await visit('/console/images', async (watched) => {
    const { page } = watched;
    await signIn(watched, customer, 'Images');
    const links = page.locator('main a[href*="/images/"]');
    await links.first().waitFor();
    const first = await links.first().getAttribute('href');
    await page.getByRole('button', { name: 'Older' }).click();
    await page.waitForURL(/before=/);
    await page.locator(`main a[href="${first}"]`).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Newer' }).click();
    await page.locator(`main a[href="${first}"]`).waitFor();
    assert.equal(page.url(), `${home}/console/images`);
  });
});

test('the focus is in the form after “Wrong reading”, and not lost when the correction is saved', async () => {
  const id = await ingest(customer.organizationId, { lines: ['USDOT 1234567'] });
  await drain();
  await visit(`/console/images/${id}`, async (watched) => {
    const { page } = watched;
    await signIn(watched, customer, 'Image');
    await page.getByRole('button', { name: 'Wrong reading' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('form[aria-label="Wrong reading"] :focus').waitFor();
    await page.getByRole('combobox', { name: 'Field' }).selectOption('Cab number');
    const value = page.getByLabel('Right value');
    await value.fill('A77');
    await value.press('Enter');
    await card(page, 'Corrections').getByText('A77').waitFor();
    await page.waitForFunction('document.activeElement !== document.body');
  });
});
