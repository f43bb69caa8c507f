import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { KeyedGate } from '../../src/lib/async/keyed-gate.ts';

const full = () => new Error('full');
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A task that runs until `end` is called. */
function openTask(started: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    end: resolve,
    task: async () => {
      started.push(name);
      await promise;
      return name;
    },
  };
}

suite('KeyedGate', () => {
  test('a key that floods the gate leaves slots and queue to other keys', async () => {
    const gate = new KeyedGate<number>({ width: 3, widthPerKey: 2, queuePerKey: 2 });
    const started: string[] = [];
    const flood = Array.from({ length: 6 }, (_, i) => openTask(started, `flood ${i}`));
    const results = flood.map(({ task }) => gate.run(1, task, full).catch((error: Error) => error.message));
    const other = openTask(started, 'other');
    const otherResult = gate.run(2, other.task, full);
    await turn();
    assert.deepEqual(started, ['flood 0', 'flood 1', 'other']);
    for (const { end } of [...flood, other]) end();
    assert.equal(await otherResult, 'other');
    const expected = ['flood 0', 'flood 1', 'flood 2', 'flood 3', 'full', 'full'];
    assert.deepEqual(await Promise.all(results), expected);
  });

  test('waiting keys take turns', async () => {
    const gate = new KeyedGate<string>({ width: 1, widthPerKey: 1, queuePerKey: 10 });
    const order: string[] = [];
    const run = (key: string) =>
      gate.run(
        key,
        async () => {
          order.push(key);
          await turn();
        },
        full,
      );
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(run));
    assert.deepEqual(order, ['a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  test('a failed task frees its slot', async () => {
    const gate = new KeyedGate<string>({ width: 1, widthPerKey: 1, queuePerKey: 0 });
    const fail = () => Promise.reject(new Error('task failed'));
    for (let i = 0; i < 3; i++) await assert.rejects(gate.run('a', fail, full), /task failed/);
    assert.equal(await gate.run('a', async () => 'ran', full), 'ran');
  });

  test('never exceeds its limits under random load', async () => {
    const gate = new KeyedGate<number>({ width: 5, widthPerKey: 2, queuePerKey: 100 });
    const running = new Map<number, number>();
    let total = 0;
    const task = (key: number) => async () => {
      running.set(key, (running.get(key) ?? 0) + 1);
      total++;
      assert.ok(total <= 5 && (running.get(key) ?? 0) <= 2);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
      running.set(key, (running.get(key) ?? 0) - 1);
      total--;
    };
    await Promise.all(Array.from({ length: 400 }, (_, i) => gate.run(i % 7, task(i % 7), full)));
    assert.equal(total, 0);
  });
});
