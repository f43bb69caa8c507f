import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { deliverMails } from '../../server/src/domain/notifications/mail/deliver-mails.ts';
import { mailQueue } from '../../server/src/domain/notifications/mail/queue.ts';
import { recordFirings } from '../../server/src/domain/notifications/record-firing.ts';
import { testApi } from '../../server/test/support/api.ts';
import { firing } from '../../server/test/support/notifications/firings.ts';
import { buildConsole, openBrowser, test, type Watched } from './support/browser.ts';
import { fill, signIn, visiting } from './support/visit.ts';

buildConsole();
const api = await testApi({ env: { TOKEN_LIMIT_PER_ADDRESS: '4' } });
const home = await api.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await openBrowser();

const visit = visiting(browser, home);
const kept = ({ page }: Watched) => page.evaluate('sessionStorage.getItem("milepost.session")');

suite('sign-in refused', () => {
  test('wrong password: a sentence and the correlation id of that answer', async () => {
    const customer = await api.customer();
    await visit('/console', async (watched) => {
      const answer = watched.page.waitForResponse(/\/auth\/token$/);
      await fill(watched, { ...customer, password: 'wrong' });
      const alert = watched.page.getByRole('alert');
      await alert.waitFor();
      const text = (await alert.textContent()) ?? '';
      assert.match(text, /Email or password is not right for this API key\./);
      assert.ok(text.includes((await answer).headers()['x-correlation-id'] ?? 'none'));
      assert.equal(await kept(watched), null);
    });
  });
  test('unknown API key', async () => {
    const customer = await api.customer();
    await visit('/console', async (watched) => {
      await fill(watched, { ...customer, apiKey: 'mp_unknown' });
      await watched.page.getByText('This API key is not known or no longer valid.').waitFor();
      const field = watched.page.getByLabel('API key', { exact: true });
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
    });
  });
  test('too many attempts: how long to wait, and the button waits too', async () => {
    const customer = await api.customer();
    await visit('/console', async (watched) => {
      for (let attempt = 0; attempt < 5; attempt++) {
        const answer = watched.page.waitForResponse(/\/auth\/token$/);
        await fill(watched, { ...customer, password: 'wrong' });
        await answer;
      }
      await watched.page.getByText(/Too many attempts\. Wait \d+ seconds/).waitFor();
      const button = watched.page.getByRole('button', { name: /^Try again in \d+ s$/ });
      await button.waitFor();
      assert.equal(await button.isDisabled(), true);
    });
  });
});

suite('signed in', () => {
  test('the overview says who, what they may do, until when, and whether the service is ready', async () => {
    const customer = await api.customer(['admin', 'run-summary-alert'], 'insurance');
    await visit('/', async (watched) => {
      const { page } = watched;
      assert.equal(page.url(), `${home}/console`);
      await signIn(watched, customer);
      const main = page.getByRole('main');
      await main.getByText('Ready', { exact: true }).waitFor();
      const text = (await main.textContent()) ?? '';
      for (const part of [
        customer.email,
        'Insurer',
        'Fire all active alerts now',
        'run-summary-alert',
        '2 roles',
      ])
        assert.ok(text.includes(part), `${part} is not in: ${text}`);
      assert.match(text, /Token expires\s*in 23 hours/);
      assert.equal(await page.title(), 'Overview · Milepost');
      assert.equal(await page.getByText('Synthetic demo data').count(), 0);
    });
  });
  test('a reload keeps the session, another tab has none, signing out ends it', async () => {
    const customer = await api.customer();
    await visit('/console', async (watched) => {
      const { page, context } = watched;
      await signIn(watched, customer);
      await page.reload();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      assert.equal(await page.evaluate('localStorage.length + document.cookie.length'), 0);

      const other = await context.newPage();
      await other.goto(`${home}/console`);
      await other.getByRole('heading', { name: 'Sign in' }).waitFor();
      await other.close();

      await page.getByRole('button', { name: `Account of ${customer.email}` }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      assert.equal(await kept(watched), null);
      await page.reload();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    });
  });
  test('a token that is no longer good leads back to the sign-in, with the reason', async () => {
    const customer = await api.customer();
    await visit('/console', async (watched) => {
      await signIn(watched, customer);
      await api.db.pool.query('delete from tokens where user_id = $1', [customer.userId]);
      await watched.page.reload();
      await watched.page.getByText('Your session has ended.').waitFor();
      assert.equal(await kept(watched), null);
    });
  });
  test('a service that is not ready says why', async () => {
    const customer = await api.customer();
    await visit('/console', async (watched) => {
      await signIn(watched, customer);
      await watched.page.getByText('Ready', { exact: true }).waitFor();
      await api.db.pool.query("update milepost_migrations set name = 'x' || name");
      await watched.page.getByRole('button', { name: 'Check again' }).click();
      await watched.page.getByText('Not ready', { exact: true }).waitFor();
      assert.match(
        (await watched.page.getByRole('alert').textContent()) ?? '',
        /The schema lacks .*Correlation id/s,
      );
      await api.db.pool.query('update milepost_migrations set name = substr(name, 2)');
      await watched.page.getByRole('button', { name: 'Check again' }).click();
      await watched.page.getByText('Ready', { exact: true }).waitFor();
    });
  });
  test('an organization that says it is synthetic is marked', async () => {
    const customer = await api.customer();
    const rename = 'update organizations set name = $1 where id = $2';
    await api.db.pool.query(rename, ['Demo Insurance (synthetic)', customer.organizationId]);
    await visit('/console', async (watched) => {
      await signIn(watched, customer);
      await watched.page.getByText('Synthetic demo data').waitFor();
    });
  });
  test('an address inside the console that names no page', async () => {
    const customer = await api.customer();
    await visit('/console/nowhere/at-all', async (watched) => {
      await fill(watched, customer);
      await watched.page.getByText('There is nothing at this address.').waitFor();
      await watched.page.getByRole('link', { name: 'Overview', exact: true }).click();
      await watched.page.getByRole('heading', { name: 'Overview' }).waitFor();
      assert.equal(watched.page.url(), `${home}/console`);
      await watched.page.goBack();
      await watched.page.getByText('There is nothing at this address.').waitFor();
    });
  });
});

test('by keyboard alone: sign in, open the account menu, close it, sign out', async () => {
  const customer = await api.customer();
  await visit('/console', async ({ page }) => {
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.keyboard.type(customer.apiKey);
    await press('Tab', 'Tab');
    await page.keyboard.type(customer.email);
    await press('Tab');
    await page.keyboard.type(customer.password);
    await press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const account = page.getByRole('button', { name: /^Account of/ });
    await account.focus();
    await press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await press('Tab', 'Escape');
    assert.equal(await account.getAttribute('aria-expanded'), 'false');
    await press('Enter', 'Tab', 'Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});

test('mails: what was kept is listed, and a mail can be looked at', async () => {
  const customer = await api.customer(['admin']);
  const service = api.services.notifications;
  const about = { notification_channels: ['email' as const], alert_name: 'Trailers of ours' };
  await api.db.transaction((tx) => recordFirings(service)(tx, firing(customer.organizationId, about)));
  await deliverMails(service, mailQueue(), new AbortController().signal);
  await visit('/console', async (watched) => {
    await signIn(watched, customer);
    await watched.page.getByRole('link', { name: 'Mails' }).click();
    await watched.page.getByText('No mail server is set').waitFor();
    await watched.page.getByText('1 sighting: Trailers of ours').waitFor();
    await watched.page.getByRole('cell', { name: 'Kept as a file' }).waitFor();
    await watched.page.getByRole('button', { name: 'Show' }).click();
    await watched.page.getByText('List-Unsubscribe-Post: List-Unsubscribe=One-Click').waitFor();
  });
});

test('a narrow screen shows everything without scrolling sideways', async () => {
  const customer = await api.customer(['external-api-delete-alert-webhook-endpoint']);
  const overflow = 'document.documentElement.scrollWidth - innerWidth';
  const options = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' as const };
  await visit(
    '/console',
    async (watched) => {
      assert.ok(Number(await watched.page.evaluate(overflow)) <= 0);
      await signIn(watched, customer);
      await watched.page.getByText('Ready', { exact: true }).waitFor();
      assert.ok(Number(await watched.page.evaluate(overflow)) <= 0);
    },
    options,
  );
});

test('the API reference reads itself, sends a trial request from its page, and asks nobody else', async () => {
  await visit('/docs', async ({ page, requests }) => {
    await page.getByText('Exchange an email and password for tokens').first().waitFor();
    assert.ok(requests.includes(`${home}/openapi.json`));
    assert.equal(await page.title(), 'Milepost API');
    assert.equal(await page.getByText('Deploy', { exact: true }).count(), 0);
    await page
      .getByRole('button', { name: /Test Request/ })
      .first()
      .click();
    const answer = page.waitForResponse(/\/auth\/token$/);
    await page.getByRole('button', { name: /Send/ }).first().click();
    assert.equal((await answer).status(), 403);
  });
});
