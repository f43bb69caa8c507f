import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { alertDetails, payloadMatch } from '../../src/domain/notifications/webhooks/payload.ts';
import { payloadParts } from '../../src/domain/notifications/webhooks/payload-bodies.ts';
import {
  count,
  flag,
  listOf,
  object,
  type Shape,
  text,
  textOrNull,
  uuid,
  whole,
  words,
} from '../support/http/reference/shapes.ts';
import { assertDocumented } from '../support/notifications/documented.ts';
import { firing, sighting } from '../support/notifications/firings.ts';
import { seededRandom } from '../support/random.ts';

/** Written from the documents of the reference service, and closed at every level. */
const level = words('High', 'Medium', 'Low');
const url: Shape = { type: 'string', pattern: '^https://' };
const some: Shape = { type: 'string', minLength: 1 };
const details = object(
  {
    ...{ id: whole, alert_name: text, email: text, description: text, is_active: flag },
    ...{ trailer_logo: listOf(text), trailer_number: text },
    ...{ usdot_number: textOrNull, mc_number: textOrNull, license_plate: textOrNull, vin: textOrNull },
    ...{ cab_number: textOrNull, equipment_type: textOrNull, chassis_number: some, container_number: some },
  },
  ['chassis_number', 'container_number'],
);
const required = {
  ...{ alert_name: text, city: text, detected_logos: { anyOf: [listOf(text), { type: 'null' }] } },
  lat_long: { type: 'string', pattern: '^-?\\d+\\.\\d+, -?\\d+\\.\\d+$' },
  time: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$' },
};
const optional = {
  state: { type: 'string', pattern: '^[A-Z]{2}$' },
  ...{
    road: some,
    usdot: some,
    mc: some,
    vin: some,
    license_plate: some,
    cab_number: some,
    trailer_logo: some,
  },
  ...{
    trailer_number: some,
    chassis_number: some,
    container_number: some,
    equipment_type: some,
    deep_search: some,
  },
  ...{ result_url: url, front_view_url: url, side_view_url: url, rear_view_url: url, is_hazmat: flag },
  ...{
    confidence_score: level,
    usdot_number_ocr_score: level,
    mc_number_ocr_score: level,
    vin_ocr_score: level,
  },
  ...{ cab_number_ocr_score: level, trailer_number_ocr_score: level },
  trailer_logo_ocr_score: words('High', 'Medium', 'Low', 'N/A'),
  ...{ is_imputed: flag, is_dot_imputed: flag, is_mc_number_imputed: flag, is_vin_imputed: flag },
  ...{ is_cab_imputed: flag, is_trailer_logo_imputed: flag },
};
const payload = object({
  ...{ event: { const: 'alert.matches_found' }, webhook_id: uuid, customer_id: whole, timestamp: text },
  ...{ total_matches: count, alert_details: listOf(details) },
  matches: listOf(object({ ...required, ...optional }, Object.keys(optional))),
});

const random = seededRandom(171);
const pick = <T>(...values: T[]) => values[Math.floor(random() * values.length)] as T;
const LEVELS = ['High', 'Medium', 'Low', 'N/A'] as const;
const VIEWS = ['cab', 'side', 'rear', 'trailer', 'unknown'] as const;
const IMAGES = ['0190b3a0-0000-7000-8000-000000000000', '0190b3a0-0000-7000-8000-000000000001'];

function randomSighting() {
  const score = () => pick(...LEVELS);
  const isYes = () => random() < 0.5;
  return sighting({
    usdot_number: pick(0, 1234567),
    alpr_plate_number: pick('', 'ABC 123'),
    mc_number: pick('', '700700'),
    vin: pick('', '1FUJGLDR9CSBM0001'),
    cab_number: pick('', '812'),
    equipment_type: pick('', 'dry van'),
    equipment_number: pick('', '53221'),
    equipment_logo: pick('', 'acme "freight"'),
    location_state: pick('', 'TX', 'Texas', 'NLE', 'Elsewhere'),
    location_city: pick('', 'Amarillo', 'Ciudad Juárez'),
    latitude: pick(35, -0.000001, 89.1234567),
    longitude: pick(-101.83, 180, 0),
    route: pick('', 'I-40 Westbound'),
    ...{ is_usdot_imputed: isYes(), is_cab_imputed: isYes(), is_mc_imputed: isYes() },
    ...{ is_trailer_logo_imputed: isYes(), is_vin_imputed: isYes() },
    ...{ usdot_number_ocr_score: score(), mc_number_ocr_score: score(), vin_ocr_score: score() },
    ...{ cab_number_ocr_score: score(), trailer_number_ocr_score: score(), trailer_logo_ocr_score: score() },
    image_id: pick(null, ...IMAGES),
    ...(isYes() && { plate_confidence: random() }),
    views: IMAGES.map((image_id) => ({ image_id, shows: pick(...VIEWS) })),
  });
}

function randomAlert() {
  return {
    usdot_number: pick(null, '1234567'),
    mc_number: pick(null, '700700'),
    license_plate: pick(null, 'ABC123'),
    license_plate_state: pick(null, 'TX'),
    vin: pick(null, 'BM0001'),
    cab_number: pick(null, '812'),
    equipment_type: pick(null, 'dry van'),
    trailer_logo: pick(null, 'acme'),
    trailer_number: pick(null, '53221'),
    chassis_number: pick(null, 'TSXZ412345'),
    container_number: pick(null, 'MSCU1234566'),
    deep_search: pick(null, 'warfield'),
    location_state: pick(null, 'TX'),
    location_city: pick(null, 'Amarillo'),
  };
}

test('1,000 random payloads of alert.matches_found are valid against the closed schema of the reference', () => {
  const isValid = new Ajv({ strict: false, allErrors: true }).compile(payload);
  const keys = new Set<string>();
  for (let i = 0; i < 1_000; i++) {
    const { alert } = firing(3, randomAlert());
    const matches = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      payloadMatch(
        alert,
        { sighting: randomSighting(), matched_at: new Date() },
        (id) => `https://x.example/${id}`,
      ),
    );
    const envelope = {
      event: 'alert.matches_found' as const,
      customerId: 3,
      timestamp: new Date(),
      details: [alertDetails(alert)],
    };
    const [part] = payloadParts(envelope, matches);
    const body = part?.bodyFor('0190b3a0-0000-7000-8000-000000000001').toString() ?? '';
    const sent: { matches: object[] } = JSON.parse(body);
    assert.ok(isValid(sent), `${JSON.stringify(isValid.errors)}\n${body}`);
    assertDocumented(body);
    for (const match of sent.matches) for (const key of Object.keys(match)) keys.add(key);
  }
  const never = Object.keys({ ...required, ...optional }).filter((key) => !keys.has(key));
  assert.deepEqual(never, ['is_hazmat'], 'the random payloads have every key that we send');
});

test('confidence_score is the lowest level of what the alert compares', () => {
  const read = {
    usdot_number_ocr_score: 'High',
    cab_number_ocr_score: 'Low',
    mc_number_ocr_score: 'N/A',
  } as const;
  const levelFor = (criteria: object, over: object = {}) =>
    payloadMatch(
      firing(3, { usdot_number: null, trailer_logo: null, ...criteria }).alert,
      { sighting: sighting({ ...read, ...over }), matched_at: new Date() },
      String,
    ).confidence_score;
  assert.equal(levelFor({ usdot_number: '1' }), 'High');
  assert.equal(levelFor({ usdot_number: '1', cab_number: '8' }), 'Low');
  assert.equal(
    levelFor({ usdot_number: '1', mc_number: '7' }),
    'High',
    'a value that was not read does not count',
  );
  assert.equal(levelFor({ deep_search: 'acme', equipment_type: 'reefer' }), undefined);
  for (const [plate_confidence, expected] of [
    [0.9, 'High'],
    [0.89, 'Medium'],
    [0.7, 'Medium'],
    [0.69, 'Low'],
  ] as const)
    assert.equal(levelFor({ license_plate: 'ABC' }, { plate_confidence }), expected);
  assert.equal(levelFor({ license_plate: 'ABC' }), undefined);
});
