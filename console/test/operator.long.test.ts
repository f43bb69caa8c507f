import assert from 'node:assert/strict';
import type { BrowserContextOptions } from 'playwright-core';
import { testApi } from '../../server/test/support/api.ts';
import { overflowOf, violationsOf } from './support/axe.ts';
import { buildConsole, openBrowser, test } from './support/browser.ts';
import { fill, visiting } from './support/visit.ts';

buildConsole();
const api = await testApi();
const home = await api.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await openBrowser();
const visit = visiting(browser, home);
const operator = await api.customer(['admin'], 'operator');

const SCREENS: BrowserContextOptions[] = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 375, height: 760 }, colorScheme: 'dark' },
];

test('the pages are accessible and do not scroll sideways on wide and narrow screens, light and dark', async () => {
  const { organizationId } = await api.customer(['admin'], 'partner');
  const organization = `/organizations/${organizationId}`;
  const tabs = ['', '?tab=keys', '?tab=quotas', '?tab=settings'].map((tab) => organization + tab);
  const paths = ['/organizations', ...tabs, '/stages', '/cameras', '/data', '/audit'];
  for (const options of SCREENS)
    await visit(
      '/console/organizations',
      async (watched) => {
        const { page } = watched;
        await fill(watched, operator);
        await page.getByRole('heading', { name: 'Organizations', level: 1 }).waitFor();
        const check = async (name: string) => {
          await page.locator('.skeleton').first().waitFor({ state: 'detached' });
          assert.equal(await overflowOf(page), 0, `${name} is too wide`);
          assert.deepEqual(await violationsOf(page), [], name);
        };
        for (const path of paths) {
          await page.goto(`${home}/console${path}`);
          await page.locator('main .card').first().waitFor();
          await check(path);
        }
        await page.goto(`${home}/console${organization}`);
        await page.getByRole('button', { name: 'Invite a person' }).click();
        await page.getByRole('dialog').getByLabel('Email').waitFor();
        await check('the invitation dialog');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: /^Manage / }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Save roles' }).waitFor();
        await check('the dialog of a user');
      },
      options,
    );
});
