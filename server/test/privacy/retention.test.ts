import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { retainSightings } from '../../src/domain/privacy/retain-sightings.ts';
import { lockSource } from '../../src/domain/recognition/sighting/sighting-store.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { minimal } from '../support/alerts/alert-client.ts';
import { testApi } from '../support/api.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { eventually, milepost } from '../support/milepost.ts';
import { testRecognition } from '../support/recognition/recognition.ts';

const DAY_MS = 86_400_000;
const now = new Date();
const api = await testApi();
const { db, app } = api;
const recognition = testRecognition(api, {}, now.getTime() - 40 * DAY_MS);
const lately = testRecognition(api, {}, now.getTime() - DAY_MS);
const [limited, unlimited] = [await api.customer(['admin'], 'insurance'), await api.customer(['admin'])];
const headers = await api.signIn(limited);
const matcher = new Matcher({ database: db, clock: systemClock, wake: () => undefined });
const org = limited.organizationId;
const keepFor = (days: string) =>
  milepost(['org', 'privacy', '--org', String(org), '--sighting-days', days], api.settings.dataDir, {
    env: { DATABASE_URL: db.url },
  });

async function countsOf(): Promise<Record<string, number>> {
  const tables = ['observations', 'sightings', 'vehicle_evidence', 'alert_matches', 'revisits'];
  const found = tables.map(async (table) => {
    const { rows } = await db.pool.query(`select count(*)::int as n from ${table}`);
    return [table, rows[0].n] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

test('deletes the sightings of an organization after its retention, and nothing else', async () => {
  const payload = { ...minimal, license_plate: 'AB1234' };
  await app.inject({ method: 'POST', url: '/alerts', headers, payload });
  const old: string[] = [];
  for (let i = 0; i < 5; i++) {
    const capture = { plate: 'AB1234', source: `c${i % 2}`, seconds: i * 600 };
    old.push(await recognition.ingest(org, { lines: ['USDOT 1234567'] }, capture));
  }
  const failed = await recognition.ingest(org, { broken: 'no' }, { plate: 'AB1234', source: 'f' });
  await recognition.ingest(unlimited.organizationId, { lines: [] }, { plate: 'AB1234' });
  const kept = await lately.ingest(org, { lines: [] }, { plate: 'AB1234' });
  await recognition.drain();
  await matcher.round();
  await recordObservations(db, [
    { usdot_number: 1234567, time_captured: new Date(now.getTime() - 40 * DAY_MS), type: 'Crash' },
  ]);
  const before = await countsOf();
  assert.deepEqual([before.observations, before.sightings, before.alert_matches], [8, 7, 7]);

  assert.equal((await retainSightings(db, now)).sightings, 0, 'without a retention nothing is deleted');
  assert.equal((await keepFor('30')).code, 0);
  const { sightings, images, hasMore } = await retainSightings(db, now);
  assert.deepEqual([sightings, images, hasMore], [5, 1, false]);

  const after = await countsOf();
  assert.deepEqual([after.observations, after.sightings, after.alert_matches], [3, 2, 2]);
  assert.deepEqual(await countDifferences(db), []);
  const { rows } = await db.pool.query(
    'select id from images where plate_number is null and readings is null',
  );
  assert.deepEqual(rows.map(({ id }) => id).sort(), [...old, failed].sort());
  const { rows: evidence } = await db.pool.query(
    'with kept as materialized (select id from sightings) select 1 from vehicle_evidence where sighting_id not in (select id from kept)',
  );
  assert.deepEqual(evidence, []);
  for (const id of [...old, kept]) {
    const image = await app.inject({ url: `/images/${id}`, headers });
    assert.equal(image.statusCode, 200, image.body);
    assert.equal(image.json().sighting === null, id !== kept);
  }
  assert.equal((await retainSightings(db, now)).sightings, 0);
});

test('deletes matches of an organization after its retention, whoever submitted the image', async () => {
  await db.pool.query(`update alert_matches set matched_at = now() - interval '31 days'`);
  assert.equal((await retainSightings(db, now)).matches, 2);
});

test('several processes delete at once, each the sightings of another camera', async () => {
  for (let i = 0; i < 6; i++) {
    const capture = { plate: 'AB1234', source: `m${i % 2}`, seconds: i * 600 };
    await recognition.ingest(org, { lines: ['USDOT 1234567'] }, capture);
  }
  await recognition.drain();
  const left = async (source: string) =>
    (await db.pool.query('select 1 from sightings where source = $1', [source])).rowCount;
  assert.deepEqual([await left('m0'), await left('m1')], [3, 3]);
  const { promise: busy, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const writer = db.transaction(async (tx) => {
    await lockSource(tx, org, 'm0');
    hold();
    await busy;
  });
  await held;
  const processes = [retainSightings(db, now), retainSightings(db, now)];
  await eventually('the sightings of the other camera are deleted', async () => (await left('m1')) === 0);
  assert.equal(await left('m0'), 3);
  release();
  await writer;
  const rounds = await Promise.all(processes);
  assert.equal(
    rounds.reduce((sum, { sightings }) => sum + sightings, 0),
    6,
  );
  assert.equal(await left('m0'), 0);
  assert.deepEqual(await countDifferences(db), []);
});

test('the command rejects fewer than 7 days', async () => {
  const { code, stderr } = await keepFor('6');
  assert.equal(code, 1);
  assert.match(stderr, /--sighting-days: Must be from 7 to 36500/);
});
