import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Page } from 'playwright-core';
import { credentialsIn, startMilepost, temporaryFolder } from '../../server/test/support/milepost.ts';
import { overflowOf, violationsOf } from './support/axe.ts';
import { buildConsole, openBrowser, test } from './support/browser.ts';
import { openConsolePage, PAGES, SCREENS } from './support/pages.ts';
import { fill, visiting } from './support/visit.ts';

buildConsole();
const browser = await openBrowser();
const running = await startMilepost(await temporaryFolder(), 'start', { env: { LOG_LEVEL: 'warn' } });
const customer = { ...credentialsIn(running.output()), userId: 0, organizationId: 0 };
after(() => running.child.kill('SIGTERM'));
const visit = visiting(browser, running.url);

for (const [screen, options] of SCREENS) {
  test(`every page is accessible and fits a ${screen} screen`, () =>
    visit(
      '/console',
      async (watched) => {
        const { page } = watched;
        await fill(watched, customer);
        await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
        for (const [path, heading] of PAGES) {
          await openConsolePage(page, running.url, path, heading);
          assert.equal(await overflowOf(page), 0, `${path} is too wide`);
          assert.deepEqual(await clippedIn(page), [], `${path}: text that is cut off`);
          assert.deepEqual(await violationsOf(page), [], path);
        }
      },
      options,
    ));
}

/** Texts of headings, buttons and facts that are wider than their box. */
function clippedIn(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('h1, h2, h3, button, .button, .badge, dd, .tile, .summary-fact')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 &&
      getComputedStyle(one).overflow !== 'hidden' && getComputedStyle(one).display !== 'inline' && !one.closest('.hidden'))
    .map((one) => one.textContent)`) as Promise<string[]>;
}
