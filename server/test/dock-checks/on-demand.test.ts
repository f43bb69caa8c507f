import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recognizerOnDemand } from '../../src/adapters/ocr/recognizer-on-demand.ts';
import { eventually } from '../support/milepost.ts';
import { readLines } from '../support/recognition/read-lines.ts';

function counted(idleMs: number) {
  const counts = { opened: 0, closed: 0 };
  const recognizer = recognizerOnDemand(() => {
    counts.opened++;
    return {
      read: async () => readLines([]),
      check: async () => undefined,
      close: async () => void counts.closed++,
    };
  }, idleMs);
  return { counts, recognizer };
}
const request = { image: new Uint8Array(), box: null };

test('a recognizer is opened with the first image and used for the next', async () => {
  const { counts, recognizer } = counted(60_000);
  await recognizer.check();
  assert.deepEqual(counts, { opened: 0, closed: 0 });
  await recognizer.read(request);
  await recognizer.read(request);
  assert.deepEqual(counts, { opened: 1, closed: 0 });
  await recognizer.close();
  assert.deepEqual(counts, { opened: 1, closed: 1 });
  await assert.rejects(recognizer.read(request), /stopping/);
});

test('a recognizer is closed after a time without images and opened again', async () => {
  const { counts, recognizer } = counted(1);
  await recognizer.read(request);
  await eventually('the recognizer is closed', async () => counts.closed === 1);
  await recognizer.read(request);
  assert.equal(counts.opened, 2);
  await recognizer.close();
});
