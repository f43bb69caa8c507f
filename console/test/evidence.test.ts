import assert from 'node:assert/strict';
import { testRecognition } from '../../server/test/support/recognition/recognition.ts';
import { test } from './support/browser.ts';
import { card, signIn, startConsole } from './support/visit.ts';

const { api, visit } = await startConsole({ TOKEN_LIMIT_PER_ADDRESS: '100' });
const { db } = api;
const customer = await api.customer(['admin']);
const rival = await api.customer(['admin'], 'partner');
const DAY = 86_400;
const start = Math.floor((Date.now() - 3_600_000) / 1_000) * 1_000;
const { ingest, drain, drainRevisits } = testRecognition(api, {}, start);

await db.pool.query(
  `insert into company_census (usdot_number, legal_name, docket1_prefix, docket1_number) values
     (5000060, 'ACME ROCKETS LLC', null, null), (5000012, 'PELURENEX TRANSPORT', 'MC', 3000012)`,
);

// Another organization saw the truck on two days; ours reads its number with doubt, beside another carrier's name and docket.
const seen = { plate: '7ABC123', plateState: 'OK' };
for (const days of [3, 2])
  await ingest(rival.organizationId, { lines: ['USDOT 5000060'] }, { ...seen, seconds: -days * DAY });
await drain();
const door = [
  { text: 'USDOT 5000060', confidence: 0.86, second: 'USDOT 5000060' },
  'PELURENEX TRANSPORT',
  'MC 3000012',
];
const id = await ingest(customer.organizationId, { lines: door }, seen);
const leased = await ingest(
  customer.organizationId,
  { lines: ['USDOT 5000060', 'LEASED TO', 'USDOT 5000012'] },
  { source: 'camera-2' },
);
await drain();
await drainRevisits();
// The bytes are no picture.
await db.pool.query('update images set image_deleted_at = now()');

for (const width of [1440, 375]) {
  test(`an image shows the records behind its number and what points to other carriers, ${width} px wide`, async () => {
    await visit(
      `/console/images/${id}`,
      async (watched) => {
        await signIn(watched, customer, 'Image');
        const { page } = watched;
        const records = page.getByRole('list', { name: 'Records behind the USDOT number' });
        const day = (days: number) => new Date(start - days * DAY * 1_000).toISOString().slice(0, 10);
        await records.getByRole('listitem').first().waitFor();
        assert.deepEqual((await records.getByRole('listitem').allTextContents()).sort(), [
          `Another organization’s sighting in TX${day(3)}`,
          `Another organization’s sighting in TX${day(2)}`,
        ]);
        assert.match((await card(page, 'Sighting').textContent()) ?? '', /USDOT number5000060Medium/);
        const conflicts = card(page, 'Conflicts');
        assert.deepEqual(await conflicts.getByRole('listitem').allTextContents(), [
          'MC number 3000012 on the truck belongs to USDOT 5000012.',
          'The name PELURENEX TRANSPORT beside the number belongs to USDOT 5000012.',
        ]);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(Number(overflow) <= 0, `${overflow} px wider than the window`);
        await conflicts.getByRole('link').first().click();
        await page.waitForURL(/\/carriers\/5000012/);
      },
      { viewport: { width, height: 900 } },
    );
  });
}

test('an image of a door with two numbers shows both', async () => {
  await visit(`/console/images/${leased}`, async (watched) => {
    await signIn(watched, customer, 'Image');
    const { page } = watched;
    await page.getByText('The door also shows').waitFor();
    const text = (await card(page, 'Sighting').textContent()) ?? '';
    assert.match(text, /USDOT number5000012High/);
    assert.match(text, /The door also shows USDOT 5000060\./);
  });
});
