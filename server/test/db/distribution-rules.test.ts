import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distribution } from '../../src/domain/observations/distribution.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
await ensureMonths(db, [new Date('2026-10-01T00:00:00Z')]);
const { tables, column } = distribution;

const query = async (text: string): Promise<string[]> =>
  (await db.pool.query(text, [tables])).rows.map((row) => Object.values(row).join(' '));
/** The tables and their partitions. */
const distributed = `(select c.oid from pg_class c where c.oid = any($1::regclass[]::oid[])
  union select i.inhrelid from pg_inherits i where i.inhparent = any($1::regclass[]::oid[]))`;

test('the distribution column is never null', async () => {
  assert.deepEqual(
    await query(`select attrelid::regclass from pg_attribute where attrelid in ${distributed}
      and attname = '${column}' and not attnotnull`),
    [],
  );
});

test('every primary key and unique index contains the distribution column', async () => {
  assert.deepEqual(
    await query(`select i.indexrelid::regclass from pg_index i where i.indrelid in ${distributed} and i.indisunique
      and not exists (select 1 from pg_attribute a where a.attrelid = i.indrelid and a.attname = '${column}'
        and a.attnum = any(i.indkey::int[]))`),
    [],
  );
  const withoutKey =
    await query(`select c.oid::regclass from pg_class c where c.oid in ${distributed} and not exists
    (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`);
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

test('the distribution column has the same type in all tables', async () => {
  const { rows } = await db.pool.query(
    `select distinct atttypid::regtype::text as type from pg_attribute
     where attrelid = any($1::regclass[]::oid[]) and attname = '${column}'`,
    [tables],
  );
  assert.deepEqual(
    rows.map((row) => row.type),
    ['bigint'],
  );
});
