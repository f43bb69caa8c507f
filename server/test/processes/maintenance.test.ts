import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteOldEvidence } from '../../src/domain/recognition/sighting/vehicle-evidence.ts';
import { preparePartitions } from '../../src/stages/maintenance-stages.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();

test('the partitions of tomorrow and of the next month exist before an image needs them', async () => {
  const clock = { now: () => new Date('2031-12-31T22:00:00Z') };
  const stage = preparePartitions(db, clock);
  assert.equal(await stage.run(new AbortController().signal), false);
  const expected = [
    'observations_2031_12',
    'observations_2032_01',
    'recent_sightings_2031_12_31',
    'recent_sightings_2032_01_01',
  ];
  const { rows } = await db.pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where c.relname = any($1) order by 1`,
    [expected],
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    expected,
  );
});

test('all evidence that is too old is deleted at once, however much there is', async () => {
  await db.pool.query(
    `insert into vehicle_evidence (kind, value, seen_at, sighting_id, organization_id, region, typed, usdot_number, vin, cab_number,
       equipment_logo, equipment_type)
     select 1, 'OLD' || n, now() - interval '4 years', n, 1, 'TX', 0, 0, '', '', '', '' from generate_series(1, 25000) n`,
  );
  assert.equal(await deleteOldEvidence(db), 25_000);
  assert.equal((await db.pool.query('select 1 from vehicle_evidence')).rowCount, 0);
});
