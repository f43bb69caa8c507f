import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/db/database.ts';
import { migrate, pendingMigrations } from '../../src/db/migrate.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
const insert = statement(
  'test.insert',
  `insert into organizations (name, kind, timezone) values ($1, 'broker', 'UTC')`,
);
const count = statement('test.count', 'select count(*) as n from organizations');

test('a transaction that throws is rolled back', async () => {
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.run(insert, ['half']);
      throw new Error('no');
    }),
    /no/,
  );
  assert.deepEqual(await db.row(count), { n: 0 });
});

test('migrating again, also four times at once, changes nothing', async () => {
  assert.deepEqual(await pendingMigrations(db), []);
  const results = await Promise.all([migrate(db), migrate(db), migrate(db), migrate(db)]);
  assert.deepEqual(results, [[], [], [], []]);
});
