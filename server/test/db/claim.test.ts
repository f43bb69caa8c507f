import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { WorkQueue } from '../../src/db/claim.ts';
import { listen } from '../../src/db/listener.ts';
import { WORK_CHANNEL, waker } from '../../src/db/wake.ts';
import type { QueueDefinition } from '../../src/lib/queues.ts';
import { silent } from '../support/cluster.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
await db.pool.query(`
  create table chores (
    id bigint primary key generated always as identity,
    organization_id integer not null,
    what text not null default '',
    due_at timestamptz, attempts smallint not null default 0, lease_id uuid, failure text, died_at timestamptz,
    interruptions smallint not null default 0, delayed_since timestamptz
  );
  create index on chores (organization_id, due_at) where due_at is not null;`);

type Chore = { key: number; what: string };
const options: QueueDefinition = {
  name: 'chores',
  table: 'chores',
  description: '',
  key: 'id',
  keyType: 'bigint',
  columns: 'what',
  finished: 'keep',
  fairnessKey: 'organization_id',
  leaseMs: 60_000,
  maxAttempts: 3,
  backoffMs: (attempt) => attempt * 10_000,
};
const queue = () => new WorkQueue<Chore>(options);
const keysOf = (rows: { key: number }[]) => rows.map((row) => row.key);

async function add(organizationId: number, count: number, due = 'now()'): Promise<void> {
  await db.pool.query(
    `insert into chores (organization_id, due_at)
     select $1, ${due} + n * interval '1 microsecond' - interval '1 second' from generate_series(1, $2::int) n`,
    [organizationId, count],
  );
}

async function rowOf(key: number) {
  const { rows } = await db.pool.query('select *, due_at - now() as pause from chores where id = $1', [key]);
  return rows[0];
}

beforeEach(() => db.pool.query('truncate chores restart identity'));

test('an organization with many rows does not starve the others', async () => {
  await add(1, 20_000);
  await add(2, 3);
  await add(3, 40);
  const { rows } = await queue().claim(db, 90);
  const count = (id: number) => rows.filter((row) => row.organization_id === id).length;
  assert.equal(rows.length, 90, 'unused shares go to the organization with more rows');
  assert.equal(count(2), 3);
  assert.equal(count(3), 40);
  assert.equal(count(1), 47);
});

test('with more organizations than rows in a batch, all get a turn in one round', async () => {
  await add(1, 1_000);
  for (let id = 2; id <= 25; id++) await add(id, 2);
  const workers = queue();
  const seen = new Set<number>();
  for (let round = 0; round < 5; round++) {
    for (const row of (await workers.claim(db, 5)).rows) seen.add(row.organization_id);
  }
  assert.equal(seen.size, 25);
});

test('organizations without due rows do not block those after them', async () => {
  for (let id = 1; id <= 30; id++) await add(id, 1, `now() + interval '1 hour'`);
  await add(31, 4);
  const { rows } = await queue().claim(db, 4);
  assert.deepEqual(
    rows.map((row) => row.organization_id),
    [31, 31, 31, 31],
  );
});

test('claims the oldest rows of an organization first', async () => {
  await add(1, 50);
  const { rows } = await queue().claim(db, 10);
  assert.deepEqual(
    keysOf(rows).sort((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
});

test('eight concurrent workers never claim the same row', async () => {
  await add(1, 3_000);
  await add(2, 1_000);
  const held: number[] = [];
  async function work(): Promise<void> {
    const mine = queue();
    for (;;) {
      const { rows } = await mine.claim(db, 37);
      if (rows.length === 0) return;
      held.push(...keysOf(rows));
    }
  }
  await Promise.all(Array.from({ length: 8 }, work));
  // A worker may stop early while the others still hold locks; a last claim takes the rest.
  held.push(...keysOf((await queue().claim(db, 4_000)).rows));
  assert.equal(held.length, 4_000);
  assert.equal(new Set(held).size, 4_000);
});

test('after a lease ends the row can be claimed again, and the first worker can no longer change it', async () => {
  await add(1, 1);
  const first = await queue().claim(db, 1);
  assert.equal((await queue().claim(db, 1)).rows.length, 0);
  await db.pool.query(`update chores set due_at = now() - interval '1 ms'`);
  const second = await queue().claim(db, 1);
  assert.deepEqual([second.rows[0]?.attempts, second.rows[0]?.interruptions], [1, 1]);
  const late = keysOf(first.rows);
  assert.deepEqual(await queue().finish(db, first.leaseId, late), []);
  assert.deepEqual(await queue().extend(db, first.leaseId, late), []);
  assert.deepEqual(await queue().fail(db, first.leaseId, [{ key: 1, attempts: 1, reason: 'late' }]), []);
  assert.equal(await queue().release(db, first.leaseId, late), 0);
  assert.deepEqual(await queue().finish(db, second.leaseId, late), late);
  assert.equal((await rowOf(1)).due_at, null);
});

test('extend prolongs the lease', async () => {
  await add(1, 1);
  const { leaseId } = await queue().claim(db, 1);
  assert.deepEqual(await queue().extend(db, leaseId, [1], 600_000), [1]);
  const { pause } = await rowOf(1);
  assert.ok(pause.minutes >= 9, JSON.stringify(pause));
});

test('a failed row waits for its backoff and fails for good after the last attempt', async () => {
  await add(1, 1);
  for (const attempt of [1, 2, 3]) {
    const { leaseId, rows } = await queue().claim(db, 1);
    assert.equal(rows[0]?.attempts, attempt);
    const died = await queue().fail(db, leaseId, [{ key: 1, attempts: attempt, reason: `no. ${attempt}` }]);
    const row = await rowOf(1);
    assert.equal(row.failure, `no. ${attempt}`);
    assert.deepEqual(died, attempt === 3 ? [1] : []);
    if (attempt < 3) {
      assert.ok(Math.abs(row.pause.seconds - attempt * 10) <= 1, JSON.stringify(row.pause));
      await db.pool.query('update chores set due_at = now()');
    }
  }
  assert.equal((await queue().claim(db, 1)).rows.length, 0);
  const [reason] = await queue().dead(db);
  assert.equal(reason?.reason, 'no. 3');
  assert.equal(reason?.count, 1);
  assert.equal(await queue().reviveDead(db), 1);
  assert.equal((await queue().claim(db, 1)).rows[0]?.attempts, 1);
});

test('a hopeless failure is not retried, and delayMs overrides the backoff', async () => {
  await add(1, 2);
  const { leaseId } = await queue().claim(db, 2);
  const failures = [
    { key: 1, attempts: 1, reason: 'not an image', hopeless: true },
    { key: 2, attempts: 1, reason: 'busy', delayMs: 120_000 },
  ];
  assert.deepEqual(await queue().fail(db, leaseId, failures), [1]);
  assert.equal((await rowOf(2)).pause.minutes, 1);
});

test('a worker that vanishes uses up no attempt, but a row that loses 20 workers is dead', async () => {
  await add(1, 1);
  for (let worker = 1; worker <= 20; worker++) {
    const { rows } = await queue().claim(db, 1);
    assert.deepEqual([rows[0]?.attempts, rows[0]?.interruptions], [1, worker - 1]);
    await db.pool.query(`update chores set due_at = now() - interval '1 ms'`);
  }
  assert.equal((await queue().claim(db, 1)).rows.length, 0);
  const row = await rowOf(1);
  assert.equal(row.failure, 'Every worker that took it stopped without a result.');
  assert.notEqual(row.died_at, null);
});

test('an interrupted row waits its backoff, uses up no attempt, and is dead after 20 interruptions', async () => {
  await add(1, 1);
  for (let time = 1; time <= 20; time++) {
    const { leaseId, rows } = await queue().claim(db, 1);
    assert.equal(rows[0]?.attempts, 1);
    const failure = { key: 1, attempts: 2, reason: 'killed', interrupted: true };
    assert.deepEqual(await queue().fail(db, leaseId, [failure]), time === 20 ? [1] : []);
    if (time === 1) assert.ok(Math.abs((await rowOf(1)).pause.seconds - 20) <= 1);
    await db.pool.query('update chores set due_at = now() where due_at is not null');
  }
  assert.equal((await queue().claim(db, 1)).rows.length, 0);
});

test('released rows are due at once and lose no attempt', async () => {
  await add(1, 1);
  const { leaseId } = await queue().claim(db, 1);
  assert.equal(await queue().release(db, leaseId, [1]), 1);
  assert.equal((await queue().claim(db, 1)).rows[0]?.attempts, 1);
});

test('a queue with finished: delete removes finished rows', async () => {
  const transient = new WorkQueue<Chore>({ ...options, finished: 'delete' });
  await add(1, 2);
  const { leaseId } = await transient.claim(db, 2);
  assert.deepEqual(await transient.finish(db, leaseId, [1]), [1]);
  assert.equal(await rowOf(1), undefined);
});

test('the plan made for an empty table is also good for a full one', async () => {
  const workers = queue();
  for (let i = 0; i < 8; i++) await workers.claim(db, 10);
  await db.pool.query(
    `insert into chores (organization_id, due_at) select 1 + n % 7, now() from generate_series(1, 60000) n`,
  );
  const { rows } = await db.pool.query('select pg_stat_force_next_flush()').then(() => workers.claim(db, 10));
  assert.equal(rows.length, 10);
  const before = await scans();
  for (let i = 0; i < 20; i++) await workers.claim(db, 10);
  assert.equal(await scans(), before, 'no sequential scan');
});

async function scans(): Promise<number> {
  await db.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await db.pool.query(`select seq_scan from pg_stat_user_tables where relname = 'chores'`);
  return rows[0].seq_scan;
}

test('many wake calls send one notification', async () => {
  const heard: string[] = [];
  const { promise: first, resolve } = Promise.withResolvers<void>();
  const onMessage = (table: string) => {
    heard.push(table);
    resolve();
  };
  const listener = await listen(db, [{ channel: WORK_CHANNEL, onMessage, onState: () => undefined }], silent);
  const wake = waker(db);
  for (let i = 0; i < 100; i++) wake('chores');
  await first;
  await listener.close();
  assert.deepEqual(heard, ['chores']);
});

test('claims fairly by another column and skips excluded keys', async () => {
  await db.pool.query(`
    create table if not exists errands (like chores including all, route integer not null);
    create index if not exists errands_waiting on errands (route, due_at) where due_at is not null;
    insert into errands (organization_id, route, due_at)
      select 1, case when n <= 5000 then 1 else 2 + n % 4 end, now() - interval '1 minute' from generate_series(1, 5100) n`);
  const errands = new WorkQueue<Chore>({ ...options, table: 'errands', fairnessKey: 'route' });
  const count = (rows: { fairness_key: number }[], key: number) =>
    rows.filter((row) => row.fairness_key === key).length;
  const fair = await errands.claim(db, 50);
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((key) => count(fair.rows, key)),
    [10, 10, 10, 10, 10],
  );
  const without = await errands.claim(db, 50, [1, 3]);
  assert.equal(without.rows.length, 45, 'all remaining rows of the other keys');
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((key) => count(without.rows, key)),
    [0, 15, 0, 15, 15],
  );
  assert.equal((await errands.claim(db, 50, [1, 3])).rows.length, 0);
  assert.equal(count((await errands.claim(db, 50, [1])).rows, 3), 15);
});
