import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { violationsOf } from '../../console/test/support/axe.ts';
import { type Shift, shiftOf } from '../../console/test/support/shifts.ts';

export type Figures = {
  firstPaintMs: number;
  largestPaintMs: number;
  shift: Shift;
  /** Scripts and styles of the first load, compressed. */
  codeBytes: number;
  mapBytes: number;
  violations: string[];
};

const dist = join(import.meta.dirname, '../../console/dist');
const MAP = /point-map|maplibre|-10m-/;

/** The figures of the page that is open and has loaded. */
export async function figuresOf(page: Page): Promise<Figures> {
  const seen = (await page.evaluate(`({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    largestPaintMs: window.largest_,
    files: performance.getEntriesByType('resource').map(({ name }) => name),
  })`)) as { firstPaintMs: number; largestPaintMs: number; files: string[] };
  const { files, ...figures } = seen;
  const code = [...new Set(files)].flatMap((url) => /\/assets\/([\w.-]+)$/.exec(url)?.[1] ?? []);
  const bytes = (names: string[]) => names.reduce((sum, name) => sum + compressedSize(name), 0);
  return {
    ...figures,
    shift: await shiftOf(page),
    codeBytes: bytes(code.filter((name) => /\.(js|css)$/.test(name) && !MAP.test(name))),
    mapBytes: bytes(code.filter((name) => MAP.test(name))),
    violations: [...(await violationsOf(page)), ...(await darkViolationsOf(page))].map(
      ([rule, element]) => `${rule}: ${element ?? ''}`,
    ),
  };
}

async function darkViolationsOf(page: Page): ReturnType<typeof violationsOf> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = await violationsOf(page, 'appearance');
  await page.emulateMedia({ colorScheme: 'light' });
  return found.map(([rule, element]) => [`${rule} in the dark theme`, element]);
}

function compressedSize(asset: string): number {
  return gzipSync(readFileSync(join(dist, 'assets', asset)), { level: 9 }).length;
}

type Latency = {
  /** The text in the search field after the keystroke. */
  typed: string;
  /** Milliseconds from the keystroke until the list of results changed. */
  ms: number;
  /** Milliseconds that the search request took. They are part of `ms`. */
  requestMs: number;
};

export async function searchLatencies(page: Page, word: string): Promise<Latency[]> {
  const input = page.getByRole('searchbox', { name: 'Search carriers' });
  await input.fill(word.slice(0, 2));
  await page.locator('.results').waitFor();
  await page.evaluate(`
    window.latencies_ = []; window.pressed_ = 0;
    addEventListener('keydown', () => { window.pressed_ = performance.now(); }, true);
    new MutationObserver((changes) => {
      if (window.pressed_ === 0) return;
      if (!changes.some(({ target }) => (target.nodeType === 1 ? target : target.parentElement)?.closest('section.card'))) return;
      window.latencies_.push(performance.now() - window.pressed_);
      window.pressed_ = 0;
    }).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
  `);
  const latencies: Latency[] = [];
  for (let end = 3; end <= word.length; end++) {
    await page.evaluate('performance.clearResourceTimings(); window.latencies_ = []');
    await page.keyboard.type(word.charAt(end - 1));
    await page.waitForTimeout(500);
    const [ms, requestMs] = (await page.evaluate(
      `[window.latencies_[0],
        performance.getEntriesByType('resource').find(({ name }) => name.includes('/carriers?'))?.duration ?? 0]`,
    )) as [number | undefined, number];
    // The list stays the same where the letter changes nothing.
    if (ms !== undefined) latencies.push({ typed: word.slice(0, end), ms, requestMs });
  }
  return latencies;
}
