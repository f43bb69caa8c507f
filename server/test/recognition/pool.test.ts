import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { OcrPool } from '../../src/adapters/ocr/pool/ocr-pool.ts';
import { createLog } from '../../src/lib/log.ts';
import { closing } from '../support/closing.ts';
import { lettered } from '../support/recognition/lettered.ts';

const entry = new URL('../support/recognition/misbehaving-child.ts', import.meta.url);
const [DIE, HANG, THROW, WAIT, WELL] = [1, 2, 3, 4, 9];

function pool(threads = 1, timeoutMs = 5_000): OcrPool {
  const opened = new OcrPool({ threads, timeoutMs, entry }, createLog('silent'));
  closing(() => opened.close());
  return opened;
}

const ask = (of: OcrPool, ...bytes: number[]) => of.read({ picture: Uint8Array.from(bytes), box: null });
const retriable = { name: 'AppError', kind: 'unavailable' };

suite('threads that read', () => {
  test('none starts before there is a picture, and never more than allowed', async () => {
    const readers = pool(2);
    assert.equal(readers.size, 0);
    await ask(readers, WELL);
    assert.equal(readers.size, 1);
    const threads = await Promise.all(Array.from({ length: 6 }, () => ask(readers, WAIT, 2)));
    assert.equal(new Set(threads.map(({ width }) => width)).size, 2);
    assert.equal(readers.size, 2);
  });

  test('one that dies takes only its own picture with it and is replaced', async () => {
    const readers = pool();
    const first = await ask(readers, WELL);
    const [dead, next] = await Promise.allSettled([ask(readers, DIE), ask(readers, WELL)]);
    assert.equal(dead.status, 'rejected');
    assert.ok(next.status === 'fulfilled' && next.value.width !== first.width);
    await assert.rejects(ask(readers, THROW), retriable);
    assert.ok(await ask(readers, WELL));
    assert.equal(readers.size, 1);
  });

  test('one that hangs is given up after its time and is replaced', async () => {
    const readers = pool(1, 2_000);
    const [hung, next] = await Promise.allSettled([ask(readers, HANG), ask(readers, WELL)]);
    assert.ok(hung.status === 'rejected' && /took longer than 2000 ms/.test(hung.reason.message));
    assert.equal(hung.reason.kind, 'unavailable');
    assert.equal(next.status, 'fulfilled');
  });

  test('who gives up waiting is told at once, whether its turn had come or not', async () => {
    const readers = pool();
    const [running, waiting] = [new AbortController(), new AbortController()];
    const picture = Uint8Array.from([WAIT, 30]);
    const first = readers.read({ picture, box: null, signal: running.signal });
    const second = readers.read({ picture, box: null, signal: waiting.signal });
    const last = ask(readers, WELL);
    waiting.abort();
    await assert.rejects(second, /given up/);
    running.abort();
    await assert.rejects(first, retriable);
    assert.ok(await last);
    await assert.rejects(readers.read({ picture, box: null, signal: AbortSignal.abort() }), retriable);
    assert.equal(readers.size, 1);
  });

  test('the caller keeps its bytes', async () => {
    const picture = Uint8Array.from([WELL, 1, 2]);
    await pool().read({ picture, box: null });
    assert.deepEqual([...picture], [WELL, 1, 2]);
  });

  test('closing ends what runs and what waits, and nothing starts afterwards', async () => {
    const readers = pool();
    const asked = Promise.allSettled([ask(readers, HANG), ask(readers, WELL)]);
    await readers.close();
    for (const outcome of await asked)
      assert.ok(outcome.status === 'rejected' && outcome.reason.kind === 'unavailable');
    await assert.rejects(ask(readers, WELL), /stopping/);
    assert.equal(readers.size, 0);
  });
});

test('threads ended in the middle of onnxruntime do not take the process with them', async () => {
  const picture = await lettered(Array(8).fill('USDOT 1234567 MC 7654321'), { width: 1_280 });
  for (const afterMs of [300, 700, 1_100, 1_500]) {
    const readers = new OcrPool({ threads: 2, timeoutMs: 60_000 }, createLog('silent'));
    const asked = Promise.allSettled([1, 2].map(() => readers.read({ picture, box: null })));
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await readers.close();
    assert.equal((await asked).length, 2);
  }
  const hasty = new OcrPool({ threads: 1, timeoutMs: 400 }, createLog('silent'));
  closing(() => hasty.close());
  await assert.rejects(hasty.read({ picture, box: null }), retriable);
});
