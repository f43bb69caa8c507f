import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { companyRow, smsCarrier } from '../../server/test/support/carriers/sms-rows.ts';
import { testImporter } from '../../server/test/support/federal/federal-files.ts';
import { day } from '../src/lib/format.ts';
import { test } from './support/browser.ts';
import { shiftDuring } from './support/shifts.ts';
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
      assert.ok(text.endsWith(` ${day(today)}.`), text);
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
  test('neither moves the page when it arrives, nor when the carrier is unknown', async () => {
    const insurer = await api.customer([], 'insurance');
    for (const [usdot, shown] of [
      [CARRIER, 'Look closer'],
      [99_999_999, 'Unknown carrier'],
    ] as const)
      await visit(
        '/console/carriers',
        async (watched) => {
          const { page } = watched;
          await signIn(watched, insurer, 'Carriers');
          const shift = await shiftDuring(page, async () => {
            await page.evaluate(
              `history.pushState({}, '', '/console/carriers/${usdot}'); dispatchEvent(new PopStateEvent('popstate'))`,
            );
            await page.getByRole('region', { name: shown }).waitFor();
          });
          assert.ok(shift.value <= 0.01, `${shown}: ${shift.value}, ${shift.moved}`);
        },
        { viewport: { width: 375, height: 812 } },
      );
  });
  test('a decision and a note are kept beside the verdict, with the person', async () => {
    const insurer = await api.customer(['carrier-decision-endpoint'], 'insurance');
    await visit(`/console/carriers/${CARRIER}`, async (watched) => {
      const { page } = watched;
      await signIn(watched, insurer, nameOf(CARRIER));
      const own = page.getByRole('region', { name: 'Decision of your organization' });
      await own.getByText('has not decided').waitFor();
      await own.getByRole('button', { name: 'Decide or write a note' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('No entries yet.').waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('A decision or a note is required').first().waitFor();
      await dialog.getByLabel('Decision').selectOption('Do not use');
      await dialog.getByLabel('Note', { exact: true }).fill('Two claims in a year.');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('1 entry').waitFor();
      assert.equal(
        await dialog.getByLabel('Note', { exact: true }).inputValue(),
        '',
        'the form is empty again',
      );
      await page.keyboard.press('Escape');
      await own.getByText('Do not use').waitFor();
      await own.getByText(insurer.email).waitFor();
      await own.getByText('Two claims in a year.').waitFor();
      await own.getByRole('button', { name: 'Decide or write a note (1)' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await dialog.getByText('No entries yet.').waitFor();
    });
  });
  test('the one-page summary is downloaded before the full report', async () => {
    const insurer = await api.customer([], 'insurance');
    await visit(`/console/carriers/${CARRIER}`, async (watched) => {
      const { page } = watched;
      await signIn(watched, insurer, nameOf(CARRIER));
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'One-page summary' }).click(),
      ]);
      assert.equal(download.suggestedFilename(), `carrier-${CARRIER}.pdf`);
      const own = page.getByRole('region', { name: 'Decision of your organization' });
      assert.equal(await own.getByRole('button').count(), 0, 'without the role nothing can be decided');
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
