import type { Page } from 'playwright-core';

const LISTS = /(?<!console)\/watchlists(\?|$)/;
const LIST = /(?<!console)\/watchlists\/[0-9a-f-]{36}$/;
const CARRIERS = /\/watchlists\/[0-9a-f-]{36}\/carriers(\?|$)/;
const EVENTS = /\/watchlist-events/;
const ALL = [LISTS, LIST, CARRIERS, EVENTS];

const list = (n: number, name: string, carriers: number, emails: string[]) => ({
  ...{ id: `6f2c0000-0000-4000-8000-00000000000${n}`, name, carriers, emails, silence_days: 30 },
  ...{ kinds: ['authority', 'insurance', 'order', 'rating', 'silence'], created_at: '2026-11-02T14:00:00Z' },
});
const core = list(1, 'Core carriers', 41, ['desk@example.com']);
const lists = [core, list(2, 'High value freight', 3, [])];
const carriers = ['5000176', '5000003', '5000005'].map((usdot_number) => ({
  ...{ usdot_number, legal_name: `FREIGHT ${usdot_number} LLC`, added_at: '2026-11-02T14:05:00Z' },
}));

const event = (n: number, kind: string, summary: string, before: object, after: object) => ({
  ...{ id: `7f2c0000-0000-4000-8000-00000000000${n}`, kind, summary, before, after },
  ...{
    usdot_number: '5000176',
    legal_name: 'FREIGHT 5000176 LLC',
    found_at: '2026-11-17T09:12:00Z',
  },
  watchlists: [{ id: core.id, name: core.name }],
});
const events = [
  event(
    ...([1, 'insurance', 'Liability dollars: $1,000,000 → $750,000'] as const),
    {
      liability_dollars: 1_000_000,
      liability_insurer: 'NORTHERN CASUALTY INSURANCE CO',
      liability_ends_on: null,
    },
    { liability_dollars: 750_000, liability_insurer: 'PRAIRIE MUTUAL', liability_ends_on: '2026-12-20' },
  ),
  event(
    ...([2, 'authority', 'Authority common property: active → inactive'] as const),
    { common_property: 'active' },
    { common_property: 'inactive' },
  ),
  event(
    3,
    'silence',
    'Not seen for 30 days, since 2026-10-18',
    { last_seen_on: '2026-10-18' },
    { silent_for_days: 30 },
  ),
  event(
    ...([4, 'crash', 'Crash on 2026-11-03 in TX (report TX A12): 0 fatalities, 2 injuries', {}] as const),
    {
      report: 'TX A12',
      report_date: '2026-11-03',
      state: 'TX',
      location: 'Amarillo',
      fatalities: 0,
      injuries: 2,
    },
  ),
];

/** Watchlists with changes, which take several imports to arise. */
export async function withWatchlists(page: Page): Promise<void> {
  await page.route(LISTS, (route) => {
    const watchlists = route.request().url().includes('usdot_number') ? [core] : lists;
    return route.fulfill({ json: { watchlists, next_cursor: null } });
  });
  await page.route(LIST, (route) => route.fulfill({ json: core }));
  await page.route(CARRIERS, (route) => route.fulfill({ json: { carriers, next_cursor: '5000176' } }));
  await page.route(EVENTS, (route) => route.fulfill({ json: { events, next_cursor: '7' } }));
}

export async function withoutWatchlists(page: Page): Promise<void> {
  for (const url of ALL) await page.unroute(url);
}

/** The answer to an upload with a line that is no USDOT number. */
export async function withBadLine(page: Page): Promise<void> {
  await withWatchlists(page);
  await page.route(/\/carriers\/csv$/, (route) =>
    route.fulfill({
      json: {
        ...{ added: 2, present: 1, unknown: ['99999999'] },
        bad_lines: [
          { line: 3, text: 'what', problem: 'Must have a USDOT number: 1 to 8 digits, greater than 0' },
        ],
      },
    }),
  );
}
