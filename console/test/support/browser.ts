import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after } from 'node:test';
import packaged from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

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

/** A browser that comes from npm like everything else; closed when the file is done. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await packaged.executablePath(),
    // Not the package's own list: that one switches off what these tests look at (web security, one process a page).
    args: ['--headless=shell', '--no-sandbox', '--disable-gpu'],
  });
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
