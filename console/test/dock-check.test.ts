import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { honestDoor, impostorDoor } from '../../lab/scenes/dock-doors.ts';
import { test } from './support/browser.ts';
import { shiftDuring } from './support/shifts.ts';
import { boxOf, card, signIn, startConsole } from './support/visit.ts';

const SEED = 3;
const HEIGHT = 800;
const { api, visit } = await startConsole({ TOKEN_LIMIT_PER_ADDRESS: '100' });
const customer = await api.customer(['dock-check-endpoint']);
const honest = honestDoor(SEED, 0);
// The right number beside the name of another carrier.
const foreign = impostorDoor(SEED, 2);
for (const { usdot, legalName, dbaName, city, state } of [honest.booked, foreign.booked, ...foreign.others])
  await api.db.pool.query(
    `insert into company_census (usdot_number, status_code, legal_name, dba_name, phy_city, phy_state)
     values ($1, 'A', $2, $3, $4, $5)`,
    [usdot, legalName, dbaName, city, state],
  );

const answerOf = (page: Page) => page.getByRole('region', { name: 'Answer' });

async function open(use: (page: Page) => Promise<void>, user = customer, width = 1280) {
  await visit(
    '/console/dock-check',
    async (watched) => {
      await signIn(watched, user, 'Dock check');
      await use(watched.page);
    },
    { viewport: { width, height: HEIGHT } },
  );
}

async function book(page: Page, usdot: number) {
  await page.getByPlaceholder('Find by name, USDOT or MC number').fill(String(usdot));
  await page.getByRole('option', { name: new RegExp(`USDOT ${usdot}`) }).click();
  await page.getByText(`USDOT ${usdot}`).first().waitFor();
}

const attach = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Image file').setInputFiles({ name, mimeType, buffer });

suite('dock check', () => {
  test('a carrier and a picture give an answer with what was read and why', async () => {
    const door = await honest.draw();
    await open(async (page) => {
      await book(page, honest.booked.usdot);
      await attach(page, 'door.jpg', 'image/jpeg', door);
      await answerOf(page).getByText('Yes', { exact: true }).waitFor();
      const compared = await card(page, 'What was compared').innerText();
      assert.match(compared, new RegExp(`On the truck\\s+${honest.booked.usdot}`));
      assert.match(compared, /The picture was not stored/);
      assert.ok((await page.locator('.quad').count()) > 2);
    });
    assert.equal((await api.db.pool.query('select count(*)::int as n from images')).rows[0].n, 0);
  });

  test('another carrier can be booked for the same picture, and another picture taken', async () => {
    const [first, second] = [await honest.draw(), await foreign.draw()];
    await open(async (page) => {
      await book(page, foreign.booked.usdot);
      await attach(page, 'door.jpg', 'image/jpeg', first);
      await answerOf(page).getByText('No', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Change' }).click();
      await book(page, honest.booked.usdot);
      await answerOf(page).getByText('Yes', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Change' }).click();
      await attach(page, 'other.jpg', 'image/jpeg', second);
      await book(page, foreign.booked.usdot);
      await answerOf(page).getByText('No', { exact: true }).waitFor();
    });
  });

  test('nothing moves when the answer arrives, and on a phone the answer comes into view', async () => {
    const door = await foreign.draw();
    for (const width of [1280, 375])
      await open(
        async (page) => {
          const shift = await shiftDuring(page, async () => {
            await book(page, foreign.booked.usdot);
            await attach(page, 'door.jpg', 'image/jpeg', door);
            await answerOf(page).getByText('No', { exact: true }).waitFor();
          });
          assert.ok(shift.value <= 0.01, `${width} px wide: ${shift.value}, ${shift.moved}`);
          const { y, height } = await boxOf(answerOf(page));
          assert.ok(y + height <= HEIGHT, `the answer ends at ${y + height} px`);
        },
        customer,
        width,
      );
  });

  test('a file that is no image, and an image that is damaged, are errors that name the problem', async () => {
    const door = await honest.draw();
    await open(async (page) => {
      await attach(page, 'list.csv', 'text/csv', Buffer.from('a,b'));
      await page.getByText('This is not a JPEG, PNG or WebP image.').waitFor();
      await book(page, honest.booked.usdot);
      await attach(page, 'door.jpg', 'image/jpeg', door.subarray(0, 2_000));
      await page
        .getByRole('alert')
        .getByText(/truncated/)
        .waitFor();
      await attach(page, 'door.jpg', 'image/jpeg', door);
      await answerOf(page).getByText('Yes', { exact: true }).waitFor();
    });
  });

  test('users without the role are told whom to ask', async () => {
    const other = await api.customer([]);
    await open(async (page) => {
      await page.getByText('Your roles do not include this.').waitFor();
    }, other);
  });
});
