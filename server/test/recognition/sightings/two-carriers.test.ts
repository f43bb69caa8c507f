import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { correctImage } from '../../../src/domain/recognition/labels/correct-image.ts';
import { testApi } from '../../support/api.ts';
import type { ScriptedLine } from '../../support/recognition/read-lines.ts';
import { type Capture, testRecognition } from '../../support/recognition/recognition.ts';

const api = await testApi();
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const { db, app } = api;
const DAY = 86_400;
const now = Math.floor((Date.now() - 3_600_000) / 1_000) * 1_000;
const { ingest, drain, drainRevisits } = testRecognition(api, {}, now);

const sightingOf = async (id: string) =>
  (await app.inject({ url: `/images/${id}`, headers })).json().sighting;
/** The USDOT number, its level, and whether it was inferred. */
const carrierOf = async (id: string) => {
  const { usdot_number, usdot_number_ocr_score, is_usdot_imputed } = await sightingOf(id);
  return [usdot_number, usdot_number_ocr_score, is_usdot_imputed];
};

let cameras = 0;
/** An image of a camera of its own, so that it is a sighting of its own. */
async function see(lines: ScriptedLine[], { days = 0, ...capture }: Capture & { days?: number } = {}) {
  const place = { source: `camera-${++cameras}`, seconds: -days * DAY, plate: '7ABC123' };
  const id = await ingest(customer.organizationId, { lines }, { ...place, ...capture });
  await drain();
  await drainRevisits();
  return id;
}

beforeEach(async () => {
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence, revisits,
    unmatched_sightings, company_census, image_labels, quota_usage`);
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name) values
       (5000012, 'PELURENEX TRANSPORT'), (5000068, 'OTHER INC'), (5000308, 'THIRD INC')`,
  );
});

suite('a number beside the name of another carrier', () => {
  const conflicts = [{ field: 'name', value: 'PELURENEX TRANSPORT', usdot_numbers: ['5000012'] }];
  const door = ['USDOT 5000308', 'PELURENEX TRANSPORT'];

  test('is at most Medium, with both carriers shown', async () => {
    const id = await see(door, { plate: null });
    assert.deepEqual(await carrierOf(id), ['5000308', 'Medium', false]);
    const sighting = await sightingOf(id);
    assert.deepEqual(sighting.readings.conflicts, conflicts);
    const marked = 'select has_conflicting_name as is_marked from observations where id = $1';
    assert.deepEqual((await db.pool.query(marked, [sighting.sighting_id])).rows, [{ is_marked: true }]);
  });

  test('is no evidence for other sightings of the vehicle, nor does their history raise it', async () => {
    for (const days of [3, 2, 1]) await see(door, { days });
    assert.deepEqual(await carrierOf(await see(['SOME TEXT'])), ['', 'N/A', false]);
    for (const days of [6, 5]) await see(['USDOT 5000308'], { days });
    assert.deepEqual(await carrierOf(await see(door)), ['5000308', 'Medium', false]);
  });

  test('stays High when its own name is on the door too, or when words say who operates the truck', async () => {
    for (const more of ['THIRD', 'LEASED TO']) {
      const leased = more === 'LEASED TO' ? ['PELURENEX TRANSPORT', more, 'USDOT 5000308'] : [...door, more];
      assert.deepEqual(await carrierOf(await see(leased, { plate: null })), ['5000308', 'High', false], more);
    }
  });

  test('stays High beside a name that no carrier has', async () => {
    const id = await see(['USDOT 5000308', 'BRAMBLE RIDGE HAULING'], { plate: null });
    assert.deepEqual(await carrierOf(id), ['5000308', 'High', false]);
  });

  test('is High again when the number is typed', async () => {
    const id = await see(door, { plate: null });
    const { organizationId, userId } = customer;
    const corrector = { database: db, now: new Date(), wake: () => undefined, organizationId, userId };
    await correctImage(corrector, id, { field: 'usdot_number', value: '5000308' });
    await drainRevisits();
    assert.deepEqual(await carrierOf(id), ['5000308', 'High', false]);
  });
});

suite('two numbers on one door', () => {
  const door = (...between: string[]) => [
    { text: 'USDOT 5000068', confidence: 0.99 },
    ...between,
    { text: 'USDOT 5000308', confidence: 0.97 },
  ];

  test('with words that say who operates the truck: the number after them is High, the other one is shown', async () => {
    for (const words of ['LEASED TO', 'OPERATED BY']) {
      const id = await see(door(words), { plate: null });
      assert.deepEqual(await carrierOf(id), ['5000308', 'High', false], words);
      assert.deepEqual((await sightingOf(id)).readings.usdot_number.others, ['5000068']);
    }
  });

  test('without such words: neither is High, both are shown, and neither is evidence', async () => {
    for (const days of [2, 1]) await see(door(), { days });
    const id = await see(door());
    assert.deepEqual(await carrierOf(id), ['5000068', 'Medium', false]);
    assert.deepEqual((await sightingOf(id)).readings.usdot_number.others, ['5000308']);
    assert.deepEqual(await carrierOf(await see(['SOME TEXT'])), ['', 'N/A', false]);
  });

  test('a number that a person typed takes the place of both', async () => {
    const id = await see(door(), { plate: null });
    const { organizationId, userId } = customer;
    const corrector = { database: db, now: new Date(), wake: () => undefined, organizationId, userId };
    await correctImage(corrector, id, { field: 'usdot_number', value: '5000012' });
    const { usdot_number, readings } = await sightingOf(id);
    assert.deepEqual([usdot_number, readings.usdot_number.others], ['5000012', undefined]);
  });
});

test('a number that is one of two on the door in one image is not High because another image shows it alone', async () => {
  const source = 'one-camera';
  await see(['USDOT 5000308', 'USDOT 5000068'], { source });
  const id = await see(['USDOT 5000308'], { source, seconds: 1 });
  const { usdot_number, usdot_number_ocr_score, readings } = await sightingOf(id);
  assert.deepEqual([usdot_number, usdot_number_ocr_score, readings.views.length], ['5000308', 'Medium', 2]);
});

test('the name on the door tells which of its two numbers counts, also if one image shows only the other one', async () => {
  const source = 'one-camera';
  await see(['USDOT 5000308', 'PELURENEX TRANSPORT', 'USDOT 5000012'], { source });
  const id = await see(['USDOT 5000308', 'PELURENEX TRANSPORT'], { source, seconds: 1 });
  const { usdot_number, usdot_number_ocr_score, readings } = await sightingOf(id);
  assert.deepEqual([usdot_number, usdot_number_ocr_score, readings.views.length], ['5000012', 'Medium', 2]);
});
