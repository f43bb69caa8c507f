import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { runScores } from '../../server/src/domain/safety/run/run-scores.ts';
import { type Row, testImporter } from '../../server/test/support/federal/federal-files.ts';
import { exampleRows } from '../../server/test/support/federal/federal-rows.ts';
import { test } from './support/browser.ts';
import { card, signIn, startConsole } from './support/visit.ts';

const WORSE = 5_006_101;
const BETTER = 5_006_102;
const PEERS = [5_006_103, 5_006_104, 5_006_105, 5_006_106];
const EMPTY = 5_006_107;
/** With two inspections, and an alert after an investigation. */
const FEW = 5_006_108;
const FILE_DAY = '2026-10-30';

const { api, visit } = await startConsole({ TOKEN_LIMIT_PER_ADDRESS: '100' });
const importer = await testImporter(api.db, new Date('2026-11-16T00:00:00Z'));
const census = (usdot: number, name: string): Row => ({
  ...{ DOT_NUMBER: usdot, LEGAL_NAME: name, CARRIER_OPERATION: 'A', PC_FLAG: '', NBR_POWER_UNIT: 10 },
  ...{ DRIVER_TOTAL: 10, AUTHORIZED_FOR_HIRE: 'TRUE', OP_OTHER: 'N' },
});
const carriers = [WORSE, BETTER, ...PEERS];
let id = 0;
const inspected = [...carriers, FEW].flatMap((usdot, nth) =>
  Array.from({ length: usdot === FEW ? 2 : 40 }, () => ({
    id: ++id,
    usdot,
    isOut: usdot === WORSE || usdot === FEW || (nth > 1 && id % 5 === 0),
  })),
);
const inspections = inspected.map(
  (one): Row => ({
    ...{ Unique_ID: one.id, Report_Number: `R${one.id}`, Report_State: 'OH', DOT_Number: one.usdot },
    ...{ Insp_Date: '01-SEP-26', Insp_level_ID: 1, Time_Weight: 3, Driver_OOS_Total: 0 },
    ...{ Vehicle_OOS_Total: Number(one.isOut), OOS_Total: Number(one.isOut), Vh_Maint_Insp: 'true' },
  }),
);
const violations = inspected
  .filter(({ isOut }) => isOut)
  .map(
    (one): Row => ({
      ...{ Unique_ID: one.id, Insp_Date: '01-SEP-26', DOT_Number: one.usdot, Viol_Code: '39375A3' },
      ...{ BASIC_Desc: 'Vehicle Maintenance', OOS_Indicator: 'true', OOS_Weight: 2, Severity_Weight: 8 },
      ...{ Time_Weight: 3, Total_Severity_Wght: 30, Viol_Unit: '1' },
    }),
  );
// Neither the insurance registers nor the list of out-of-service orders are loaded.
await importer.datasets(
  {
    'sms-census': [...carriers, FEW].map((usdot) => census(usdot, `CARRIER ${usdot} LLC`)),
    'sms-ab-property': exampleRows['sms-ab-property']?.map((row) => ({ ...row, DOT_NUMBER: FEW })) ?? [],
    'sms-inspection': inspections,
    'sms-violation': violations,
    'company-census': [
      ...carriers.map((usdot) => ({
        ...{ DOT_NUMBER: usdot, STATUS_CODE: 'A', LEGAL_NAME: `CARRIER ${usdot} LLC`, POWER_UNITS: 10 },
      })),
      { DOT_NUMBER: EMPTY, LEGAL_NAME: 'ZUMBREK HAULAGE' },
    ],
  },
  { asOf: FILE_DAY },
);
await runScores(api.db, { method: 'current' });
const underwriter = await api.customer(['external-api-carrier-iss-score'], 'insurance');

const NAME = `CARRIER ${WORSE} LLC`;
const summaryFact = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Summary' }).getByRole('link').filter({ hasText: label });

test('without the files of orders and insurance, a carrier page and its print state neither as a fact', async () => {
  await visit(`/console/carriers/${WORSE}`, async (watched) => {
    const { page } = watched;
    await signIn(watched, underwriter, NAME);
    for (const label of ['Status', 'ISS score']) {
      const text = (await summaryFact(page, label).textContent()) ?? '';
      assert.match(text, /Unknown/, text);
      assert.match(text, /out-of-service-orders/, text);
    }
    assert.match((await summaryFact(page, 'Liability').textContent()) ?? '', /Unknown/);
    await card(page, 'Signals').getByText('Not judged:').waitFor();
    const judged = (await card(page, 'Signals').textContent()) ?? '';
    assert.match(
      judged,
      /Seen moving while under an out-of-service order.* No list of out-of-service orders is loaded/,
    );
    assert.doesNotMatch(judged, /Nothing unusual was found/);
    const all = async () => (await page.locator('main').textContent()) ?? '';
    assert.match(await all(), /Not loaded: .*motus-insur/);
    const isFirm = /\bPass\b|\bOptional\b|Not required|Nothing on file|No insurance was ever filed/;
    assert.doesNotMatch(await all(), isFirm);

    await page.emulateMedia({ media: 'print' });
    const head = page.locator('.print-only').first();
    assert.ok(await head.isVisible());
    assert.match(
      (await head.textContent()) ?? '',
      /Score run of Oct 30, 2026\. Percentiles: computed by Milepost, not by FMCSA.*company-census/,
    );
    assert.match((await summaryFact(page, 'ISS score').textContent()) ?? '', /Unknown/);
    assert.doesNotMatch(await all(), isFirm);
  });
});

test('a comparison marks the worse rate and nothing that is unknown, and its CSV file names the sources', async () => {
  await visit(`/console/carriers/compare?usdot=${WORSE},${BETTER}`, async (watched) => {
    const { page } = watched;
    await signIn(watched, underwriter, 'Compare carriers');
    const cells = (label: string) =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: label }) })
        .getByRole('cell');
    const classes = async (label: string) => {
      await cells(label).first().waitFor();
      return cells(label).evaluateAll((list) => list.map((one) => (one as { className: string }).className));
    };
    assert.deepEqual(await classes('Vehicle out-of-service rate'), ['worst', '']);
    assert.deepEqual(await classes('Vehicle Maintenance'), ['worst', '']);
    for (const label of ['ISS score', 'Status']) {
      assert.deepEqual(await classes(label), ['', ''], label);
      assert.deepEqual(await cells(label).allTextContents(), ['Unknown', 'Unknown'], label);
    }
    assert.match((await cells('Signals').first().textContent()) ?? '', /kinds not judged/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export the comparison as CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    assert.match(lines[0] ?? '', new RegExp(`Fact,USDOT ${WORSE},USDOT ${WORSE} source,USDOT ${BETTER}`));
    const row = (label: string) =>
      lines.find((line) => line.startsWith(label) || line.startsWith(`"${label}`));
    assert.match(
      row('Vehicle Maintenance') ?? '',
      /^Vehicle Maintenance,\d+,"Computed by Milepost, not by FMCSA",/,
    );
    assert.match(row('ISS score') ?? '', /,Unknown,"Computed by Milepost, not by FMCSA",Unknown,/);
  });
});

test('a comparison marks no rate of few inspections, and shows an alert without a percentile', async () => {
  await visit(`/console/carriers/compare?usdot=${BETTER},${FEW}`, async (watched) => {
    const { page } = watched;
    await signIn(watched, underwriter, 'Compare carriers');
    const second = (label: string) =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: label }) })
        .getByRole('cell')
        .nth(1);
    const violations = second('Most severe violations per 100 inspections');
    assert.equal(await violations.textContent(), '100.0 (2), few inspections (2)');
    assert.notEqual(await violations.getAttribute('class'), 'worst');
    assert.match((await second('Driver Fitness').textContent()) ?? '', /^No percentileAlert/);
  });
});

test('a search result without a status and a fleet in the census says that they are unknown', async () => {
  await visit('/console/carriers?query=zumbrek', async (watched) => {
    const { page } = watched;
    await signIn(watched, underwriter, 'Carriers');
    const result = page.getByRole('listitem').filter({ hasText: 'ZUMBREK HAULAGE' });
    assert.match((await result.textContent()) ?? '', /Status unknown.*Trucks unknown/);
  });
});
