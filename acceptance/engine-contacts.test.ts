import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { canIsolateNetwork, runIsolated } from '../server/test/support/recognition/isolated-process.ts';

// Both wait most of the time.
suite('the recognition engine', { concurrency: true }, () => {
  test('the engine writes no files and contacts nobody in two minutes', async () => {
    const { code, output, files, contacts } = await runIsolated('read-for-seconds.ts', ['120']);
    assert.equal(code, 0, output);
    assert.deepEqual([files, contacts], [[], 0]);
  });

  test('the check above detects the uploads of onnxruntime', async (t) => {
    if (!canIsolateNetwork) return t.diagnostic('not run: it must not reach the network');
    const { contacts } = await runIsolated('load-onnxruntime.ts', ['30']);
    assert.ok(contacts > 0);
  });
});
