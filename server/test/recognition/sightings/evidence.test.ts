import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { deleteWholeSightings } from '../../../src/domain/privacy/delete-sightings.ts';
import { retainSightings } from '../../../src/domain/privacy/retain-sightings.ts';
import { correctImage, withdrawCorrection } from '../../../src/domain/recognition/labels/correct-image.ts';
import { testApi } from '../../support/api.ts';
import { countDifferences } from '../../support/carriers/observation-counts.ts';
import type { ScriptedLine } from '../../support/recognition/read-lines.ts';
import { type Capture, testRecognition } from '../../support/recognition/recognition.ts';

const api = await testApi();
const customer = await api.customer(['admin']);
const rival = await api.customer(['admin'], 'partner');
const headers = await api.signIn(customer);
const org = customer.organizationId;
const { db, app } = api;
const now = Math.floor((Date.now() - 3_600_000) / 1_000) * 1_000;
const recognition = testRecognition(api, {}, now);
const { drain, drainRevisits } = recognition;

const DAY = 86_400;
const PLATE = '7ABC123';
const get = async (id: string) => (await app.inject({ url: `/images/${id}`, headers })).json();
const sightingOf = async (id: string) => (await get(id)).sighting;
/** The USDOT number, its level, and whether it was inferred. */
const carrierOf = async (id: string) => {
  const { usdot_number, usdot_number_ocr_score, is_usdot_imputed } = await sightingOf(id);
  return [usdot_number, usdot_number_ocr_score, is_usdot_imputed];
};

let cameras = 0;
/** An image of a camera of its own, so that it is a sighting of its own. */
async function see(lines: ScriptedLine[], capture: Capture & { days?: number; by?: number } = {}) {
  const { days = 0, by = org, ...rest } = capture;
  const place = { source: `camera-${++cameras}`, seconds: -days * DAY, plate: PLATE };
  const id = await recognition.ingest(by, { lines }, { ...place, ...rest });
  await drain();
  await drainRevisits();
  return id;
}

const corrector = (organizationId: number, userId: number) => ({
  ...{ database: db, now: new Date(), wake: () => undefined },
  ...{ organizationId, userId },
});
const own = corrector(org, customer.userId);

async function correct(id: string, field: string, value: string | null, by = own) {
  await correctImage(by, id, { field, value } as Parameters<typeof correctImage>[2]);
  await drainRevisits();
}
async function withdraw(id: string, field: string) {
  await withdrawCorrection(own, id, field);
  await drainRevisits();
}

beforeEach(async () => {
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence, revisits,
    unmatched_sightings, company_census, image_labels, quota_usage, alert_matches, motus_carriers, inspections,
    inspection_units, sms_inspections`);
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name, docket1_prefix, docket1_number) values
       (5000002, 'PELURE ONE LLC', 'MC', 3000002), (5000012, 'PELURENEX TRANSPORT', 'MC', 3000012),
       (5000060, 'ACME ROCKETS LLC', 'MC', 529015), (5000068, 'OTHER INC', null, null),
       (5000308, 'THIRD INC', null, null), (5000005, 'FIFTH INC', 'MC', 3000005)`,
  );
});

suite('what was inferred from a fact goes with it', () => {
  const source = ['USDOT 5000060'];
  const low = [{ text: 'USDOT 5000060', confidence: 0.7, second: null }];

  test('when the number is corrected to another or to nothing, and comes back when that is withdrawn', async () => {
    const [first, dependent] = [await see(source), await see(['SOME TEXT'])];
    assert.deepEqual(await carrierOf(dependent), ['5000060', 'N/A', true]);
    await correct(first, 'usdot_number', '5000308');
    assert.deepEqual(await carrierOf(dependent), ['5000308', 'N/A', true]);
    await correct(first, 'usdot_number', null);
    assert.deepEqual(await carrierOf(dependent), ['', 'N/A', false]);
    assert.deepEqual((await sightingOf(dependent)).readings.imputed, []);
    await withdraw(first, 'usdot_number');
    assert.deepEqual(await carrierOf(dependent), ['5000060', 'N/A', true]);
    assert.deepEqual(await countDifferences(db), []);
  });

  test('when the plate is corrected', async () => {
    const [first, dependent] = [await see(source), await see(['SOME TEXT'])];
    const later = await see(['SOME TEXT'], { plate: 'NEW777' });
    await correct(first, 'alpr_plate_number', 'NEW777');
    assert.deepEqual(await carrierOf(dependent), ['', 'N/A', false]);
    assert.deepEqual(await carrierOf(later), ['5000060', 'N/A', true], 'and is inferred from the new plate');
  });

  test('when a wrong correction of a Low reading is withdrawn', async () => {
    const [first, dependent] = [await see(low), await see(['SOME TEXT'])];
    await correct(first, 'usdot_number', '5000308');
    assert.deepEqual(await carrierOf(dependent), ['5000308', 'N/A', true]);
    await withdraw(first, 'usdot_number');
    assert.deepEqual(await carrierOf(dependent), ['', 'N/A', false]);
  });

  test('when the image is sent again with another plate', async () => {
    const [first, dependent] = [await see(source), await see(['SOME TEXT'])];
    await db.pool.query(`update images set plate_number = 'NEW777' where id = $1`, [first]);
    await db.pool.query(
      'insert into image_queue (image_id, bucket, sighting_id, organization_id) values ($1, image_bucket($1), next_sighting_id(image_bucket($1)), $2)',
      [first, org],
    );
    await drain();
    await drainRevisits();
    assert.deepEqual(await carrierOf(dependent), ['', 'N/A', false]);
  });

  test('when the history that mended other numbers is removed', async () => {
    const firsts = [await see(source, { days: 3 }), await see(source, { days: 2 })];
    const unsure = [{ text: 'USDOT 5000068', confidence: 0.85, second: null }];
    const mended = [await see(unsure, { days: 1 }), await see(unsure)];
    for (const id of mended) assert.deepEqual((await carrierOf(id))[0], '5000060');
    const { usdot_number } = (await sightingOf(mended[0] as string)).readings;
    assert.deepEqual(
      [usdot_number.outcome, usdot_number.witnesses, usdot_number.rows.length],
      ['mended', ['vehicle'], 2],
    );
    for (const id of firsts) await correct(id, 'usdot_number', null);
    for (const id of mended) assert.deepEqual((await carrierOf(id))[0], '5000068');
  });

  test('when the sighting is erased, or its retention ends', async () => {
    const first = await see(source, { days: 20 });
    const dependent = await see(['SOME TEXT']);
    const { rows } = await db.pool.query('select * from sightings where id = $1', [
      (await sightingOf(first)).sighting_id,
    ]);
    await db.transaction((tx) => deleteWholeSightings(tx, rows));
    await drainRevisits();
    assert.deepEqual(await carrierOf(dependent), ['', 'N/A', false]);
    await see(source, { days: 20 });
    assert.deepEqual(await carrierOf(dependent), ['5000060', 'N/A', true]);
    await db.pool.query('update organizations set sighting_retention_days = 10 where id = $1', [org]);
    await retainSightings(db, new Date());
    await db.pool.query('update organizations set sighting_retention_days = null');
    await drainRevisits();
    assert.deepEqual(await carrierOf(dependent), ['', 'N/A', false]);
  });
});

suite('the history of a vehicle', () => {
  test('from a single day, or from more than two years ago, does not count as a witness', async () => {
    const unsure = [{ text: 'USDOT 5000068', confidence: 0.85, second: null }];
    await see(['USDOT 5000060'], { days: 800 });
    await see(['USDOT 5000060'], { days: 790 });
    const first = await see(unsure);
    assert.equal((await carrierOf(first))[0], '5000068');
    await see(['USDOT 5000060'], { days: 2 });
    assert.equal((await carrierOf(first))[0], '5000068', 'one day');
    await see(['USDOT 5000060'], { days: 3 });
    assert.equal((await carrierOf(first))[0], '5000060', 'two days');
  });

  test('never overrules a High reading of an existing carrier, and the readings turn the history', async () => {
    for (const days of [9, 8, 7]) await see(['USDOT 5000060'], { days });
    const read = [];
    for (const days of [3, 2, 1]) read.push(await see(['USDOT 5000068'], { days }));
    for (const id of read) assert.deepEqual(await carrierOf(id), ['5000068', 'High', false]);
  });

  test('two High readings on two days turn what one older reading said', async () => {
    await see(['USDOT 5000060'], { days: 30 });
    const dependent = await see(['SOME TEXT']);
    assert.equal((await carrierOf(dependent))[0], '5000060');
    await see(['USDOT 5000068'], { days: 3 });
    assert.equal((await carrierOf(dependent))[0], '', 'one against one');
    await see(['USDOT 5000068'], { days: 2 });
    assert.equal((await carrierOf(dependent))[0], '5000068');
  });

  test('of another carrier is shown as a conflict', async () => {
    for (const days of [3, 2]) await see(['USDOT 5000060'], { days });
    const id = await see(['USDOT 5000308']);
    assert.deepEqual((await sightingOf(id)).readings.conflicts, [
      { field: 'alpr_plate_number', value: PLATE, usdot_numbers: ['5000060'] },
    ]);
  });
});

suite('a number that nobody holds', () => {
  test('counts as unread when it is Low: the carrier is inferred from the plate', async () => {
    for (const days of [3, 2, 1]) await see(['USDOT 5000060'], { days });
    const id = await see([{ text: 'USDOT 9871234', confidence: 0.7, second: null }]);
    assert.deepEqual(await carrierOf(id), ['5000060', 'N/A', true]);
    assert.equal((await sightingOf(id)).readings.usdot_number.read, '9871234');
  });

  test('gives way to the holder of an MC number that was read with High', async () => {
    const id = await see(['USDOT 9999999', 'MC 3000005'], { plate: null });
    assert.deepEqual(await carrierOf(id), ['5000005', 'N/A', true]);
  });

  test('stays when nothing else is known', async () => {
    const id = await see(['USDOT 9999999'], { plate: null });
    assert.deepEqual(await carrierOf(id), ['9999999', 'Medium', false]);
  });
});

test('an MC number of another carrier that was read with High stays, and is shown as a conflict', async () => {
  const id = await see(['USDOT 5000002', 'MC 3000012'], { plate: null });
  const sighting = await sightingOf(id);
  assert.deepEqual([sighting.usdot_number, sighting.usdot_number_ocr_score], ['5000002', 'High']);
  assert.deepEqual([sighting.mc_number, sighting.mc_number_ocr_score], ['3000012', 'High']);
  assert.deepEqual(sighting.readings.conflicts, [
    { field: 'mc_number', value: '3000012', usdot_numbers: ['5000012'] },
  ]);
});

test('an inferred VIN has the level N/A, also if its end was read', async () => {
  await see(['USDOT 5000060', 'VIN 1XKYDP9X3GJ473982'], { days: 1 });
  const id = await see(['USDOT 5000060', 'VIN GJ473982']);
  const { vin, is_vin_imputed, vin_ocr_score } = await sightingOf(id);
  assert.deepEqual([vin, is_vin_imputed, vin_ocr_score], ['1XKYDP9X3GJ473982', true, 'N/A']);
});

suite('evidence of another organization', () => {
  const { organizationId: by, userId } = rival;
  const theirs = corrector(by, userId);

  test('does not include what a person typed, be it the fact or the identifier', async () => {
    const typed = await see(['SOME TEXT'], { by });
    const other = await see(['SOME TEXT'], { by, source: 'their-camera', plate: 'ZZZ999', days: 1 });
    const [mine, theirOwn] = [await see(['MY TEXT']), await see(['THEIR TEXT'], { by })];
    await correct(typed, 'usdot_number', '5000308', theirs);
    assert.deepEqual(await carrierOf(mine), ['', 'N/A', false]);
    const { rows } = await db.pool.query(
      `select s.usdot_number from sightings s join images i on i.sighting_id = s.id and i.bucket = s.bucket where i.id = $1`,
      [theirOwn],
    );
    assert.deepEqual(rows, [{ usdot_number: 5000308 }], 'it counts in their organization');
    await withdrawCorrection(theirs, typed, 'usdot_number');
    await see(['USDOT 5000308'], { by, plate: 'ZZZ999', days: 2 });
    const read = await see(['USDOT 5000308'], { by, plate: 'AAA111', days: 3 });
    await correct(read, 'alpr_plate_number', PLATE, theirs);
    assert.deepEqual(await carrierOf(mine), ['', 'N/A', false], 'a typed plate');
    assert.ok(other);
  });

  test('does not mend a number by what a person typed, unlike that of the own organization', async () => {
    const unsure = [{ text: 'USDOT 5000300', confidence: 0.85 }];
    for (const days of [3, 2]) {
      await correct(await see(['TEXT'], { by, days }), 'usdot_number', '5000308', theirs);
      await correct(await see(['TEXT'], { days, plate: 'OWN777' }), 'usdot_number', '5000308');
    }
    assert.deepEqual(await carrierOf(await see(unsure)), ['5000300', 'Low', false]);
    assert.deepEqual(await carrierOf(await see(unsure, { plate: 'OWN777' })), ['5000308', 'Medium', false]);
  });

  test('is shown with the state and the day only', async () => {
    await see(['USDOT 5000308'], { by, days: 1 });
    const mine = await see(['MY TEXT']);
    assert.deepEqual(await carrierOf(mine), ['5000308', 'N/A', true]);
    const [imputed] = (await sightingOf(mine)).readings.imputed.filter(
      ({ field }: { field: string }) => field === 'usdot_number',
    );
    const day = new Date(now - DAY * 1_000).toISOString().slice(0, 10);
    assert.deepEqual(imputed.rows, [
      { table: 'observations', key: '', seen_at: `${day}T00:00:00.000Z`, region: 'TX' },
    ]);
    assert.ok(!JSON.stringify(imputed).includes('organization'));
  });

  test('does not count if the operator keeps evidence within each organization', async () => {
    const apart = testRecognition(api, { rules: { passageMs: 6_000, sharesEvidence: false } }, now);
    await see(['USDOT 5000308'], { by, days: 1 });
    const mine = await apart.ingest(org, { lines: ['MY TEXT'] }, { plate: PLATE, source: 'alone' });
    await apart.drain();
    assert.deepEqual(await carrierOf(mine), ['', 'N/A', false]);
    await see(['USDOT 5000060'], { days: 1 });
    await db.pool.query(
      `insert into revisits (sighting_id, bucket, organization_id) select id, bucket, organization_id from sightings`,
    );
    await apart.drainRevisits();
    assert.deepEqual(await carrierOf(mine), ['5000060', 'N/A', true], 'its own evidence counts');
  });
});
