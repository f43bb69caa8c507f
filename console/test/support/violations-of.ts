import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
type Violation = { id: string; nodes: { html: string }[] };

/** The rules of WCAG 2.2 AA that the page breaks, each with its first element. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const run = `axe.run(document, { runOnly: ${JSON.stringify(TAGS)} })`;
  const { violations } = (await page.evaluate(run)) as { violations: Violation[] };
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}
