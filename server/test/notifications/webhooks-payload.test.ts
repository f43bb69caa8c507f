import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewImages } from '../../src/domain/notifications/image-links.ts';
import { alertDetails, payloadMatch } from '../../src/domain/notifications/webhooks/payload.ts';
import { MOST_BYTES, payloadParts } from '../../src/domain/notifications/webhooks/payload-bodies.ts';
import { assertDocumented } from '../support/notifications/documented.ts';
import { firing, sighting } from '../support/notifications/firings.ts';

const WEBHOOK_ID = '0190b3a0-0000-7000-8000-000000000001';
const imageUrl = (imageId: string) => `https://x.example/${imageId}`;
const envelope = (details = alertDetails(firing(3).alert)) => ({
  event: 'alert.matches_found' as const,
  customerId: 3,
  timestamp: new Date('2026-03-01T12:15:00Z'),
  details: [details],
});

test('a payload contains the known values under the documented keys only', () => {
  const { alert } = firing(3, { deep_search: 'acme' });
  const [part] = payloadParts(envelope(), [
    payloadMatch(alert, { sighting: sighting(), matched_at: new Date() }, imageUrl),
  ]);
  const payload = assertDocumented(part?.bodyFor(WEBHOOK_ID).toString() ?? '');
  assert.deepEqual(payload, {
    event: 'alert.matches_found',
    webhook_id: WEBHOOK_ID,
    customer_id: 3,
    timestamp: '2026-03-01T12:15:00.000Z',
    total_matches: 1,
    alert_details: [
      {
        id: 7,
        alert_name: 'Stolen trailers',
        email: 'dispatch@customer.example',
        description: '',
        is_active: true,
        usdot_number: '1234567',
        mc_number: null,
        license_plate: null,
        vin: null,
        cab_number: null,
        equipment_type: null,
        trailer_logo: ['acme freight'],
        trailer_number: '',
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
        result_url: 'https://x.example/0190b3a0-0000-7000-8000-000000000000',
        confidence_score: 'Medium',
        usdot_number_ocr_score: 'High',
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
    image_id: null,
  });
  const bare = payloadMatch(firing(3).alert, { sighting: unknown, matched_at: new Date() }, imageUrl);
  assert.equal(bare.detected_logos, null);
  for (const key of ['usdot', 'road', 'state', 'trailer_logo', 'result_url', 'deep_search'] as const)
    assert.ok(!(key in bare), key);
  const [second] = payloadParts(envelope(), [bare]);
  assertDocumented(second?.bodyFor(WEBHOOK_ID).toString() ?? '');
});

test('each view uses the sighting’s own image if possible, otherwise the earliest; unknown views have none', () => {
  const views = (...all: [image_id: string, shows: string][]) =>
    viewImages({ image_id: 'own', views: all.map(([image_id, shows]) => ({ image_id, shows })) });
  assert.deepEqual(viewImages({ image_id: 'own' }), {});
  assert.deepEqual(views(['own', 'unknown']), {});
  assert.deepEqual(views(['a', 'cab'], ['b', 'rear'], ['own', 'side']), {
    front: 'a',
    side: 'own',
    rear: 'b',
  });
  assert.deepEqual(views(['a', 'side'], ['own', 'side'], ['b', 'cab'], ['c', 'cab']), {
    front: 'b',
    side: 'own',
  });
  assert.deepEqual(views(['own', 'trailer']), { side: 'own' });
  assert.deepEqual(
    views(['own', 'trailer'], ['a', 'side']),
    { side: 'a' },
    'an image of the whole rig is preferred to one of the trailer',
  );
});

test('the schema rejects additional keys at every level', () => {
  const { alert } = firing(3);
  const match = payloadMatch(alert, { sighting: sighting(), matched_at: new Date() }, imageUrl);
  const body = JSON.parse(payloadParts(envelope(), [match])[0]?.bodyFor(WEBHOOK_ID).toString() ?? '');
  for (const object of [body, body.alert_details[0], body.matches[0]]) {
    object.extra = 1;
    assert.throws(() => assertDocumented(JSON.stringify(body)), /not as documented/);
    delete object.extra;
  }
  assertDocumented(JSON.stringify(body));
});

test('splits matches at 500 and at 1 MiB, in order and without loss', () => {
  const { alert } = firing(3);
  const match = (n: number, width: number) =>
    payloadMatch(
      alert,
      { sighting: sighting({ location_city: `${n} ${'ü'.repeat(width)}` }), matched_at: new Date() },
      imageUrl,
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
      const bytes = part.bodyFor(WEBHOOK_ID);
      assert.ok(bytes.length <= MOST_BYTES);
      const { total_matches, matches } = assertDocumented(bytes.toString());
      assert.equal(total_matches, matches.length);
      assert.equal(part.totalMatches, matches.length);
      for (const { city } of matches) assert.equal(String(city).split(' ')[0], String(next++));
    }
    assert.equal(next, count);
  }
});
