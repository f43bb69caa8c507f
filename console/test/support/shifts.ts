import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';

/** The browser does not count shifts up to 500 ms after an input: the user caused them. */
const LATE_MS = 700;

/** Cumulative layout shift, and the elements that moved. */
export type Shift = { value: number; moved: string[] };

/** Installed before the page loads, because these entries are not stored for later. */
export const OBSERVER = `
  window.shift_ = { value: 0, moved: [] }; window.largest_ = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      if (one.hadRecentInput) continue;
      window.shift_.value += one.value;
      for (const { node } of one.sources) {
        const element = node?.nodeType === 1 ? node : node?.parentElement;
        if (element) window.shift_.moved.push(element.tagName.toLowerCase() + [...element.classList].map((name) => '.' + name).join(''));
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { for (const one of list.getEntries()) window.largest_ = one.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
`;

/** The shift since the page was opened. Changes that a user caused do not count. */
export async function shiftOf(page: Page): Promise<Shift> {
  const { value, moved } = (await page.evaluate('window.shift_')) as Shift;
  return { value, moved: [...new Set(moved)] };
}

/** Does what a user does while each answer of the service comes too late to count as a part of the input. */
export async function answeredLate(page: Page, act: () => Promise<void>): Promise<void> {
  const isAnswer = ({ pathname }: URL) => !pathname.startsWith('/console');
  const delay = async (route: Route) => {
    await pause(LATE_MS);
    // The page may have been left.
    await route.fallback().catch(() => undefined);
  };
  await page.route(isAnswer, delay);
  try {
    await act();
    await pause(LATE_MS);
  } finally {
    await page.unroute(isAnswer, delay);
  }
}

/** The shift while a user does something on the open page and the service answers late. */
export async function shiftDuring(page: Page, act: () => Promise<void>): Promise<Shift> {
  await page.evaluate(OBSERVER);
  const before = await shiftOf(page);
  await answeredLate(page, act);
  const { value, moved } = await shiftOf(page);
  return { value: value - before.value, moved };
}
