/**
 * Prints the figures of the console on the demo: first paint, layout shift and compressed code of each page, violations of
 * WCAG 2.2 AA, milliseconds from a keystroke to the result, and the frame rate of the map. With --screenshots=<folder> it also
 * saves each page in both widths and both themes. Exits with 1 if a page breaks a limit that does not depend on the machine.
 */
import { mkdir } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { buildConsole } from '../../console/test/support/build-console.ts';
import { findBrowser } from '../../console/test/support/find-browser.ts';
import { openConsolePage, PAGES, SCREENS } from '../../console/test/support/pages.ts';
import { type Figures, figuresOf, OBSERVER, searchLatencies } from './figures.ts';
import { mapFrames } from './map-frames.ts';
import { type Credentials, startDemo } from './start-demo.ts';

const MAX_CODE_BYTES = 300_000;
const MAX_SHIFT = 0.1;
const POINTS = 100_000;
const WORD = 'synthetic trucking';

const { values } = parseArgs({
  options: { screenshots: { type: 'string' }, 'map-only': { type: 'boolean' } },
});
const found = await findBrowser();
if ('missing' in found) throw new Error(found.missing);
buildConsole();
// Without a graphics card, WebGL runs on the processor.
const software = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const own = (found.args ?? []).filter((one) => one !== '--disable-gpu');
const browser = await chromium.launch({ ...found, args: [...own, ...software] });
try {
  if (!values['map-only']) await reportPages(browser);
  // The map without points shows what the machine can draw at all.
  for (const points of [0, POINTS]) {
    const { renderer, framesPerSecond, p95Ms, worstMs } = await mapFrames(browser, points);
    console.log(
      `Map with ${points.toLocaleString('en-US')} points: ${framesPerSecond.toFixed(1)} frames per second, 95% of frames within ${p95Ms.toFixed(1)} ms, slowest ${worstMs.toFixed(0)} ms (${renderer}, ${cpus().length} processors)`,
    );
  }
} finally {
  await browser.close();
}

async function reportPages(browser: Browser): Promise<void> {
  const demo = await startDemo();
  try {
    for (const [index, [screen, options]] of SCREENS.entries()) {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(120_000);
      await context.addInitScript(OBSERVER);
      const page = await context.newPage();
      await signIn(page, demo.url, demo.credentials);
      if (index === 0)
        console.log('page | first paint | largest paint | shift | code | map | WCAG violations');
      for (const [path, heading] of PAGES) {
        await openConsolePage(page, demo.url, path, heading);
        if (index === 0) print(path, await figuresOf(page));
        if (values.screenshots !== undefined) await save(page, values.screenshots, path, screen);
      }
      if (index === 0) await printLatency(page, demo.url);
      await context.close();
      if (values.screenshots === undefined) break;
    }
  } finally {
    await demo.stop();
  }
}

async function signIn(page: Page, url: string, credentials: Credentials): Promise<void> {
  await page.goto(`${url}/console`);
  await page.getByLabel('API key', { exact: true }).fill(credentials.apiKey);
  await page.getByLabel('Email', { exact: true }).fill(credentials.email);
  await page.getByLabel('Password', { exact: true }).fill(credentials.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
}

function print(path: string, figures: Figures): void {
  const { firstPaintMs, largestPaintMs, shift, codeBytes, mapBytes, violations } = figures;
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`;
  console.log(
    [
      path || '/',
      `${firstPaintMs.toFixed(0)} ms`,
      `${largestPaintMs.toFixed(0)} ms`,
      shift.toFixed(3),
      kilobytes(codeBytes),
      kilobytes(mapBytes),
      violations.length === 0 ? 'none' : violations.join('; '),
    ].join(' | '),
  );
  if (codeBytes > MAX_CODE_BYTES || shift > MAX_SHIFT || violations.length > 0) process.exitCode = 1;
}

async function printLatency(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/console/carriers`);
  const times = (await searchLatencies(page, WORD)).toSorted((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)] ?? 0;
  console.log(
    `\nKeystroke to result: median ${middle.toFixed(0)} ms, slowest ${(times.at(-1) ?? 0).toFixed(0)} ms of ${times.length}`,
  );
}

async function save(page: Page, folder: string, path: string, screen: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const name = `${path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'overview'}-${screen.replaceAll(' ', '-')}.png`;
  await page.screenshot({ path: join(folder, name), fullPage: true });
}
