import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { suite, test } from 'node:test';
import { OcrPool, type OcrPoolOptions } from '../../src/adapters/ocr/ocr-pool.ts';
import { ReadInterrupted } from '../../src/domain/recognition/recognizer.ts';
import { OutsideFault } from '../../src/lib/errors.ts';
import { createLog } from '../../src/lib/log.ts';
import { closing } from '../support/closing.ts';
import { scanBomb } from '../support/images/bad-images.ts';
import { eventually, isAlive } from '../support/milepost.ts';
import { lettered } from '../support/recognition/lettered.ts';

const entry = new URL('../support/recognition/misbehaving-child.ts', import.meta.url);
const [EXIT, HANG, ABORT, WAIT, ALLOCATE, READ] = [1, 2, 3, 4, 5, 9];

function openPool(options: Partial<OcrPoolOptions> = {}): OcrPool {
  const defaults = { processes: 1, timeoutMs: 20_000, memoryMb: 1_536 };
  const pool = new OcrPool({ ...defaults, ...options }, createLog('silent'));
  closing(() => pool.close());
  return pool;
}

const read = (pool: OcrPool, ...bytes: number[]) => pool.read({ image: Uint8Array.from(bytes), box: null });
const isInterruption = (error: unknown) => error instanceof ReadInterrupted;
const isFailedAttempt = (error: unknown) =>
  !isInterruption(error) && (error as { kind?: string }).kind === 'unavailable';

suite('OCR processes', () => {
  test('start with the first image and never exceed the configured number', async () => {
    const pool = openPool({ entry, processes: 2 });
    assert.equal(pool.pids.length, 0);
    await read(pool, READ);
    assert.equal(pool.pids.length, 1);
    const readings = await Promise.all(Array.from({ length: 6 }, () => read(pool, WAIT, 30)));
    assert.equal(new Set(readings.map(({ width }) => width)).size, 2);
    assert.equal(pool.pids.length, 2);
  });

  for (const [name, behavior] of Object.entries({ exits: EXIT, aborts: ABORT })) {
    test(`a process that ${name} fails the attempt of its own image only, and is replaced`, async () => {
      const pool = openPool({ entry });
      const first = await read(pool, READ);
      const [crashed, next] = await Promise.allSettled([read(pool, behavior), read(pool, READ)]);
      assert.ok(crashed.status === 'rejected' && isFailedAttempt(crashed.reason));
      assert.match(crashed.reason.message, /crashed/);
      assert.ok(next.status === 'fulfilled' && next.value.width !== first.width);
      assert.equal(pool.pids.length, 1);
    });
  }

  const LIMITS: [string, Partial<OcrPoolOptions>, number, string][] = [
    ['time', { timeoutMs: 2_000 }, HANG, 'longer than 2 seconds'],
    ['memory', { memoryMb: 512 }, ALLOCATE, 'more than 512 MB of memory'],
  ];
  for (const [limit, options, behavior, reason] of LIMITS) {
    test(`a process that exceeds the ${limit} limit is killed and replaced`, async () => {
      const pool = openPool({ entry, ...options });
      const { width: pid } = await read(pool, READ);
      const [failed, next] = await Promise.allSettled([read(pool, behavior), read(pool, READ)]);
      assert.ok(failed.status === 'rejected' && isFailedAttempt(failed.reason));
      assert.equal(failed.reason.message, `Reading the image took ${reason}.`);
      assert.equal(next.status, 'fulfilled');
      assert.equal(isAlive(pid), false);
    });
  }

  test('a process that keeps much memory after a response is replaced before the next image', async () => {
    const pool = openPool({ entry, memoryMb: 20 });
    const pids = [await read(pool, READ), await read(pool, READ)].map(({ width }) => width);
    assert.equal(new Set(pids).size, 2);
  });

  test('a process killed from outside interrupts its image without a failed attempt', async () => {
    const pool = openPool({ entry, processes: 2 });
    const { width: pid } = await read(pool, READ);
    const interrupted = assert.rejects(read(pool, HANG), isInterruption);
    const other = read(pool, WAIT, 50);
    process.kill(pid, 'SIGKILL');
    await interrupted;
    assert.ok(await other);
  });

  test('a process that cannot start is a fault outside the waiting images', async () => {
    const pool = openPool({ entry: new URL('./missing.ts', entry) });
    const reads = await Promise.allSettled([read(pool, READ), read(pool, READ)]);
    for (const outcome of reads)
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof OutsideFault);
  });

  test('an aborted read is rejected at once, whether it has started or not', async () => {
    const pool = openPool({ entry });
    const [running, waiting] = [new AbortController(), new AbortController()];
    const image = Uint8Array.from([WAIT, 30]);
    const first = pool.read({ image, box: null, signal: running.signal });
    const second = pool.read({ image, box: null, signal: waiting.signal });
    const last = read(pool, READ);
    waiting.abort();
    await assert.rejects(second, /canceled/);
    running.abort();
    await assert.rejects(first, isInterruption);
    assert.ok(await last);
    await assert.rejects(pool.read({ image, box: null, signal: AbortSignal.abort() }), isInterruption);
    assert.equal(pool.pids.length, 1);
  });

  test('the bytes of the caller are not detached', async () => {
    const image = Uint8Array.from([READ, 1, 2]);
    await openPool({ entry }).read({ image, box: null });
    assert.deepEqual([...image], [READ, 1, 2]);
  });

  test('closing kills the processes and rejects running, waiting and later reads', async () => {
    const pool = openPool({ entry });
    const { width: pid } = await read(pool, READ);
    const reads = Promise.allSettled([read(pool, HANG), read(pool, READ)]);
    await pool.close();
    for (const outcome of await reads)
      assert.ok(outcome.status === 'rejected' && isInterruption(outcome.reason));
    await assert.rejects(read(pool, READ), /stopping/);
    assert.equal(isAlive(pid), false);
  });
});

suite('the built-in engine', () => {
  test('reads an image full of text, which is searched as a whole, within 400 MB', async () => {
    const pool = openPool({ memoryMb: 400, timeoutMs: 300_000 });
    const rows = Array.from({ length: 20 }, (_, i) => `USDOT 12345${60 + i} TULSA OKLAHOMA FREIGHT`);
    const image = await lettered(rows, { width: 1_280, height: 960, capitals: 24 });
    const { lines } = await pool.read({ image, box: null });
    assert.ok(lines.length >= rows.length, `${lines.length} lines`);
  });

  test('reads other images while bombs of empty progressive scans fail', async () => {
    const pool = openPool({ processes: 2 });
    const bomb = await scanBomb(800);
    const image = await lettered(['USDOT 1234567']);
    const bombs = Array.from({ length: 6 }, () => pool.read({ image: bomb, box: null }));
    const failures = Promise.allSettled(bombs);
    const { lines } = await pool.read({ image, box: null });
    assert.match(lines[0]?.text ?? '', /1234567/);
    for (const outcome of await failures) {
      assert.ok(outcome.status === 'rejected');
      assert.deepEqual(
        [outcome.reason.kind, outcome.reason.message],
        ['invalid', 'The JPEG has more than 100 scans.'],
      );
    }
  });

  test('its processes end when the parent is killed', async () => {
    const script = new URL('./pool-parent.ts', entry).pathname;
    const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await parent.stdout.take(1).toArray();
    const pid = Number(line);
    assert.ok(isAlive(pid));
    parent.kill('SIGKILL');
    await eventually('the OCR process has ended', async () => !isAlive(pid));
  });
});
