import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ingestBody } from '../support/images/sample-images.ts';
import { credentialsIn, eventually, signIn, startMilepost, temporaryFolder } from '../support/milepost.ts';

type Image = {
  state: string;
  failure_reason: string | null;
  readings: { lines: { text: string; quad: number[][] }[] } | null;
  sighting: Record<string, unknown> | null;
};

test('npm start without settings turns the demo image into a sighting', async (t) => {
  const running = await startMilepost(await temporaryFolder());
  const credentials = credentialsIn(running.output());
  const token = (await signIn(running.url, credentials)).token();
  const headers = { 'x-api-key': credentials.apiKey, 'content-type': 'application/json' };
  const body = ingestBody(`${running.url}/demo/truck.jpg`, { time_captured: new Date().toISOString() });
  const whole = { xmin: 0, ymin: 0, xmax: 1, ymax: 1 };
  const posted = await fetch(`${running.url}/image`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...body, detection_bounding_box: whole }),
  });
  const received = await posted.text();
  assert.equal(posted.status, 200, received);
  const { image_id } = JSON.parse(received) as { image_id: string };
  let image: Image | undefined;
  await eventually('the image is recognized', async () => {
    const response = await fetch(`${running.url}/images/${image_id}`, {
      headers: { ...headers, 'access-token': token },
    });
    const shown = await response.text();
    assert.equal(response.status, 200, shown);
    image = JSON.parse(shown) as Image;
    return image.state !== 'stored';
  });
  assert.equal(image?.state, 'recognized', image?.failure_reason ?? '');
  const lines = image?.readings?.lines.map(({ text }) => text) ?? [];
  t.diagnostic(`read: ${lines.join(' | ')}`);
  const { usdot_number, usdot_number_ocr_score, alpr_plate_number, location_state, route, type } =
    image?.sighting ?? {};
  const number = /D[O0]T\D*(\d{4,8})/.exec(lines.join(' '))?.[1];
  assert.ok(number, 'a USDOT number stands on the image');
  assert.equal(usdot_number, number);
  assert.notEqual(usdot_number_ocr_score, 'N/A');
  assert.deepEqual(
    [alpr_plate_number, location_state, route, type],
    ['ABC123', 'TX', 'I-40 WB', 'Detection'],
  );
});
