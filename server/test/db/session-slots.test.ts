import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSessionSlots } from '../../src/db/session-slots.ts';
import { silent } from '../support/cluster.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/milepost.ts';

const db = await testDatabase();
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
