/**
 * Prints the figures of the console on the demo: first paint, layout shift and compressed code of each page, violations of
 * WCAG 2.2 AA in both themes, milliseconds from a keystroke to the result, and the frame rate of the map. With --screenshots=<folder> it also
 * saves each page in both widths and both themes. Exits with 1 if a page breaks a limit that does not depend on the machine.
 */
import { mkdir } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { buildConsole } from '../../console/test/support/build-console.ts';
import {
  DEMO_CARRIER,
  openScene,
  SCENES,
  SCREENS,
  type Scene,
  settled,
  showOn,
} from '../../console/test/support/pages.ts';
import { addPeople, type Login } from '../../console/test/support/people.ts';
import { answeredLate, type Shift, shiftOf } from '../../console/test/support/shifts.ts';
import { messageOf } from '../../server/src/lib/errors.ts';
import { type Figures, figuresOf, searchLatencies } from './figures.ts';
import { mapFrames } from './map-frames.ts';
import { startDemo } from './start-demo.ts';
import { transferredBytes } from './transfer.ts';
import { launch, Visits } from './visits.ts';

const MAX_CODE_BYTES = 300_000;
/** Less than a line of text that moves by its own height. */
const MAX_SHIFT = 0.01;
const NOTED_SHIFT = 0.001;
const MAX_FIRST_LOAD_BYTES = 200_000;
const MAX_CARRIER_BYTES = 350_000;
const MAX_KEYSTROKE_P95_MS = 100;
const POINTS = 100_000;
const SEARCHES = [
  ['first', 'kellanhaven trucking'],
  ['next', 'trucking llc knoxville'],
] as const;
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 375, height: 812 };

const { values } = parseArgs({
  options: {
    screenshots: { type: 'string' },
    /** Only scenes whose names match this regular expression, and no map. */
    only: { type: 'string' },
    'map-only': { type: 'boolean' },
  },
});
buildConsole();
if (!values['map-only']) await reportPages();
// The empty map is the baseline: it shows how fast this machine draws.
if (values.only === undefined) {
  const browser = await launch();
  for (const points of [0, POINTS]) {
    const { renderer, framesPerSecond, p95Ms, worstMs, scriptMs } = await mapFrames(browser, points);
    console.log(
      `Map with ${points.toLocaleString('en-US')} points: scripts take ${scriptMs.toFixed(1)} ms per frame; ${framesPerSecond.toFixed(1)} frames per second, 95% of frames within ${p95Ms.toFixed(1)} ms, slowest ${worstMs.toFixed(0)} ms (${renderer}, ${cpus().length} processors)`,
    );
  }
  await browser.close();
}

async function reportPages(): Promise<void> {
  const demo = await startDemo();
  try {
    const people = await addPeople(demo.run, demo.credentials);
    const only = new RegExp(values.only ?? '');
    const scenes = SCENES.filter(({ name }) => only.test(name));
    const failed: string[] = [];
    await printTransfer(demo.url, people.customer);
    console.log(
      'page | first paint | largest paint | shift | shift on a phone | code | map | WCAG violations',
    );
    for (const person of new Set(scenes.map((one) => one.person))) {
      const visits = new Visits(demo.url, person, people);
      // One page that fails must not end a report that runs unattended.
      const attempt = (name: string, use: (page: Page) => Promise<void>) =>
        visits.run(use).catch((error) => {
          failed.push(name);
          console.log(`${name} | failed: ${messageOf(error).split('\n', 1)[0]}`);
        });
      for (const scene of scenes.filter((one) => one.person === person))
        await attempt(scene.name, (page) => reportScene(page, demo.url, scene));
      if (person === 'customer') await attempt('keystrokes', (page) => printLatency(page, demo.url));
      await visits.close();
    }
    console.log(`\n${scenes.length} scenes, ${failed.length} failed${failed.map((one) => ` ${one}`).join()}`);
    if (failed.length > 0) process.exitCode = 1;
  } finally {
    await demo.stop();
  }
}

async function reportScene(page: Page, url: string, scene: Scene): Promise<void> {
  const { after } = scene;
  const measured = after ? { ...scene, after: (page: Page) => answeredLate(page, () => after(page)) } : scene;
  try {
    await page.setViewportSize(PHONE);
    await openScene(page, url, measured);
    const phoneShift = await shiftOf(page);
    await scene.finally?.(page);
    await page.setViewportSize(DESKTOP);
    await openScene(page, url, measured);
    print(scene.name, await figuresOf(page), phoneShift);
    if (values.screenshots !== undefined) await save(page, values.screenshots, scene.name);
  } finally {
    await scene.finally?.(page);
  }
}

function print(path: string, figures: Figures, phone: Shift): void {
  const { firstPaintMs, largestPaintMs, shift, codeBytes, mapBytes, violations } = figures;
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`;
  console.log(
    [
      path,
      `${firstPaintMs.toFixed(0)} ms`,
      `${largestPaintMs.toFixed(0)} ms`,
      describe(shift),
      describe(phone),
      kilobytes(codeBytes),
      kilobytes(mapBytes),
      violations.length === 0 ? 'none' : violations.join('; '),
    ].join(' | '),
  );
  const isStill = Math.max(shift.value, phone.value) <= MAX_SHIFT;
  if (codeBytes > MAX_CODE_BYTES || !isStill || violations.length > 0) process.exitCode = 1;
}

/** A shift with the elements that moved. */
function describe({ value, moved }: Shift): string {
  return value < NOTED_SHIFT ? value.toFixed(3) : `${value.toFixed(3)} (${moved.join(', ')})`;
}

/** With an empty cache. */
async function printTransfer(url: string, login: Login): Promise<void> {
  const browser = await launch();
  const carrier = `/carriers/${DEMO_CARRIER}`;
  for (const [what, path, person, most] of [
    ['First load', '', null, MAX_FIRST_LOAD_BYTES],
    ['Page of a carrier', carrier, login, MAX_CARRIER_BYTES],
  ] as const) {
    const bytes = await transferredBytes(browser, url, path, person);
    const isWithin = bytes <= most;
    if (!isWithin) process.exitCode = 1;
    console.log(
      `${what}: ${(bytes / 1_000).toFixed(0)} kB transferred, goal ${most / 1_000} kB, ${isWithin ? 'kept' : 'missed'}`,
    );
  }
  await browser.close();
  console.log('');
}

/** The first search opens connections of the service to its database; the next one shows what a user waits for later. */
async function printLatency(page: Page, url: string): Promise<void> {
  console.log('');
  for (const [search, word] of SEARCHES) {
    await page.goto(`${url}/console/carriers`);
    const sorted = (await searchLatencies(page, word)).toSorted((a, b) => a.ms - b.ms);
    const [middle, slowest] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1];
    if (!middle || !slowest || !p95) throw new Error('No keystroke changed the results.');
    console.log(
      `Keystroke to result, ${search} search: median ${middle.ms.toFixed(0)} ms, p95 ${p95.ms.toFixed(0)} ms (goal for later searches: ${MAX_KEYSTROKE_P95_MS} ms), slowest ${slowest.ms.toFixed(0)} ms of ${sorted.length} (“${slowest.typed}”, of which the request took ${slowest.requestMs.toFixed(0)} ms)`,
    );
  }
}

/** A map below the fold loads when it comes near the viewport. */
async function showMap(page: Page): Promise<void> {
  const map = page.locator('.map').first();
  if ((await map.count()) === 0) return;
  await map.scrollIntoViewIfNeeded();
  await settled(page);
  await page.evaluate('scrollTo(0, 0)');
}

/** The whole page in both widths and both themes. */
async function save(page: Page, folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [screenName, screen] of SCREENS) {
    await showOn(page, screen);
    // A dialog covers only the window, not the rest of a long page.
    const fullPage = (await page.locator('.overlay').count()) === 0;
    if (fullPage) await showMap(page);
    await page.screenshot({ path: join(folder, `${name}-${screenName}.png`), fullPage });
  }
  const first = SCREENS[0];
  if (first) await showOn(page, first[1]);
}
