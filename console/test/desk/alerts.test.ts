import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { test } from '../support/browser.ts';
import { card, signIn, startConsole } from '../support/visit.ts';

const { api, visit } = await startConsole({ TOKEN_LIMIT_PER_ADDRESS: '100' });

const openImport = async (page: Page) => {
  await page.getByRole('button', { name: 'Import a list' }).click();
  return page.getByRole('dialog');
};

test('alerts are imported from a pasted list, filtered, paused, duplicated and deleted', async () => {
  const customer = await api.customer(['admin']);
  await visit('/console/alerts', async (watched) => {
    const { page } = watched;
    await signIn(watched, customer, 'Alerts');
    await page.getByText('No alerts yet.').waitFor();
    const dialog = await openImport(page);
    await dialog
      .getByLabel('A list, one number per line')
      .fill('plate;owner\r\n"ABC 123",Ann\r\nXYZ-789;Bob\r\nABC 123');
    await dialog.getByRole('button', { name: 'Create alerts' }).click();
    await dialog.getByText('2 alerts created. 1 line left out: the same is watched already.').waitFor();
    await dialog.getByRole('cell', { name: 'Line 2' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('0 matches · never fired').first().waitFor();
    const name = page.getByLabel('Name or number');
    await name.fill('xyz789');
    await name.press('Enter');
    await page.getByText('1 alert', { exact: true }).waitFor();
    assert.match(page.url(), /query=xyz789/);
    await page.getByRole('link', { name: /Plate XYZ-789/ }).click();
    await page.getByRole('heading', { name: 'Plate XYZ-789', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Duplicate' }).click();
    await page.getByRole('button', { name: 'Create alert', exact: true }).click();
    await page.getByRole('heading', { name: 'Plate XYZ-789 (copy)', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 alerts', { exact: true }).waitFor();
    await page.getByLabel('State').selectOption('Paused');
    await page.getByText('1 alert', { exact: true }).waitFor();
    await page.getByRole('link', { name: /Plate XYZ-789/ }).waitFor();
    await page.reload();
    await page.getByText('1 alert', { exact: true }).waitFor();
    await page.getByLabel('State').selectOption('Ended');
    await page.getByText('No alert fits the filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('2 alerts', { exact: true }).waitFor();
  });
});

test('a file with a bad line creates nothing and shows each problem with its line', async () => {
  const customer = await api.customer(['admin']);
  await visit('/console/alerts', async (watched) => {
    const { page } = watched;
    await signIn(watched, customer, 'Alerts');
    const dialog = await openImport(page);
    const file = (text: string) => ({ name: 'hot.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const choose = dialog.getByLabel('Or a CSV file');
    await choose.setInputFiles(file('trailer_number,vin\nT1,\nT2,12\n'));
    await dialog.getByRole('button', { name: 'Create alerts' }).click();
    await dialog.getByText('Nothing was created: 1 problem in the list.').waitFor();
    const row = dialog.getByRole('row').nth(1);
    assert.match((await row.textContent()) ?? '', /^3vin.*12$/);
    await choose.setInputFiles(file('trailer_number,vin\nT1,\nT2,ABC123\n'));
    await dialog.getByRole('button', { name: 'Create alerts' }).click();
    await dialog.getByText('2 alerts created.').waitFor();
    await page.keyboard.press('Escape');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    assert.equal((await download).suggestedFilename(), 'alerts.csv');
  });
});

test('the list of alerts has pages', async () => {
  const customer = await api.customer(['admin']);
  const headers = await api.signIn(customer);
  const lines = Array.from({ length: 51 }, (_, n) => `T${n}`).join('\n');
  await api.app.inject({
    method: 'POST',
    url: '/alerts/import',
    headers: { ...headers, 'content-type': 'text/csv' },
    payload: `trailer_number\n${lines}\n`,
  });
  await visit('/console/alerts', async (watched) => {
    const { page } = watched;
    await signIn(watched, customer, 'Alerts');
    const links = card(page, 'Alerts').getByRole('link', { name: /^Trailer number/ });
    assert.equal(await links.count(), 50);
    await page.getByRole('button', { name: 'Older' }).click();
    await links.nth(1).waitFor({ state: 'detached' });
    await links.filter({ hasText: 'Trailer number T0' }).waitFor();
  });
});
