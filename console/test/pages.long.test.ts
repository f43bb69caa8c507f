import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { credentialsIn, startMilepost, temporaryFolder } from '../../server/test/support/milepost.ts';
import { overflowOf, violationsOf } from './support/axe.ts';
import { buildConsole, openBrowser, test } from './support/browser.ts';
import { fill, visiting } from './support/visit.ts';

buildConsole();
const browser = await openBrowser();
const running = await startMilepost(await temporaryFolder(), 'start', { env: { LOG_LEVEL: 'warn' } });
const customer = { ...credentialsIn(running.output()), userId: 0, organizationId: 0 };
after(() => running.child.kill('SIGTERM'));
const visit = visiting(browser, running.url);

const PAGES: [path: string, heading: string | RegExp][] = [
  ['', 'Overview'],
  ['/carriers?query=trucking', 'Carriers'],
  ['/carriers/5000003', /SYNTHETIC/],
  ['/carriers/5000003?basic=vehicle_maintenance', /SYNTHETIC/],
  ['/carriers/compare?usdot=5000003,5000004', 'Compare carriers'],
  ['/alerts', 'Alerts'],
  ['/alerts/new', 'New alert'],
  ['/live', 'Live'],
  ['/images', 'Images'],
  ['/webhooks', 'Webhooks'],
  ['/emails', 'Emails'],
];
const SCREENS: [name: string, options: BrowserContextOptions][] = [
  ['wide and light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['narrow and dark', { viewport: { width: 375, height: 760 }, colorScheme: 'dark' }],
];

for (const [screen, options] of SCREENS) {
  test(`every page is accessible and does not scroll sideways on a ${screen} screen`, () =>
    visit(
      '/console',
      async (watched) => {
        const { page } = watched;
        await fill(watched, customer);
        await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
        for (const [path, heading] of PAGES) {
          await page.goto(`${running.url}/console${path}`);
          await page.getByRole('heading', { name: heading, level: 1, includeHidden: true }).waitFor();
          await page.locator('.skeleton').first().waitFor({ state: 'detached' });
          assert.equal(await overflowOf(page), 0, `${path} is too wide`);
          assert.deepEqual(await violationsOf(page), [], path);
        }
      },
      options,
    ));
}
