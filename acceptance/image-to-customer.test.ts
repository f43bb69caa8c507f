import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, verifyWebhook } from '../sdk/src/index.ts';
import {
  credentialsIn,
  eventually,
  startMilepost,
  temporaryFolder,
} from '../server/test/support/milepost.ts';
import { SECRET, type Seen, startReceiver } from '../server/test/support/notifications/start-receiver.ts';

test('a fresh installation reads an image of a truck and notifies the customer when the truck is seen again', async () => {
  const running = await startMilepost(await temporaryFolder(), 'start', { env: { LOG_LEVEL: 'warn' } });
  const { apiKey, email, password } = credentialsIn(running.output());
  const client = createClient({ baseUrl: running.url, apiKey });
  await client.signIn(email, password);

  const submitTruck = async (capturedAt: number) => {
    const { image_id } = await client.request('POST', '/image', {
      body: {
        source: 'camera-7',
        image_url: `${running.url}/demo/truck.jpg`,
        time_captured: new Date(capturedAt).toISOString(),
        detection_bounding_box: { xmin: 0, ymin: 0, xmax: 1, ymax: 1 },
        source_location_info: {
          latitude: 35.19,
          longitude: -101.83,
          city: 'Amarillo',
          state: 'Texas',
          route: 'I-40',
          traffic_direction: 'Westbound',
        },
        detection_metadata: { alpr_confidence: 0.93, alpr_state: 'TX' },
      },
    });
    const image = () => client.request('GET', '/images/{image_id}', { path: { image_id } });
    await eventually('the image is recognized', async () => (await image()).state === 'recognized');
    return (await image()).sighting;
  };

  const now = Date.now();
  const first = await submitTruck(now - 3_600_000);
  assert.ok(first, 'the image became a sighting');
  assert.match(first.usdot_number, /^[1-9]\d+$/);
  assert.equal(first.usdot_number_ocr_score, 'High', 'a carrier of the demo country, read by both readers');

  const receiver = await startReceiver();
  const received: Seen[] = [];
  const webhook_url = `${receiver.origin}/hook`;
  await client.request('POST', '/alerts/webhook', { body: { webhook_url, secret: SECRET } });
  const alert = await client.request('POST', '/alerts', {
    body: {
      email: 'desk@example.com',
      alert_type: 'hot',
      disabled: false,
      alert_name: 'Seen again',
      usdot_number: `USDOT ${first.usdot_number}`,
    },
  });
  const matches = async () => {
    const all = await client.request('GET', '/alerts/{id}/matches', { path: { id: alert.id } });
    return all.matches.filter(({ is_silent }) => !is_silent);
  };
  assert.deepEqual(await matches(), [], 'earlier sightings are the history of the alert and do not notify');

  await submitTruck(now);
  await eventually('the second sighting matches', async () => (await matches()).length === 1);
  await client.request('POST', '/alerts/run');
  // The alerts of the demo fire, too.
  const own = () => received.filter(({ body }) => JSON.parse(body).alert_details[0].id === alert.id);
  await eventually('the webhook is called', async () => {
    received.push(...(await receiver.seen()));
    return own().length > 0;
  });

  const [request, ...others] = own();
  assert.ok(request);
  assert.equal(others.length, 0);
  const signature = request.headers.find(([name]) => name === 'x-genlogs-signature')?.[1];
  assert.ok(await verifyWebhook({ body: request.body, signature, secret: SECRET }));
  const payload = JSON.parse(request.body);
  assert.equal(payload.event, 'alert.matches_found');
  assert.equal(payload.total_matches, 1);
  assert.equal(payload.matches[0].usdot, first.usdot_number);
  assert.equal(payload.matches[0].city, 'Amarillo');
  // The demo has webhooks of its own, which nobody receives.
  await eventually('the webhook delivery and the email are listed', async () => {
    const [match] = await matches();
    const states = new Set(match?.deliveries.map(({ channel, state }) => `${channel} ${state}`));
    return states.has('email kept') && states.has('webhook delivered');
  });

  const query = { usdot_number: first.usdot_number };
  const result = await client.request('GET', '/visual_sightings/carrier-observations', { query });
  assert.ok('observations' in result);
  const captured = [now, now - 3_600_000];
  const detections = result.observations.filter(
    ({ type, time_captured }) => type === 'Detection' && captured.includes(Date.parse(time_captured)),
  );
  assert.deepEqual(
    detections.map(({ location_state, route }) => ({ location_state, route })),
    Array(2).fill({ location_state: 'TX', route: first.route }),
  );
  const profile = await client.request('GET', '/carrier/profile/fmcsa', { query });
  assert.equal(profile.dot_number, first.usdot_number);
  assert.ok(Number.isInteger(profile.oos?.iss_score), 'every carrier has an ISS score');
});
