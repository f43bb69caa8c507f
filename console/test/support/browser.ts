import { after, test as nodeTest } from 'node:test';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { findBrowser } from './find-browser.ts';

export { buildConsole } from './build-console.ts';

/** A page with a record of its requests and errors. */
export type Watched = {
  page: Page;
  context: BrowserContext;
  /** The URL of every request. */
  requests: string[];
  /** Errors on the browser's console: script errors and violations of the content security policy. */
  complaints: string[];
};

/** Long enough for a machine that runs other things. */
const TIMEOUT_MS = 120_000;
const found = await findBrowser();

/** A test that is skipped on a machine without a browser. */
export function test(name: string, run: () => Promise<void>): void {
  nodeTest(name, { skip: 'missing' in found ? found.missing : false }, run);
}

/** Null on a machine without a browser, where every `test` of this file is skipped. */
export async function openBrowser(): Promise<Browser | null> {
  if ('missing' in found) return null;
  const browser = await chromium.launch({ ...found, timeout: TIMEOUT_MS });
  after(() => browser.close());
  return browser;
}

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return { page, context, requests, complaints };
}

/** Requests to other origins. `data:` and `blob:` URLs stay inside the page. */
export function strangers(requests: string[], home: string): string[] {
  return requests.filter((url) => !url.startsWith(`${home}/`) && !/^(data|blob):/.test(url));
}
