import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { openRecognizer } from '../../server/src/adapters/ocr/open-recognizer.ts';
import { closing } from '../../server/test/support/closing.ts';
import { silent } from '../../server/test/support/cluster.ts';
import { ingestBody } from '../../server/test/support/images/sample-images.ts';
import { testRecognition } from '../../server/test/support/recognition/recognition.ts';
import { test } from './support/browser.ts';
import { boxOf, card, signIn, startConsole } from './support/visit.ts';

// Image links start with PUBLIC_URL; the page must also work under another address.
const env = { TOKEN_LIMIT_PER_ADDRESS: '100', PUBLIC_URL: 'http://milepost.example' };
const { api, home, visit } = await startConsole(env);
// The real recognition engine, on the demo's images.
const recognizer = openRecognizer(api.settings, silent);
closing(() => recognizer.close());
const { ingest, drain, drainRevisits } = testRecognition(api, { recognizer });

const customer = await api.customer(['admin']);
const keys = await api.signIn(customer);
const HOUR = 3_600_000;
const timeAgo = (ms: number) => new Date(Math.floor((Date.now() - ms) / 1_000) * 1_000).toISOString();
const imageOf = async (id: string) => (await api.app.inject({ url: `/images/${id}`, headers: keys })).json();

/** Submits a demo image over HTTP. */
async function submit(name: string, more: { source?: string; time_captured?: string } = {}): Promise<string> {
  const wholeImage = { xmin: 0, ymin: 0, xmax: 1, ymax: 1 };
  const response = await api.app.inject({
    method: 'POST',
    url: '/image',
    headers: { 'x-api-key': keys['x-api-key'], authorization: `Bearer ${keys['access-token']}` },
    payload: { ...ingestBody(`${home}/demo/${name}`, more), detection_bounding_box: wholeImage },
  });
  assert.equal(response.statusCode, 200, response.body);
  return response.json().image_id;
}

async function recognizeAll(): Promise<void> {
  await drain();
  await drainRevisits();
}

/** Signs in on the page of one image. */
async function openImage(
  id: string,
  use: (page: Page, requests: string[]) => Promise<void>,
  options = {},
  user = customer,
) {
  await visit(
    `/console/images/${id}`,
    async (watched) => {
      await signIn(watched, user, 'Image');
      await use(watched.page, watched.requests);
    },
    options,
  );
}

// One truck seen three times: side and cab two days ago, side one day ago, rear an hour ago.
const side = await submit('truck.jpg', { time_captured: timeAgo(48 * HOUR) });
const cab = await submit('cab.jpg', { time_captured: timeAgo(48 * HOUR - 5_000) });
await drain();
const { usdot_number } = (await imageOf(side)).sighting;
const carrier = 'insert into company_census (usdot_number, legal_name) values ($1, $2)';
await api.db.pool.query(carrier, [usdot_number, 'MARANADEN TRUCKING SYNTHETIC INC']);
const yesterday = timeAgo(24 * HOUR);
const dayBefore = await submit('truck.jpg', { time_captured: yesterday });
await recognizeAll();
const rear = await submit('rear.jpg', { time_captured: timeAgo(HOUR), source: 'camera-2' });
await recognizeAll();

suite('a recognized image', () => {
  test('each line of text is outlined at its position in the image, at any window size', async () => {
    const { readings } = await imageOf(side);
    assert.ok(readings.lines.length >= 5, 'the engine reads the demo truck');
    await openImage(side, async (page) => {
      const image = page.getByAltText('Captured by camera-1');
      await image.evaluate((img) => (img as unknown as { decode(): Promise<void> }).decode());
      for (const width of [1440, 900, 375]) {
        await page.setViewportSize({ width, height: 900 });
        const photo = await boxOf(image);
        const outlines = page.locator('.quad polygon:last-child');
        assert.equal(await outlines.count(), readings.lines.length);
        for (const [n, { quad }] of (readings.lines as { quad: [number, number][] }[]).entries()) {
          const box = await boxOf(outlines.nth(n));
          const xs = quad.map(([x]) => photo.x + (x / readings.width) * photo.width);
          const ys = quad.map(([, y]) => photo.y + (y / readings.height) * photo.height);
          const off = [
            box.x - Math.min(...xs),
            box.y - Math.min(...ys),
            box.x + box.width - Math.max(...xs),
            box.y + box.height - Math.max(...ys),
          ];
          assert.ok(
            off.every((px) => Math.abs(px) < 3),
            `line ${n} at ${width}: ${off}`,
          );
        }
      }
    });
  });

  test('hovering or focusing a line shows its text and confidence on the image', async () => {
    const { lines } = (await imageOf(side)).readings as { lines: { text: string; confidence: number }[] };
    const index = lines.findIndex(({ text }) => /USDOT/.test(text));
    const labels = lines.map(({ text, confidence }) => `${text} ${Math.round(confidence * 100)}%`);
    await openImage(side, async (page) => {
      const label = page.locator('.quad-label');
      await page.locator('.quad').nth(index).hover();
      await label.filter({ hasText: labels[index] ?? '' }).waitFor();
      await page.locator('.line-lit').filter({ hasText: 'USDOT number' }).waitFor();
      await page.mouse.move(0, 0);
      await label.waitFor({ state: 'detached' });

      const rows = page.getByRole('list', { name: 'Recognized text' }).getByRole('button');
      await rows.first().focus();
      await page.locator('.quad').nth(index).hover();
      await label.filter({ hasText: labels[index] ?? '' }).waitFor();
      // The pointer leaves; the focused line stays highlighted.
      await page.mouse.move(0, 0);
      for (const [n, text] of labels.entries()) {
        if (n > 0) await page.keyboard.press('Tab');
        await label.filter({ hasText: text }).waitFor();
        await page.locator('.quad').nth(n).and(page.locator('.quad-lit')).waitFor();
        const [inner, outer] = [await boxOf(label), await boxOf(page.locator('.photo'))];
        assert.ok(inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1, text);
        assert.ok(inner.y >= outer.y - 1 && inner.y + inner.height <= outer.y + outer.height + 1, text);
      }
    });
  });

  test('the sighting shows its confidence levels and links to its other image', async () => {
    await openImage(side, async (page) => {
      const text = (await card(page, 'Sighting').textContent()) ?? '';
      assert.ok(text.includes('MARANADEN TRUCKING SYNTHETIC INC'), text);
      assert.match(text, new RegExp(`USDOT number${usdot_number}High`));
      assert.match((await card(page, 'Location and time').textContent()) ?? '', /Amarillo, TXRouteI-40 WB/);
      assert.equal(await card(page, 'Imputed fields').isVisible(), /Imputed/.test(text));
      await card(page, 'Other images of this sighting').getByRole('link').click();
      await page.getByText(cab).waitFor();
      assert.equal(page.url(), `${home}/console/images/${cab}`);
      await page.goBack();
      await page.getByText(side).waitFor();
    });
  });

  test('imputed fields show their rule and the supporting records', async () => {
    const { sighting } = await imageOf(rear);
    assert.equal(sighting.is_usdot_imputed, true, 'the plate was seen on the carrier’s truck before');
    const sightingId = (await imageOf(dayBefore)).sighting.sighting_id;
    await openImage(rear, async (page) => {
      const fields = (await card(page, 'Sighting').textContent()) ?? '';
      assert.match(fields, new RegExp(`USDOT number${usdot_number}Imputed`));
      const text = (await card(page, 'Imputed fields').textContent()) ?? '';
      assert.match(text, new RegExp(`USDOT number ${usdot_number}From the plate; 2 matching records`));
      assert.match(text, new RegExp(`Sighting ${sightingId} in TX${yesterday.slice(0, 10)}`));
    });
  });

  test('a deleted image keeps its recognized text', async () => {
    await api.db.pool.query('update images set image_deleted_at = now() where id = $1', [cab]);
    await openImage(cab, async (page, requests) => {
      await page.getByText('The image was deleted').waitFor();
      assert.ok((await page.locator('.quad').count()) > 0);
      assert.deepEqual(
        requests.filter((url) => url.includes('/content')),
        [],
      );
    });
  });
});

suite('a wrong reading', () => {
  test('is corrected, withdrawn and read again on the page of the image', async () => {
    await openImage(rear, async (page) => {
      const corrections = card(page, 'Corrections');
      await corrections.getByRole('button', { name: 'Wrong reading' }).click();
      await corrections.getByRole('combobox').selectOption('Plate');
      await corrections.getByLabel('Right value').fill('KEEP?');
      await corrections.getByRole('button', { name: 'Save correction' }).click();
      await corrections.locator('.field-error').getByText('Must be 1 to 10 letters and digits').waitFor();
      await corrections.getByLabel('Right value').fill('keep-42');
      await corrections.getByRole('button', { name: 'Save correction' }).click();
      await corrections.getByText('KEEP42').waitFor();
      await card(page, 'Sighting')
        .filter({ hasText: /KEEP42Corrected/ })
        .waitFor();
      await corrections.getByRole('button', { name: 'Withdraw' }).click();
      await corrections.getByText('KEEP42').waitFor({ state: 'detached' });
      await corrections.getByRole('button', { name: 'Read again' }).click();
      await page.getByText('This image is being read again.').waitFor();
      await recognizeAll();
      await page.getByText('This image is being read again.').waitFor({ state: 'detached' });
    });
  });
});

suite('zoom', () => {
  test('buttons, keys and dragging enlarge and move the image, which always fills its frame', async () => {
    await openImage(side, async (page) => {
      const frame = page.getByRole('group', { name: /^Image captured by camera-1/ });
      const [photo, box] = [page.locator('.photo'), await boxOf(frame)];
      const zoomed = page.locator('.zoom-bar [role=status]');
      await page.getByRole('button', { name: 'Zoom in' }).click();
      await zoomed.filter({ hasText: '150%' }).waitFor();
      await frame.focus();
      await page.keyboard.press('+');
      await zoomed.filter({ hasText: '225%' }).waitFor();
      const before = await boxOf(photo);
      assert.ok(Math.abs(before.width - 2.25 * box.width) < 2);
      await page.mouse.move(box.x + 50, box.y + 50);
      await page.mouse.down();
      await page.mouse.move(box.x + 80, box.y + 70);
      await page.mouse.up();
      const moved = await boxOf(photo);
      assert.ok(Math.abs(moved.x - before.x - 30) < 2 && Math.abs(moved.y - before.y - 20) < 2);
      for (let n = 0; n < 12; n++) await page.keyboard.press('ArrowLeft');
      assert.ok(Math.abs((await boxOf(photo)).x - (await boxOf(frame)).x) < 2, 'the left edge is the limit');
      await page.keyboard.press('0');
      await zoomed.filter({ hasText: '100%' }).waitFor();
    });
  });
});

suite('an image without a sighting', () => {
  test('a waiting image updates after recognition and its content is loaded once', async () => {
    const id = await submit('night.jpg', { time_captured: timeAgo(0), source: 'camera-9' });
    await openImage(id, async (page, requests) => {
      await page.getByText('Waiting for recognition').waitFor();
      await page.getByAltText('Captured by camera-9').waitFor();
      await page.clock.install();
      await recognizeAll();
      await card(page, 'Sighting').waitFor();
      assert.ok((await page.locator('.quad').count()) > 0);
      const countRequests = () => requests.filter((url) => url.endsWith(`/images/${id}`)).length;
      const before = countRequests();
      await page.clock.fastForward(60_000);
      await page.getByText('Waiting for recognition').waitFor({ state: 'detached' });
      assert.equal(countRequests(), before, 'polling stops after recognition');
      assert.equal(requests.filter((url) => url.includes('/content')).length, 1);
    });
  });

  test('a failed image shows the reason', async () => {
    const id = await ingest(customer.organizationId, { lines: [] });
    await recognizeAll();
    const { failure_reason } = await imageOf(id);
    assert.ok(failure_reason);
    await openImage(id, async (page) => {
      await page.getByText(`The image could not be read. ${failure_reason}`).waitFor();
      await page.getByText('The image could not be loaded.').waitFor();
    });
  });

  test('another organization’s image and an invalid ID show an error', async () => {
    const stranger = await api.customer(['image-read-endpoint']);
    const response = await api.app.inject({ url: `/images/${side}`, headers: await api.signIn(stranger) });
    assert.equal(response.statusCode, 404);
    await openImage(side, (page) => page.getByText(response.json().detail).waitFor(), {}, stranger);
    await openImage('none', async (page) => {
      await page.getByText('This is not a valid image ID.').waitFor();
      await page.getByRole('link', { name: 'All images' }).click();
      await page.getByRole('heading', { name: 'Images', level: 1 }).waitFor();
    });
  });
});

test('a 320-pixel screen does not scroll horizontally', async () => {
  const overflow = 'document.documentElement.scrollWidth - innerWidth';
  const options = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' };
  await openImage(
    rear,
    async (page) => {
      await card(page, 'Imputed fields').waitFor();
      assert.ok(Number(await page.evaluate(overflow)) <= 0);
      await page.getByRole('navigation').getByRole('link', { name: 'Images' }).click();
      await card(page, 'Images').waitFor();
      assert.ok(Number(await page.evaluate(overflow)) <= 0);
    },
    options,
  );
});
