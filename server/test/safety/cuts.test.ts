import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { cutNeighbors, cutsAfterChange } from '../../src/domain/safety/sms/cut-neighbors.ts';
import { cutsOf } from '../../src/domain/safety/sms/percentiles.ts';
import { testDatabase } from '../support/database.ts';

const group = fc.array(fc.integer({ min: 0, max: 80 }), { minLength: 1, maxLength: 400, size: 'max' });

test('cuts after a change equal the cuts of the changed group', () => {
  fc.assert(
    fc.property(
      group,
      fc.nat(),
      fc.boolean(),
      fc.option(fc.integer({ min: -1, max: 81 })),
      (values, at, leaves, come) => {
        const sorted = Float64Array.from(values).sort();
        const place = at % sorted.length;
        const gone = leaves ? (sorted[place] as number) : null;
        const rest = [...sorted.filter((_, i) => !leaves || i !== place), ...(come === null ? [] : [come])];
        assert.deepEqual(
          cutsAfterChange(cutNeighbors(sorted), sorted.length, gone, come),
          cutsOf(Float64Array.from(rest).sort()),
        );
      },
    ),
    { numRuns: 2_000 },
  );
});

test('migration 0012 converts stored measures to cut neighbors', async () => {
  const db = await testDatabase();
  const groups = [[7], [1, 2], Array.from({ length: 250 }, (_, i) => i / 4)].map((one) =>
    Float64Array.from(one),
  );
  await db.pool.query(`drop table safety_cuts; create table safety_distributions (
    run_id integer, category smallint, peer_group smallint, measures bytea)`);
  for (const [i, measures] of groups.entries())
    await db.pool.query('insert into safety_distributions values (1, 2, $1, $2)', [i, bytes(measures)]);
  await db.pool.query(
    readFileSync(join(import.meta.dirname, '../../migrations/0012-safety-cuts.sql'), 'utf8'),
  );
  const { rows } = await db.pool.query('select cuts from safety_cuts order by peer_group');
  assert.deepEqual(
    rows.map(({ cuts }) => numbers(cuts)),
    groups.map((measures) => cutNeighbors(measures)),
  );
});

function bytes(measures: Float64Array): Buffer {
  const written = Buffer.alloc(measures.length * 8);
  for (const [i, measure] of measures.entries()) written.writeDoubleBE(measure, i * 8);
  return written;
}

function numbers(written: Buffer): Float64Array {
  return Float64Array.from({ length: written.length / 8 }, (_, i) => written.readDoubleBE(i * 8));
}
