import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { alertClient } from '../../../server/test/support/alerts/alert-client.ts';
import { seePlates } from '../../../server/test/support/alerts/see-plates.ts';
import { test } from '../support/browser.ts';
import { card, signIn, startConsole } from '../support/visit.ts';

const { api, visit } = await startConsole({ TOKEN_LIMIT_PER_ADDRESS: '100' });
const customer = await api.customer(['admin']);
const { create } = await alertClient(api, customer);
await create({ deep_search: 'LIVE', alert_name: 'Stolen trailers' });
const amarillo = { latitude: 35.2, longitude: -101.8, location_city: 'Amarillo', location_state: 'TX' };
const see = (plate: string) => seePlates(api, customer.organizationId, [plate], { fields: amarillo });
await see('LIVE1');

/** Counts the tones that the page starts. */
const countTones = `
  window.tones = 0;
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...times) { window.tones++; return start.apply(this, times); };`;
const tones = (page: Page) => page.evaluate('window.tones') as Promise<number>;

test('Live opens with the matches of the last 24 hours and a map, and adds new ones once', async () => {
  await visit('/console/live', async (watched) => {
    const { page } = watched;
    await signIn(watched, customer, 'Live');
    const live = card(page, 'Matches as they arrive');
    await live.getByText('LIVE1').waitFor();
    await live.getByText('Connected').waitFor();
    await page.getByRole('region', { name: 'Map of the matches of the last 24 hours' }).waitFor();
    await see('LIVE2');
    await live.getByText('LIVE2').waitFor();
    await live.getByText('1 match since this page was opened, 2 matches shown').waitFor();
    assert.deepEqual(
      (await live.getByRole('listitem').allTextContents()).map((text) => /LIVE\d/.exec(text)?.[0]),
      ['LIVE2', 'LIVE1'],
    );
    await live.getByRole('link', { name: 'Stolen trailers' }).first().click();
    await page.getByText('Nobody has changed it yet.').waitFor();
  });
});

test('the sound is off until it is turned on, and is remembered', async () => {
  await visit('/console/live', async (watched) => {
    const { page } = watched;
    await page.addInitScript(countTones);
    await signIn(watched, customer, 'Live');
    await page.reload();
    const live = card(page, 'Matches as they arrive');
    await live.getByText('Connected').waitFor();
    await see('LIVE3');
    await live.getByText('LIVE3').waitFor();
    assert.equal(await tones(page), 0);
    await live.getByRole('button', { name: 'Sound off' }).click();
    assert.equal(await tones(page), 2, 'a sample');
    await see('LIVE4');
    await live.getByText('LIVE4').waitFor();
    assert.equal(await tones(page), 4);
    await page.reload();
    await live.getByText('Connected').waitFor();
    await live.getByRole('button', { name: 'Sound on' }).waitFor();
    assert.equal(await tones(page), 0, 'earlier matches are silent');
    await see('LIVE5');
    await live.getByText('LIVE5').waitFor();
    assert.equal(await tones(page), 2);
    await live.getByRole('button', { name: 'Sound on' }).click();
    await page.reload();
    await live.getByRole('button', { name: 'Sound off' }).waitFor();
  });
});
