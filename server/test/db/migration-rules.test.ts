import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { LAST_OF_BASELINE } from '../../src/db/migrate.ts';
import { testDatabase } from '../support/database.ts';
import { findLongLocks, LARGE_TABLES } from '../support/db/migration-rules.ts';

const folder = join(import.meta.dirname, '../../migrations');

const find = (...texts: string[]) => findLongLocks(texts.map((text, i) => ({ name: `${i + 1}.sql`, text })));

/** The baseline is applied to an empty database. */
test('no migration after the baseline locks a large table for longer than a moment', async () => {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && name > LAST_OF_BASELINE)
    .sort();
  const files = names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  assert.deepEqual(await findLongLocks(files), []);
});

test('every large table in the list exists', async () => {
  const database = await testDatabase(2);
  const { rows } = await database.pool.query(
    `select name from unnest($1::text[]) as name where to_regclass(name) is null`,
    [[...LARGE_TABLES]],
  );
  assert.deepEqual(rows, []);
});

suite('rejects', () => {
  const rejected: [string, RegExp][] = [
    ['create index i on images (source)', /blocks all writes to images/],
    ['create unique index i on public.observations (id)', /blocks all writes to observations/],
    ['create index concurrently i on images (source)', /must be the only statement/],
    ['alter table images add column a uuid default gen_random_uuid()', /gen_random_uuid\(\) of a rewrites/],
    ['alter table images add column a float default 1 + random()', /random\(\) of a rewrites/],
    ['alter table images add column a bigint generated always as identity', /IDENTITY of the new column a/],
    [
      'alter table images add column a text generated always as (source) stored',
      /GENERATED of the new column a/,
    ],
    ['alter table images add column a bigserial', /serial column rewrites/],
    ['alter table images add column a integer check (a > 0)', /CHECK of the new column a/],
    ['alter table images add column a integer references organizations', /FOREIGN of the new column a/],
    ['alter table images alter column source set not null', /SET NOT NULL scans images/],
    ['alter table images alter column byte_size type bigint', /TYPE rewrites images/],
    ['alter table images add constraint c check (byte_size > 0)', /add it NOT VALID/],
    [
      'alter table images add constraint c foreign key (sighting_id) references sightings',
      /add it NOT VALID/,
    ],
    ['alter table images add constraint c unique (source)', /builds an index/],
    ['alter table images set unlogged', /rewrites images/],
    ['update images set source = lower(source)', /changes every row of images/],
    ['delete from webhook_attempts', /changes every row of webhook_attempts/],
    ['lock table users', /LOCK TABLE/],
    ['cluster images using images_pkey', /CLUSTER/],
    ['vacuum full images', /VACUUM/],
    ['reindex table images', /REINDEX/],
    [`set lock_timeout = '1h'`, /do not change it/],
    ['do $$ begin execute $q$select 1$q$; end $$', /DO block/],
  ];
  for (const [sql, reason] of rejected)
    test(sql, async () => {
      const [problem, ...others] = await find(`select 1;\n${sql};`);
      assert.match(problem ?? '', reason);
      assert.match(problem ?? '', /^1\.sql:2: /, 'names file and line');
      assert.deepEqual(others, []);
    });

  test('a validation in the migration that adds the constraint', async () => {
    const add = 'alter table images add constraint c check (byte_size > 0) not valid;';
    const validate = 'alter table images validate constraint c;';
    assert.match((await find(add + validate)).join(), /use a migration of its own/);
    assert.deepEqual(await find(add, validate), []);
  });

  test('an exemption without a reason, and one that is not needed', async () => {
    const sql = 'update images set source = lower(source);';
    assert.match((await find(`-- lock-exempt: ok\n${sql}`)).join(), /needs a reason/);
    assert.match((await find(`-- lock-exempt: the table is empty here\nselect 1;`)).join(), /not needed/);
    assert.match((await find(`-- lock-exempt: the table is empty here\n${sql}\n${sql}`)).join(), /1\.sql:3/);
  });
});

suite('accepts', () => {
  const accepted = [
    'alter table images add column a integer',
    `alter table images add column a timestamptz not null default now()`,
    `alter table images add column a text not null default 'none'`,
    'alter table images drop column readings',
    'alter table organizations add constraint c check (id > 0)',
    'create index i on organizations (name)',
    'create index concurrently i on images (source)',
    'create table notes (id integer primary key, body text not null check (body <> $$$$)); create index i on notes (body)',
    `update images set source = '' where id = '00000000-0000-0000-0000-000000000000'`,
    'create trigger t after insert on images for each row execute function f()',
    '-- lock-exempt: the table gets its first rows in this release\nupdate images set source = lower(source)',
  ];
  for (const sql of accepted) test(sql, async () => assert.deepEqual(await find(sql), []));

  test('SET NOT NULL after a validated check', async () => {
    assert.deepEqual(
      await find(
        'alter table images add constraint c check (source is not null) not valid',
        'alter table images validate constraint c',
        'alter table images alter column source set not null',
      ),
      [],
    );
  });
});
