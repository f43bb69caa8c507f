import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { verifySignedFile } from '../../server/src/lib/signed-files/signed-file.ts';
import { testImporter } from '../../server/test/support/federal/federal-files.ts';
import { GOOD, loadVettingWorld, NEW, UNINSURED } from '../../server/test/support/vetting/vetting-world.ts';
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

const openVetting = (tab: string, use: (page: Page) => Promise<void>) =>
  visit(`/console/vetting${tab}`, async (watched) => {
    await signIn(watched, customer, 'Vetting');
    await use(watched.page);
  });

suite('checks', () => {
  test('are made, listed, opened, decided again and downloaded byte by byte', async () => {
    await openVetting('', async (page) => {
      await page.getByRole('button', { name: 'New check' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('USDOT numbers').fill(` ${NEW}, ${GOOD} `);
      await dialog.getByLabel('Reference').fill('Load 12');
      await dialog.getByLabel('High value').check();
      await dialog.getByRole('button', { name: 'Check and keep' }).click();
      await dialog.waitFor({ state: 'detached' });
      const list = card(page, 'Checks');
      const row = list.getByRole('row', { name: new RegExp(String(NEW)) });
      await row.getByText('Fail', { exact: true }).waitFor();
      await row.getByText(/^Authority age/).waitFor();
      await row.getByRole('link').click();
      await card(page, 'Rules')
        .getByText(/An authority to carry has been active since/)
        .waitFor();
      const reasons = await card(page, 'Rules').locator('td:nth-child(3)').allInnerTexts();
      assert.deepEqual(
        reasons.filter((text) => /^[a-z]/.test(text)),
        [],
      );
      const file = card(page, 'Vetting file');
      await file.getByRole('button', { name: 'Decide again' }).click();
      await file.getByText(/is valid, and the rows in the file lead to/).waitFor();
      const downloading = page.waitForEvent('download');
      await file.getByRole('button', { name: 'Download the file' }).click();
      const download = await downloading;
      const bytes = await readFile(await download.path());
      const { problems, signed } = verifySignedFile(bytes);
      assert.deepEqual([problems, signed?.type], [[], 'vetting-file/1']);
      assert.match(download.suggestedFilename(), new RegExp(`^vetting-${NEW}-`));
    });
  });

  test('are filtered by carrier and result', async () => {
    await openVetting(`?usdot=${GOOD}`, async (page) => {
      const list = card(page, 'Checks');
      await list.getByRole('row', { name: new RegExp(String(GOOD)) }).waitFor();
      assert.equal(await list.getByRole('row', { name: new RegExp(String(NEW)) }).count(), 0);
      await list.getByLabel('Result').selectOption('FAIL');
      await list.getByText('No check fits.').waitFor();
    });
  });
});

suite('rules', () => {
  test('are changed, and the change decides the next check', async () => {
    await openVetting('?tab=rules', async (page) => {
      const rules = card(page, 'Rules');
      await rules.getByRole('button', { name: 'Edit Liability insurance (BIPD)' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('If it is less').selectOption('review');
      await dialog.getByLabel('At least, in dollars').fill('500000');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await rules.getByText('At least, in dollars: 500,000 · If it is less: review').waitFor();
      await rules.getByRole('button', { name: 'Edit MCS-150 age' }).click();
      await dialog.getByLabel('Enabled').uncheck();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    });
    const url = `/compliance-rules?usdot_number=${UNINSURED}`;
    const { rules } = (await api.app.inject({ url, headers })).json();
    const texts = rules.map((one: { rule_result_description: string }) => one.rule_result_description);
    // The objection that was accepted above clears it.
    assert.ok(texts.some((text: string) => /^Liability insurance.*Otherwise REVIEW/.test(text)));
    assert.ok(!texts.some((text: string) => text.startsWith('MCS-150 age')));
  });

  test('every rule has a form that saves what it shows', async () => {
    const before = (await api.app.inject({ url: '/customer-compliance-rules', headers })).json();
    await openVetting('?tab=rules', async (page) => {
      for (const { rule_name } of before.rules) {
        // The console does not name a rule after the reference service.
        const name = `Edit ${rule_name.replace('GenLogs', 'cameras')}`;
        await page.getByRole('button', { name, exact: true }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.waitFor({ state: 'detached' });
      }
    });
    const after = (await api.app.inject({ url: '/customer-compliance-rules', headers })).json();
    assert.deepEqual(after, before);
  });
});

suite('the allow and block lists', () => {
  test('take a carrier with a note, and lose it again', async () => {
    await openVetting('?tab=lists', async (page) => {
      await page.getByLabel('USDOT number', { exact: true }).fill(String(GOOD));
      await page.getByLabel('Note').fill('Double brokered');
      await page.getByRole('button', { name: 'Put it on the list' }).click();
      const row = card(page, 'Listed carriers').getByRole('row', { name: new RegExp(String(GOOD)) });
      await row.getByText('Double brokered').waitFor();
      await row.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No carriers are listed.').waitFor();
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
