import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CopiedRow, copyOut } from '../../src/db/copy-out.ts';
import { closing } from '../support/closing.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
const client = await db.connect();
closing(() => client.end());

async function read<T>(query: string, take: (row: CopiedRow) => T): Promise<T[]> {
  const found: T[] = [];
  await copyOut(client, query, (row) => void found.push(take(row)));
  return found;
}

test('reads numbers of every width, nulls, texts and bytes', async () => {
  const rows = await read(
    `select (-7)::smallint, 2147483647, -2147483648, 9007199254740991, -9007199254740991, true, false,
       date '2000-01-02', null::integer, 1.5::float8, 'Größe', null::text, '\\x00ff'::bytea, null::bytea`,
    (row) => [
      ...Array.from({ length: 9 }, () => row.number(-1)),
      row.double(0),
      ...[row.text(), row.text(), row.binary().toString('hex'), row.binary().length],
    ],
  );
  assert.deepEqual(rows, [
    [
      ...[-7, 2147483647, -2147483648, 9007199254740991, -9007199254740991, 1, 0, 1, -1],
      ...[1.5, 'Größe', '', '00ff', 0],
    ],
  ]);
});

test('reads rows that span many chunks, in order', async () => {
  let sum = 0;
  let last = 0;
  await copyOut(client, `select n, repeat('x', n % 3000) from generate_series(1, 60000) n`, (row) => {
    const n = row.number(0);
    assert.equal(n, last + 1);
    assert.equal(row.text().length, n % 3000);
    last = n;
    sum += n;
  });
  assert.equal(sum, (60_000 * 60_001) / 2);
});

test('reads an empty result', async () => {
  assert.deepEqual(await read('select 1 where false', (row) => row.number(0)), []);
});

test('rejects if the query fails at once or halfway, and the connection stays usable', async () => {
  await assert.rejects(
    read('select no_such_column', (row) => row.number(0)),
    /no_such_column/,
  );
  const halfway = 'select 1 / (5000 - n) from generate_series(1, 9000) n';
  await assert.rejects(
    read(halfway, (row) => row.number(0)),
    /division by zero/,
  );
  assert.deepEqual(await read('select 5', (row) => row.number(0)), [5]);
  assert.equal((await client.query('select 6 as six')).rows[0].six, 6);
});

test('rejects after the last row if onRow throws, and the connection stays usable', async () => {
  const fail = () => {
    throw new Error('enough');
  };
  await assert.rejects(read('select n from generate_series(1, 5000) n', fail), /enough/);
  assert.deepEqual(await read('select 7', (row) => row.number(0)), [7]);
});

test('rejects if the connection is lost', async () => {
  const other = await db.connect();
  other.on('error', () => undefined);
  const { rows } = await other.query('select pg_backend_pid() as pid');
  const reading = copyOut(other, 'select n, pg_sleep(0.01) from generate_series(1, 5000) n', () => undefined);
  const lost = assert.rejects(reading);
  await db.pool.query('select pg_terminate_backend($1::int)', [rows[0].pid]);
  await lost;
});
