import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { statements } from '../../src/db/database.ts';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { startsOf } from '../../src/domain/images/blob-key.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { testApi } from '../support/api.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { milepost } from '../support/milepost.ts';
import { testRecognition } from '../support/recognition/recognition.ts';

const SECRET_KEY = 'a-secret-key-for-the-erasure-test-0001';
const api = await testApi({ env: { SECRET_KEY } });
const { db, settings } = api;
const { organizationId } = await api.customer(['admin'], 'insurance');
const { ingest, drain } = testRecognition(api, {}, Date.now() - 3_600_000);
const matcher = new Matcher({ database: db, clock: systemClock, wake: () => undefined });
const incoming = join(settings.dataDir, 'blobs', 'incoming');
const [staging = ''] = await readdir(incoming);
const erase = async (...args: string[]) => {
  const env = { DATABASE_URL: db.url, SECRET_KEY };
  const finished = await milepost(['erase', ...args, '--json', '--yes'], settings.dataDir, { env });
  await mkdir(join(incoming, staging), { recursive: true });
  return finished;
};

const DOOR = ['ACME ROCKETS LLC', 'USDOT 1234567'];
const VIN = '1XKYDP9X3GJ473982';
await db.pool.query(
  `insert into company_census (usdot_number, legal_name) values (1234567, 'ACME ROCKETS LLC')`,
);
await ingest(organizationId, { lines: [...DOOR, 'VIN', VIN] }, { plate: 'ZQ48O7', source: 'a' });
await ingest(organizationId, { lines: DOOR }, { plate: 'ZQ4807', source: 'b', seconds: 600 });
await ingest(organizationId, { broken: 'no text' }, { plate: 'ZQ-4807', source: 'c', seconds: 900 });
await ingest(organizationId, { lines: DOOR }, { plate: 'XY9999', source: 'd', seconds: 1_200 });
await ingest(
  organizationId,
  { lines: ['VIN', VIN.slice(-8)] },
  { plate: 'VV1111', source: 'e', seconds: 1_500 },
);
await drain();
await matcher.drain();
const left = async () => {
  const { rows } = await db.pool.query(`select distinct plate_number as plate from images order by 1`);
  return rows.map(({ plate }) => plate);
};

test('a dry run by value lists the sightings and the images that could not be read', async () => {
  const { code, stdout } = await erase('--plate', 'zq 4807', '--by-value', '--dry-run');
  assert.equal(code, 0);
  const { counts, is_complete } = JSON.parse(stdout);
  assert.deepEqual([counts, is_complete], [{ alerts: 0, sightings: 2, images: 3 }, false]);
});

test('a plate is erased by value in every spelling, and nothing else', async () => {
  const { code, stdout } = await erase('--plate', 'zq 4807', '--by-value');
  assert.equal(code, 0, stdout);
  assert.deepEqual(await left(), ['VV1111', 'XY9999']);
  const { rows } = await db.pool.query(
    'select distinct value from vehicle_sightings where kind = 1 order by 1',
  );
  assert.deepEqual(
    rows.map(({ value }) => value),
    ['VV1111', 'XY9999'],
  );
  for (const table of ['observations', 'sightings'])
    assert.equal(
      (await db.pool.query(`select 1 from ${table} where alpr_plate_number like 'ZQ%'`)).rowCount,
      0,
    );
  assert.deepEqual(await countDifferences(db), []);
});

test('a VIN is erased where only its end was read', async () => {
  const { code } = await erase('--vin', VIN, '--by-value');
  assert.equal(code, 0);
  assert.deepEqual(await left(), ['XY9999']);
});

/** The plan of a statement where reading a whole table is never the cheapest. */
async function planOf(name: string, values: unknown[]): Promise<string> {
  const client = await db.connect();
  try {
    await client.query('set enable_seqscan = off');
    const plan = await client.query(`explain ${statements.get(name)?.text}`, values);
    return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.end();
  }
}

test('the look-up by value reads an index of any number of sightings', async () => {
  const plan = await planOf('erase.find-by-value', [['ZQ4807']]);
  assert.match(plan, /vehicle_sightings_by_part/);
  assert.doesNotMatch(plan, /Seq Scan/);
});

test('other records of the same image files are found by an index', async () => {
  const hash = Buffer.alloc(32, 1);
  const plan = await planOf('erase.find-same-bytes', [[], [hash], startsOf([hash])]);
  assert.match(plan, /images_\w*substring\w*idx|images_by_hash/);
  assert.doesNotMatch(plan, /Seq Scan/);
});
