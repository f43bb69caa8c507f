import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db, Statement } from '../../src/db/database.ts';
import { readOnce } from '../../src/db/read-once.ts';

const filings: Statement = { name: 'filings', text: 'select 1' };

/** A database that counts its queries; those in `failing` fail. */
function counted(failing: number[] = []) {
  let sent = 0;
  const rows = async () => {
    sent++;
    if (failing.includes(sent)) throw new Error(`query ${sent} failed`);
    return [{ times: 1 }];
  };
  const db = { rows, row: async () => null, run: async () => 0 } as unknown as Db;
  return { db, sent: () => sent };
}

test('a query that two readers of one request send is sent once, and each gets rows of its own', async () => {
  const { db, sent } = counted();
  const once = readOnce();
  const [first, second] = [once(db), once(db)];
  const [mine, other] = await Promise.all([
    first.rows<{ times: number }>(filings, [1]),
    second.row<{ times: number }>(filings, [1]),
  ]);
  assert.equal(sent(), 1);
  for (const row of mine) row.times = 7;
  assert.equal(other?.times, 1);
  assert.deepEqual(await first.rows(filings, [1]), [{ times: 1 }]);
  await first.rows(filings, [2]);
  await readOnce()(db).rows(filings, [1]);
  assert.equal(sent(), 3, 'other values, another request');
});

test('a query that failed for one reader is sent again for another one', async () => {
  const { db, sent } = counted([1]);
  const once = readOnce();
  const [late, next] = [once(db).rows(filings, [1]), once(db).rows(filings, [1])];
  await assert.rejects(late, /query 1 failed/);
  assert.deepEqual(await next, [{ times: 1 }]);
  assert.equal(sent(), 2);
});
