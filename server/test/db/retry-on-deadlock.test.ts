import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryOnDeadlock } from '../../src/db/database.ts';
import { codeOf } from '../../src/lib/errors.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
await db.pool.query('create table counters (id integer primary key, n integer not null)');
await db.pool.query('insert into counters values (1, 0), (2, 0)');

test('two transactions that deadlock both succeed', async () => {
  let holding = 0;
  let tries = 0;
  const { promise: bothHold, resolve } = Promise.withResolvers<void>();
  const add = (order: number[]) =>
    retryOnDeadlock(() =>
      db.transaction(async (tx) => {
        tries++;
        const [first, second] = order;
        await tx.client.query('update counters set n = n + 1 where id = $1', [first]);
        if (++holding === 2) resolve();
        await bothHold;
        await tx.client.query('update counters set n = n + 1 where id = $1', [second]);
      }),
    );
  await Promise.all([add([1, 2]), add([2, 1])]);
  // A server that looks for deadlocks in several places may cancel both.
  assert.ok(tries >= 3, 'one of them was retried');
  assert.deepEqual((await db.pool.query('select n from counters order by id')).rows, [{ n: 2 }, { n: 2 }]);
});

test('other failures are not retried', async () => {
  let tries = 0;
  const failing = retryOnDeadlock(() => {
    tries++;
    return db.pool.query('select from nowhere');
  });
  await assert.rejects(failing, (error) => codeOf(error) === '42P01');
  assert.equal(tries, 1);
});
