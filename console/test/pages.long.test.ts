import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { credentialsIn, startMilepost, temporaryFolder } from '../../server/test/support/milepost.ts';
import { buildConsole, openBrowser, test } from './support/browser.ts';
import { fill, visiting } from './support/visit.ts';

buildConsole();
const browser = await openBrowser();
const running = await startMilepost(await temporaryFolder(), 'start', { env: { LOG_LEVEL: 'warn' } });
const customer = { ...credentialsIn(running.output()), userId: 0, organizationId: 0 };
after(() => running.child.kill('SIGTERM'));
const visit = visiting(browser, running.url);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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
type Violation = { id: string; nodes: { html: string }[] };

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
          const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.ok(Number(overflow) <= 0, `${path} is ${overflow} pixels too wide`);
          assert.deepEqual(await violationsOf(page), [], path);
        }
      },
      options,
    ));
}

/** The rules of WCAG 2.2 AA that the page breaks, with the first element of each. */
async function violationsOf(page: Page): Promise<[rule: string, element: string | undefined][]> {
  await page.evaluate(axe);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
  const run = `axe.run(document, { runOnly: ${JSON.stringify(tags)} })`;
  const { violations } = (await page.evaluate(run)) as { violations: Violation[] };
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
}
