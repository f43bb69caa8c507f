import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../sdk/src/index.ts';
import {
  parseRetryAfter,
  RETRY_TABLE_MS,
  retryDelayMs,
} from '../src/domain/notifications/deliveries/retry-table.ts';
import { drawMap } from '../src/domain/notifications/mail/draw-map.ts';
import { alertDetails, payloadMatch } from '../src/domain/notifications/webhooks/payload.ts';
import { MOST_BYTES, payloadParts } from '../src/domain/notifications/webhooks/payload-bodies.ts';
import {
  bodySignature,
  signatureHeaders,
  signingKeys,
} from '../src/domain/notifications/webhooks/signature.ts';
import { albersUsa } from '../src/lib/albers-usa.ts';
import { sealing } from '../src/lib/sealing.ts';
import { firing, sighting } from './support/firings.ts';
import { assertDocumented } from './support/webhook-world.ts';

const HEADER = 'X-GenLogs-Signature';
const vector = {
  secret: '0123456789abcdef',
  body: '{"event":"alert.test","total_matches":1}',
  signature:
    'sha512=dd56acdd99e2c029a015edf6ecb5b47fdc6ff64f7eed03b8fc2ce17e80500f232ca1c8e9716704602b489fa01340c85d745291690eeb9fb6ea053c49e227a4c7',
};

test('the known vector of the compatible signature', () => {
  assert.equal(bodySignature(signingKeys(vector.secret), Buffer.from(vector.body)), vector.signature);
});

test('whatever secret and body: the SDK verifies the one signature, the library of Standard Webhooks the other', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 16, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(text, text, fc.uint8Array({ maxLength: 300 }), async (current, previous, bytes) => {
      const at = new Date();
      const body = Buffer.from(JSON.stringify([...bytes]));
      const headers = signatureHeaders(
        HEADER,
        { current: signingKeys(current), previous: signingKeys(previous) },
        'id-1',
        at,
        body,
      );
      const lines = headers[HEADER] as string[];
      assert.equal(lines.length, 2, 'one line for each secret, the new one first');
      assert.equal(lines[0], `sha512=${createHmac('sha512', current).update(body).digest('hex')}`);
      for (const secret of [current, previous]) {
        assert.equal(await verifyWebhook({ body, signature: lines, secret }), true);
        new Webhook(Buffer.from(secret), { format: 'raw' }).verify(body, headers as Record<string, string>);
      }
      const wrong = `${current}${previous}!`;
      assert.equal(await verifyWebhook({ body, signature: lines, secret: wrong }), false);
      assert.throws(() =>
        new Webhook(Buffer.from(wrong), { format: 'raw' }).verify(body, headers as Record<string, string>),
      );
    }),
    { numRuns: 50 },
  );
});

test('a secret in the form of Standard Webhooks is decoded for its signature, and plain text for the other', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
  const body = Buffer.from(vector.body);
  const headers = signatureHeaders(
    HEADER,
    { current: signingKeys(secret), previous: null },
    'id-2',
    new Date(),
    body,
  );
  new Webhook(secret).verify(body, headers as Record<string, string>);
  assert.deepEqual(headers[HEADER], [`sha512=${createHmac('sha512', secret).update(body).digest('hex')}`]);
});

test('the retry table: nine pauses, each with at most a tenth more, over 72 hours', () => {
  const [second, minute, hour] = [1_000, 60_000, 3_600_000];
  const table = [
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ];
  assert.deepEqual([...RETRY_TABLE_MS], table);
  assert.ok(table.reduce((a, b) => a + b) > 72 * hour);
  for (const [i, pause] of table.entries()) {
    assert.equal(retryDelayMs(i + 1, null, 0), pause);
    assert.equal(Math.round(retryDelayMs(i + 1, null, 1) ?? 0), Math.round(pause * 1.1));
  }
  assert.equal(retryDelayMs(10, null, 0), null);
});

test('Retry-After is honoured within the next step, and never shortens a pause', () => {
  assert.equal(retryDelayMs(1, 60_000, 0), 60_000);
  assert.equal(retryDelayMs(1, 3_600_000, 0), 300_000, 'no further than the next pause');
  assert.equal(retryDelayMs(2, 1_000, 0), 300_000);
  assert.equal(retryDelayMs(9, 999_999_999, 0), 24 * 3_600_000);
  const now = new Date('2026-03-01T12:00:00Z');
  assert.equal(parseRetryAfter('120', now), 120_000);
  assert.equal(parseRetryAfter('Sun, 01 Mar 2026 12:01:00 GMT', now), 60_000);
  assert.equal(parseRetryAfter('Sun, 01 Mar 2026 11:00:00 GMT', now), 0);
  for (const bad of [undefined, '', '-5', '1.5', 'soon', '2026-03-01T12:01:00Z', ['1', '2']]) {
    assert.equal(parseRetryAfter(bad, now), null, String(bad));
  }
});

test('what is sealed opens only with its key and at its place; a new key in front still opens the old', () => {
  const old = sealing(['k'.repeat(32)]);
  const sealed = old.seal('geheim ✓', 'webhook 1');
  assert.equal(old.open(sealed, 'webhook 1'), 'geheim ✓');
  assert.ok(!sealed.includes('geheim'));
  assert.notDeepEqual(old.seal('geheim ✓', 'webhook 1'), sealed, 'never the same twice');
  assert.throws(() => old.open(sealed, 'webhook 2'), /cannot be read/);
  assert.throws(() => sealing(['x'.repeat(32)]).open(sealed, 'webhook 1'), /cannot be read/);
  const both = sealing(['n'.repeat(32), 'k'.repeat(32)]);
  assert.equal(both.open(sealed, 'webhook 1'), 'geheim ✓');
  for (let i = 0; i < sealed.length; i++) {
    const touched = Buffer.from(sealed);
    touched[i] = (touched[i] ?? 0) ^ 1;
    assert.throws(() => old.open(touched, 'webhook 1'), /cannot be read/, `byte ${i}`);
  }
});

const envelope = (details = alertDetails(firing(3).alert)) => ({
  event: 'alert.matches_found' as const,
  customerId: 3,
  timestamp: new Date('2026-03-01T12:15:00Z'),
  details: [details],
});

test('a payload says what is known, in the documented keys and no others', () => {
  const { alert } = firing(3, { deep_search: 'acme' });
  const [part] = payloadParts(envelope(), [
    payloadMatch(alert, { sighting: sighting(), matched_at: new Date() }, 'https://x.example/p'),
  ]);
  const webhookId = '0190b3a0-0000-7000-8000-000000000001';
  const payload = assertDocumented(part?.bodyFor(webhookId).toString() ?? '');
  assert.deepEqual(payload, {
    event: 'alert.matches_found',
    webhook_id: webhookId,
    customer_id: 3,
    timestamp: '2026-03-01T12:15:00.000Z',
    total_matches: 1,
    alert_details: [
      {
        id: 7,
        alert_name: 'Stolen trailers',
        email: 'dispatch@customer.example',
        description: null,
        is_active: true,
        usdot_number: '1234567',
        mc_number: null,
        license_plate: null,
        vin: null,
        cab_number: null,
        equipment_type: null,
        trailer_logo: ['acme freight'],
        trailer_number: '',
        deep_search: null,
        location_state: null,
        location_city: null,
      },
    ],
    matches: [
      {
        alert_name: 'Stolen trailers',
        city: 'Amarillo',
        detected_logos: ['acme freight'],
        lat_long: '35.0, -101.83',
        time: '2026-03-01T12:00:00',
        state: 'TX',
        road: 'I-40 Westbound',
        usdot: '1234567',
        license_plate: 'ABC123',
        cab_number: '812',
        trailer_logo: 'acme freight',
        equipment_type: 'dry van',
        deep_search: 'acme',
        result_url: 'https://x.example/p',
        usdot_number_ocr_score: 'High',
        mc_number_ocr_score: 'N/A',
        vin_ocr_score: 'N/A',
        cab_number_ocr_score: 'N/A',
        trailer_number_ocr_score: 'N/A',
        trailer_logo_ocr_score: 'Medium',
        is_imputed: true,
        is_dot_imputed: false,
        is_mc_number_imputed: false,
        is_vin_imputed: false,
        is_cab_imputed: true,
        is_trailer_logo_imputed: false,
      },
    ],
  });
  const unknown = sighting({
    usdot_number: 0,
    equipment_logo: '',
    latitude: null,
    longitude: null,
    route: '',
    location_state: '',
  });
  const bare = payloadMatch(firing(3).alert, { sighting: unknown, matched_at: new Date() }, null);
  assert.equal(bare.detected_logos, null);
  for (const key of ['usdot', 'road', 'state', 'trailer_logo', 'result_url', 'deep_search'] as const)
    assert.ok(!(key in bare), key);
  const [second] = payloadParts(envelope(), [bare]);
  assertDocumented(second?.bodyFor(webhookId).toString() ?? '');
});

test('the schema is closed at every level', () => {
  const { alert } = firing(3);
  const match = payloadMatch(alert, { sighting: sighting(), matched_at: new Date() }, null);
  const body = JSON.parse(
    payloadParts(envelope(), [match])[0]?.bodyFor('0190b3a0-0000-7000-8000-000000000001').toString() ?? '',
  );
  for (const place of [body, body.alert_details[0], body.matches[0]]) {
    place.extra = 1;
    assert.throws(() => assertDocumented(JSON.stringify(body)), /not as documented/);
    delete place.extra;
  }
  assertDocumented(JSON.stringify(body));
});

test('many matches are split at 500 and at 1 MiB, in order, none lost', () => {
  const { alert } = firing(3);
  const match = (n: number, width: number) =>
    payloadMatch(
      alert,
      { sighting: sighting({ location_city: `${n} ${'ü'.repeat(width)}` }), matched_at: new Date() },
      null,
    );
  for (const [count, width, most] of [
    [1, 0, 1],
    [500, 0, 1],
    [501, 0, 2],
    [1_250, 0, 3],
    [900, 2_000, 5],
  ] as const) {
    const parts = payloadParts(
      envelope(),
      Array.from({ length: count }, (_, n) => match(n, width)),
    );
    assert.ok(parts.length <= most, `${count}: ${parts.length}`);
    let next = 0;
    for (const part of parts) {
      const bytes = part.bodyFor('0190b3a0-0000-7000-8000-000000000001');
      assert.ok(bytes.length <= MOST_BYTES);
      const { total_matches, matches } = assertDocumented(bytes.toString());
      assert.equal(total_matches, matches.length);
      assert.equal(part.totalMatches, matches.length);
      for (const { city } of matches) assert.equal(String(city).split(' ')[0], String(next++));
    }
    assert.equal(next, count);
  }
});

test('the map: known places lie where they are on the us-atlas plane, others nowhere', async () => {
  const near = (lat: number, lon: number, x: number, y: number, within = 5) => {
    const point = albersUsa(lat, lon);
    assert.ok(point && Math.hypot(point[0] - x, point[1] - y) < within, `${lat}, ${lon}: ${point}`);
  };
  // Two corners of Colorado as the package has them; then Anchorage and Honolulu.
  near(36.999, -109.045, 264.64, 327.964, 0.1);
  near(41.002, -102.052, 395.327, 249.045, 0.3);
  near(61.22, -149.9, 113, 545);
  near(21.3, -157.86, 267, 550);
  assert.equal(albersUsa(51.5, -0.1), null);
  assert.equal(albersUsa(-33.9, 151.2), null);
  assert.equal(
    await drawMap([
      { latitude: 51.5, longitude: -0.1 },
      { latitude: null, longitude: null },
    ]),
    null,
  );
  const { default: sharp } = await import('sharp');
  const picture = await drawMap([{ latitude: 35.19, longitude: -101.83 }]);
  assert.ok(picture);
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height, info.channels], [488, 305, 3]);
  const [x, y] = (albersUsa(35.19, -101.83) ?? [0, 0]).map((value) => Math.round((value * 488) / 975)) as [
    number,
    number,
  ];
  assert.deepEqual([...data.subarray((y * 488 + x) * 3, (y * 488 + x) * 3 + 3)], [214, 69, 25]);
});
