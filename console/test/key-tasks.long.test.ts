import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { credentialsIn, startMilepost, temporaryFolder } from '../../server/test/support/milepost.ts';
import { buildConsole, openBrowser, test } from './support/browser.ts';
import { DEMO_CARRIER, DEMO_PLATE, settled } from './support/pages.ts';
import { enter } from './support/people.ts';
import { card, visiting } from './support/visit.ts';

buildConsole();
const browser = await openBrowser();
const running = await startMilepost(await temporaryFolder(), 'start', { env: { LOG_LEVEL: 'warn' } });
after(() => running.child.kill('SIGTERM'));
const login = credentialsIn(running.output());
const visit = visiting(browser, running.url);

const MOST_CLICKS = 3;
const TRAILER = 'HX53107';
const CARRIER_WITH_SIGNAL = '5000230';

type Desk = {
  page: Page;
  click: (target: Locator) => Promise<void>;
  /** Opens a list and chooses the option: two clicks. */
  choose: (list: Locator, option: string) => Promise<void>;
  menu: (name: string) => Promise<void>;
};

/** A task that starts after sign-in and takes at most three clicks. Typing and key presses are not counted. */
function task(name: string, run: (desk: Desk) => Promise<void>, start = ''): void {
  test(`${name}, in at most ${MOST_CLICKS} clicks`, () =>
    visit('/console', async ({ page, context }) => {
      await enter(context, running.url, login);
      await page.goto(`${running.url}/console${start}`);
      await settled(page);
      await page.getByRole('navigation', { name: 'Console' }).waitFor();
      let clicks = 0;
      const click = async (target: Locator) => {
        clicks += 1;
        await target.first().click();
      };
      const choose = async (list: Locator, option: string) => {
        clicks += 2;
        await list.first().selectOption(option);
      };
      const menu = (label: string) =>
        click(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: label }));
      await run({ page, click, choose, menu });
      assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
    }));
}

/** Types as a person does, without a click. */
const type = async (field: Locator, text: string) => {
  await field.focus();
  await field.pressSequentially(text);
};
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

task('a carrier is found and judged', async ({ page, click }) => {
  await click(button(page, 'Search'));
  await type(page.getByRole('combobox'), CARRIER_WITH_SIGNAL);
  await click(page.getByRole('option', { name: new RegExp(`USDOT ${CARRIER_WITH_SIGNAL}`) }));
  await page.getByRole('heading', { name: /^(Clear|Look closer|Do not use)$/, level: 2 }).waitFor();
});

const atCarrier = `/carriers/${DEMO_CARRIER}`;

task(
  'a score is explained, and computed without a violation',
  async ({ page, click }) => {
    await click(page.getByRole('link', { name: /Vehicle Maintenance/ }));
    const drawer = page.getByRole('dialog');
    await click(drawer.getByRole('checkbox'));
    await drawer.getByText(/without 1 violation/).waitFor();
  },
  atCarrier,
);

task(
  'the evidence of a signal is read from the verdict',
  async ({ page, click }) => {
    await click(page.getByRole('region', { name: /^(Clear|Look closer|Do not use)$/ }).getByRole('link'));
    await page
      .getByRole('table', { name: /^Evidence/ })
      .or(page.getByRole('region', { name: /^Evidence/ }))
      .first()
      .waitFor();
  },
  `/carriers/${CARRIER_WITH_SIGNAL}`,
);

task(
  'another carrier is put beside a carrier',
  async ({ page, click }) => {
    await click(page.getByRole('link', { name: 'Compare' }));
    await type(page.getByRole('combobox', { name: /Add a carrier/ }), '5000003');
    await click(page.getByRole('option', { name: /USDOT 5000003/ }));
    await page.getByRole('table').getByText('USDOT 5000003').first().waitFor();
  },
  atCarrier,
);

task('every sighting of a trailer is listed and exported', async ({ page, click, menu }) => {
  await menu('Sightings');
  await type(page.getByLabel('Trailer'), TRAILER);
  await page.keyboard.press('Enter');
  await page.getByText(/^[1-9]\d* sightings$/).waitFor();
  const saved = page.waitForEvent('download');
  await click(button(page, 'Export as CSV'));
  assert.match((await saved).suggestedFilename(), /\.csv$/);
});

task('the file of a trailer becomes a case with its pack', async ({ page, click }) => {
  await page.keyboard.press('/');
  await type(page.getByRole('combobox'), TRAILER);
  await page.keyboard.press('Enter');
  await heading(page, `Trailer ${TRAILER}`);
  await click(page.getByRole('link', { name: 'Open a case' }));
  await type(page.getByLabel('Title'), 'Stolen trailer');
  await click(button(page, 'Open the case'));
  const saved = page.waitForEvent('download');
  await click(button(page, 'Download the pack'));
  assert.match((await saved).suggestedFilename(), /\.zip$/);
});

task('the images of a plate are found', async ({ page, menu }) => {
  await menu('Images');
  await type(page.getByLabel('Plate'), DEMO_PLATE);
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`plate=${DEMO_PLATE}`));
  await card(page, 'Images').getByRole('link').first().waitFor();
});

task('an alert is created with a preview of what it finds', async ({ page, click, menu }) => {
  await menu('Alerts');
  await click(page.getByRole('link', { name: 'New alert' }));
  await type(page.getByLabel('Name', { exact: true }), 'Trailer of claim 20-117');
  await type(page.getByLabel('Trailer number', { exact: true }), TRAILER);
  await page.getByRole('region', { name: 'Preview' }).locator('.figure').first().waitFor();
  await click(button(page, /^Create alert$/));
  await heading(page, 'Trailer of claim 20-117');
});

task('a match is assigned to oneself', async ({ page, choose, menu }) => {
  await menu('Matches');
  const assignee = page.getByLabel(/^Assignee of match/).first();
  const answer = page.waitForResponse(/\/matches\/\d+$/);
  await choose(assignee, 'Me');
  assert.equal((await answer).status(), 200);
});

task('a webhook is created', async ({ page, click, menu }) => {
  await menu('Webhooks');
  await type(page.getByLabel('URL', { exact: true }), 'https://customer.example/hook');
  await click(button(page, 'Create webhook'));
  await page.getByRole('status').locator('code').waitFor();
});

task('a delivery is sent again', async ({ page, click, menu }) => {
  await menu('Webhooks');
  await click(page.getByRole('link', { name: /Dispatch system/ }));
  const answer = page.waitForResponse(/\/replay$/);
  await click(button(page, /^Send again:/));
  assert.equal((await answer).status(), 202);
});

task('a wrong reading is corrected', async ({ page, click, menu }) => {
  await menu('Images');
  await click(card(page, 'Images').getByRole('link').filter({ hasText: 'High' }));
  await click(
    page
      .getByRole('list', { name: 'Recognized text' })
      .getByRole('button')
      .filter({ hasText: 'USDOT number' }),
  );
  const value = page.getByLabel('Right value');
  await value.fill('5000003');
  await value.press('Enter');
  await card(page, 'Corrections')
    .getByText('5000003')
    .or(page.getByText('Save it anyway?'))
    .first()
    .waitFor();
});

task('a person is invited with the roles of a recovery desk', async ({ page, click, menu }) => {
  await menu('Organization');
  await click(button(page, 'Invite a person'));
  const dialog = page.getByRole('dialog');
  await type(dialog.getByLabel('Email'), 'new.desk@example.com');
  await click(dialog.getByRole('radio', { name: /^Recovery desk/ }));
  await page.keyboard.press('Enter');
  await dialog.getByRole('status').locator('code').waitFor();
});
