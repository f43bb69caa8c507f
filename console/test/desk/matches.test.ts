import assert from 'node:assert/strict';
import { alertClient, OWN_ALERTS } from '../../../server/test/support/alerts/alert-client.ts';
import { seePlates } from '../../../server/test/support/alerts/see-plates.ts';
import { test } from '../support/browser.ts';
import { card, signIn, startConsole } from '../support/visit.ts';

const { api, visit } = await startConsole({ TOKEN_LIMIT_PER_ADDRESS: '100' });
const customer = await api.customer(['admin']);
const { create, colleague, send } = await alertClient(api, customer);
const { email: helper } = (await send('GET', '/auth/me', undefined, await colleague(OWN_ALERTS))).json();
await create({ deep_search: 'WORK', alert_name: 'Stolen trailers' });
await seePlates(api, customer.organizationId, ['WORK1', 'WORK2']);

test('a match is assigned in two clicks, worked on, noted and found by its state', async () => {
  await visit('/console/matches', async (watched) => {
    const { page } = watched;
    await signIn(watched, customer, 'Matches');
    const list = card(page, 'Matches');
    const filters = page.getByRole('form', { name: 'Filters' });
    const entry = list.getByRole('listitem').filter({ hasText: 'WORK1' });
    await entry.getByLabel(/^Assignee of match/).selectOption(helper);
    await entry.getByLabel(/^State of match/).selectOption('Working');
    await entry.locator('.badge', { hasText: 'Working' }).waitFor();
    await entry.getByRole('link', { name: 'Stolen trailers' }).click();
    await page.getByRole('heading', { name: 'Match of Stolen trailers', level: 1 }).waitFor();
    const history = card(page, 'History');
    await history.getByText(`Assigned to ${helper}`, { exact: true }).waitFor();
    await page.getByLabel('Note').fill('Called the yard.\nNo answer.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await history.getByText('Called the yard.').waitFor();
    assert.equal(await page.getByLabel('Note').inputValue(), '');
    await page.getByLabel('State').selectOption('Recovered');
    await history.getByText('Recovered', { exact: true }).waitFor();
    assert.equal(await history.getByRole('listitem').count(), 4);
    await page.goBack();
    await filters.getByRole('combobox', { name: 'State', exact: true }).selectOption('Recovered');
    await list.getByText('WORK2').waitFor({ state: 'detached' });
    await list.getByText('WORK1').waitFor();
    assert.match(page.url(), /state=recovered/);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    assert.equal((await download).suggestedFilename(), 'matches.csv');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await list.getByText('WORK2').waitFor();
    await filters.getByRole('combobox', { name: 'Assignee', exact: true }).selectOption(helper);
    await list.getByText('WORK2').waitFor({ state: 'detached' });
  });
});

test('a match leads from the page of its alert to its work', async () => {
  await visit('/console/alerts', async (watched) => {
    const { page } = watched;
    await signIn(watched, customer, 'Alerts');
    await page.getByRole('link', { name: /Stolen trailers/ }).click();
    const entry = page.getByRole('listitem').filter({ hasText: 'WORK2' });
    await entry.getByText('New', { exact: true }).waitFor();
    await entry.getByRole('link', { name: 'Work on it' }).click();
    await page.getByText('Nobody has changed it yet.').waitFor();
  });
});
