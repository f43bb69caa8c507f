import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { type Column, listTables, quote } from '../../src/db/catalog.ts';
import type { Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { migrateSchema } from '../../src/domain/migrate-schema.ts';
import { fillTables, WRITTEN_BY_THE_CODE } from '../support/backup/fill-tables.ts';
import { emptyDatabase } from '../support/database.ts';

const migrations = readdirSync(join(import.meta.dirname, '../../migrations'))
  .filter((name) => name.endsWith('.sql'))
  .sort();

/** The last migration of the first release. Nobody has a schema before it. */
const FIRST_RELEASE = '0013-audit.sql';

type Content = Map<string, { columns: Column[]; rows: Set<string> }>;

async function readContent({ pool }: Database, columnsOf?: Content): Promise<Content> {
  const client = await pool.connect();
  try {
    const content: Content = new Map();
    for (const { name, columns, parent } of await listTables(client)) {
      if (parent !== null) continue;
      // Only columns that both versions have in common.
      const wanted = columnsOf?.get(name)?.columns;
      const common = wanted
        ? wanted.filter((one) => columns.some((c) => c.name === one.name && c.type === one.type))
        : columns;
      const list = common.map((column) => quote(column.name)).join(', ');
      const { rows } = await client.query(`select (${list || 'null'})::text as row from ${quote(name)}`);
      content.set(name, { columns: common, rows: new Set(rows.map(({ row }) => row)) });
    }
    return content;
  } finally {
    client.release();
  }
}

async function brokenConstraints({ pool }: Database): Promise<string[]> {
  const broken: string[] = [];
  const { rows: checks } = await pool.query(
    `select conrelid::regclass::text as table, conname as name, pg_get_expr(conbin, conrelid) as expression
     from pg_constraint where contype = 'c' and connamespace = current_schema()::regnamespace`,
  );
  for (const { table, name, expression } of checks) {
    const { rows } = await pool.query(`select count(*) as count from ${table} where not (${expression})`);
    if (rows[0].count > 0) broken.push(`${table}.${name}`);
  }
  const { rows: keys } = await pool.query(
    `select n.conname as name, n.conrelid::regclass::text as table, quote_ident(a.attname) as column,
       n.confrelid::regclass::text as target, quote_ident(b.attname) as target_column
     from pg_constraint n join pg_attribute a on a.attrelid = n.conrelid and a.attnum = n.conkey[1]
       join pg_attribute b on b.attrelid = n.confrelid and b.attnum = n.confkey[1] where n.contype = 'f'`,
  );
  for (const key of keys) {
    const { rows } = await pool.query(
      `select count(*) as count from ${key.table} t where t.${key.column} is not null
         and not exists (select from ${key.target} r where r.${key.target_column} = t.${key.column})`,
    );
    if (rows[0].count > 0) broken.push(`${key.table}.${key.name}`);
  }
  const { rows: invalid } = await pool.query(
    `select conname as name from pg_constraint where not convalidated
     union all select indexrelid::regclass::text from pg_index where not indisvalid`,
  );
  return [...broken, ...invalid.map(({ name }) => name)];
}

suite('upgrades', () => {
  for (const [i, last] of migrations.entries()) {
    if (last < FIRST_RELEASE) continue;
    test(`from the schema of ${last}, with rows in every table`, async () => {
      const database = await emptyDatabase(3);
      await migrate(database, { only: migrations.slice(0, i + 1) });
      const client = await database.pool.connect();
      await fillTables(client).finally(() => client.release());
      const before = await readContent(database);
      assert.deepEqual(await migrateSchema(database), migrations.slice(i + 1));
      const after = await readContent(database, before);
      for (const [table, { rows }] of before) {
        const columns = after.get(table)?.columns;
        assert.ok(columns, `${table} is gone`);
        const found = after.get(table)?.rows;
        if (columns.length === before.get(table)?.columns.length)
          for (const row of rows) assert.ok(found?.has(row), `${table} lost ${row}`);
        else assert.equal(found?.size, rows.size, `${table} lost rows`);
        assert.ok(rows.size > 0 || WRITTEN_BY_THE_CODE.has(table), `${table} was not filled`);
      }
      assert.deepEqual(await brokenConstraints(database), []);
      assert.deepEqual(await migrateSchema(database), [], 'applied twice, nothing changes');
    });
  }

  test('a changed file of an applied migration is refused', async () => {
    const database = await emptyDatabase(2);
    await migrate(database, { only: migrations.slice(0, 1) });
    await database.pool.query(`update milepost_migrations set checksum = 'another'`);
    await assert.rejects(migrateSchema(database), /was changed after it was applied/);
  });
});
