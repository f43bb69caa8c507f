import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import * as copyStreams from 'pg-copy-streams';
import { openPool, statement, type Transaction } from '../../src/db/database.ts';
import { migrate, pendingMigrations } from '../../src/db/migrate.ts';
import { silent } from '../support/cluster.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/milepost.ts';

const db = await testDatabase();
const insert = statement(
  'test.insert',
  `insert into organizations (name, kind, timezone) values ($1, 'broker', 'UTC')`,
);
const remove = statement('test.remove', 'delete from organizations');
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

test('statements of a pipelined transaction run in their order', async () => {
  const counts = await db.transaction((tx) =>
    Promise.all([tx.row(count), tx.run(insert, ['first']), tx.row(count), tx.run(remove), tx.row(count)]),
  );
  assert.deepEqual(counts, [{ n: 0 }, 1, { n: 1 }, 1, { n: 0 }]);
});

test('a pipelined transaction reports the first failed statement and writes nothing', async () => {
  const fails = statement('test.fails', 'select 1 / 0');
  const failing = db.transaction((tx) =>
    Promise.all([tx.run(insert, ['half']), tx.run(fails), tx.run(insert, ['other'])]),
  );
  await assert.rejects(failing, /division by zero/);
  assert.deepEqual(await db.row(count), { n: 0 });
});

test('commits together with the last statements of a pipelined transaction', async () => {
  const inserted = await db.transaction(async (tx) => {
    await tx.row(count);
    return tx.commitWith(Promise.all([tx.run(insert, ['first']), tx.run(insert, ['second'])]));
  });
  assert.deepEqual([inserted, await db.row(count)], [[1, 1], { n: 2 }]);
  assert.equal(await db.run(remove), 2);
});

test('writes nothing if one of the last statements before the commit fails, and the connection stays usable', async () => {
  const one = openPool(db.connection, 1, silent);
  const fails = statement('test.fails', 'select 1 / 0');
  const failing = one.transaction((tx) =>
    tx.commitWith(Promise.all([tx.run(insert, ['half']), tx.run(fails), tx.run(insert, ['other'])])),
  );
  await assert.rejects(failing, /division by zero/);
  assert.deepEqual(await one.row(count), { n: 0 });
  await one.close();
});

test('a transaction with COPY has its own connection, which ends with it', async () => {
  const copy = (tx: Transaction, rows: string) => {
    const stream = tx.client.query(copyStreams.from('copy organizations (name, kind, timezone) from stdin'));
    stream.end(rows);
    return once(stream, 'finish');
  };
  const pid = await db.copyTransaction(async (tx) => {
    await copy(tx, 'copied\tbroker\tUTC\n');
    return (await tx.client.query('select pg_backend_pid() as pid')).rows[0].pid;
  });
  assert.equal(await db.run(remove), 1);
  await assert.rejects(db.copyTransaction((tx) => copy(tx, 'no\tsuch\n')));
  assert.deepEqual(await db.row(count), { n: 0 });
  await eventually('the connection to end', async () => {
    const { rows } = await db.pool.query('select from pg_stat_activity where pid = $1', [pid]);
    return rows.length === 0;
  });
});

test('migrating again, also four times at once, changes nothing', async () => {
  assert.deepEqual(await pendingMigrations(db), []);
  const results = await Promise.all([migrate(db), migrate(db), migrate(db), migrate(db)]);
  assert.deepEqual(results, [[], [], [], []]);
});

test('a connection that is lost between two statements fails the transaction and not the process', async () => {
  const lost = db.transaction(async ({ client }) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    await db.pool.query('select pg_terminate_backend($1, 5000)', [rows[0].pid]);
    // The error arrives while no statement runs.
    await ended;
    await client.query('select 1');
  });
  await assert.rejects(lost);
  assert.equal((await db.pool.query('select 1 as one')).rows[0].one, 1);
});
