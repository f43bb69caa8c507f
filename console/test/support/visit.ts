import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type Customer, testApi } from '../../../server/test/support/api.ts';
import { buildConsole, openBrowser, openPage, strangers, type Watched } from './browser.ts';
import { settled } from './pages.ts';

type Use = (watched: Watched) => Promise<void>;

/** A service with the built console, and a browser. */
export async function startConsole(env: Record<string, string>, port = 0) {
  buildConsole();
  const api = await testApi({ env });
  const home = await api.app.listen({ host: '127.0.0.1', port });
  const browser = await openBrowser();
  return { api, home, browser, visit: visiting(browser, home) };
}

/** Opens pages of the service at `home`, and asserts that they request nothing from other origins and log no error. */
export function visiting(browser: Browser | null, home: string) {
  return async function visit(path: string, use: Use, options: BrowserContextOptions = {}): Promise<void> {
    assert.ok(browser);
    const watched = await openPage(browser, options);
    await watched.page.goto(home + path);
    await use(watched);
    await watched.context.close();
    assert.deepEqual(strangers(watched.requests, home), []);
    // Browsers log every 4xx response as an error.
    const failures = watched.complaints.filter(
      (text) => !/^Failed to load resource: .* (4\d\d|503) /.test(text),
    );
    assert.deepEqual(failures, []);
  };
}

export async function fill(
  { page }: Watched,
  { email, password }: Pick<Customer, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in, then waits until the requested page has its heading and its data. */
export async function signIn(
  watched: Watched,
  customer: Pick<Customer, 'email' | 'password'>,
  heading = 'Overview',
): Promise<void> {
  await fill(watched, customer);
  await watched.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  await settled(watched.page);
}

export const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

export const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  assert.ok(box);
  return box;
};
