import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { test } from '../support/browser.ts';
import { card, fill, startConsole } from '../support/visit.ts';

const { api, home, visit } = await startConsole({ TOKEN_LIMIT_PER_SOURCE: '10000' });
const operator = await api.customer(['admin'], 'operator');
const retried = await api.app.inject({
  ...{ method: 'POST', url: '/admin/stages/images/retry', payload: {} },
  headers: await api.signIn(operator),
});
assert.equal(retried.statusCode, 200, retried.body);

suite('the log and the system', () => {
  test('the system page warns without a backup and shows machines and storage', async () => {
    await visit('/console/', async (watched) => {
      const { page } = watched;
      await fill(watched, operator);
      await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'System' }).click();
      await card(page, 'Backups').getByText('No backup is recorded').waitFor();
      await card(page, 'Backups').getByText('No recent backup').waitFor();
      await card(page, 'Storage').getByText('Database').waitFor();
      await card(page, 'Machines').getByText('1 machine').waitFor();
      await card(page, 'Work of the last 24 hours').waitFor();
    });
  });

  test('finds an entry of the audit log and checks the log', async () => {
    await visit('/console/audit?action=stage.', async (watched) => {
      const { page } = watched;
      await fill(watched, operator);
      await page
        .getByRole('row', { name: `${operator.email} retried the failed work of the stage images` })
        .waitFor();
      assert.equal(await page.getByRole('row').count(), 2, 'the header and one entry');
      await page.getByRole('button', { name: 'Check integrity' }).click();
      await page.getByRole('heading', { name: 'The audit log is intact' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByText('stage images', { exact: true }).waitFor();
      const link = page.url();
      await page.goto(link.replace('stage.', 'alert.'));
      await page.getByRole('dialog').getByText('stage images', { exact: true }).waitFor();
      await page.goto(`${home}/console/audit`);
      const opened = page.getByRole('row', { name: `${operator.email} looked at the audit log` });
      await page
        .getByRole('row', { name: `${operator.email} signed in` })
        .first()
        .waitFor();
      assert.equal(await opened.count(), 0, 'what was only looked at is left out');
      await page.getByLabel('Also what was only looked at').check();
      await page.getByRole('button', { name: 'Filter' }).click();
      await opened.first().waitFor();
      await page.getByLabel('About').selectOption('Stages');
      await page.getByRole('button', { name: 'Filter' }).click();
      await opened.first().waitFor({ state: 'detached' });
    });
  });
});
