import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { emptyDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/milepost.ts';

const names = readdirSync(join(import.meta.dirname, '../../migrations'))
  .filter((name) => name.endsWith('.sql'))
  .sort();

test('a migration does not queue behind a long transaction, and is applied when that has ended', async () => {
  const database = await emptyDatabase(4);
  const folder = await temporaryFolder();
  writeFileSync(join(folder, '0001-table.sql'), 'create table t (n integer);');
  await migrate(database, { folder });
  writeFileSync(join(folder, '0002-column.sql'), 'alter table t add column m integer;');
  const reader = await database.pool.connect();
  await reader.query('begin');
  await reader.query('select count(*) from t');
  await assert.rejects(
    migrate(database, { folder, lockDeadlineMs: 500 }),
    /could not lock a table, because a long transaction uses it/,
  );
  const migrating = migrate(database, { folder, lockDeadlineMs: 60_000 });
  // While the migration waits or pauses, others can use the table: no lock is queued for longer than a second.
  const { rows } = await database.pool.query('select count(*) as count from t');
  assert.deepEqual(rows, [{ count: 0 }]);
  await reader.query('commit');
  reader.release();
  assert.deepEqual(await migrating, ['0002-column.sql']);
});

test('each migration is a transaction of its own: those before a failed one stay applied', async () => {
  const database = await emptyDatabase(4);
  await database.pool.query('create table images (id integer)');
  await assert.rejects(migrate(database), /relation "images" already exists/);
  const { rows } = await database.pool.query('select max(name) as last from milepost_migrations');
  assert.equal(rows[0].last, '0007-observations.sql');
  await database.pool.query('drop table images');
  assert.deepEqual(await migrate(database), names.slice(names.indexOf('0008-images.sql')));
});

test('a database of a version with other tables gets one clear sentence', async () => {
  const database = await emptyDatabase(4);
  await database.pool.query(
    `create table milepost_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
     insert into milepost_migrations (name, checksum) values ('0001-identity.sql', 'x'), ('0002-federal.sql', 'x')`,
  );
  await assert.rejects(migrate(database), {
    message:
      /created by a version of Milepost before 1\.0\.0, which had other tables\. Start with an empty database/,
  });
});

test('an index is built concurrently, while others write, by one of several processes', async () => {
  const database = await emptyDatabase(8);
  const folder = await temporaryFolder();
  writeFileSync(
    join(folder, '0001-table.sql'),
    'create table t (n integer); insert into t select generate_series(1, 1000);',
  );
  const index = '-- The reason.\ncreate index concurrently t_by_n on t (n);\n';
  writeFileSync(join(folder, '0002-index.sql'), index);
  writeFileSync(join(folder, '0003-column.sql'), 'alter table t add column m integer;');
  await migrate(database, { folder, only: ['0001-table.sql'] });
  // As an interrupted build leaves it.
  await database.pool.query('create index t_by_n on t (n)');
  await database.pool.query(`update pg_index set indisvalid = false where indexrelid = 't_by_n'::regclass`);
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database, { folder })));
  assert.deepEqual(applied.flat().sort(), ['0002-index.sql', '0003-column.sql']);
  const { rows } = await database.pool.query(
    `select indisvalid from pg_index where indexrelid = 't_by_n'::regclass`,
  );
  assert.deepEqual(rows, [{ indisvalid: true }]);
});
