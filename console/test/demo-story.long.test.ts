import assert from 'node:assert/strict';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { credentialsIn, startMilepost, temporaryFolder } from '../../server/test/support/milepost.ts';
import { buildConsole, openBrowser, test } from './support/browser.ts';
import { card, fill, visiting } from './support/visit.ts';

const PHOTOGRAPH = fileURLToPath(new URL('../../server/demo-data/images/cab.jpg', import.meta.url));

buildConsole();
const browser = await openBrowser();
const running = await startMilepost(await temporaryFolder(), 'start', { env: { LOG_LEVEL: 'warn' } });
after(() => running.child.kill('SIGTERM'));
const visit = visiting(browser, running.url);

const story = (page: Page) => card(page, 'Three minutes with the demo');

test('a visitor clicks through the story of the demo, which shows what is done, and dismisses it', async () => {
  await visit('/console', async (watched) => {
    const { page } = watched;
    await fill(watched, credentialsIn(running.output()));
    const step = (name: string) => story(page).getByRole('link', { name }).click();
    const button = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const isDone = async (done: number) => {
      await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Overview' }).click();
      await story(page).getByText(`${done} of 4 done`).waitFor();
      assert.equal(await story(page).getByLabel('Done').count(), done);
    };
    await story(page).getByText('0 of 4 done').waitFor();

    await step('Find a stolen trailer');
    await page.getByText(/Last seen in Laredo, TX/).waitFor();
    await page.getByRole('link', { name: 'Open a case' }).click();
    await page.getByLabel('Title').fill('Stolen trailer');
    await button('Open the case');
    await page.getByRole('heading', { name: 'Stolen trailer', level: 1 }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /pack/i }).click();
    assert.match((await download).suggestedFilename(), /^case-HX53107-.*\.zip$/);
    await isDone(1);

    await step('Unmask a chameleon carrier');
    await page
      .getByText(/out-of-service order/i)
      .first()
      .waitFor();
    await page
      .getByRole('region', { name: /^Evidence/ })
      .or(page.getByRole('table', { name: /^Evidence/ }))
      .first()
      .waitFor();
    await isDone(2);

    await step('Repair a webhook');
    await button('Edit');
    await page
      .getByLabel('URL', { exact: true })
      .fill(`${running.url.replace('127.0.0.1', 'localhost')}/demo/receiver`);
    await button('Save');
    await button('Enable');
    await button('Send test event');
    await page.getByText(/status 200/).waitFor();
    await isDone(3);

    await step('Have a photograph read');
    await page.getByLabel('Image file').setInputFiles(PHOTOGRAPH);
    await page.locator('.verdict-yes').waitFor();
    await isDone(4);

    await story(page).getByRole('button', { name: 'Dismiss' }).click();
    await story(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    assert.equal(await story(page).count(), 0);
  });
});
