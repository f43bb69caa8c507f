import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, suite, test } from 'node:test';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { minimal } from '../support/alerts/alert-client.ts';
import { testApi } from '../support/api.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';
import { testRecognition } from '../support/recognition/recognition.ts';

const api = await testApi();
const desk = await api.customer(['admin'], 'partner');
const other = await api.customer(['admin'], 'partner');
const reader = await api.customer(['image-read-endpoint'], 'partner');
const headers = await api.signIn(desk);
const org = desk.organizationId;
const { db, app } = api;
const { ingest, drain, drainRevisits } = testRecognition(api, {}, Date.now() - 3_600_000);
const matcher = new Matcher({ database: db, clock: systemClock, wake: () => undefined });

type Body = { field: string; value: string | null; plate_state?: string; confirm?: boolean };
const get = async (id: string) => (await app.inject({ url: `/images/${id}`, headers })).json();
const correct = (id: string, payload: Body, given: Record<string, string> = headers) =>
  app.inject({ method: 'POST', url: `/images/${id}/correction`, headers: given, payload });
const matchAll = async () => {
  while ((await matcher.round()).sightings > 0);
};
const matchesOf = async (id: number) =>
  (await app.inject({ url: `/alerts/${id}/matches`, headers })).json().matches;

async function alertOn(criteria: object): Promise<number> {
  const payload = { ...minimal, ...criteria };
  const created = await app.inject({ method: 'POST', url: '/alerts', headers, payload });
  assert.equal(created.statusCode, 200, created.body);
  return created.json().id;
}

beforeEach(async () => {
  await db.pool.query(`truncate observations, observation_counts, images, sightings, vehicle_evidence, revisits,
    unmatched_sightings, company_census, image_labels, alert_matches, quota_usage`);
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name) values (1234567, 'ACME ROCKETS LLC'), (1234561, 'OTHER INC')`,
  );
});

suite('corrections', () => {
  test('decides the sighting again with the corrected value, and shows who corrected it', async () => {
    const id = await ingest(org, { lines: ['ACME ROCKETS LLC', 'USDOT 1234567'] }, { plate: 'ABC123' });
    await drain();
    const response = await correct(id, { field: 'usdot_number', value: 'USDOT 1234561' });
    assert.equal(response.statusCode, 200, response.body);
    assert.equal(response.json().is_sighting_changed, true);
    const { sighting, corrections } = await get(id);
    assert.deepEqual([sighting.usdot_number, sighting.usdot_number_ocr_score], ['1234561', 'High']);
    assert.deepEqual(sighting.readings.corrected, ['usdot_number']);
    assert.deepEqual(
      [sighting.readings.usdot_number.outcome, sighting.readings.usdot_number.carrier_name],
      ['corrected', 'OTHER INC'],
    );
    const { corrected_at, ...rest } = corrections[0];
    assert.ok(Date.parse(corrected_at) > 0);
    assert.deepEqual(rest, {
      ...{ field: 'usdot_number', value: '1234561', plate_state: '', read_value: '1234567' },
      corrected_by: desk.email,
    });
    assert.deepEqual(await countDifferences(db), []);
  });

  test('a correction survives a second look and reading the image again', async () => {
    const id = await ingest(org, { lines: ['USDOT 1234567'] }, { plate: 'ABC123' });
    await drain();
    await correct(id, { field: 'alpr_plate_number', value: 'xyz-789', plate_state: 'Texas' });
    await db.pool.query(
      `insert into revisits (sighting_id, bucket, organization_id) select id, bucket, $1 from sightings`,
      [org],
    );
    await drainRevisits();
    const again = await app.inject({ method: 'POST', url: `/images/${id}/read`, headers });
    assert.equal(again.statusCode, 200, again.body);
    assert.equal((await get(id)).state, 'stored');
    await drain();
    const { state, sighting } = await get(id);
    assert.equal(state, 'recognized');
    assert.deepEqual([sighting.alpr_plate_number, sighting.plate_state], ['XYZ789', 'TX']);
    const { rows } = await db.pool.query('select count(*)::int as count from sightings');
    assert.deepEqual(rows, [{ count: 1 }]);
  });

  test('an alert that the corrected sighting meets matches it once', async () => {
    const right = await alertOn({ license_plate: 'RIGHT1' });
    const wrong = await alertOn({ license_plate: 'WRONG1' });
    const id = await ingest(org, { lines: ['SOME TEXT'] }, { plate: 'WRONG1' });
    await drain();
    await matchAll();
    assert.deepEqual([(await matchesOf(right)).length, (await matchesOf(wrong)).length], [0, 1]);
    for (const value of ['RIGHT1', 'WRONG1', 'RIGHT1']) {
      await correct(id, { field: 'alpr_plate_number', value, confirm: true });
      await matchAll();
    }
    const [match, ...more] = await matchesOf(right);
    assert.deepEqual([more.length, (await matchesOf(wrong)).length], [0, 1]);
    assert.deepEqual(
      match.sighting.images.map(({ image_id }: { image_id: string }) => image_id),
      [id],
    );
  });

  test('null means that the field is not present, and a withdrawn correction restores what was read', async () => {
    const id = await ingest(org, { lines: ['USDOT 1234567'] });
    await drain();
    await correct(id, { field: 'usdot_number', value: null });
    assert.equal((await get(id)).sighting.usdot_number, '');
    assert.equal((await get(id)).corrections[0].value, null);
    const url = `/images/${id}/correction/usdot_number`;
    const withdrawn = await app.inject({ method: 'DELETE', url, headers });
    assert.deepEqual(withdrawn.json(), { corrections: [], is_sighting_changed: true });
    assert.equal((await get(id)).sighting.usdot_number, '1234567');
    assert.equal((await app.inject({ method: 'DELETE', url, headers })).statusCode, 404);
  });

  test('stores a label of an image that has no sighting', async () => {
    const id = await ingest(org, { broken: 'The image is damaged.' });
    await drain();
    const response = await correct(id, { field: 'alpr_plate_number', value: 'ABC123' });
    assert.deepEqual([response.statusCode, response.json().is_sighting_changed], [200, false]);
    assert.equal((await get(id)).corrections[0].value, 'ABC123');
  });

  test('rejects invalid values, images of other organizations and users without the role', async () => {
    const id = await ingest(org, { lines: ['USDOT 1234567'] });
    await drain();
    for (const [field, value] of [
      ['usdot_number', '12A'],
      ['usdot_number', '0'],
      ['vin', '1XKYDP9X3GJ4739'],
      ['alpr_plate_number', 'A?'],
      ['route', 'I-40'],
    ] as const) {
      assert.equal((await correct(id, { field, value })).statusCode, 400, field);
    }
    const body = { field: 'usdot_number', value: '1234561' };
    assert.equal((await correct(id, body, await api.signIn(other))).statusCode, 404);
    assert.equal((await correct(id, body, await api.signIn(reader))).statusCode, 403);
    assert.deepEqual((await get(id)).corrections, []);
  });

  test('refuses unlikely values with the reason until they are confirmed', async () => {
    const id = await ingest(org, { lines: ['USDOT 1234567'] });
    await drain();
    const before = await get(id);
    for (const [field, value, reason] of [
      ['usdot_number', '99999999', /No carrier holds the USDOT number 99999999/],
      ['mc_number', '777777', /No carrier holds the MC number 777777/],
      ['vin', '1XKYDP9X1JY839406', /check digit of this VIN is wrong/],
      ['alpr_plate_number', 'A1B2C3D4', /No state issues plates of this form/],
      ['alpr_plate_number', '0000000', /stands for a missing plate/],
      ['alpr_plate_number', '1234567', /stands for a missing plate/],
    ] as const) {
      const refused = await correct(id, { field, value });
      assert.equal(refused.statusCode, 400, value);
      const [problem] = refused.json().detail;
      assert.deepEqual([problem.type, problem.loc], ['confirmation_required', ['body', 'confirm']]);
      assert.match(problem.msg, reason);
    }
    const { corrections, sighting } = await get(id);
    assert.deepEqual([corrections, sighting], [[], before.sighting], 'nothing was stored');
    const { rows } = await db.pool.query(`select * from quota_usage where name = 'corrections_per_day'`);
    assert.deepEqual(rows, [], 'a refused correction does not count');
    const confirmed = await correct(id, { field: 'usdot_number', value: '99999999', confirm: true });
    assert.equal(confirmed.statusCode, 200, confirmed.body);
    assert.equal((await get(id)).sighting.usdot_number, '99999999');
    assert.equal((await correct(id, { field: 'vin', value: '1FUJGHDV0CLBP8834' })).statusCode, 200);
  });

  test('asks for no confirmation of a number while no federal file is loaded', async () => {
    await db.pool.query('truncate company_census');
    const id = await ingest(org, { lines: ['USDOT 1234567'] });
    await drain();
    assert.equal((await correct(id, { field: 'usdot_number', value: '7654321' })).statusCode, 200);
  });

  test('corrections and reading again are limited by quotas', async () => {
    const id = await ingest(org, { lines: ['USDOT 1234567'] });
    await drain();
    await db.pool.query(
      `insert into organization_quotas (organization_id, name, value)
       values ($1, 'corrections_per_day', 1), ($1, 'rereads_per_day', 0)`,
      [org],
    );
    const body = { field: 'cab_number', value: '42' };
    assert.deepEqual(
      [(await correct(id, body)).statusCode, (await correct(id, body)).statusCode],
      [200, 429],
    );
    const again = await app.inject({ method: 'POST', url: `/images/${id}/read`, headers });
    assert.equal(again.statusCode, 429);
    assert.equal((await get(id)).state, 'recognized');
    await db.pool.query('delete from organization_quotas');
  });
});

suite('milepost export labels', () => {
  const run = (...args: string[]) =>
    milepost(['export', 'labels', ...args, '--json'], api.settings.dataDir, {
      env: { DATABASE_URL: db.url },
    });
  const linesOf = async (folder: string) =>
    (await readFile(join(folder, 'labels.jsonl'), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  test('writes each corrected image once, with what was read and where', async () => {
    const id = await ingest(org, { lines: ['USDOT 1234567'] }, { plate: 'ABC123' });
    const deleted = await ingest(org, { lines: ['USDOT 1234561'] }, { seconds: 600 });
    const foreign = await ingest(other.organizationId, { lines: ['USDOT 1234567'] });
    const missing = await ingest(other.organizationId, { lines: ['USDOT 1234567'] }, { seconds: 600 });
    await drain();
    await correct(id, { field: 'usdot_number', value: '1234561' });
    await correct(id, { field: 'vin', value: null });
    await correct(deleted, { field: 'usdot_number', value: '1234567' });
    const others = await api.signIn(other);
    await correct(foreign, { field: 'usdot_number', value: '1234561' }, others);
    await correct(missing, { field: 'usdot_number', value: '1234561' }, others);
    await db.pool.query("update images set sha256 = decode(repeat('00', 32), 'hex') where id = $1", [
      missing,
    ]);
    await db.pool.query('update images set image_deleted_at = now() where id = $1', [deleted]);

    const folder = join(await temporaryFolder(), 'set');
    const exported = await run(folder, '--org', String(org));
    assert.deepEqual(JSON.parse(exported.stdout), { folder, images: 1, labels: 2, images_missing: 0 });
    const [{ labels, ...line }, ...more] = await linesOf(folder);
    assert.equal(more.length, 0);
    const image = `images/${id}.jpeg`;
    const box = { xmin: 0, ymin: 0, xmax: 1, ymax: 1 };
    assert.deepEqual(line, { image, image_id: id, organization_id: org, box });
    const [{ quads, ...usdot }, vin] = labels;
    assert.deepEqual(usdot, {
      ...{ field: 'usdot_number', value: '1234561', plate_state: '' },
      ...{ read_value: '1234567', read_score: 'High' },
    });
    assert.equal(quads[0].length, 4);
    assert.deepEqual([vin.field, vin.value, vin.quads], ['vin', null, []]);
    const bytes = await readFile(join(folder, image), 'utf8');
    assert.deepEqual(JSON.parse(bytes).lines, ['USDOT 1234567']);

    const all = await run(join(await temporaryFolder(), 'all'));
    const { images, images_missing } = JSON.parse(all.stdout);
    assert.deepEqual([images, images_missing], [2, 1], 'the bytes of one image are not stored');
    const later = await run(join(await temporaryFolder(), 'later'), '--since', '2100-01-01');
    assert.equal(JSON.parse(later.stdout).images, 0);
  });

  test('refuses a folder that is not empty, and changes nothing in it', async () => {
    const folder = join(await temporaryFolder(), 'set');
    await mkdir(folder);
    await writeFile(join(folder, 'mine.txt'), 'mine');
    const { code, stderr } = await run(folder);
    assert.equal(code, 1);
    assert.match(stderr, /is not empty/);
    assert.deepEqual(await readdir(folder), ['mine.txt']);
  });
});
