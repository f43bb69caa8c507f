import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openPool, openPools } from '../../src/db/database.ts';
import { allowLongWork } from '../../src/db/long-work.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { silent } from '../support/cluster.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
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
    assert.deepEqual(opening.sort(), ['db/database.ts', 'db/embedded/postmaster.ts', 'db/open-database.ts']);
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
