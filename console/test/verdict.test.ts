import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { companyRow, smsCarrier } from '../../server/test/support/carriers/sms-rows.ts';
import { testImporter } from '../../server/test/support/federal/federal-files.ts';
import { test } from './support/browser.ts';
import { signIn, startConsole } from './support/visit.ts';

const { api, visit } = await startConsole({});
const importer = await testImporter(api.db, new Date());
const [CARRIER, ORDERED] = [5_300_001, 5_300_002];
const today = new Date().toISOString().slice(0, 10);
await importer.datasets(
  {
    'sms-census': [CARRIER, ORDERED].map((usdot) => smsCarrier(usdot)),
    'company-census': [CARRIER, ORDERED].map((usdot) => companyRow(usdot)),
    'out-of-service-orders': [
      {
        ...{ DOT_NUMBER: String(ORDERED), LEGAL_NAME: 'X', OOS_DATE: '2026-01-01', OOS_REASON: 'Refusal' },
        RESCIND_DATE: '',
      },
    ],
  },
  { asOf: today },
);
const nameOf = (usdot: number) => String(smsCarrier(usdot).LEGAL_NAME);

suite('the verdict on a carrier', () => {
  test('names an order in force first, with a link to the section that shows it', async () => {
    const insurer = await api.customer([], 'insurance');
    await visit(`/console/carriers/${ORDERED}`, async (watched) => {
      const { page } = watched;
      await signIn(watched, insurer, nameOf(ORDERED));
      const band = page.getByRole('region', { name: 'Do not use' });
      await band.waitFor();
      const first = band.getByRole('link').first();
      const text = (await first.textContent()) ?? '';
      assert.ok(text.startsWith('An out-of-service order is in force, as of the list of'), text);
      assert.ok(text.endsWith(` ${today}.`), text);
      await first.click();
      await page.waitForURL(/#identity$/);
    });
  });
  test('is not clear for a carrier about which files are missing, and says what a broker does not see', async () => {
    const broker = await api.customer();
    await visit(`/console/carriers/${CARRIER}`, async (watched) => {
      const { page } = watched;
      await signIn(watched, broker, nameOf(CARRIER));
      const band = page.getByRole('region', { name: 'Look closer' });
      await band.waitFor();
      await band
        .getByText(/Liability insurance|Insurance: unknown/)
        .first()
        .waitFor();
      await band.getByText(/Not considered: Signals/).waitFor();
    });
  });
  test('has links to the sections of the page below it', async () => {
    const insurer = await api.customer([], 'insurance');
    await visit(`/console/carriers/${CARRIER}`, async (watched) => {
      const { page } = watched;
      await signIn(watched, insurer, nameOf(CARRIER));
      const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
      await links.first().waitFor();
      for (const href of await links.evaluateAll((all) => all.map((one) => one.getAttribute('href'))))
        assert.equal(await page.locator(href ?? '').count(), 1, href ?? '');
    });
  });
});
