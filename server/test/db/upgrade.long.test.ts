import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { type Column, listTables, quote } from '../../src/db/catalog.ts';
import type { Database } from '../../src/db/database.ts';
import { LAST_OF_BASELINE, migrate } from '../../src/db/migrate.ts';
import { migrateSchema } from '../../src/domain/migrate-schema.ts';
import { sha256 } from '../../src/lib/bytes/hash.ts';
import { fillTables, WRITTEN_BY_THE_CODE } from '../support/backup/fill-tables.ts';
import { emptyDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/milepost.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
const migrations = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort();
const baseline = migrations.filter((name) => name <= LAST_OF_BASELINE);

/** Of the files of 1.0.0. Databases exist that were created by them: change them only before the release. */
const BASELINE_SHA256 = 'bc2cf48cf52847ab8ed5114cd5aecf240b9f0dccf63b9a7464138f62143e9a62';

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

async function fill(database: Database): Promise<void> {
  const client = await database.pool.connect();
  await fillTables(client).finally(() => client.release());
}

/** The migrations of this version in a folder of their own, and further files. */
async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder();
  for (const name of migrations) await copyFile(join(FOLDER, name), join(folder, name));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** Rows are compared where the columns of the table have not changed. */
async function assertKept(before: Content, database: Database): Promise<void> {
  const after = await readContent(database, before);
  for (const [table, { columns, rows }] of before) {
    const found = after.get(table);
    assert.ok(found, `${table} is gone`);
    if (found.columns.length === columns.length)
      for (const row of rows) assert.ok(found.rows.has(row), `${table} lost ${row}`);
    else assert.equal(found.rows.size, rows.size, `${table} lost rows`);
    assert.ok(rows.size > 0 || WRITTEN_BY_THE_CODE.has(table), `${table} was not filled`);
  }
  assert.deepEqual(await brokenConstraints(database), []);
}

suite('upgrades', () => {
  test('the files of 1.0.0 have not changed', async () => {
    const texts = await Promise.all(baseline.map((name) => readFile(join(FOLDER, name), 'utf8')));
    assert.equal(sha256(texts.join('')).toString('hex'), BASELINE_SHA256);
  });

  for (const [i, last] of migrations.entries()) {
    if (last < LAST_OF_BASELINE) continue;
    test(`from the schema of ${last}, with rows in every table`, async () => {
      const database = await emptyDatabase(3);
      await migrate(database, { only: migrations.slice(0, i + 1) });
      await fill(database);
      const before = await readContent(database);
      assert.deepEqual(await migrateSchema(database), migrations.slice(i + 1));
      await assertKept(before, database);
      assert.deepEqual(await migrateSchema(database), [], 'applied twice, nothing changes');
    });
  }

  test('by a later migration, with rows in every table of this version', async () => {
    const database = await emptyDatabase(3);
    await migrateSchema(database);
    await fill(database);
    const before = await readContent(database);
    const images = before.get('images')?.rows.size;
    const folder = await folderWith({
      '9001-names.sql': `alter table organizations add column short_name text not null default '';
        update organizations set short_name = left(name, 4);
        create table image_notes (image_id uuid primary key, note text not null);
        insert into image_notes select id, source from images;`,
      '9002-index.sql': 'create index concurrently sightings_by_end on sightings (captured_until);',
    });
    assert.deepEqual(await migrate(database, { folder }), ['9001-names.sql', '9002-index.sql']);
    await assertKept(before, database);
    const { rows } = await database.pool.query(
      `select bool_and(short_name = left(name, 4)) as named, (select count(*) from image_notes) as notes,
         (select count(*) from images) as images, count(*) > 0 as filled from organizations`,
    );
    assert.deepEqual(rows, [{ named: true, filled: true, notes: images, images }]);
    assert.deepEqual(await migrate(database, { folder }), []);
    await assert.rejects(migrateSchema(database), /by a newer version of Milepost \(unknown migration 9001/);
  });

  test('a later migration that fails changes nothing', async () => {
    const database = await emptyDatabase(3);
    await migrateSchema(database);
    await fill(database);
    const before = await readContent(database);
    const folder = await folderWith({
      '9001-part.sql': `update organizations set name = 'changed'; alter table images drop column source;
        alter table organizations add column n integer not null;`,
    });
    await assert.rejects(migrate(database, { folder }), /column "n" .* contains null values/);
    assert.deepEqual(await readContent(database), before);
    assert.deepEqual(await migrateSchema(database), []);
  });

  test('a changed file of the baseline is refused', async () => {
    const database = await emptyDatabase(3);
    await migrate(database);
    for (const name of baseline) {
      const text = await readFile(join(FOLDER, name), 'utf8');
      const folder = await folderWith({ [name]: `${text}-- One more line.\n` });
      await assert.rejects(migrate(database, { folder }), {
        message: `The file of migration ${name} was changed after it was applied. Restore the file.`,
      });
    }
  });
});
