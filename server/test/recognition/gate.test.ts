import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { NativeGate } from '../../src/adapters/ocr/native-gate.ts';
import { OcrPool } from '../../src/adapters/ocr/ocr-pool.ts';
import { createLog } from '../../src/lib/log.ts';

test('a closed gate waits for who is inside and lets nobody else in', async () => {
  const gate = new NativeGate();
  const { promise, resolve } = Promise.withResolvers<string>();
  const inside = gate.pass(() => promise);
  let isClosed = false;
  const closing = gate.close().then(() => {
    isClosed = true;
  });
  await assert.rejects(
    gate.pass(async () => 'in'),
    /being ended/,
  );
  assert.equal(isClosed, false);
  resolve('done');
  assert.equal(await inside, 'done');
  await closing;
  assert.equal(isClosed, true);
});

test('a reading that is given up in the middle of native code leaves the process alive', async () => {
  // Without the gate the process aborts here, and with it this file.
  const picture = await readFile(join(import.meta.dirname, '../../demo-data/images/cab.jpg'));
  for (const timeoutMs of [250, 600, 1_000, 1_500, 2_100]) {
    const pool = new OcrPool({ threads: 1, timeoutMs }, createLog('silent'));
    const [outcome] = await Promise.allSettled([pool.read({ picture, box: null })]);
    if (outcome?.status === 'rejected') assert.match(outcome.reason.message, /took longer than/);
    await pool.close();
  }
});
