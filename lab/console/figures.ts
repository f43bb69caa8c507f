import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { violationsOf } from '../../console/test/support/axe.ts';

export type Figures = {
  firstPaintMs: number;
  largestPaintMs: number;
  /** Cumulative layout shift. */
  shift: number;
  /** Scripts and styles of the first load, compressed. */
  codeBytes: number;
  mapBytes: number;
  violations: string[];
};

const dist = join(import.meta.dirname, '../../console/dist');
const MAP = /point-map|maplibre|-10m-/;

/** Installed before the page loads, because these entries are not stored for later. */
export const OBSERVER = `
  window.shift_ = 0; window.largest_ = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift_ += one.value; })
    .observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { for (const one of list.getEntries()) window.largest_ = one.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
`;

/** The figures of the page that is open and has loaded. */
export async function figuresOf(page: Page): Promise<Figures> {
  const seen = (await page.evaluate(`({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    largestPaintMs: window.largest_,
    shift: window.shift_,
    files: performance.getEntriesByType('resource').map(({ name }) => name),
  })`)) as { firstPaintMs: number; largestPaintMs: number; shift: number; files: string[] };
  const { files, ...figures } = seen;
  const code = [...new Set(files)].flatMap((url) => /\/assets\/([\w.-]+)$/.exec(url)?.[1] ?? []);
  const bytes = (names: string[]) => names.reduce((sum, name) => sum + compressedSize(name), 0);
  return {
    ...figures,
    codeBytes: bytes(code.filter((name) => /\.(js|css)$/.test(name) && !MAP.test(name))),
    mapBytes: bytes(code.filter((name) => MAP.test(name))),
    violations: (await violationsOf(page)).map(([rule, element]) => `${rule}: ${element ?? ''}`),
  };
}

function compressedSize(asset: string): number {
  return gzipSync(readFileSync(join(dist, 'assets', asset)), { level: 9 }).length;
}

/** Milliseconds from each keystroke in the carrier search to the changed list of results. */
export async function searchLatencies(page: Page, word: string): Promise<number[]> {
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
  for (const letter of word.slice(2)) {
    await page.keyboard.type(letter);
    await page.waitForTimeout(500);
  }
  return (await page.evaluate('window.latencies_')) as number[];
}
