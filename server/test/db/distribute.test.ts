import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hasCitus, readDistribution } from '../../src/db/distribute.ts';
import {
  cameraDistribution,
  distribution,
  distributions,
} from '../../src/domain/observations/distribution.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import { listObservations } from '../../src/domain/observations/page-observations.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { testDatabase } from '../support/database.ts';

import { milepost, temporaryFolder } from '../support/milepost.ts';

const db = await testDatabase();
const dataDir = await temporaryFolder();
const isCitus = await hasCitus(db);
const tables = distributions.flatMap((one) => one.tables);
await ensureMonths(db, [new Date('2026-10-01T00:00:00Z')]);
const run = (...args: string[]) => milepost(args, dataDir, { env: { DATABASE_URL: db.url } });
async function finding() {
  const { stdout } = await run('doctor', '--json');
  const { findings } = JSON.parse(stdout) as { findings: { check: string; says: string; state: string }[] };
  return findings.find(({ check }) => check === 'distribution');
}

test('migrate accepts either --distribute or --undistribute', async () => {
  const { code, stderr } = await run('migrate', '--distribute', '--undistribute');
  assert.deepEqual([code, stderr.trim()], [1, 'Use either --distribute or --undistribute.']);
});

for (const { tables, column, type } of [
  { ...distribution, type: 'bigint' },
  { ...cameraDistribution, type: 'smallint' },
])
  suite(`the schema of a table that is distributed by ${column}`, () => {
    /** The tables and their partitions. */
    const distributed = `(select c.oid from pg_class c where c.oid = any($1::regclass[]::oid[])
    union select i.inhrelid from pg_inherits i where i.inhparent = any($1::regclass[]::oid[]))`;
    /** Each query lists the objects that break the rule. */
    const rules = {
      'the distribution column is never null': `select attrelid::regclass from pg_attribute
       where attrelid in ${distributed} and attname = '${column}' and not attnotnull`,
      'the distribution column has one type in every table': `select attrelid::regclass from pg_attribute
       where attrelid in ${distributed} and attname = '${column}' and atttypid <> '${type}'::regtype`,
      'every unique index contains the distribution column': `select i.indexrelid::regclass from pg_index i
       where i.indrelid in ${distributed} and i.indisunique
         and not exists (select 1 from pg_attribute a where a.attrelid = i.indrelid and a.attname = '${column}'
           and a.attnum = any(i.indkey::int[]))`,
      'it has a primary key': `select c.oid::regclass from pg_class c where c.oid in ${distributed}
       and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
      'it has no foreign keys': `select conname, conrelid::regclass from pg_constraint
       where contype = 'f' and (conrelid in ${distributed} or confrelid in ${distributed})`,
      'it has no triggers': `select tgname, tgrelid::regclass from pg_trigger
       where not tgisinternal and tgrelid in ${distributed}`,
      'it has the distribution column': `select c.oid::regclass from pg_class c where c.oid in ${distributed}
       and not exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = '${column}')`,
    };
    for (const [rule, sql] of Object.entries(rules))
      test(rule, async () => assert.deepEqual((await db.pool.query(sql, [tables])).rows, []));
  });

// TEST_DATABASE_URL decides which of the two runs.
if (isCitus) {
  suite('on Citus', () => {
    const carrier = 4_711;
    const request = { page: 1, pageSize: 10, withQuality: true };
    const total = async () => (await listObservations(db, { usdotNumber: carrier }, request)).total;
    /** Bytes of the tables on the coordinator, without their shards. */
    const bytesHere = async () => {
      const { rows } = await db.pool.query(
        `select sum(pg_relation_size(inhrelid))::int as n from pg_inherits where inhparent = 'observations'::regclass`,
      );
      return rows[0].n;
    };

    test('undistribute moves the rows back, distribute moves them to the nodes, and both can be repeated', async () => {
      const time = new Date('2026-05-04T10:00:00Z');
      await ensureMonths(db, [time]);
      await recordObservations(db, [{ usdot_number: carrier, time_captured: time, type: 'Detection' }]);
      for (const expected of [[...tables].sort(), []]) {
        const { undistributed } = JSON.parse((await run('migrate', '--undistribute', '--json')).stdout);
        assert.deepEqual(undistributed.sort(), expected);
        assert.equal(await total(), 1);
      }
      assert.deepEqual((await readDistribution(db)).tables, []);
      assert.ok((await bytesHere()) > 0);
      for (const expected of [tables, []]) {
        const { distributed, unhealthy } = JSON.parse(
          (await run('migrate', '--distribute', '--json')).stdout,
        );
        assert.deepEqual([distributed, unhealthy], [expected, 0]);
        assert.equal(await total(), 1);
      }
      assert.equal(await bytesHere(), 0, 'no hidden copy of the rows is left here');
    });

    test('doctor inserts, pages and matches one observation, and leaves none', async () => {
      const before = (await db.pool.query('select count(*)::int as n from observations')).rows;
      const found = await finding();
      assert.match(found?.says ?? '', /7 tables in .* one insert, one page and one preview succeeded/);
      assert.equal(found?.state, 'ok');
      assert.deepEqual((await db.pool.query('select count(*)::int as n from observations')).rows, before);
    });

    test('a distributed table that belongs on one server is refused and reported', async () => {
      await db.pool.query(
        `select create_distributed_table('carrier_words', 'word', colocate_with => 'none')`,
      );
      const { code, stderr } = await run('migrate', '--distribute');
      assert.equal(code, 1);
      assert.match(stderr, /belong on one server: carrier_words.*--undistribute first/);
      assert.equal((await finding())?.state, 'failed');
      await db.pool.query(`select undistribute_table('carrier_words')`);
    });

    test('a table that is not distributed while others are is reported, and distributed with them', async () => {
      await db.pool.query(`select undistribute_table('image_labels')`);
      const found = await finding();
      assert.deepEqual(
        [found?.state, found?.says.includes('not distributed: image_labels')],
        ['failed', true],
      );
      const { distributed } = JSON.parse((await run('migrate', '--distribute', '--json')).stdout);
      assert.deepEqual(distributed, ['image_labels']);
    });
  });
} else {
  suite('on plain PostgreSQL', () => {
    test('migrate --distribute is refused, --undistribute has nothing to do, doctor reports one machine', async () => {
      const refused = await run('migrate', '--distribute');
      assert.equal(refused.code, 1);
      assert.equal(
        refused.stderr.trim(),
        'This database does not have the citus extension; nothing was distributed.',
      );
      const undone = await run('migrate', '--undistribute');
      assert.equal(undone.code, 0, undone.stderr);
      assert.match(undone.stdout, /No table is distributed\./);
      const found = await finding();
      assert.deepEqual([found?.state, found?.says], ['ok', 'one machine (no citus extension)']);
    });
  });
}
