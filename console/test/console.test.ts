import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { test, type Watched } from './support/browser.ts';
import { fill, signIn, startConsole } from './support/visit.ts';

const { api, home, visit } = await startConsole({ TOKEN_LIMIT_PER_ADDRESS: '4' });
const storedSession = ({ page }: Watched) => page.evaluate('localStorage.getItem("milepost.session")');

suite('rejected sign-in', () => {
  test('a wrong password shows a message with the correlation ID of the response', async () => {
    const customer = await api.customer();
    await visit('/console', async (watched) => {
      const response = watched.page.waitForResponse(/\/auth\/session$/);
      await fill(watched, { ...customer, password: 'wrong' });
      const alert = watched.page.getByRole('alert');
      await alert.waitFor();
      const text = (await alert.textContent()) ?? '';
      assert.match(text, /The email or password is incorrect\./);
      assert.ok(text.includes((await response).headers()['x-correlation-id'] ?? 'none'));
      assert.equal(await storedSession(watched), null);
    });
  });
  test('too many attempts show the waiting time and disable the button until then', async () => {
    const customer = await api.customer();
    await visit('/console', async (watched) => {
      for (let attempt = 0; attempt < 5; attempt++) {
        const response = watched.page.waitForResponse(/\/auth\/session$/);
        await fill(watched, { ...customer, password: 'wrong' });
        await response;
      }
      await watched.page.getByText(/Too many attempts\. Wait \d+ seconds/).waitFor();
      const button = watched.page.getByRole('button', { name: /^Try again in \d+ s$/ });
      await button.waitFor();
      assert.equal(await button.isDisabled(), true);
    });
  });
});

suite('signed in', () => {
  test('the account page shows the user, their roles, their sessions and the service status', async () => {
    const customer = await api.customer(['admin', 'run-summary-alert'], 'insurance');
    await visit('/console/account', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'Your account');
      const main = page.getByRole('main');
      await main.getByText('Ready', { exact: true }).waitFor();
      const text = (await main.textContent()) ?? '';
      for (const expected of [
        customer.email,
        'Insurer',
        'Fire all active alerts now',
        'run-summary-alert',
        '2 roles',
      ])
        assert.ok(text.includes(expected), `${expected} is not in: ${text}`);
      assert.match(text, /this session/);
      assert.equal(await page.title(), 'Your account · Milepost');
      assert.equal(await page.getByText('Demo organization').count(), 0);
    });
  });
  test('a revoked token returns the user to the sign-in page with the reason', async () => {
    const customer = await api.customer();
    await visit('/console', async (watched) => {
      await signIn(watched, customer);
      await api.db.pool.query('delete from tokens where user_id = $1', [customer.userId]);
      await watched.page.reload();
      await watched.page.getByText('Your session has ended.').waitFor();
      assert.equal(await storedSession(watched), null);
    });
  });
  test('a service that is not ready shows the reason', async () => {
    const customer = await api.customer();
    await visit('/console/account', async (watched) => {
      await signIn(watched, customer, 'Your account');
      await watched.page.getByText('Ready', { exact: true }).waitFor();
      await api.db.pool.query("update milepost_migrations set name = 'x' || name");
      // The service caches the result of a check for a second.
      for (let status = 200; status === 200; ) {
        const response = watched.page.waitForResponse(/\/readyz$/);
        await watched.page.getByRole('button', { name: 'Check again' }).click();
        status = (await response).status();
      }
      await watched.page.getByText('Not ready', { exact: true }).waitFor();
      const { detail } = (await api.app.inject('/readyz')).json();
      assert.match(detail, /schema/);
      const alert = (await watched.page.getByRole('alert').textContent()) ?? '';
      assert.ok(alert.includes(detail) && alert.includes('Correlation ID'), alert);
      await api.db.pool.query('update milepost_migrations set name = substr(name, 2)');
      await watched.page.getByRole('button', { name: 'Check again' }).click();
      await watched.page.getByText('Ready', { exact: true }).waitFor();
    });
  });
  test('the story of the demo is only in the demo', async () => {
    const customer = await api.customer();
    await visit('/console', async (watched) => {
      await signIn(watched, customer);
      assert.equal(await watched.page.getByText('Three minutes with the demo').count(), 0);
    });
  });
  test('an organization of the demo has one mark on the screen, and a watermark on paper', async () => {
    const customer = await api.customer();
    await api.db.pool.query('update organizations set is_demo = true where id = $1', [
      customer.organizationId,
    ]);
    await visit('/console', async (watched) => {
      await signIn(watched, customer);
      await watched.page.getByText('Synthetic demo data').waitFor();
      assert.equal(await watched.page.getByText(/synthetic/i).count(), 1);
      const onPaper = () =>
        watched.page.evaluate(`getComputedStyle(document.querySelector('.frame'), '::after').content`);
      assert.equal(await onPaper(), 'none');
      await watched.page.emulateMedia({ media: 'print' });
      assert.equal(await onPaper(), '"Synthetic demo data"');
    });
  });
  test('an unknown path shows a not-found page with a working menu', async () => {
    const customer = await api.customer();
    await visit('/console/nowhere/at-all', async (watched) => {
      await fill(watched, customer);
      await watched.page.getByText('This page does not exist.').waitFor();
      await watched.page.getByRole('link', { name: 'Overview', exact: true }).click();
      await watched.page.getByRole('heading', { name: 'Overview' }).waitFor();
      assert.equal(watched.page.url().replace(/\/$/, ''), `${home}/console`);
      await watched.page.goBack();
      await watched.page.getByText('This page does not exist.').waitFor();
    });
  });
});

test('sign-in, the account menu and sign-out work by keyboard', async () => {
  const customer = await api.customer();
  await visit('/console', async ({ page }) => {
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    // The first field takes the focus when the page has rendered.
    await page.locator('input:focus').waitFor();
    await page.keyboard.type(customer.email);
    await press('Tab');
    await page.keyboard.type(customer.password);
    await press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const account = page.getByRole('button', { name: /^Account:/ });
    await account.focus();
    await press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await press('Tab', 'Escape');
    assert.equal(await account.getAttribute('aria-expanded'), 'false');
    await press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    // The links to the account page and to the API reference come first.
    await press('Tab', 'Tab', 'Tab', 'Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});

test('the focus is not lost when a dialog closes or another page opens', async () => {
  const customer = await api.customer();
  await visit('/console?palette=open', async (watched) => {
    const { page } = watched;
    await fill(watched, customer);
    const palette = page.getByRole('combobox');
    await palette.waitFor();
    await page.keyboard.press('Escape');
    // Opened by its link, so no element had the focus before.
    await page.locator('main:focus').waitFor();
    const search = page.getByRole('button', { name: 'Search' });
    await search.click();
    await palette.waitFor();
    await page.keyboard.press('Escape');
    await page.locator('button.find:focus').waitFor();
    await page.keyboard.press('/');
    await palette.fill('images');
    await page.getByRole('option', { name: 'Images', exact: true }).click();
    await page.getByRole('heading', { name: 'Images', level: 1 }).waitFor();
    await page.locator('main:focus').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'All images' }).press('Enter');
    await page.getByRole('heading', { name: 'Images', level: 1 }).waitFor();
    await page.locator('main:focus').waitFor();
  });
});

test('a user who may not read alerts is told which role is missing', async () => {
  const customer = await api.customer();
  await visit('/console/live', async (watched) => {
    await fill(watched, customer);
    const role = /for the role “Read your own alerts” or “Read all alerts of your organization”\./;
    await watched.page.getByText(role).waitFor();
    assert.equal(await watched.page.getByText('Reconnecting…').count(), 0);
    await watched.page.getByRole('link', { name: 'Alerts', exact: true }).click();
    await watched.page.getByRole('region', { name: 'Withheld' }).getByText(role).waitFor();
  });
});

test('a carrier page states why a section is withheld, and that a number is unknown', async () => {
  const without = await api.customer();
  await visit('/console/carriers/1234567', async (watched) => {
    await fill(watched, without);
    await watched.page.getByText('shown to insurance organizations only').waitFor();
  });
  const underwriter = await api.customer([], 'insurance');
  await visit('/console/carriers/1234567', async (watched) => {
    await fill(watched, underwriter);
    await watched.page.getByText('No federal record has USDOT number 1234567.').waitFor();
    await watched.page.getByText('Never seen.').waitFor();
    await watched.page.getByRole('link', { name: 'search for the carrier' }).click();
    await watched.page.getByRole('searchbox', { name: 'Search carriers' }).fill('no such carrier');
    await watched.page.getByText('No carrier matches this search.').waitFor();
  });
});

test('a page that is offline says so and keeps the data that it has', async () => {
  const underwriter = await api.customer([], 'insurance');
  await visit('/console/carriers', async (watched) => {
    const { page, context } = watched;
    await fill(watched, underwriter);
    await page.getByText('Find a motor carrier').waitFor();
    await context.setOffline(true);
    await page.getByText('You are offline. The page shows the last data that was loaded.').waitFor();
    await page.getByRole('searchbox', { name: 'Search carriers' }).fill('trucking');
    await page.getByText('Not loaded yet.').waitFor();
    await page.getByRole('searchbox', { name: 'Search carriers' }).fill('');
    await context.setOffline(false);
    await page.getByText('You are offline. The page shows').waitFor({ state: 'detached' });
    await page.getByText('Find a motor carrier').waitFor();
  });
});

test('a filter keeps the space that is being typed, and invalid parameters are ignored', async () => {
  const operator = await api.customer(['admin'], 'operator');
  await visit('/console/organizations?query=&page=x', async (watched) => {
    const { page } = watched;
    await fill(watched, operator);
    const filter = page.getByRole('searchbox', { name: 'Filter organizations' });
    await filter.pressSequentially('no such org');
    assert.equal(await filter.inputValue(), 'no such org');
    await page.getByText('No organization has this name.').waitFor();
    await page.goto(`${home}/console/audit?from=yesterday&entry=x`);
    await page.getByText(/^Newest first/).waitFor();
  });
});

test('a 320-pixel screen does not scroll horizontally', async () => {
  const customer = await api.customer(['external-api-delete-alert-webhook-endpoint']);
  const overflow = 'document.documentElement.scrollWidth - innerWidth';
  const options = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' as const };
  await visit(
    '/console',
    async (watched) => {
      assert.ok(Number(await watched.page.evaluate(overflow)) <= 0);
      await signIn(watched, customer);
      assert.ok(Number(await watched.page.evaluate(overflow)) <= 0);
      await watched.page.goto(`${home}/console/account`);
      await watched.page.getByText('Ready', { exact: true }).waitFor();
      assert.ok(Number(await watched.page.evaluate(overflow)) <= 0);
    },
    options,
  );
});

test('the API reference loads openapi.json and sends a test request to this service only', async () => {
  await visit('/docs', async ({ page, requests }) => {
    await page.getByText('Exchange an email and password for tokens').first().waitFor();
    assert.ok(requests.includes(`${home}/openapi.json`));
    assert.equal(await page.title(), 'Milepost API');
    assert.equal(await page.getByText('Deploy', { exact: true }).count(), 0);
    await page
      .getByRole('button', { name: /Test Request/ })
      .first()
      .click();
    const response = page.waitForResponse(/\/auth\/token$/);
    await page.getByRole('button', { name: /Send/ }).first().click();
    assert.equal((await response).status(), 403);
  });
});
