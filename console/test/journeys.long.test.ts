import assert from 'node:assert/strict';
import { after } from 'node:test';
import { createClient } from '../../sdk/src/index.ts';
import {
  credentialsIn,
  eventually,
  startMilepost,
  temporaryFolder,
} from '../../server/test/support/milepost.ts';
import { startReceiver } from '../../server/test/support/notifications/start-receiver.ts';
import { buildConsole, openBrowser, test } from './support/browser.ts';
import { fill, visiting } from './support/visit.ts';

buildConsole();
const browser = await openBrowser();
const running = await startMilepost(await temporaryFolder(), 'start', { env: { LOG_LEVEL: 'warn' } });
const customer = { ...credentialsIn(running.output()), userId: 0, organizationId: 0 };
const client = createClient({ baseUrl: running.url, apiKey: customer.apiKey });
await client.signIn(customer.email, customer.password);
const receiver = await startReceiver();
after(() => running.child.kill('SIGTERM'));
const visit = visiting(browser, running.url);

async function submitTruck(): Promise<string> {
  const { image_id } = await client.createImage({
    body: {
      source: 'camera-7',
      image_url: `${running.url}/demo/truck.jpg`,
      time_captured: new Date().toISOString(),
      detection_bounding_box: { xmin: 0, ymin: 0, xmax: 1, ymax: 1 },
      source_location_info: {
        latitude: 35.19,
        longitude: -101.83,
        city: 'Amarillo',
        state: 'Texas',
        route: 'I-40',
        traffic_direction: 'Westbound',
      },
      detection_metadata: { alpr_confidence: 0.93, alpr_state: 'TX' },
    },
  });
  return image_id;
}

async function usdotOf(image_id: string): Promise<string> {
  let usdot = '';
  await eventually('the image is recognized', async () => {
    usdot = (await client.getImage({ path: { image_id } })).sighting?.usdot_number ?? '';
    return usdot !== '';
  });
  return usdot;
}

/** The first carrier of the demo that has what a test needs. */
async function carrierThat(has: (usdot: string) => Promise<boolean>): Promise<string> {
  const { carriers } = await client.searchCarriers({ query: { query: 'trucking' } });
  for (const { usdot_number } of carriers) if (await has(usdot_number)) return usdot_number;
  throw new Error('No carrier of the demo has it.');
}
const carrierWithViolations = () =>
  carrierThat(async (usdot) => {
    const path = { usdot_number: Number(usdot) };
    const { basics } = await client.explainScores({ path, query: { basic: 'vehicle_maintenance' } });
    return (basics[0]?.events.inspections.length ?? 0) > 0;
  });
const carrierWithRecords = () =>
  carrierThat(async (usdot_number) => {
    const { pagination } = await client.listCarrierObservations({ query: { usdot_number } });
    return 'total' in pagination && pagination.total > 15;
  });

test('finds a carrier, opens the explanation of a score and removes a violation', async () => {
  const usdot = await carrierWithViolations();
  await visit('/console', async (watched) => {
    const { page } = watched;
    await fill(watched, customer);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill(usdot);
    await page.getByRole('option', { name: new RegExp(`USDOT ${usdot}`) }).click();
    await page.getByRole('region', { name: 'Identity' }).getByText(usdot).waitFor();
    await page.getByRole('link', { name: /Vehicle Maintenance/ }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('heading', { name: 'Vehicle Maintenance' }).waitFor();
    await drawer.getByRole('checkbox').first().uncheck();
    await drawer.getByText(/without 1 violation/).waitFor();
    assert.match(page.url(), /without=/, 'the removed violation is in the URL');
    await page.reload();
    await page
      .getByRole('dialog')
      .getByText(/without 1 violation/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page
      .getByRole('region', { name: 'Map of the records' })
      .or(page.getByText('Never seen'))
      .first()
      .waitFor();
  });
});

test('a report printed from the dark theme is dark text on white, without the map and the controls', async () => {
  const usdot = await carrierWithViolations();
  const options = { colorScheme: 'dark' as const };
  await visit(
    `/console/carriers/${usdot}`,
    async (watched) => {
      const { page } = watched;
      await fill(watched, customer);
      const map = page.getByRole('region', { name: 'Map of the records' });
      const controls = page.getByRole('button', { name: 'Print full report' });
      await page.getByRole('region', { name: 'Violations' }).first().waitFor();
      await map.first().waitFor();
      const brightnessOf = (selector: string, property: 'color' | 'background-color') =>
        page
          .locator(selector)
          .first()
          .evaluate((element, name) => {
            const [red = 0, green = 0, blue = 0] = (
              getComputedStyle(element).getPropertyValue(name).match(/\d+/g) ?? []
            ).map(Number);
            return (red + green + blue) / 3;
          }, property);
      assert.ok((await brightnessOf('main', 'color')) > 200);
      assert.ok(await controls.isVisible());

      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.getByText(new RegExp(`^Carrier report, USDOT ${usdot}`)).waitFor();
      assert.ok((await brightnessOf('main', 'color')) < 60);
      assert.ok((await brightnessOf('.card', 'background-color')) > 240);
      assert.ok(await controls.isHidden());
      assert.ok(await map.first().isHidden());
      const sorters = page.locator('th button');
      assert.ok((await sorters.count()) > 0);
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      assert.equal(await sorters.count(), 0, 'a button is not repeated on the next page');
      const file = await page.pdf({ format: 'Letter' });
      assert.equal(file.subarray(0, 5).toString(), '%PDF-');
    },
    options,
  );
});

test('moves a carrier page to an earlier day, exports a table and compares carriers', async () => {
  const usdot = await carrierWithViolations();
  await visit(`/console/carriers/${usdot}`, async (watched) => {
    const { page } = watched;
    await fill(watched, customer);
    const violations = page.getByRole('region', { name: 'Violations' }).first();
    await violations.getByRole('button', { name: 'Weight' }).click();
    const byWeight = violations.locator('th[aria-sort=descending]', { hasText: 'Weight' });
    await byWeight.waitFor();
    const saved = page.waitForEvent('download');
    await violations.getByRole('button', { name: 'Export violations as CSV' }).click();
    assert.equal((await saved).suggestedFilename(), `${usdot}-violations.csv`);

    await page.waitForURL(/violations\.sort=-severity_weight/);
    await page.reload();
    await byWeight.waitFor();
    await page.goBack();
    await violations.locator('th[aria-sort=descending]', { hasText: 'Date' }).waitFor();

    await page.getByLabel('As of').fill('2020-01-31');
    await page.getByText('This page shows what was known on Jan 31, 2020.').waitFor();
    // The loaded files do not reach back to that day.
    await violations.getByText(/^Incomplete: The loaded files have inspections from/).waitFor();
    await violations.getByText('Unknown.', { exact: true }).waitFor();
    assert.match(page.url(), /as_of=2020-01-31/);
    await page.getByRole('link', { name: 'Back to today' }).click();
    await violations.getByRole('button', { name: 'Weight' }).waitFor();

    await page.getByRole('link', { name: 'Compare' }).click();
    const other = usdot === '5000003' ? '5000005' : '5000003';
    await page.getByRole('combobox', { name: /Add a carrier/ }).fill(other);
    await page.getByRole('option', { name: new RegExp(`USDOT ${other}`) }).click();
    const table = page.getByRole('table');
    await table.getByRole('columnheader').nth(1).getByText(`USDOT ${other}`).last().waitFor();
    await table.getByRole('row', { name: /^ISS score .*\d+/ }).waitFor();
    assert.match(decodeURIComponent(page.url()), new RegExp(`usdot=${usdot},${other}`));
  });
});

/** Its violations have several pages. */
const LARGE_CARRIER = '5000003';

test('the filters and the page of a table are in the URL', async () => {
  await visit(`/console/carriers/${LARGE_CARRIER}`, async (watched) => {
    const { page } = watched;
    await fill(watched, customer);
    const violations = page.getByRole('region', { name: 'Violations' }).first();
    await violations.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL(/violations\.page=2/);
    await page.reload();
    await violations.getByText(/^Page 2 of \d+$/).waitFor();
    await violations.getByRole('button', { name: 'Previous' }).click();
    await violations.getByText(/^Page 1 of \d+$/).waitFor();
    await page.waitForURL((url) => !url.search.includes('page'));
    await page.goBack();
    await violations.getByText(/^Page 2 of \d+$/).waitFor();
    const filter = violations.getByRole('searchbox');
    await filter.fill('speeding ');
    await violations.getByText(/^\d+ of \d+ violations$/).waitFor();
    await page.reload();
    await violations.getByText(/^\d+ of \d+ violations$/).waitFor();
    assert.equal(await filter.inputValue(), 'speeding');
    assert.doesNotMatch(page.url(), /violations\.page/);
    await page.goBack();
    await violations.getByText(/^Page 1 of \d+$/).waitFor();
    assert.equal(await filter.inputValue(), '');
  });
});

test('the list of records marks a point of the map, and the time range filters both', async () => {
  const usdot = await carrierWithRecords();
  await visit(`/console/carriers/${usdot}#where`, async (watched) => {
    const { page } = watched;
    await fill(watched, customer);
    const where = page.getByRole('region', { name: 'Where it runs' });
    await where.locator('tbody button').first().click();
    await where.locator('tr.selected button[aria-pressed=true]').waitFor();
    await page.keyboard.press('j');
    await where.locator('tr.pointed:not(.selected)').first().waitFor();
    await where.getByRole('slider', { name: 'First day' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/seen_from=/);
    await where.getByRole('button', { name: 'All days' }).click();
    await page.waitForURL((url) => !url.search.includes('seen_from'));
  });
});

test('an alert with a preview matches a new image live and its webhook delivery can be sent again', async () => {
  const usdot = await usdotOf(await submitTruck());
  await visit('/console/webhooks', async (watched) => {
    const { page, context } = watched;
    await fill(watched, customer);
    await page.getByLabel('URL', { exact: true }).fill(`${receiver.origin}/hook`);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const secret = await page.getByRole('status').locator('code').textContent();
    assert.match(secret ?? '', /^whsec_[\w+/]{32}$/);

    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Alerts' }).click();
    await page.getByRole('link', { name: 'New alert' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Seen again');
    await page.getByLabel('USDOT number', { exact: true }).fill(usdot);
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview
      .getByText(/^[\d,]*[1-9]\d* sightings?$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Create alert', exact: true }).click();
    await page.getByRole('heading', { name: 'Seen again', level: 1 }).waitFor();

    // The session is that of the browser, so the new tab is signed in.
    const live = await context.newPage();
    await live.goto(`${running.url}/console/live`);
    await live.getByText('Connected').waitFor();
    const image = await submitTruck();
    await live.getByRole('link', { name: 'Seen again' }).waitFor();

    await page.goto(`${running.url}/console/images/${image}`);
    await page.getByRole('link', { name: /(LLC|INC|CORP|CO|LTD)$/ }).waitFor();
    await client.runAlerts();
    // The alerts of the demo fire, too.
    const isCalled = async () => (await receiver.seen()).some(({ body }) => body.includes('Seen again'));
    await eventually('the webhook is called', isCalled);
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('link', { name: `${receiver.origin}/hook` }).click();
    await page.getByText('delivered', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Send again: Seen again' }).click();
    await eventually('the delivery is sent again', isCalled);
  });
});
