import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openRecognizer } from '../../server/src/adapters/ocr/open-recognizer.ts';
import { type Customer, testApi } from '../../server/test/support/api.ts';
import { closing } from '../../server/test/support/closing.ts';
import { silent } from '../../server/test/support/cluster.ts';
import { ingestBody } from '../../server/test/support/images/pictures.ts';
import { testRecognition } from '../../server/test/support/recognition/recognition.ts';
import { buildConsole, openBrowser, test } from './support/browser.ts';
import { signIn, visiting } from './support/visit.ts';

buildConsole();
// Links bear the public name; the page must not depend on being opened under it.
const env = { TOKEN_LIMIT_PER_ADDRESS: '100', PUBLIC_URL: 'http://milepost.example' };
const api = await testApi({ env });
const home = await api.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await openBrowser();
const visit = visiting(browser, home);
// The engine itself, over the demo's drawn trucks.
const recognizer = openRecognizer(api.settings, silent);
closing(() => recognizer.close());
const { ingest, drain, drainRevisits } = testRecognition(api, { recognizer });

const customer = await api.customer(['admin']);
const keys = await api.signIn(customer);
const HOUR = 3_600_000;
const ago = (ms: number) => new Date(Math.floor((Date.now() - ms) / 1_000) * 1_000).toISOString();
const imageOf = async (id: string) => (await api.app.inject({ url: `/images/${id}`, headers: keys })).json();

/** By HTTP, as a partner does. */
async function handIn(name: string, more: { source?: string; time_captured?: string } = {}): Promise<string> {
  const whole = { xmin: 0, ymin: 0, xmax: 1, ymax: 1 };
  const answer = await api.app.inject({
    method: 'POST',
    url: '/image',
    headers: { 'x-api-key': keys['x-api-key'], authorization: `Bearer ${keys['access-token']}` },
    payload: { ...ingestBody(`${home}/demo/${name}`, more), detection_bounding_box: whole },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().image_id;
}

async function settle(): Promise<void> {
  await drain();
  await drainRevisits();
}

/** Signs in at a picture's own address. */
async function look(
  id: string,
  use: (page: Page, requests: string[]) => Promise<void>,
  options = {},
  who = customer,
) {
  await visit(
    `/console/pictures/${id}`,
    async (watched) => {
      await signIn(watched, who, 'Picture');
      await use(watched.page, watched.requests);
    },
    options,
  );
}

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  assert.ok(box);
  return box;
};

// One truck twice: its side and cab two days ago, its rear an hour ago.
const side = await handIn('truck.jpg', { time_captured: ago(48 * HOUR) });
const cab = await handIn('cab.jpg', { time_captured: ago(48 * HOUR - 5_000) });
await drain();
const { usdot_number } = (await imageOf(side)).sighting;
const carrier = 'insert into company_census (usdot_number, legal_name) values ($1, $2)';
await api.db.pool.query(carrier, [usdot_number, 'MARANADEN TRUCKING SYNTHETIC INC']);
const yesterday = ago(24 * HOUR);
const evening = await handIn('truck.jpg', { time_captured: yesterday });
await settle();
const rear = await handIn('rear.jpg', { time_captured: ago(HOUR), source: 'camera-2' });
await settle();

suite('what was read', () => {
  test('each line is outlined where it stands on the picture, at any size of the window', async () => {
    const { readings } = await imageOf(side);
    assert.ok(readings.lines.length >= 5, 'the engine reads the drawn truck');
    await look(side, async (page) => {
      const picture = page.getByAltText('Taken by camera-1');
      await picture.evaluate((img) => (img as unknown as { decode(): Promise<void> }).decode());
      for (const width of [1440, 900, 375]) {
        await page.setViewportSize({ width, height: 900 });
        const photo = await boxOf(picture);
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

  test('pointing at a line, or reaching it by keyboard, shows its text and confidence on the picture', async () => {
    const { lines } = (await imageOf(side)).readings as { lines: { text: string; confidence: number }[] };
    const at = lines.findIndex(({ text }) => /USDOT/.test(text));
    const said = lines.map(({ text, confidence }) => `${text} ${Math.round(confidence * 100)}%`);
    await look(side, async (page) => {
      const label = page.locator('.quad-label');
      await page.locator('.quad').nth(at).hover();
      await label.filter({ hasText: said[at] ?? '' }).waitFor();
      await page.locator('.line-lit').filter({ hasText: 'USDOT number' }).waitFor();
      await page.mouse.move(0, 0);
      await label.waitFor({ state: 'detached' });

      const rows = page.getByRole('list', { name: 'Text read' }).getByRole('button');
      await rows.first().focus();
      await page.locator('.quad').nth(at).hover();
      await label.filter({ hasText: said[at] ?? '' }).waitFor();
      // The pointer goes, the focus is still there.
      await page.mouse.move(0, 0);
      for (const [n, text] of said.entries()) {
        if (n > 0) await page.keyboard.press('Tab');
        await label.filter({ hasText: text }).waitFor();
        await page.locator('.quad').nth(n).and(page.locator('.quad-lit')).waitFor();
        const [inner, outer] = [await boxOf(label), await boxOf(page.locator('.photo'))];
        assert.ok(inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1, text);
        assert.ok(inner.y >= outer.y - 1 && inner.y + inner.height <= outer.y + outer.height + 1, text);
      }
    });
  });

  test('the sighting with its scores, and the way to its other picture', async () => {
    await look(side, async (page) => {
      const text = (await card(page, 'Sighting').textContent()) ?? '';
      assert.ok(text.includes('MARANADEN TRUCKING SYNTHETIC INC'), text);
      assert.match(text, new RegExp(`USDOT number${usdot_number}High`));
      assert.match((await card(page, 'Where and when').textContent()) ?? '', /Amarillo, TXRouteI-40 WB/);
      assert.equal(await card(page, 'What was inferred').isVisible(), /Inferred/.test(text));
      await card(page, 'Other pictures of this sighting').getByRole('link').click();
      await page.getByText(cab).waitFor();
      assert.equal(page.url(), `${home}/console/pictures/${cab}`);
      await page.goBack();
      await page.getByText(side).waitFor();
    });
  });

  test('what was inferred, by which rule and from which records', async () => {
    const { sighting } = await imageOf(rear);
    assert.equal(sighting.is_usdot_imputed, true, 'its plate was seen on the carrier’s truck before');
    const seen = (await imageOf(evening)).sighting.sighting_id;
    await look(rear, async (page) => {
      const fields = (await card(page, 'Sighting').textContent()) ?? '';
      assert.match(fields, new RegExp(`USDOT number${usdot_number}Inferred`));
      const text = (await card(page, 'What was inferred').textContent()) ?? '';
      assert.match(text, new RegExp(`USDOT number ${usdot_number}By the plate; 2 records say so`));
      assert.match(text, new RegExp(`Sighting ${seen}${yesterday.slice(0, 10)}`));
    });
  });

  test('the picture is gone after its time, what was read on it stays', async () => {
    await api.db.pool.query('update images set picture_deleted_at = now() where id = $1', [cab]);
    await look(cab, async (page, requests) => {
      await page.getByText('The picture is no longer kept').waitFor();
      assert.ok((await page.locator('.quad').count()) > 0);
      assert.deepEqual(
        requests.filter((url) => url.includes('/content')),
        [],
      );
    });
  });
});

suite('before and instead of it', () => {
  test('a picture that waits shows what was read as soon as it was, and is loaded once', async () => {
    const id = await handIn('night.jpg', { time_captured: ago(0), source: 'camera-9' });
    await look(id, async (page, requests) => {
      await page.getByText('Waiting to be read').waitFor();
      await page.getByAltText('Taken by camera-9').waitFor();
      await settle();
      await card(page, 'Sighting').waitFor();
      assert.ok((await page.locator('.quad').count()) > 0);
      const asked = () => requests.filter((url) => url.endsWith(`/images/${id}`)).length;
      const times = asked();
      await page.waitForTimeout(2_500);
      assert.equal(asked(), times, 'nobody asks for what is done');
      assert.equal(requests.filter((url) => url.includes('/content')).length, 1);
    });
  });

  test('one that could not be read says why', async () => {
    const id = await ingest(customer.organizationId, { lines: [] });
    await settle();
    const { failure_reason } = await imageOf(id);
    assert.ok(failure_reason);
    await look(id, async (page) => {
      await page.getByText(`It could not be read. ${failure_reason}`).waitFor();
      await page.getByText('The picture cannot be loaded.').waitFor();
    });
  });

  test('another organization’s picture, and an address that is none', async () => {
    await look(side, (page) => page.getByText('There is no such image.').waitFor(), {}, await api.customer());
    await look('none', async (page) => {
      await page.getByText('This is not the id of a picture.').waitFor();
      await page.getByRole('link', { name: 'All pictures' }).click();
      await page.getByRole('heading', { name: 'Pictures', level: 1 }).waitFor();
    });
  });
});

suite('the list', () => {
  const newest = (page: Page) => card(page, 'Newest pictures').getByRole('link');
  const list = (who: Customer, use: (page: Page) => Promise<void>, options = {}) =>
    visit(
      '/console',
      async (watched) => {
        await signIn(watched, who);
        await watched.page.getByRole('link', { name: 'Pictures' }).click();
        await card(watched.page, 'Newest pictures').waitFor();
        await use(watched.page);
      },
      options,
    );

  test('leads to each picture; the menu leads back', async () => {
    await list(customer, async (page) => {
      await newest(page).filter({ hasText: 'camera-2' }).click();
      await page.getByText(rear).waitFor();
      assert.equal(await page.title(), 'Picture · Milepost');
      const menu = page.getByRole('link', { name: 'Pictures' });
      assert.equal(await menu.getAttribute('aria-current'), 'page');
      await menu.click();
      await newest(page).first().waitFor();
    });
  });

  test('a picture opens by its id or a link to it', async () => {
    const { image_url } = await imageOf(rear);
    await list(customer, async (page) => {
      const field = page.getByLabel('Picture id');
      await field.fill('the third one');
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByText('There is no id in this.').waitFor();
      await field.fill(image_url);
      await page.keyboard.press('Enter');
      await page.getByText(rear).waitFor();
      assert.equal(page.url(), `${home}/console/pictures/${rear}`);
    });
  });

  test('older ones page by page, and none at all', async () => {
    const other = await api.customer();
    await list(other, (page) => page.getByText('No picture yet.').waitFor());
    for (let n = 0; n < 21; n++) await ingest(other.organizationId, { lines: [] }, { seconds: n });
    await list(other, async (page) => {
      await newest(page).first().waitFor();
      assert.equal(await newest(page).count(), 20);
      await page.getByRole('button', { name: 'Older' }).click();
      await newest(page).nth(1).waitFor({ state: 'detached' });
      assert.equal(await newest(page).count(), 1);
      await page.getByRole('button', { name: 'Newer' }).click();
      await newest(page).nth(19).waitFor();
    });
  });
});

test('on a narrow screen nothing scrolls sideways', async () => {
  const overflow = 'document.documentElement.scrollWidth - innerWidth';
  const options = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' };
  await look(
    rear,
    async (page) => {
      await card(page, 'What was inferred').waitFor();
      assert.ok(Number(await page.evaluate(overflow)) <= 0);
      await page.getByRole('link', { name: 'Pictures' }).click();
      await card(page, 'Newest pictures').waitFor();
      assert.ok(Number(await page.evaluate(overflow)) <= 0);
    },
    options,
  );
});
