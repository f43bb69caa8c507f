import assert from 'node:assert/strict';
import { createUser } from '../../../server/src/domain/identity/manage-users.ts';
import { alertClient } from '../../../server/test/support/alerts/alert-client.ts';
import { seePlates } from '../../../server/test/support/alerts/see-plates.ts';
import { PASSWORD } from '../../../server/test/support/api.ts';
import { test } from '../support/browser.ts';
import { card, signIn, startConsole } from '../support/visit.ts';

const { api, visit } = await startConsole({ TOKEN_LIMIT_PER_ADDRESS: '100' });
const customer = await api.customer(['admin']);
const { organizationId } = customer;
const { create, send } = await alertClient(api, customer);
await create({ deep_search: 'WORK', alert_name: 'Stolen trailers' });
await seePlates(api, organizationId, ['WORK1'], {
  fields: { latitude: 35.2, longitude: -101.8, location_city: 'Amarillo', location_state: 'TX' },
});
const created = await send('POST', '/cases', {
  ...{ kind: 'plate', value: 'WORK1', title: 'Claim 20-117' },
  ...{
    start: new Date(Date.now() - 86_400_000).toISOString(),
    end: new Date(Date.now() + 86_400_000).toISOString(),
  },
});
assert.equal(created.statusCode, 201, created.body);
const hook = (await send('POST', '/alerts/webhook', { webhook_url: 'https://customer.example/hook' })).json();
await api.db.pool.query('update webhooks set failing_since = now() where id = $1', [hook.id]);

test('the inbox leads to what needs a person, and a match that is settled leaves it', async () => {
  await visit('/console', async (watched) => {
    const { page } = watched;
    await signIn(watched, customer);
    const inbox = card(page, 'Needs you');
    await inbox.getByRole('link', { name: 'Claim 20-117' }).waitFor();
    await inbox.getByText('Plate WORK1 · Amarillo, TX').waitFor();
    await card(page, 'Matches of the last 24 hours').getByText('1 match', { exact: true }).waitFor();
    await inbox.getByRole('link', { name: 'https://customer.example/hook' }).click();
    await page.getByRole('button', { name: 'Rotate secret' }).waitFor();
    await page.goBack();
    await inbox.getByRole('link', { name: 'Stolen trailers' }).click();
    await page.getByLabel('State').selectOption('Working');
    await card(page, 'History').getByText('Working', { exact: true }).waitFor();
    await page.getByLabel('Assignee').selectOption('Me');
    await card(page, 'History')
      .getByText(/^Assigned to/)
      .waitFor();
    await page.goBack();
    await inbox.locator('.badge', { hasText: 'Working' }).waitFor();
    await inbox.getByRole('link', { name: 'Stolen trailers' }).click();
    await page.getByLabel('State').selectOption('Recovered');
    await card(page, 'History').getByText('Recovered', { exact: true }).waitFor();
    await page.goBack();
    await inbox.getByRole('link', { name: 'Claim 20-117' }).waitFor();
    await inbox.getByRole('link', { name: 'Stolen trailers' }).waitFor({ state: 'detached' });
  });
});

test('the inbox shows a user only what their roles include', async () => {
  const email = 'reader@overview.example';
  await createUser(api.db, api.services.identity.passwords, {
    ...{ organizationId, email, password: PASSWORD },
    roles: ['external-api-get-webhook-list'],
  });
  const reader = { email, password: PASSWORD };
  await visit('/console', async (watched) => {
    const { page, requests } = watched;
    await signIn(watched, reader);
    const inbox = card(page, 'Needs you');
    await inbox.getByRole('link', { name: 'https://customer.example/hook' }).waitFor();
    assert.equal(await inbox.getByRole('region').count(), 1);
    const asked = requests.filter((url) =>
      /\/(matches|cases|watchlist-events|admin\/cameras)\b/.test(new URL(url).pathname),
    );
    assert.deepEqual(asked, [], 'nothing is requested that would be refused');
  });
});

test('an inbox without work says so', async () => {
  const other = await api.customer(['admin']);
  await visit('/console', async (watched) => {
    await signIn(watched, other);
    await watched.page.getByText('Nothing needs you.').waitFor();
    await watched.page.getByText('No match in the last 24 hours.').waitFor();
  });
});
