import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDatabase } from '../support/database.ts';
import {
  eventually,
  milepostProcess,
  spawnMilepost,
  startMilepost,
  statusOf,
  temporaryFolder,
} from '../support/milepost.ts';
import { freePort } from '../support/serve-process.ts';

const db = await testDatabase();
const dataDir = await temporaryFolder();

test('prints the banner first, logs one readable line per request, and exits if it cannot start', async () => {
  const env = { DATABASE_URL: db.url, LOG_FORMAT: 'text' };
  const running = await startMilepost(dataDir, 'serve', { env });
  assert.match(running.output(), /^Milepost is running in local mode/);
  assert.equal(await statusOf(`${running.url}/nothing?key=secret`), 404);
  await eventually('the request is logged', async () =>
    /^\d\d:\d\d:\d\d GET \/nothing 404 [\d.]+ ms$/m.test(running.output()),
  );
  assert.doesNotMatch(running.output(), /secret/);

  const { port } = new URL(running.url);
  const second = await milepostProcess(['serve'], dataDir, { env: { ...env, PORT: port } });
  assert.equal(second.code, 1);
  assert.match(second.stderr, /^Port \d+ is already in use/);
});

test('logs JSON lines if standard error is not a terminal, and stops cleanly at Ctrl-C', async () => {
  const running = await startMilepost(dataDir, 'serve', { env: { DATABASE_URL: db.url } });
  await statusOf(`${running.url}/nothing`);
  const logged = () =>
    running
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
  await eventually('the request is logged', async () => logged().some((line) => line.includes('"request"')));
  const { message, path, status } = JSON.parse(logged().at(-1) ?? '');
  assert.deepEqual({ message, path, status }, { message: 'request', path: '/nothing', status: 404 });

  // A terminal and npm both send the signal. The second one must not abort the shutdown.
  running.child.kill('SIGINT');
  running.child.kill('SIGINT');
  assert.deepEqual(await running.exited, { code: 0, signal: null });
});

test('exits with an error and stops listening if a later step of the start fails', async () => {
  const empty = await testDatabase();
  const folder = await temporaryFolder();
  // The demo's credentials cannot be written here; the API listens before that step.
  await mkdir(join(folder, 'demo-credentials.json'));
  const port = await freePort();
  const env = { DATABASE_URL: empty.url, PORT: String(port) };
  const { child, exited, output } = spawnMilepost(['start'], folder, { env });
  let answered = 0;
  while (child.exitCode === null) {
    answered += await statusOf(`http://127.0.0.1:${port}/healthz`).then(
      () => 1,
      () => 0,
    );
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.deepEqual(await exited, [1, null]);
  assert.match(output(), /start failed: .*demo-credentials/);
  assert.ok(answered > 0, 'the API answered before the step failed');
  await assert.rejects(statusOf(`http://127.0.0.1:${port}/healthz`), /fetch failed/);
});
