import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkQueue } from '../../src/db/claim.ts';
import { listen } from '../../src/db/listener.ts';
import { openSessionSlots } from '../../src/db/session-slots.ts';
import { createOrganization } from '../../src/domain/identity/manage-organizations.ts';
import { queues } from '../../src/lib/queues.ts';
import { keepLease } from '../../src/stages/keep-lease.ts';
import { silent } from '../support/cluster.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/milepost.ts';

const db = await testDatabase();

async function listenOn(channel: string) {
  const messages: string[] = [];
  const states: boolean[] = [];
  const listener = await listen(
    db,
    [{ channel, onMessage: (text) => messages.push(text), onState: (live) => states.push(live) }],
    silent,
  );
  return { listener, messages, states };
}

const notify = (channel: string, text: string) => db.pool.query('select pg_notify($1, $2)', [channel, text]);

/** The sessions that run LISTEN as their last statement. */
async function listeningSessions(): Promise<number[]> {
  const { rows } = await db.pool.query(
    `select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`,
  );
  return rows.map(({ pid }) => pid);
}

test('subscribers share one connection and get only the messages of their channels', async () => {
  const first = await listenOn('first');
  const [second, third] = await Promise.all([listenOn('second'), listenOn('first')]);
  assert.equal((await listeningSessions()).length, 1);
  await notify('first', 'a');
  await notify('second', 'b');
  await eventually('all messages', async () => second.messages.length === 1 && third.messages.length === 1);
  assert.deepEqual([first.messages, second.messages, third.messages], [['a'], ['b'], ['a']]);
  for (const { listener } of [first, second, third]) await listener.close();
});

test('a closed subscriber gets no more messages; the last one closes the connection', async () => {
  const [closed, open] = [await listenOn('shared'), await listenOn('shared')];
  await closed.listener.close();
  await notify('shared', 'late');
  await eventually('the message', async () => open.messages.length === 1);
  assert.deepEqual(closed.messages, []);
  assert.equal((await listeningSessions()).length, 1);
  await open.listener.close();
  await eventually('the end of the session', async () => (await listeningSessions()).length === 0);
  const next = await listenOn('shared');
  await notify('shared', 'again');
  await eventually('the message of a new connection', async () => next.messages.length === 1);
  await next.listener.close();
});

test('after a lost connection all subscribers are told, and one that joined meanwhile gets messages', async () => {
  const [first, second] = [await listenOn('first'), await listenOn('second')];
  const [pid] = await listeningSessions();
  await db.pool.query('select pg_terminate_backend($1::int)', [pid]);
  await eventually('the loss', async () => first.states.includes(false));
  const late = await listenOn('late');
  const all = [first, second, late];
  await eventually('the new connection', async () => all.every(({ listener }) => listener.isLive()));
  assert.deepEqual(
    [first.states, second.states, late.states],
    [[true, false, true], [true, false, true], [true]],
  );
  await notify('late', 'x');
  await notify('second', 'y');
  await eventually('the messages', async () => late.messages.length + second.messages.length === 2);
  for (const { listener } of all) await listener.close();
});

const CLASS = 900;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('never more holders than slots over several connections', async () => {
  const pools = [1, 2, 3].map(() => openSessionSlots(db, 2, silent));
  let [holding, most, taken, refused] = [0, 0, 0, 0];
  const caller = async (n: number) => {
    for (let i = 0; i < 25; i++) {
      const release = await pools[n % 3]?.take(CLASS, 7);
      if (!release) {
        refused++;
        await pause(Math.random() * 4);
        continue;
      }
      taken++;
      most = Math.max(most, ++holding);
      await pause(Math.random() * 3);
      holding--;
      await release();
    }
  };
  await Promise.all(Array.from({ length: 12 }, (_, n) => caller(n)));
  assert.equal(most, 2);
  assert.ok(taken > 20 && refused > 20, `${taken} taken, ${refused} refused`);
  for (const pool of pools) await pool.close();
});

test('keys and classes are independent, and a released slot is free at once', async () => {
  const slots = openSessionSlots(db, 2, silent);
  const other = openSessionSlots(db, 2, silent);
  const held = [await slots.take(CLASS, 1), await other.take(CLASS, 1)];
  assert.ok(held[0] && held[1]);
  assert.equal(await slots.take(CLASS, 1), null);
  assert.equal(await other.take(CLASS, 1), null);
  const elsewhere = [await slots.take(CLASS, 2), await slots.take(CLASS + 10, 1)];
  assert.ok(elsewhere[0] && elsewhere[1]);
  for (let i = 0; i < 200; i++) {
    await held[i % 2]?.();
    const next: (() => Promise<void>) | null = await (i % 3 ? slots : other).take(CLASS, 1);
    assert.ok(next, `refused in round ${i}`);
    held[i % 2] = next;
  }
  await slots.close();
  await other.close();
});

test('a lost connection releases its slots and is opened again', async () => {
  const slots = openSessionSlots(db, 2, silent);
  const other = openSessionSlots(db, 2, silent);
  const lost = [await slots.take(CLASS, 3), await slots.take(CLASS, 3)];
  assert.equal(await other.take(CLASS, 3), null);
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = ${CLASS} and objid = 3`,
  );
  await eventually('the slots are released', async () => (await other.take(CLASS, 3)) !== null);
  for (const release of lost) await release?.();
  await eventually('the connection is opened again', async () => (await slots.take(CLASS, 3)) !== null);
  await slots.close();
  await other.close();
});

test('a lease is extended until another worker has the row', async ({ mock }) => {
  const { organization_id } = await createOrganization(db, { name: 'Keeper', kind: 'partner' });
  mock.timers.enable({ apis: ['setInterval'] });
  await db.pool.query('insert into revisits (sighting_id, bucket, organization_id) values (1, 1, $1)', [
    organization_id,
  ]);
  const short = new WorkQueue<{ key: number }>({ ...queues.revisits, leaseMs: 60_000 });
  const { leaseId } = await short.claim(db, 1);
  let isLost = false;
  const stop = keepLease(db, short, leaseId, 1, () => {
    isLost = true;
  });
  for (let leases = 0; leases < 2; leases++) {
    await db.pool.query(`update revisits set due_at = now() + interval '5 seconds'`);
    mock.timers.tick(short.leaseMs);
    await eventually('the lease is extended', async () => {
      const { rowCount } = await db.pool.query(
        `select from revisits where due_at > now() + interval '30 seconds'`,
      );
      return rowCount === 1;
    });
  }
  assert.equal((await short.claim(db, 1)).rows.length, 0);
  assert.equal(isLost, false);
  await db.pool.query('update revisits set lease_id = gen_random_uuid()');
  mock.timers.tick(short.leaseMs);
  await eventually('it is lost to someone else', async () => isLost);
  stop();
});
