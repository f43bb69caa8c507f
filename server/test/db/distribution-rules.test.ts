import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DISTRIBUTED_BY, distributedTables } from '../../src/domain/federal/distributed-tables.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import { testDatabase } from '../support/database.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';

const db = await testDatabase();
await ensureMonths(db, [new Date('2026-10-01T00:00:00Z')]);
const tables = distributedTables().flat();
/** Small tables that stay on the coordinator. */
const ON_COORDINATOR = ['safety_scores'];

const query = async (text: string): Promise<string[]> =>
  (await db.pool.query(text, [tables])).rows.map((row) => Object.values(row).join(' '));
/** The tables and their partitions. */
const distributed = `(select c.oid from pg_class c where c.oid = any($1::regclass[]::oid[])
  union select i.inhrelid from pg_inherits i where i.inhparent = any($1::regclass[]::oid[]))`;

test('every table with the carrier in its primary key is in the list', async () => {
  const { rows } = await db.pool.query(
    `select distinct c.relname as name from pg_index i
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey::int[])
     join pg_class c on c.oid = i.indrelid
     where i.indisprimary and a.attname = $1 and not c.relispartition and c.relnamespace = 'public'::regnamespace`,
    [DISTRIBUTED_BY],
  );
  const inKey = rows.map((row) => row.name as string).filter((name) => !ON_COORDINATOR.includes(name));
  assert.deepEqual(inKey.sort(), [...tables].sort());
  assert.ok(tables.length > 20);
});

test('the distribution column is never null', async () => {
  assert.deepEqual(
    await query(`select attrelid::regclass from pg_attribute where attrelid in ${distributed}
      and attname = '${DISTRIBUTED_BY}' and not attnotnull`),
    [],
  );
});

test('every primary key and unique index contains the distribution column', async () => {
  assert.deepEqual(
    await query(`select i.indexrelid::regclass from pg_index i where i.indrelid in ${distributed} and i.indisunique
      and not exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attname = '${DISTRIBUTED_BY}'
        and a.attnum = any(i.indkey::int[]))`),
    [],
  );
  const withoutKey =
    await query(`select c.oid::regclass from pg_class c where c.oid in ${distributed} and not exists
    (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`);
  assert.deepEqual(withoutKey, []);
});

test('distributed tables have no foreign keys and no triggers', async () => {
  assert.deepEqual(
    await query(`select conname, conrelid::regclass from pg_constraint
      where contype = 'f' and (conrelid in ${distributed} or confrelid in ${distributed})`),
    [],
  );
  assert.deepEqual(
    await query(
      `select tgname, tgrelid::regclass from pg_trigger where not tgisinternal and tgrelid in ${distributed}`,
    ),
    [],
  );
});

test('the distribution column has the same type in all tables of a group', async () => {
  for (const group of distributedTables()) {
    const { rows } = await db.pool.query(
      `select distinct atttypid::regtype::text as type from pg_attribute
       where attrelid = any($1::regclass[]::oid[]) and attname = '${DISTRIBUTED_BY}'`,
      [group],
    );
    assert.equal(rows.length, 1, `${group}: ${rows.map((row) => row.type)}`);
  }
});

test('migrate --distribute and doctor report a missing citus extension', async () => {
  const dataDir = await temporaryFolder();
  const env = { DATABASE_URL: db.url };
  const refused = await milepost(['migrate', '--distribute'], dataDir, { env });
  assert.equal(refused.code, 1);
  assert.equal(
    refused.stderr.trim(),
    'This database does not have the citus extension; nothing was distributed.',
  );
  const { stdout } = await milepost(['doctor', '--json'], dataDir, { env });
  const { findings } = JSON.parse(stdout) as { findings: { check: string; says: string; state: string }[] };
  const found = findings.find(({ check }) => check === 'distribution');
  assert.deepEqual([found?.state, found?.says], ['ok', 'one machine (no citus extension)']);
});
