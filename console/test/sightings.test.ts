import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { verifyPack } from '../../server/src/domain/cases/verify-pack.ts';
import { insertSightings } from '../../server/test/support/sightings/planted-sightings.ts';
import { violationsOf } from './support/axe.ts';
import { test } from './support/browser.ts';
import { settled } from './support/pages.ts';
import { signIn, startConsole } from './support/visit.ts';

const { api, visit } = await startConsole({});
const insurer = await api.customer(['admin', 'image-read-endpoint'], 'insurance');

const HOUR = 3_600_000;
const NOW = Math.floor(Date.now() / 1_000) * 1_000;
const seen = (hours: number, fields: Record<string, unknown> = {}) => ({
  ...{ equipment_number: 'T1563', alpr_plate_number: 'TRK001', plate_state: 'TX', source: 'camera-1' },
  usdot_number: 1_234_567,
  ...{
    location_city: 'Amarillo',
    location_state: 'TX',
    latitude: 35.19,
    longitude: -101.83,
    route: 'I-40 EB',
  },
  ...fields,
  time_captured: new Date(NOW - hours * HOUR),
});
await insertSightings(api.db, insurer.organizationId, [
  seen(1),
  seen(30, { location_city: 'Memphis', location_state: 'TN', latitude: 35.15, longitude: -90.05 }),
  seen(1_000),
  seen(2, { equipment_number: 'TI563', alpr_plate_number: 'OTHER2', location_city: 'Tulsa' }),
  seen(3, { equipment_number: 'X1', alpr_plate_number: 'OTHER3', location_city: 'Boise' }),
]);

const rows = (page: Page) => page.getByRole('region', { name: 'Sightings', exact: true }).locator('tbody tr');

test('finds every sighting of a trailer by one click, with similar characters and without', async () => {
  await visit('/console', async (watched) => {
    const { page } = watched;
    await signIn(watched, insurer);
    await page.getByRole('link', { name: 'Sightings' }).click();
    await page.getByLabel('Trailer').fill('T15?3');
    await page.keyboard.press('Enter');
    await page.getByText('3 sightings', { exact: true }).waitFor();
    assert.match(page.url(), /trailer_number=T15%3F3/);
    assert.equal(await rows(page).count(), 3);
    await page.goto(page.url().replace('T15%3F3', 'T1563'));
    await page.getByLabel(/similar characters/).check();
    await page.getByText('4 sightings', { exact: true }).waitFor();
    assert.equal(await rows(page).last().getByText('Similar').count(), 1, 'exact ones come first');
    await page.reload();
    await page.getByText('4 sightings', { exact: true }).waitFor();
  });
});

test('a search is narrowed by place and time, saved as a view, exported, and made an alert', async () => {
  await visit('/console/sightings?trailer_number=T1563', async (watched) => {
    const { page } = watched;
    await signIn(watched, insurer, 'Sightings');
    await page.getByLabel('Near').fill('Memphis');
    await page.keyboard.press('Enter');
    await page.getByText('1 sighting', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Near Memphis');
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('link', { name: 'Near Memphis' }).waitFor();

    const csv = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const text = await readFile(await (await csv).path(), 'utf8');
    assert.equal(text.trim().split('\r\n').length, 2);
    assert.match(text, /Memphis/);
    const json = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as JSON lines' }).click();
    const line = JSON.parse(await readFile(await (await json).path(), 'utf8'));
    assert.equal(line.equipment_number, 'T1563');

    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('5 sightings', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Near Memphis' }).click();
    await page.getByText('1 sighting', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Create alert' }).click();
    await page.getByRole('heading', { name: 'New alert', level: 1 }).waitFor();
    assert.equal(await page.getByLabel('Trailer number', { exact: true }).inputValue(), 'T1563');
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Trailer T1563');
    await page.getByText('no criterion for this part of the search: place').waitFor();
  });
});

test('a number that the service does not accept, and a place that is not known, are explained', async () => {
  await visit('/console/sightings?near=Nowhere', async (watched) => {
    const { page } = watched;
    await signIn(watched, insurer, 'Sightings');
    await page.getByText(/^Near: enter a city/).waitFor();
    await page.goto(page.url().replace('near=Nowhere', 'plate=A*'));
    await page
      .getByRole('alert')
      .getByText(/at least 3 known characters/)
      .waitFor();
    await page.goto(page.url().replace('plate=A*', 'plate=NOSUCH1'));
    await page.getByText('No sighting matches the filters.').waitFor();
  });
});

test('Ctrl+K finds a trailer, and Enter opens the file of the vehicle', async () => {
  await visit('/console', async (watched) => {
    const { page } = watched;
    await signIn(watched, insurer);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('t-1563');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Trailer T1563', level: 1 }).waitFor();
    await page.getByText(/^Last seen in Amarillo, TX/).waitFor();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    assert.equal(await timeline.getByRole('listitem').count(), 3);
    await timeline.getByText('40 days without a sighting before this').waitFor();
    await page.getByRole('region', { name: 'Seen with' }).getByText('TRK001').waitFor();
    await settled(page);
    assert.deepEqual(await violationsOf(page), []);
    // A number that nobody has seen leads to the search for similar ones.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('T1S63');
    await page.keyboard.press('Enter');
    await page.waitForURL(/sightings\?(plate|trailer_number)=T1S63&similar=true/);
  });
});

test('a case is opened from a vehicle in three clicks, and its pack is what was signed', async () => {
  await visit('/console/vehicles/trailer/T1563', async (watched) => {
    const { page } = watched;
    await signIn(watched, insurer, 'Trailer T1563');
    await page.getByRole('link', { name: 'Open a case' }).click();
    await page.getByLabel('Title').fill('Stolen trailer');
    await page.getByRole('button', { name: 'Open the case' }).click();
    await page.getByRole('heading', { name: 'Stolen trailer', level: 1 }).waitFor();
    await page.getByText('2 sightings', { exact: true }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the pack' }).click();
    const { problems, signed } = await verifyPack(await readFile(await (await saved).path()));
    assert.deepEqual(problems, []);
    assert.equal((signed as { content: { sightings: number } } | null)?.content.sightings, 2);
    await settled(page);
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole('link', { name: 'Cases' }).first().click();
    await page.getByRole('link', { name: 'Stolen trailer' }).waitFor();
  });
});
