import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** Rules whose result depends on the colors, on the width, or on what is hidden at this width. */
const APPEARANCE = [
  'aria-hidden-focus',
  'button-name',
  'color-contrast',
  'label',
  'link-in-text-block',
  'link-name',
  'scrollable-region-focusable',
  'target-size',
];

type Violation = { id: string; nodes: { html: string }[] };

/**
 * The rules of WCAG 2.2 AA that the page breaks, with the first element of each. `appearance` checks only the rules that
 * can change with the screen, for a page that was checked completely on another screen.
 */
export async function violationsOf(
  page: Page,
  rules: 'all' | 'appearance' = 'all',
): Promise<[rule: string, element: string | undefined][]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const options = {
    runOnly: rules === 'all' ? { type: 'tag', values: TAGS } : { type: 'rule', values: APPEARANCE },
    resultTypes: ['violations'],
    // These rules need no files of the page again, and axe cannot run in the frame of an email, which allows no scripts.
    preload: false,
    iframes: false,
  };
  // The page behind an open dialog is hidden from assistive technology, and is checked without the dialog.
  const target = `document.querySelector('[role=dialog], [role=alertdialog]') ?? document`;
  const run = `axe.run(${target}, ${JSON.stringify(options)})`;
  const { violations } = (await page.evaluate(run)) as { violations: Violation[] };
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
}

/** How many pixels the page is wider than the window. */
export async function overflowOf(page: Page): Promise<number> {
  return Math.max(0, Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')));
}
