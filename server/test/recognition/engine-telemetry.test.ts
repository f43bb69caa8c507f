import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canIsolateNetwork, runIsolated } from '../support/recognition/isolated-process.ts';

test('the engine writes no files and contacts nobody', async () => {
  const { code, output, files, contacts } = await runIsolated('read-for-seconds.ts', ['5']);
  assert.equal(code, 0, output);
  assert.match(output, /1234567/);
  assert.deepEqual(files, []);
  assert.equal(contacts, 0);
});

test('the check above detects the telemetry of onnxruntime', async (t) => {
  if (!canIsolateNetwork) return t.diagnostic('not run: it must not reach the network');
  const { files } = await runIsolated('load-onnxruntime.ts', ['2']);
  assert.notDeepEqual(files, []);
});

test('the environment cannot turn the telemetry on', async (t) => {
  if (!canIsolateNetwork) return t.diagnostic('not run: it must not reach the network');
  const { files } = await runIsolated('read-for-seconds.ts', ['0'], { ORT_DISABLE_TELEMETRY: '0' });
  assert.deepEqual(files, []);
});
