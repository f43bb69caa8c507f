import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { NO_CRITERIA } from '../../src/contract/criteria.ts';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import type { NewSighting } from '../../src/domain/observations/record-sightings.ts';
import { recordSightings, withdrawSightings } from '../../src/domain/observations/record-sightings.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { insertAlerts } from '../support/alerts/alert-ground.ts';
import { testApi } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { writeWaiting } from '../support/observations/write-waiting.ts';
import { addSightingRows, insertSightings, signedIn } from '../support/sightings/planted-sightings.ts';

const db = await testDatabase();
const api = await testApi({ db });
const READ = 'image-read-endpoint';
const QUALITY = 'carrier-observations-quality';
const VIN_ROLE = 'carrier-observations-vin-endpoint';
const insurer = await api.customer([READ, QUALITY, VIN_ROLE], 'insurance');
const plainInsurer = await api.customer([READ], 'insurance');
const partner = await api.customer([READ, VIN_ROLE], 'partner');
const broker = await api.customer([READ], 'broker');
const roleless = await api.customer([], 'insurance');

type Customer = typeof insurer;
type Query = Record<string, string>;
const headersOf = signedIn(api);
const search = async (query: Query, customer: Customer = insurer, path = '/sightings') => {
  const headers = await headersOf(customer);
  const response = await api.app.inject({ method: 'GET', url: path, query, headers });
  return { status: response.statusCode, text: response.body, response };
};
type Found = { sightings: Record<string, unknown>[]; next_cursor: string | null; total: number | null };
const found = async (query: Query, customer?: Customer): Promise<Found> => {
  const { status, text } = await search(query, customer);
  assert.equal(status, 200, text);
  return JSON.parse(text);
};
const plates = async (query: Query, customer?: Customer) =>
  (await found(query, customer)).sightings.map(({ alpr_plate_number }) => alpr_plate_number);

const HOUR = 3_600_000;
const NOW = Math.floor(Date.now() / 1_000) * 1_000 - HOUR;
const VIN = '1XKYDP9X3GJ473982';
const PLANTED: Partial<NewSighting>[] = [
  { alpr_plate_number: 'ABC1234', plate_state: 'TX', usdot_number: 101, source: 'cam-1' },
  { alpr_plate_number: 'XYC1234', usdot_number: 101, source: 'cam-2' },
  { alpr_plate_number: 'QQ77', vin: VIN, vin_ocr_score: 'High' },
  { containers: ['MSCU1234565'] },
];
await insertSightings(
  db,
  partner.organizationId,
  PLANTED.map((fields, n) => ({
    usdot_number: 0,
    ...fields,
    time_captured: new Date(NOW - n * HOUR),
  })),
);

suite('who may see what', () => {
  test('requires the role for images and sightings', async () => {
    assert.equal((await search({}, roleless)).status, 403);
  });

  test('insurance organizations find the sightings of all cameras, other organizations their own', async () => {
    assert.equal((await found({}, insurer)).sightings.length > 0, true);
    assert.deepEqual(await plates({ plate: 'ABC1234' }, partner), ['ABC1234']);
    for (const query of [
      { plate: 'ABC1234' },
      { usdot_number: '101' },
      { camera: 'cam-2' },
      {},
      { container_number: 'MSCU1234565' },
    ] as Query[])
      assert.deepEqual((await found(query, broker)).sightings, [], JSON.stringify(query));
  });

  test('an organization finds the matches of its alerts, and no other sighting of their cameras', async () => {
    await insertAlerts(db, broker.organizationId, [{ ...NO_CRITERIA, license_plate: 'MATCH11' }]);
    await db.transaction((tx) =>
      recordSightings(
        tx,
        ['MATCH11', 'MATCH12'].map((alpr_plate_number) => ({
          organizationId: partner.organizationId,
          usdot_number: 0,
          time_captured: new Date(NOW - 50 * HOUR),
          source: 'cam-9',
          alpr_plate_number,
        })),
      ),
    );
    await new Matcher({ database: db, clock: systemClock, wake: () => undefined }).drain();
    await addSightingRows(db);
    for (const query of [{ plate: 'MATCH1?' }, { camera: 'cam-9' }, {}] as Query[]) {
      const { sightings } = await found(query, broker);
      assert.deepEqual(
        sightings.map(({ alpr_plate_number, is_own }) => [alpr_plate_number, is_own]),
        [['MATCH11', false]],
        JSON.stringify(query),
      );
    }
    assert.deepEqual(await plates({ camera: 'cam-9' }, partner), ['MATCH12', 'MATCH11']);
  });

  test('a value that a person typed leads only the organization of that person to the sighting', async () => {
    await insertSightings(db, partner.organizationId, [
      {
        usdot_number: 0,
        time_captured: new Date(NOW - 60 * HOUR),
        alpr_plate_number: 'TYPED77',
        typed: ['alpr_plate_number'],
      },
    ]);
    for (const plate of ['TYPED77', 'TYP?D77', '*PED77']) {
      assert.deepEqual(await plates({ plate }, partner), ['TYPED77'], plate);
      assert.deepEqual(await plates({ plate }, insurer), [], plate);
    }
  });

  test('shows and searches levels and VINs only with their roles', async () => {
    const [graded] = (await found({ plate: 'QQ77' }, insurer)).sightings;
    const [plain] = (await found({ plate: 'QQ77' }, plainInsurer)).sightings;
    assert.equal(graded?.vin_ocr_score, 'High');
    assert.ok(plain && !('vin_ocr_score' in plain) && !('is_vin_imputed' in plain));
    assert.equal((await search({ min_score: 'High' }, plainInsurer)).status, 403);
    assert.equal((await search({ vin: VIN }, plainInsurer)).status, 403);
    assert.deepEqual(await plates({ vin: VIN }, partner), ['QQ77']);
  });
});

suite('exports', () => {
  test('as CSV, with quotes and without formulas', async () => {
    await insertSightings(db, partner.organizationId, [
      {
        usdot_number: 0,
        time_captured: new Date(NOW - 70 * HOUR),
        alpr_plate_number: 'CSV0001',
        equipment_logo: '=cmd|"x",y',
      },
    ]);
    const { status, text, response } = await search({ plate: 'CSV0001' }, insurer, '/sightings/export.csv');
    assert.equal(status, 200);
    assert.match(String(response.headers['content-type']), /^text\/csv/);
    const [names = '', row = '', end] = text.split('\r\n');
    assert.equal(names.split(',')[0], 'sighting_id');
    assert.ok(!names.includes('images'));
    assert.ok(row.includes(`"'=cmd|""x"",y"`), row);
    assert.equal(end, '');
  });

  test('as JSON lines, all pages in the order of the list', async () => {
    const { text } = await search({}, insurer, '/sightings/export.ndjson');
    const exported = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { sightings } = await found({ page_size: '200' });
    assert.deepEqual(
      exported.map(({ sighting_id }) => sighting_id),
      sightings.map(({ sighting_id }) => sighting_id),
    );
  });
});

suite('sightings that change', () => {
  test('the values of a sighting follow its observation, and go with it', async () => {
    const time_captured = new Date(NOW - 80 * HOUR);
    const { organizationId } = partner;
    const first = {
      organizationId,
      usdot_number: 5,
      time_captured,
      alpr_plate_number: 'OLD1111',
      containers: ['TGHU7654321'],
    };
    const [key] = await db.transaction((tx) => recordSightings(tx, [first]));
    assert.ok(key);
    await writeWaiting(db, [key.id]);
    const second = { ...first, id: key.id, former: key, usdot_number: 6, alpr_plate_number: 'NEW1111' };
    await db.transaction((tx) => recordSightings(tx, [second]));
    await writeWaiting(db, [key.id]);
    assert.deepEqual(await plates({ plate: '???1111' }), ['NEW1111']);
    const values = () =>
      db.pool
        .query('select value from vehicle_sightings where sighting_id = $1 order by 1', [key.id])
        .then(({ rows }) => rows.map(({ value }) => value));
    assert.deepEqual(await values(), ['NEW1111', 'TGHU7654321']);
    await db.transaction((tx) => withdrawSightings(tx, [{ ...key, usdot_number: 6 }]));
    assert.deepEqual(await values(), []);
  });
});
