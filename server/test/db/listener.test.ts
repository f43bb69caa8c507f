import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listen } from '../../src/db/listener.ts';
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
  await db.pool.query('select pg_terminate_backend($1)', [pid]);
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
