import assert from 'node:assert/strict';
import { countCameras } from '../../../server/src/domain/images/cameras/count-cameras.ts';
import { test } from '../support/browser.ts';
import { card, fill, startConsole } from '../support/visit.ts';

const { api, visit } = await startConsole({});

test('the page of the cameras shows how many images of a camera identify a truck, hour by hour, and why the others do not', async () => {
  const owner = await api.customer(['admin'], 'partner');
  const reasons = { usdot: 6, plate: 12, no_text: 3, low_confidence: 5, invalid_vin: 1 };
  for (const [result, images] of Object.entries(reasons))
    await api.db.pool.query(
      `insert into images (id, bucket, organization_id, source, received_at, time_captured, sha256, byte_size, format, width, height,
         box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction,
         alpr_confidence, alpr_state, recognized_at, read_result)
       select overlay(gen_random_uuid()::text placing '00000000' from 1)::uuid, 0, $1, 'mile-12', now() - n * interval '2 hours', now(), sha256('x'), 9, 'jpeg', 9, 9, 0, 0, 1, 1,
         30, -90, 'Amarillo', 'TX', 'I-40', 'WB', 1, 'TX', now(), $2 from generate_series(1, $3) n`,
      [owner.organizationId, result, images],
    );
  while (await countCameras(api.db, new Date()));
  await visit('/console/cameras', async (watched) => {
    const { page } = watched;
    await fill(watched, owner);
    const health = card(page, 'Health');
    await health.getByText('1 camera of 1 with a problem.').waitFor();
    await health.getByText('Frozen').waitFor();
    await health.getByRole('button', { name: 'Hours of mile-12' }).click();
    await page.getByRole('dialog', { name: 'mile-12' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: '67% readings of mile-12' }).click();
    const dialog = page.getByRole('dialog', { name: 'mile-12' });
    await dialog.getByText('18 (67%)').waitFor();
    await dialog.getByRole('img', { name: /^Images per hour, at most 5/ }).waitFor();
    const rows = await dialog.getByRole('row').allInnerTexts();
    assert.deepEqual(
      rows.slice(1).map((row) => row.split(/\s*\t\s*/)),
      [
        ['Read with Low confidence only', '5', '19%'],
        ['No text found', '3', '11%'],
        ['VIN with a wrong check digit', '1', '4%'],
      ],
    );
    await page.goto(page.url());
    await dialog.getByText('18 (67%)').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});
