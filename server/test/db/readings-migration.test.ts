import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { queuedSighting } from '../../src/domain/observations/unmatched.ts';
import { type PackedReading, unpackReading } from '../../src/domain/recognition/sighting/packed-reading.ts';
import { emptyDatabase } from '../support/database.ts';

const MIGRATION = '0023-readings-once.sql';
const earlier = readdirSync(join(import.meta.dirname, '../../migrations'))
  .filter((name) => name.endsWith('.sql') && name < MIGRATION)
  .sort();

const IMAGE = '6f2b7a52-52fb-4bb4-9f2a-111111111111';
const unread = { value: '', raw: '', score: 'N/A', lines: [], characters: [], alternatives: [] };
const usdot = {
  ...unread,
  value: '77',
  raw: 'USDOT 77',
  score: 'High',
  lines: [0],
  characters: [0.98, 0.987],
};
const plate = {
  ...unread,
  value: 'ABC123',
  state: 'OK',
  source: 'alpr',
  confidence: 0.7,
  agreement: 'contradicted',
};
const quad = [
  [40, 80.2],
  [185.20000000000002, 80.2],
  [185.20000000000002, 104],
  [40, 104],
];
const reading = {
  ...{ width: 640, height: 400, isWhole: false },
  lines: [{ text: 'USDOT 77', confidence: 0.98, quad }],
  fields: {
    ...{ usdot_number: usdot, vin: { ...unread, isWhole: false }, alpr_plate_number: plate },
    ...{ placards: [], names: [{ ...unread, value: 'ACME', characters: [0.5] }], view: 'cab' },
  },
};
const decided = {
  lines: [{ text: 'USDOT 77', confidence: 0.98, quad, image_id: IMAGE }],
  views: [{ image_id: IMAGE, shows: 'cab', time_captured: '2026-05-04T10:00:00.000Z' }],
  usdot_number: { read: '77', outcome: 'confirmed', witnesses: ['name'], carrier_name: 'ACME LLC' },
  ...{
    plates: ['ABC123'],
    plate_confidence: 0.7,
    plate_agreement: 'contradicted',
    placards: [],
    permits: [],
  },
  conflicts: [{ field: 'name', value: 'B FREIGHT', usdot_numbers: ['78'] }],
  imputed: [{ field: 'vin', value: 'X', rows: [{ table: 'inspections', key: '1', seen_at: null }] }],
};

test('the migration of readings keeps what was read, why it was decided, and what waits for the alerts', async () => {
  const db = await emptyDatabase();
  await migrate(db, { only: earlier });
  await db.pool.query(
    `insert into organizations (id, name, kind, timezone) values (1, 'A', 'partner', 'UTC');
     create table observations_2026_05 partition of observations for values from ('2026-05-01Z') to ('2026-06-01Z')`,
  );
  const time = '2026-05-04T10:00:00Z';
  for (const [id, readings] of [
    [5, decided],
    [6, null],
  ] as const)
    await db.pool.query(
      `insert into observations (usdot_number, time_captured, id, type, alpr_plate_number, image_id, readings)
       values (77, $1, $2, 'Detection', 'ABC123', $3, $4)`,
      [time, id, IMAGE, readings],
    );
  await db.pool.query(
    `insert into sightings (id, organization_id, source, usdot_number, time_captured, captured_until, image_ids,
       alpr_plate_number, is_open, fingerprint) values (5, 1, 'c', 77, $1, $1, $2, 'ABC123', false, '\\x')`,
    [time, [IMAGE]],
  );
  await db.pool.query(
    `insert into unmatched_sightings (id, usdot_number, time_captured, organization_id) values (5, 77, $1, 1), (9, 77, $1, 1)`,
    [time],
  );
  await db.pool.query(
    `insert into images (id, organization_id, source, time_captured, sha256, byte_size, format, width, height, box_xmin,
       box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction, alpr_confidence, alpr_state,
       readings, sighting_id)
     values ($1, 1, 'c', $2, sha256('x'), 1, 'jpeg', 640, 400, 0, 0, 1, 1, 0, 0, '', '', '', '', 0, '', $3, 5)`,
    [IMAGE, time, reading],
  );
  await migrate(db, { only: [...earlier, MIGRATION] });

  const one = async (sql: string) => (await db.pool.query(sql)).rows;
  assert.deepEqual(
    await one(
      'select id, is_usdot_confirmed, is_plate_doubtful, has_conflicting_name from observations order by id',
    ),
    [
      { id: 5, is_usdot_confirmed: true, is_plate_doubtful: true, has_conflicting_name: true },
      { id: 6, is_usdot_confirmed: false, is_plate_doubtful: false, has_conflicting_name: false },
    ],
  );
  const { imputed, conflicts } = decided;
  const explanation = {
    outcome: 'confirmed',
    witnesses: ['name'],
    carrier_name: 'ACME LLC',
    conflicts,
    imputed,
  };
  assert.deepEqual(await one('select explanation from sightings'), [
    { explanation: { ...explanation, shows: ['cab'], plate_confidence: 0.7 } },
  ]);
  const [waiting, gone] = await one('select sighting from unmatched_sightings order by id');
  assert.equal(gone.sighting, null);
  const queued = queuedSighting(waiting.sighting);
  assert.deepEqual(
    [
      queued.id,
      queued.usdot_number,
      queued.alpr_plate_number,
      queued.vin,
      queued.vin_ocr_score,
      queued.lines,
    ],
    [5, 77, 'ABC123', '', 'N/A', ['USDOT 77']],
  );
  assert.equal(queued.time_captured.toISOString(), '2026-05-04T10:00:00.000Z');
  assert.deepEqual(queued.views, [{ image_id: IMAGE, shows: 'cab' }]);
  const [{ readings }] = await one('select readings from images');
  const { lines, fields, width } = unpackReading(readings as PackedReading);
  assert.equal(width, 640);
  assert.deepEqual(lines, [
    {
      text: 'USDOT 77',
      confidence: 0.98,
      quad: [
        [40, 80],
        [185, 80],
        [185, 104],
        [40, 104],
      ],
    },
  ]);
  assert.deepEqual(fields.usdot_number, usdot);
  assert.deepEqual(fields.alpr_plate_number, plate);
  assert.deepEqual(fields.vin, { ...unread, isWhole: false });
  assert.deepEqual(fields.names, [{ ...unread, value: 'ACME', characters: [0.5] }]);
  assert.equal(fields.view, 'cab');
});
