import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { openRecognizer } from '../../../server/src/adapters/ocr/open-recognizer.ts';
import { closing } from '../../../server/test/support/closing.ts';
import { silent } from '../../../server/test/support/cluster.ts';
import { testRecognition } from '../../../server/test/support/recognition/recognition.ts';
import { test } from '../support/browser.ts';
import { shiftDuring } from '../support/shifts.ts';
import { card, signIn, startConsole } from '../support/visit.ts';

const { api, visit } = await startConsole({ TOKEN_LIMIT_PER_ADDRESS: '100' });
const recognizer = openRecognizer(api.settings, silent);
closing(() => recognizer.close());
const { drain } = testRecognition(api, { recognizer });
const customer = await api.customer(['admin']);
const demo = (name: string) => readFile(new URL(`../../../server/demo-data/images/${name}`, import.meta.url));
const truck = await demo('truck.jpg');
const cab = await demo('cab.jpg');

/** Drops files on the page, as a person does with the pointer. */
async function drop(page: Page, files: { name: string; type: string; bytes: Buffer }[]): Promise<void> {
  const sent = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }));
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    for (const { name, type, base64 } of ${JSON.stringify(sent)}) {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
    }
    const main = document.querySelector('main');
    for (const type of ['dragenter', 'dragover', 'drop'])
      main.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  })()`);
}

suite('uploading images', () => {
  test('images that are dropped on any page are sent and watched while they are read', async () => {
    await visit('/console/carriers', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'Carriers');
      await drop(page, [
        { name: 'truck.jpg', type: 'image/jpeg', bytes: truck },
        { name: 'cab.jpg', type: 'image/jpeg', bytes: cab },
        { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('x') },
      ]);
      const dialog = page.getByRole('dialog', { name: 'Upload images' });
      await dialog.getByLabel('City').fill('Amarilo');
      await dialog.getByLabel('State').fill('Texas');
      await dialog.getByRole('button', { name: 'Upload 2 images' }).click();
      await dialog
        .locator('.field-error')
        .getByText(/Similar names: Amarillo/)
        .waitFor();
      await dialog.getByLabel('City').fill('Amarillo');
      await dialog.getByLabel('Taken at').fill('2026-11-16T09:30');
      await dialog.getByRole('button', { name: 'Upload 2 images' }).click();
      const tray = page.getByRole('region', { name: 'Uploads' });
      await tray.getByText('Being read…').first().waitFor();
      await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Alerts' }).click();
      await tray.getByText('Being read…').nth(1).waitFor();
      await drain();
      await tray.getByText('2 images done', { exact: true }).waitFor();
      await tray
        .getByRole('link', { name: /USDOT \d+/ })
        .first()
        .click();
      await card(page, 'Sighting').waitFor();
      const place = card(page, 'Location and time');
      assert.match((await place.textContent()) ?? '', /Amarillo, TX/);
      assert.match((await place.textContent()) ?? '', /Nov 16, 2026, 09:30 CST/);
      await page.getByRole('button', { name: 'Next image' }).click();
      await page.getByText('2 of 2').waitFor();
      await tray.getByRole('button', { name: 'Close' }).click();
      await tray.waitFor({ state: 'detached' });
    });
  });

  test('the last place is kept, and what fails says why', async () => {
    await visit('/console/images', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'Images');
      const dialog = page.getByRole('dialog', { name: 'Upload images' });
      const open = page.getByRole('button', { name: 'Upload images' });
      await open.click();
      const choose = (bytes: Buffer) =>
        dialog
          .getByLabel('Image file')
          .setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: bytes });
      await choose(Buffer.from('not an image'));
      await dialog.getByLabel('City').fill('Tulsa');
      await dialog.getByLabel('State').fill('OK');
      await dialog.getByRole('button', { name: 'Upload 1 image' }).click();
      await page.getByRole('region', { name: 'Uploads' }).locator('.field-error').waitFor();
      await open.click();
      await choose(cab);
      assert.equal(await dialog.getByLabel('City').inputValue(), 'Tulsa');
    });
  });

  test('an image that arrives waits until it is asked for, so that the list does not move', async () => {
    await visit('/console/images', async (watched) => {
      const { page } = watched;
      await signIn(watched, customer, 'Images');
      const tiles = page.locator('main .tile');
      const before = await tiles.count();
      assert.ok(before > 0);
      const dialog = page.getByRole('dialog', { name: 'Upload images' });
      await page.getByRole('button', { name: 'Upload images' }).click();
      const file = { name: 'cab.jpg', mimeType: 'image/jpeg', buffer: cab };
      await dialog.getByLabel('Image file').setInputFiles(file);
      await dialog.getByLabel('City').fill('Amarillo');
      await dialog.getByLabel('State').fill('TX');
      await dialog.getByRole('button', { name: 'Upload 1 image' }).click();
      await page.getByRole('region', { name: 'Uploads' }).getByText('Being read…').waitFor();
      const showNew = page.getByRole('button', { name: 'Show 1 new image' });
      const shift = await shiftDuring(page, async () => {
        await drain();
        await showNew.waitFor();
      });
      assert.ok(shift.value <= 0.01, `${shift.value}, ${shift.moved}`);
      assert.equal(await tiles.count(), before);
      await showNew.click();
      await tiles.nth(before).waitFor();
    });
  });

  test('a user who may not send images has no upload, and a drop does nothing', async () => {
    const reader = await api.customer(['image-read-endpoint']);
    await visit('/console/images', async (watched) => {
      const { page } = watched;
      await signIn(watched, reader, 'Images');
      await drop(page, [{ name: 'truck.jpg', type: 'image/jpeg', bytes: truck }]);
      assert.equal(await page.getByRole('dialog').count(), 0);
      assert.equal(await page.getByRole('button', { name: 'Upload images' }).count(), 0);
    });
  });
});

test('a click on a box corrects the reading, and arrow keys turn the images of a list', async () => {
  await visit('/console/images', async (watched) => {
    const { page } = watched;
    await signIn(watched, customer, 'Images');
    const links = card(page, 'Images').getByRole('link');
    await links
      .filter({ hasText: /^USDOT/ })
      .first()
      .click();
    const turned = page.getByRole('navigation', { name: 'Images of the list' });
    const position = (await turned.textContent()) ?? '';
    const line = page
      .getByRole('list', { name: 'Recognized text' })
      .getByRole('button')
      .filter({ hasText: 'USDOT number' })
      .first();
    await line.waitFor();
    const index = await line.evaluate((button) => {
      const item = button.parentElement as { parentElement: { children: Iterable<unknown> } } | null;
      return item === null ? -1 : [...item.parentElement.children].indexOf(item);
    });
    await page.locator('.quad').nth(index).click();
    const value = page.getByLabel('Right value');
    await value.and(page.locator(':focus')).waitFor();
    assert.match(await value.inputValue(), /^\d+$/);
    assert.equal(await page.getByRole('combobox', { name: 'Field' }).inputValue(), 'usdot_number');
    await value.fill('1234567');
    await page.getByRole('button', { name: 'Save correction' }).click();
    await card(page, 'Corrections')
      .getByText('1234567')
      .or(page.getByText('Save it anyway?'))
      .first()
      .waitFor();
    await page.locator('h1').click();
    await page.keyboard.press(position.includes('1 of') ? 'ArrowRight' : 'ArrowLeft');
    await turned.filter({ hasNotText: /^$/ }).waitFor();
    await page.waitForFunction(
      `document.querySelector('.neighbors').textContent !== ${JSON.stringify(position)}`,
    );
  });
});
