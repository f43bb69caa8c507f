import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { testImporter } from '../../server/test/support/federal/federal-files.ts';
import { GOOD, loadVettingWorld, UNINSURED } from '../../server/test/support/vetting/vetting-world.ts';
import { test } from './support/browser.ts';
import { card, signIn, startConsole } from './support/visit.ts';

const { api, visit } = await startConsole({ TOKEN_LIMIT_PER_ADDRESS: '100' });
await loadVettingWorld(api, await testImporter(api.db, new Date()));
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const PDF = Buffer.from('%PDF-1.7 certificate');

const linkFor = async (usdot: number) => {
  const payload = { usdot_number: String(usdot) };
  const made = await api.app.inject({ method: 'POST', url: '/carrier-links', headers, payload });
  return String(made.json().link).replace(/^[a-z]+:\/\/[^/]+/, '');
};

suite('the page of a carrier', () => {
  test('shows what is held without a sign-in, and sends an objection that the customer decides', async () => {
    const link = await linkFor(UNINSURED);
    await visit(link, async ({ page }) => {
      const found = card(page, 'Found');
      await found.getByText('What would clear it:').first().waitFor();
      await found.getByRole('button', { name: 'Object to Liability insurance (BIPD)' }).click();
      const form = card(page, 'Object');
      await form.getByLabel(/^What is wrong/).fill('The certificate is attached.');
      await form.getByLabel('Who you are').fill('Pat Smith, 214-555-0100');
      await form
        .getByLabel('File')
        .setInputFiles({ name: 'coi.pdf', mimeType: 'application/pdf', buffer: PDF });
      await form.getByRole('button', { name: 'Send the objection' }).click();
      await card(page, 'Your objections').getByText('The certificate is attached.').waitFor();
    });
    await visit('/console/vetting?tab=objections', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'Vetting');
      const list = card(page, 'Objections');
      await list.getByText('Pat Smith, 214-555-0100').waitFor();
      const downloading = page.waitForEvent('download');
      await list.getByRole('button', { name: 'coi.pdf' }).click();
      assert.equal((await downloading).suggestedFilename(), 'coi.pdf');
      await list.getByRole('button', { name: /^Decide about/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('The certificate is valid.');
      await dialog.getByRole('button', { name: 'Accept the objection' }).click();
      await dialog.waitFor({ state: 'detached' });
      await list.getByText('The certificate is valid.').waitFor();
    });
    await visit(link, async ({ page }) => {
      await card(page, 'Your objections').getByText('Accepted').waitFor();
      await card(page, 'Found').waitFor();
      assert.equal(await page.getByRole('button', { name: /^Object to Liability/ }).count(), 0);
    });
  });

  test('says so when the link is incomplete or not valid', async () => {
    await visit('/console/held', async ({ page }) => {
      await page.getByText('The link is incomplete.').waitFor();
    });
    await visit('/console/held#nothing', async ({ page }) => {
      await page
        .getByRole('alert')
        .getByText(/not valid, has expired or was revoked/)
        .waitFor();
    });
  });
});

suite('links for carriers', () => {
  test('are made, shown once, and revoked', async () => {
    await visit('/console/vetting?tab=objections', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'Vetting');
      const links = card(page, 'Links for carriers');
      await links.getByLabel('USDOT number').fill(String(GOOD));
      await links.getByRole('button', { name: 'Make a link' }).click();
      const link = (await links.locator('.shown-once code').textContent()) ?? '';
      assert.match(link, /\/console\/held#[\w-]{43}$/);
      const row = links.getByRole('row', { name: new RegExp(`USDOT ${GOOD}`) });
      await row.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
      await row.getByText('Revoked').waitFor();
    });
  });
});
