import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EVIDENCE_KINDS,
  findByCarrier,
  findVehicle,
  hasIdentifier,
} from '../../../src/domain/recognition/imputation/find-evidence.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();
const when = new Date('2026-05-10T10:00:00Z');
const query = { organizationId: 1, when, except: [], isShared: true };
const nothing = { plate: null, vin: null, trailer: null, docket: null };
const known = { usdot_number: '', vin: '' } as Parameters<typeof findByCarrier>[1];

/** `sightings`: one row each, an hour apart. */
async function insert(kind: number, value: string, usdot: number, sightings: number[]): Promise<void> {
  await db.pool.query(
    `insert into vehicle_evidence (kind, value, sighting_id, seen_at, organization_id, region, typed, usdot_number, vin,
       cab_number, equipment_logo, equipment_type)
     select $1, $2, id, $5::timestamptz - n * interval '1 hour', 1, 'TX', 0, $3, '', '', '', ''
       from unnest($4::bigint[]) with ordinality as s (id, n)`,
    [kind, value, usdot, sightings, when],
  );
}

test('a value of one kind is no evidence for the same value of another kind', async () => {
  await insert(EVIDENCE_KINDS.trailer, '5000060 105', 5000060, [1]);
  await insert(EVIDENCE_KINDS.cab, '5000060 105', 5000068, [2]);
  const { byTrailer } = await findVehicle(db, { ...nothing, trailer: '5000060 105' }, query);
  const { byCab } = await findByCarrier(db, known, '5000060 105', [], query);
  assert.deepEqual(
    [byTrailer, byCab].map((rows) => rows.map(({ key, usdot_number }) => [key, usdot_number])),
    [[['1', '5000060']], [['2', '5000068']]],
  );
});

test('the evidence of a vehicle is the nearest rows of an index, in the order of time', async () => {
  await insert(
    EVIDENCE_KINDS.plate,
    'TX OLD77',
    5000060,
    Array.from({ length: 50 }, (_, n) => n + 100),
  );
  await db.pool.query(
    `insert into vehicle_evidence (kind, value, sighting_id, seen_at, organization_id, region, typed, usdot_number, vin,
       cab_number, equipment_logo, equipment_type)
     select 1, 'TX P' || n, n, now(), 1, 'TX', 0, 5000060, '', '', '', '' from generate_series(1000, 20000) n`,
  );
  await db.pool.query('analyze vehicle_evidence');
  const { byPlate } = await findVehicle(db, { ...nothing, plate: { number: 'OLD77', state: 'TX' } }, query);
  assert.deepEqual(
    byPlate.map(({ key }) => key),
    Array.from({ length: 20 }, (_, n) => String(n + 100)),
  );
  const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(
    `explain select sighting_id from vehicle_evidence e
      where ${hasIdentifier('e', EVIDENCE_KINDS.plate, `'TX OLD77'`)} and seen_at <= now() order by seen_at desc limit 20`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(plan, /Index Scan Backward using vehicle_evidence_by_value/);
  assert.doesNotMatch(plan, /Sort/);
});
