import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  BARE_CARRIER,
  CARRIER,
  loadWholeCarrier,
  UNKNOWN_CARRIER,
} from '../../server/test/support/carriers/whole-carrier.ts';
import { test } from './support/browser.ts';
import { card, fill, signIn, startConsole } from './support/visit.ts';

const { api, home, visit } = await startConsole({ TOKEN_LIMIT_PER_ADDRESS: '100' });
await loadWholeCarrier(api.db);
const underwriter = await api.customer(['admin'], 'insurance');
const NAME = 'HALVORSEN FREIGHT LLC';

/** Puts text into the focused field in one step, as pasting does. */
const paste = (page: Page, text: string) => page.keyboard.insertText(text);

test('text that is pasted into the search dialog selects the first result, and Enter opens it', async () => {
  await visit('/console', async (watched) => {
    const { page } = watched;
    await signIn(watched, underwriter);
    for (const isLoaded of [true, false]) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
      await paste(page, isLoaded ? String(CARRIER) : 'halvorsen');
      // The second time, Enter comes before the results.
      if (isLoaded) await page.getByRole('option', { name: NAME, selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: NAME, level: 1 }).waitFor();
      assert.equal(page.url(), `${home}/console/carriers/${CARRIER}`);
      await page.goto(`${home}/console`);
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    }
  });
});

test('Enter in the search dialog never opens a result of an earlier text', async () => {
  await visit('/console', async (watched) => {
    const { page } = watched;
    await signIn(watched, underwriter);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('freight');
    await page.getByRole('option', { name: NAME, selected: true }).waitFor();
    await page.getByRole('combobox').fill('no such carrier');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing found.').waitFor();
    assert.match(page.url(), /palette=open/);
  });
});

test('the arrow keys select another result of the search dialog, and Enter opens it', async () => {
  await visit('/console', async (watched) => {
    const { page } = watched;
    await signIn(watched, underwriter);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(NAME);
    await page.getByRole('option', { name: NAME, selected: true }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Show all results', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/carriers\?query=/);
  });
});

test('a double click on "Create alert" sends one request', async () => {
  await visit(`/console/alerts/new?usdot_number=${CARRIER}`, async (watched) => {
    const { page } = watched;
    await signIn(watched, underwriter, 'New alert');
    let requests = 0;
    await page.route(/\/alerts$/, async (route) => {
      if (route.request().method() === 'POST') {
        requests += 1;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      await route.continue();
    });
    await page.getByLabel('Name', { exact: true }).fill('Twice');
    assert.equal(await page.getByRole('checkbox', { name: /webhook/i }).count(), 0);
    await page.getByText('Every match that is sent also goes to each enabled webhook').waitFor();
    // Two clicks in one task: no render is between them.
    await page.getByRole('button', { name: 'Create alert', exact: true }).evaluate((button: unknown) => {
      for (let clicks = 0; clicks < 2; clicks++) (button as { click(): void }).click();
    });
    await page.getByRole('heading', { name: 'Twice', level: 1 }).waitFor();
    assert.equal(requests, 1);
  });
});

test('a failed "Create alert" shows its message in view, beside the field, and above the button', async () => {
  await visit(`/console/alerts/new?usdot_number=${CARRIER}`, async (watched) => {
    const { page } = watched;
    await signIn(watched, underwriter, 'New alert');
    await page.getByLabel('Name', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Create alert', exact: true }).click();
    const name = page.locator('[name=alert_name]:focus');
    await name.waitFor();
    await page
      .getByRole('alert')
      .getByText(/name: /i)
      .waitFor();
    const message = page.locator(
      `[id="${(await name.getAttribute('aria-describedby'))?.split(' ').at(-1)}"]`,
    );
    const box = await message.boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    assert.ok(box && box.y >= 0 && box.y + box.height <= height, JSON.stringify({ box, height }));
  });
});

test('an alert that has ended is shown as ended, with its last day and without a pause button', async () => {
  const headers = await api.signIn(underwriter);
  const { statusCode } = await api.app.inject({
    method: 'POST',
    url: '/alerts',
    headers,
    payload: {
      ...{ email: underwriter.email, alert_name: 'Claim, closed', alert_type: 'normal', disabled: false },
      ...{ license_plate: 'GONE1', end_date: '2026-01-31' },
    },
  });
  assert.ok(statusCode < 300);
  await visit('/console/alerts', async (watched) => {
    const { page } = watched;
    await signIn(watched, underwriter, 'Alerts');
    const entry = page.getByRole('listitem').filter({ hasText: 'Claim, closed' });
    await entry.getByText('Ended', { exact: true }).waitFor();
    await entry.getByText('Until Jan 31, 2026').waitFor();
    assert.equal(await entry.getByRole('button').count(), 0);
    await page.getByRole('link', { name: /Claim, closed/ }).click();
    await card(page, 'Alert').getByText('Ended', { exact: true }).waitFor();
    await card(page, 'Alert').getByText('Until Jan 31, 2026').waitFor();
    assert.equal(await page.getByRole('button', { name: /Pause/ }).count(), 0);
  });
});

test('a carrier page states the days of its files and rates of few inspections; an unknown one has no report', async () => {
  await visit(`/console/carriers/${CARRIER}`, async (watched) => {
    const { page } = watched;
    await signIn(watched, underwriter, NAME);
    const head = (await page.locator('.print-only').first().textContent()) ?? '';
    assert.match(head, /Data of .* Score run|No score run/);
    assert.match(head, /Loaded files: .*company-census.* of Nov 10, 2026/);
    await card(page, 'Out-of-service rates')
      .getByText(/Few inspections \(\d+\)/)
      .first()
      .waitFor();
    await card(page, 'Crashes')
      .getByText(/^Recordable crash rate: /)
      .waitFor();
    await page.goto(`${home}/console/carriers/${UNKNOWN_CARRIER}`);
    await page.getByText('No federal record has USDOT number').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Compare', exact: true }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Print full report' }).count(), 0);
  });
});

test('a report that is printed before it is loaded says so', async () => {
  await visit(`/console/carriers/${CARRIER}`, async (watched) => {
    const { page } = watched;
    await page.route(/\/carrier\/profile\/fmcsa/, () => undefined);
    await fill(watched, underwriter);
    const head = page.locator('.print-only').first();
    await head.filter({ hasText: 'printed before it was loaded' }).waitFor({ state: 'attached' });
    await page.unroute(/\/carrier\/profile\/fmcsa/);
    await page.reload();
    await head.filter({ hasText: 'Loaded files: ' }).waitFor({ state: 'attached' });
  });
});

test('carriers are compared by rates, not by counts of fleets of different sizes', async () => {
  await visit(`/console/carriers/compare?usdot=${CARRIER},${BARE_CARRIER}`, async (watched) => {
    const { page } = watched;
    await signIn(watched, underwriter, 'Compare carriers');
    const row = page.getByRole('row').filter({ hasText: 'Crashes per 100 trucks' });
    assert.match((await row.getByRole('cell').first().textContent()) ?? '', /^[\d,]+\.\d \(\d+\)/);
  });
});
