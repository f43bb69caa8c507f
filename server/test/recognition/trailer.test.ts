import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { testApi } from '../support/api.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { testRecognition } from '../support/recognition/recognition.ts';

const api = await testApi();
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const org = customer.organizationId;
const { db } = api;
// Only sightings of the last 90 days are revisited, so the images are recent.
const now = Math.floor((Date.now() - 3_600_000) / 1_000) * 1_000;
const { ingest, drain, drainRevisits } = testRecognition(api, {}, now);

const DAY = 86_400;
const NUMBER = '53391211';
const sightingOf = async (id: string) =>
  (await api.app.inject({ url: `/images/${id}`, headers })).json().sighting;
const settle = async () => {
  await drain();
  await drainRevisits();
};

/** A tractor and its trailer pass: two images with the same plate, merged into one sighting and read with High. */
async function passes(daysAgo: number): Promise<string> {
  const place = { plate: `P${daysAgo}X67`, source: 'gate', seconds: -daysAgo * DAY };
  const id = await ingest(org, { lines: ['USDOT 1234567'] }, place);
  const trailer = { lines: ['BLUE MESA', `TRAILER ${NUMBER}`] };
  await ingest(org, trailer, { ...place, seconds: place.seconds + 5 });
  await settle();
  const { usdot_number, equipment_number, equipment_logo, image_ids } = await sightingOf(id);
  assert.deepEqual(
    [usdot_number, equipment_number, equipment_logo, image_ids.length],
    ['1234567', NUMBER, 'blue mesa', 2],
  );
  return id;
}

/** An image with the trailer number only. */
async function parks(): Promise<string> {
  const id = await ingest(org, { lines: [`TRAILER ${NUMBER}`] }, { source: 'yard' });
  await settle();
  return id;
}

beforeEach(async () => {
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence, revisits,
    unmatched_sightings, company_census, logos;
    insert into company_census (usdot_number, legal_name) values (1234567, 'ACME ROCKETS LLC'), (80806, 'J B HUNT');
    insert into logos (name) values ('blue mesa')`);
});

test('imputes the logo of a trailer after one sighting, its owner after two days, and lists the sightings', async () => {
  const first = await passes(2);
  const parked = await parks();
  const once = await sightingOf(parked);
  // Trailers are lent, so one day with a carrier does not make it the owner. The logo is painted on.
  assert.deepEqual([once.usdot_number, once.is_usdot_imputed], ['', false]);
  assert.deepEqual([once.equipment_logo, once.is_trailer_logo_imputed], ['blue mesa', true]);

  const second = await passes(1);
  const twice = await sightingOf(parked);
  assert.equal(twice.sighting_id, once.sighting_id, 'the same sighting, revisited');
  assert.deepEqual(
    [twice.usdot_number, twice.is_usdot_imputed, twice.usdot_number_ocr_score],
    ['1234567', true, 'N/A'],
  );
  assert.deepEqual(
    [twice.equipment_logo, twice.is_trailer_logo_imputed, twice.trailer_logo_ocr_score],
    ['blue mesa', true, 'N/A'],
  );
  const keys = await Promise.all(
    [second, first].map(async (id) => String((await sightingOf(id)).sighting_id)),
  );
  type Imputed = { field: string; rule: string; agreement: number; rows: { table: string; key: string }[] };
  const imputed = (twice.readings.imputed as Imputed[]).map(({ field, rule, agreement, rows }) => {
    return [field, rule, agreement, rows.map(({ table, key }) => `${table} ${key}`)];
  });
  const rows = keys.map((key) => `observations ${key}`);
  assert.deepEqual(imputed, [
    ['usdot_number', 'carrier-by-trailer', 1, rows],
    ['equipment_logo', 'logo-by-trailer', 1, rows],
  ]);
  assert.deepEqual(await countDifferences(db), []);
});
