import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyLines, copyOut } from '../../src/db/copy-out.ts';
import { closing } from '../support/closing.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
const client = await db.connect();
closing(() => client.end());

const one = (sql: string, from = '(select) as nothing') => ({ numbers: { n: sql }, from });

async function numbers(source: { numbers: { n: string }; from: string }): Promise<number[]> {
  const found: number[] = [];
  await copyOut(client, source, ({ n }) => void found.push(n));
  return found;
}

test('reads numbers and texts by their names', async () => {
  const rows: object[] = [];
  const source = {
    numbers: {
      small: '(-7)::smallint',
      most: '9007199254740991',
      least: '-9007199254740991',
      half: '1.5::float8',
      flag: 'true::integer',
    },
    texts: {
      umlaut: `'Größe'`,
      empty: `''`,
      escaped: String.raw`E'a\tb\nc\\d\re\bf\fg\x0Bh'`,
      digits: `'12'`,
    },
    from: 'generate_series(1, 2)',
  };
  await copyOut(client, source, (row) => void rows.push({ ...row }));
  const expected = {
    ...{ small: -7, most: 9007199254740991, least: -9007199254740991, half: 1.5, flag: 1 },
    ...{ umlaut: 'Größe', empty: '', escaped: 'a\tb\nc\\d\re\bf\fg\vh', digits: '12' },
  };
  assert.deepEqual(rows, [expected, expected]);
});

test('reads rows that span many chunks, in order', async () => {
  let last = 0;
  const source = {
    numbers: { n: 'n' },
    texts: {
      long: `repeat('x', n % 3000)`,
      longest: `repeat('y', case when n = 500 then 300000 else 1 end)`,
    },
    from: 'generate_series(1, 60000) n',
  };
  await copyOut(client, source, ({ n, long, longest }) => {
    assert.equal(n, last + 1);
    assert.equal(long.length, n % 3000);
    assert.equal(longest.length, n === 500 ? 300_000 : 1);
    last = n;
  });
  assert.equal(last, 60_000);
});

test('reads an empty result', async () => {
  assert.deepEqual(await numbers(one('1', '(select) as nothing where false')), []);
});

test('rejects if the query fails at once or halfway, and the connection stays usable', async () => {
  await assert.rejects(numbers(one('no_such_column')), /no_such_column/);
  await assert.rejects(numbers(one('1 / (5000 - n)', 'generate_series(1, 9000) n')), /division by zero/);
  assert.deepEqual(await numbers(one('5')), [5]);
  assert.equal((await client.query('select 6 as six')).rows[0].six, 6);
});

test('rejects after the last row if onRow throws, and the connection stays usable', async () => {
  const fail = () => {
    throw new Error('enough');
  };
  await assert.rejects(copyOut(client, one('n', 'generate_series(1, 50000) n'), fail), /enough/);
  assert.deepEqual(await numbers(one('7')), [7]);
});

test('rejects if the connection is lost', async () => {
  const other = await db.connect();
  other.on('error', () => undefined);
  const { rows } = await other.query('select pg_backend_pid() as pid');
  const source = {
    numbers: { n: 'n' },
    texts: { wait: 'pg_sleep(0.01)::text' },
    from: 'generate_series(1, 5000) n',
  };
  const reading = copyOut(other, source, () => undefined);
  const lost = assert.rejects(reading);
  await db.pool.query('select pg_terminate_backend($1::int)', [rows[0].pid]);
  await lost;
});

test('yields pieces of whole lines', async () => {
  const pieces: string[] = [];
  const sql = `copy (select n, repeat('x', 100) from generate_series(1, 5000) n) to stdout`;
  for await (const piece of copyLines(client, sql)) pieces.push(piece.toString());
  assert.ok(pieces.length > 1);
  assert.ok(pieces.every((piece) => piece.endsWith('\n')));
  assert.equal(pieces.join('').split('\n').length, 5_001);
});
