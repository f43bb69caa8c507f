import type { Page } from 'playwright-core';
import type { Person } from './people.ts';

/** A page of the console in one of its states. */
export type Scene = {
  /** The name of its image. */
  name: string;
  person: Person;
  path: string;
  heading: string | RegExp;
  /** What happens before the page is opened. */
  before?: (page: Page) => Promise<void>;
  /** What the user does on the page. */
  after?: (page: Page) => Promise<void>;
  /** Undoes `before`. */
  finally?: (page: Page) => Promise<void>;
  /** The page is loading on purpose. */
  isLoading?: boolean;
};

export const scene = (
  person: Person,
  name: string,
  path: string,
  heading: string | RegExp,
  more: Partial<Scene> = {},
): Scene => ({ person, name, path, heading, ...more });

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();
export const follow = (selector: string) => (page: Page) => page.locator(selector).first().click();

export const NEXT_FRAME = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

export async function settled(page: Page): Promise<void> {
  await page.locator('.skeleton, .skeleton-tiles').first().waitFor({ state: 'detached' });
  // A map starts to load in the frame after it has come near the viewport.
  await page.evaluate(NEXT_FRAME);
  await page.locator('.map:not([aria-busy=false])').first().waitFor({ state: 'detached' });
}

/** Opens the first entry of a list. */
export async function openFirst(page: Page): Promise<void> {
  const before = page.url();
  await follow('main [data-list-item]')(page);
  await page.waitForURL((url) => url.href !== before);
  await settled(page);
}
