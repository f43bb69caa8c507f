import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { test } from './support/browser.ts';
import { fill, signIn, startConsole } from './support/visit.ts';

const { api, home, visit } = await startConsole({});
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading(page, 'Sign in');
}

suite('a session', () => {
  test('is in a cookie that scripts cannot read, and survives a reload', async () => {
    const customer = await api.customer();
    await visit('/console', async (watched) => {
      const { page, context } = watched;
      await signIn(watched, customer);
      const [cookie, ...others] = await context.cookies();
      assert.deepEqual(others, []);
      assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.path], [true, 'Lax', '/']);
      assert.equal(await page.evaluate('document.cookie'), '');
      const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
      assert.ok(!String(stored).includes(cookie?.value ?? ''), 'no storage has the token');
      await page.reload();
      await heading(page, 'Overview');
    });
  });
  test('is that of a new tab, and signing out reaches all tabs', async () => {
    const customer = await api.customer(['admin']);
    await visit('/console', async (watched) => {
      const { page, context } = watched;
      await signIn(watched, customer);
      const other = await context.newPage();
      await other.goto(`${home}/console/alerts`);
      await heading(other, 'Alerts');
      const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
      await signOut(page);
      assert.equal((await ended).status(), 200);
      await other.getByText('You signed out in another tab.').waitFor();
      assert.deepEqual(await context.cookies(), []);
      await page.reload();
      await heading(page, 'Sign in');
      await signIn(watched, customer);
      await heading(other, 'Alerts');
      await other.close();
    });
  });
  test('of another user, begun in another tab, replaces the page with that of the user', async () => {
    const [first, second] = [await api.customer(), await api.customer()];
    await visit('/console', async (watched) => {
      const { page, context } = watched;
      await signIn(watched, first);
      const other = await context.newPage();
      await other.goto(`${home}/console`);
      await heading(other, 'Overview');
      await signOut(page);
      await fill(watched, second);
      await other.getByRole('button', { name: `Account: ${second.email}` }).waitFor();
      assert.equal(await other.getByText(first.email).count(), 0);
      await other.close();
    });
  });
  test('that was revoked returns every tab to the sign-in page with the reason', async () => {
    const customer = await api.customer();
    await visit('/console', async (watched) => {
      const { page, context } = watched;
      await signIn(watched, customer);
      const other = await context.newPage();
      await other.goto(`${home}/console`);
      await heading(other, 'Overview');
      await api.db.pool.query('delete from tokens where user_id = $1', [customer.userId]);
      await page.reload();
      await page.getByText('Your session has ended.').waitFor();
      await other.getByText('Your session has ended.').waitFor();
      await other.close();
    });
  });
  test('that the browser does not keep is explained', async () => {
    const customer = await api.customer();
    await visit('/console', async (watched) => {
      const { page } = watched;
      await page.route(/\/auth\/session$/, async (route) => {
        const response = await route.fetch();
        const { 'set-cookie': _, ...headers } = response.headers();
        await watched.context.clearCookies();
        await route.fulfill({ response, headers });
        await watched.context.clearCookies();
      });
      await page.route(/\/auth\/me$/, (route) =>
        route.fulfill({ status: 401, json: { detail: 'Credentials are missing or incorrect.' } }),
      );
      await fill(watched, customer);
      await page.getByText('The browser did not keep the session.').waitFor();
    });
  });
});
