import type { BrowserContextOptions, Page } from 'playwright-core';

/** A carrier of the demo with scores, violations and sightings. */
export const DEMO_CARRIER = '5000176';

/** Every page of the console with its heading, on the data of the demo. */
export const PAGES: [path: string, heading: string | RegExp][] = [
  ['', 'Overview'],
  ['/carriers', 'Carriers'],
  ['/carriers?query=trucking', 'Carriers'],
  [`/carriers/${DEMO_CARRIER}`, /SYNTHETIC/],
  [`/carriers/${DEMO_CARRIER}?as_of=2025-12-31`, /SYNTHETIC/],
  [`/carriers/${DEMO_CARRIER}?basic=hours_of_service`, /SYNTHETIC/],
  [`/carriers/compare?usdot=5000003,${DEMO_CARRIER},5000005`, 'Compare carriers'],
  ['/alerts', 'Alerts'],
  ['/alerts/new', 'New alert'],
  ['/live', 'Live'],
  ['/images', 'Images'],
  ['/webhooks', 'Webhooks'],
  ['/emails', 'Emails'],
];

const WIDE = { viewport: { width: 1280, height: 800 } };
const NARROW = { viewport: { width: 390, height: 844 } };

export const SCREENS: [name: string, options: BrowserContextOptions][] = [
  ['wide light', { ...WIDE, colorScheme: 'light' }],
  ['narrow dark', { ...NARROW, colorScheme: 'dark' }],
  ['wide dark', { ...WIDE, colorScheme: 'dark' }],
  ['narrow light', { ...NARROW, colorScheme: 'light' }],
];

/** Opens a page and waits until nothing on it is loading. */
export async function openConsolePage(
  page: Page,
  home: string,
  path: string,
  heading: string | RegExp,
): Promise<void> {
  await page.goto(`${home}/console${path}`);
  await page.getByRole('heading', { name: heading, level: 1, includeHidden: true }).waitFor();
  for (const busy of ['.skeleton', '.map:not([aria-busy=false])'])
    await page.locator(busy).first().waitFor({ state: 'detached' });
}
