import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import * as copyStreams from 'pg-copy-streams';
import { openPool, openPools, retryOnDeadlock, statement, type Transaction } from '../../src/db/database.ts';
import { allowLongWork } from '../../src/db/long-work.ts';
import { migrate, pendingMigrations } from '../../src/db/migrate.ts';
import { codeOf } from '../../src/lib/errors.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
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

test('statements that are started together are sent with one write', async () => {
  await db.transaction(async (tx) => {
    await tx.row(count);
    const { stream } = (tx.client as unknown as { connection: { stream: Socket } }).connection;
    let writes = 0;
    const { _writev } = stream;
    stream._writev = (...given) => {
      writes++;
      return _writev?.apply(stream, given);
    };
    await Promise.all([tx.row(count), tx.run(insert, ['first']), tx.row(count), tx.run(remove)]);
    stream._writev = _writev;
    assert.equal(writes, 1);
  });
});

test('a transaction has its settings, and the next one on the connection does not', async () => {
  const one = openPool(db.connection, 1, silent);
  const shown = statement('test.setting', `select current_setting('synchronous_commit') as value`);
  const [before] = await one.rows<{ value: string }>(shown);
  const inside = await one.transaction(
    (tx) => tx.row(shown),
    ['synchronous_commit = local', 'work_mem = 64'],
  );
  assert.deepEqual([inside, await one.row(shown)], [{ value: 'local' }, before]);
  await one.close();
});

test('a pipelined transaction reports the first failed statement and writes nothing', async () => {
  const fails = statement('test.fails', 'select 1 / 0');
  const failing = db.transaction((tx) =>
    Promise.all([tx.run(insert, ['half']), tx.run(fails), tx.run(insert, ['other'])]),
  );
  await assert.rejects(failing, /division by zero/);
  assert.deepEqual(await db.row(count), { n: 0 });
});

test('a pipelined transaction reports the first failed statement, whichever is awaited first', async () => {
  const fails = statement('test.fails', 'select 1 / 0');
  const wrapped = async (work: () => Promise<number>) => await (async () => await work())();
  const failing = db.transaction((tx) =>
    Promise.all([wrapped(() => tx.run(fails)), tx.client.query('select 1'), tx.client.query('select 2')]),
  );
  await assert.rejects(failing, /division by zero/);
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

test('reports the statement that failed first, not one behind it that was awaited before', async () => {
  const fails = statement('test.fails', 'select 1 / 0');
  const failing = db.transaction(async (tx) => {
    const first = tx.run(fails);
    first.catch(() => undefined);
    await tx.run(insert, ['behind']);
  });
  await assert.rejects(failing, { code: '22012' });
  const caught = db.transaction(async (tx) => {
    await tx.run(fails).catch(() => undefined);
    await tx.run(insert, ['after']);
  });
  await assert.rejects(caught, { code: '22012' });
  assert.deepEqual(await db.row(count), { n: 0 });
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
    await db.pool.query('select pg_terminate_backend($1::int, 5000)', [rows[0].pid]);
    // The error arrives while no statement runs.
    await ended;
    await client.query('select 1');
  });
  await assert.rejects(lost);
  assert.equal((await db.pool.query('select 1 as one')).rows[0].one, 1);
});

test('two transactions that deadlock both succeed', async () => {
  await db.pool.query(
    'create table counters (id integer primary key, n integer not null); insert into counters values (1, 0), (2, 0)',
  );
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

// With a replica, every reader has a second pool.
await testApi({ db, env: { DATABASE_READ_URL: db.url, DATABASE_URL: db.url } });

const SOURCES = join(import.meta.dirname, '../../src');
const limitsOf = `select name, setting::bigint as ms from pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`;

suite('every connection has time limits', () => {
  test('the pools of the service have both', async () => {
    assert.ok(openPools.size >= 5, `${openPools.size} pools`);
    for (const pool of openPools) {
      const { rows } = await pool.query(limitsOf);
      for (const { name, ms } of rows) assert.ok(ms > 0 && ms <= 120_000, `${name} is ${ms}`);
    }
  });
  test('a connection outside the pools has them too', async () => {
    const client = await db.connect();
    closing(() => client.end());
    const { rows } = await client.query(limitsOf);
    assert.deepEqual(
      rows.map(({ ms }) => Number(ms)),
      [120_000, 60_000],
    );
  });
  test('only these files open connections', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((f) =>
      f.endsWith('.ts'),
    );
    const opening = files.filter((file) =>
      /new (pg\.)?(Pool|Client)\(/.test(readFileSync(join(SOURCES, file), 'utf8')),
    );
    assert.deepEqual(opening.sort(), [
      'db/database.ts',
      'db/embedded/postmaster.ts',
      // These two only read a URL.
      'db/nodes/node-pools.ts',
      'db/open-database.ts',
    ]);
  });
});

test('a statement that takes too long is cancelled, and the connection stays usable', async () => {
  const short = openPool(db.connection, 1, silent, { statementTimeoutMs: 100 });
  closing(() => short.close());
  await assert.rejects(short.pool.query('select pg_sleep(10)'), { code: '57014' });
  assert.equal((await short.pool.query('select 1 as one')).rows[0].one, 1);
  const second = short.openSecondPool(1, '-c jit=off');
  closing(() => second.close());
  await assert.rejects(second.pool.query('select pg_sleep(10)'), { code: '57014' });
});

test('long work has larger limits of its own, for its transaction only', async () => {
  const show = async (client: { query: typeof db.pool.query }) =>
    (await client.query('show statement_timeout')).rows[0].statement_timeout;
  await db.transaction(async (tx) => {
    await allowLongWork(tx.client);
    assert.equal(await show(tx.client as never), '12h');
    const { rows } = await tx.client.query('show idle_in_transaction_session_timeout');
    assert.equal(rows[0].idle_in_transaction_session_timeout, '1h');
  });
  assert.equal(await show(db.pool as never), '1min');
});

test('imports, score runs, migrations and index builds allow long work', () => {
  const users = [
    'db/migrate.ts',
    'domain/federal/import/load-file.ts',
    'domain/safety/run/run-scores.ts',
    'domain/alerts/preview/recent-days.ts',
  ];
  for (const file of users) {
    const text = readFileSync(join(SOURCES, file), 'utf8');
    assert.match(text, /await allowLongWork\(/, file);
    assert.doesNotMatch(text, /statement_timeout = 0/, file);
  }
});
