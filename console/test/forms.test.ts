import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../server/test/support/milepost.ts';
import { test } from './support/browser.ts';
import { fill, signIn, startConsole } from './support/visit.ts';

const { api, home, visit } = await startConsole({});
const ROLES = ['admin', 'create-alert-endpoint', 'external-api-get-alerts-endpoint'];
const customer = await api.customer(ROLES);
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
const nameField = (page: Page) => page.getByLabel('Name', { exact: true });
const createAlert = (page: Page) => page.getByRole('button', { name: 'Create alert', exact: true });
const alerts = async (name: string) => {
  const { rows } = await api.db.pool.query('select id from alerts where alert_name = $1', [name]);
  return rows.length;
};
const isFocusKept = (page: Page) =>
  eventually(
    'the focus is on the page',
    async () => (await page.evaluate('document.activeElement !== document.body')) === true,
  );
const hasValue = (field: Locator, value: string) =>
  eventually(`the field has the value “${value}”`, async () => (await field.inputValue()) === value);

/** Answers the creation of an alert with an error, until the function that it returns is called. */
async function failCreation(page: Page, json: object): Promise<() => Promise<void>> {
  const url = /(?<!console)\/alerts$/;
  await page.route(url, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, json }) : route.fallback(),
  );
  return () => page.unroute(url);
}

suite('a form', () => {
  test('sends one request for a double click, although the answer is slow', async () => {
    await visit('/console/alerts/new', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'New alert');
      let sent = 0;
      let answer = () => {};
      const isAnswered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(/(?<!console)\/alerts$/, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        sent += 1;
        await isAnswered;
        await route.fallback();
      });
      await nameField(page).fill('Double');
      await createAlert(page).dblclick();
      await page.getByRole('button', { name: 'Saving…' }).click({ force: true });
      await page.keyboard.press('Enter');
      answer();
      await heading(page, 'Double');
      assert.deepEqual([sent, await alerts('Double')], [1, 1]);
    });
  });
  test('shows a failure beside the button, in view and focused', async () => {
    await visit('/console/alerts/new', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'New alert');
      await failCreation(page, { detail: 'The service is in maintenance mode.' });
      await nameField(page).fill('Fails');
      await createAlert(page).click();
      const text = page.getByText('The service is in maintenance mode.');
      await text.waitFor();
      assert.ok(
        await text.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight && document.activeElement?.contains(element);
        }),
      );
    });
  });
  test('moves to the first invalid field, which has the message of the service', async () => {
    await visit('/console/alerts/new', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'New alert');
      await createAlert(page).click();
      await page.locator('input[name=alert_name]:focus').waitFor();
      const description = await nameField(page).getAttribute('aria-describedby');
      assert.match(description ?? '', /-error/);
    });
  });
  test('keeps what was entered over a failure and a reload, until it is saved', async () => {
    await visit('/console/alerts/new', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'New alert');
      const succeed = await failCreation(page, { detail: 'Not now.' });
      await nameField(page).fill('Kept');
      const trailer = page.locator('[name=trailer_number]');
      await trailer.fill('KEPT1');
      await page.getByLabel('The whole value must match').check();
      await page.getByLabel('Schedule').selectOption('normal');
      await createAlert(page).click();
      await page.getByText('Not now.').waitFor();
      await page.reload();
      await page.getByText('What you entered before was restored.').waitFor();
      await hasValue(nameField(page), 'Kept');
      await hasValue(trailer, 'KEPT1');
      assert.equal(await page.getByLabel('The whole value must match').isChecked(), true);
      assert.equal(await page.getByLabel('Schedule').inputValue(), 'normal');
      await succeed();
      await createAlert(page).click();
      await heading(page, 'Kept');
      assert.equal(await alerts('Kept'), 1);
      await page.goto(`${home}/console/alerts/new`);
      await heading(page, 'New alert');
      assert.equal(await nameField(page).inputValue(), '');
    });
  });
  test('keeps what was entered when the session is lost', async () => {
    await visit('/console/alerts/new', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'New alert');
      await nameField(page).fill('Lost session');
      await api.db.pool.query('delete from tokens where user_id = $1', [customer.userId]);
      await createAlert(page).click();
      await page.getByText('Your session has ended.').waitFor();
      await fill(watched, customer);
      await hasValue(nameField(page), 'Lost session');
      await createAlert(page).click();
      await heading(page, 'Lost session');
    });
  });
  test('keeps what was entered when another page is opened and Back is pressed; it can be discarded', async () => {
    await visit('/console/alerts/new', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'New alert');
      await nameField(page).fill('Left');
      await page.getByRole('link', { name: 'Images' }).first().click();
      await heading(page, 'Images');
      await page.goBack();
      await hasValue(nameField(page), 'Left');
      await page.getByRole('button', { name: 'Discard it' }).click();
      await hasValue(nameField(page), '');
      await page.reload();
      await heading(page, 'New alert');
      assert.equal(await page.getByText('What you entered before was restored.').count(), 0);
    });
  });
  test('keeps nothing for another user, and no password', async () => {
    const another = await api.customer(ROLES);
    await visit('/console/alerts/new', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'New alert');
      await nameField(page).fill('Private');
      await page.getByRole('button', { name: /^Account:/ }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await heading(page, 'Sign in');
      assert.doesNotMatch(String(await page.evaluate('JSON.stringify({ ...sessionStorage })')), /Private/);
      await signIn(watched, another, 'New alert');
      assert.equal(await nameField(page).inputValue(), '');
    });
  });
  test('says that the list of logos could not be loaded', async () => {
    await visit('/console/alerts/new', async (watched) => {
      const { page } = watched;
      await page.route(/\/logos$/, (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }));
      await signIn(watched, customer, 'New alert');
      await page.getByText('The list of logos could not be loaded.').waitFor();
      await page.unroute(/\/logos$/);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('The list of logos could not be loaded.').waitFor({ state: 'detached' });
    });
  });
});

suite('the focus is not lost', () => {
  test('after signing in, and on a page opened with Enter', async () => {
    await visit('/console/alerts', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'Alerts');
      await isFocusKept(page);
      await page.getByRole('link', { name: 'New alert' }).first().focus();
      await page.keyboard.press('Enter');
      await heading(page, 'New alert');
      await isFocusKept(page);
    });
  });
  test('after a webhook is created: it is on the secret', async () => {
    await visit('/console/webhooks', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'Webhooks');
      await page.getByLabel('URL', { exact: true }).fill('https://example.com/hook');
      await page.getByRole('button', { name: 'Create webhook' }).press('Enter');
      await page.locator('.shown-once:focus').waitFor();
    });
  });
});

test('“Try again” on the alerts of the overview loads everything that failed', async () => {
  await visit('/console', async (watched) => {
    const { page } = watched;
    const failing = /\/alerts(\/activity)?$/;
    const isRequest = (url: URL) => failing.test(url.pathname) && !url.pathname.startsWith('/console');
    await page.route(isRequest, (route) => route.fulfill({ status: 400, json: { detail: 'Not now.' } }));
    await signIn(watched, customer);
    await page.getByText('Not now.').first().waitFor();
    await page.unroute(isRequest);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByText('Not now.').first().waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
  });
});
