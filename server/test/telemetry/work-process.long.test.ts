import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../support/database.ts';
import { eventually, milepostProcess, startMilepost, temporaryFolder } from '../support/milepost.ts';

const db = await testDatabase();
const env = { DATABASE_URL: db.url, LOG_LEVEL: 'warn', METRICS_PORT: '0' };

test('a worker process serves its health and metrics on METRICS_PORT', async () => {
  const dataDir = await temporaryFolder();
  const { output, child, exited } = await startMilepost(dataDir, 'work', { env });
  await eventually('the address', async () => /Health and metrics: http/.test(output()));
  const url = /Health and metrics: (\S+)/.exec(output())?.[1] ?? '';
  for (const path of ['/livez', '/readyz', '/healthz']) {
    const response = await fetch(url + path);
    const ok = path === '/readyz' ? { status: 'ok', degraded: [] } : { status: 'ok' };
    assert.deepEqual([response.status, await response.json()], [200, ok], path);
    assert.match(response.headers.get('x-correlation-id') ?? '', /^[0-9a-f-]{36}$/);
  }
  const text = await (await fetch(`${url}/metrics`)).text();
  for (const check of ['database', 'schema', 'blobs', 'recognizer'])
    assert.match(text, new RegExp(`^milepost_ready\\{check="${check}"\\} 1$`, 'm'));
  assert.match(text, /^milepost_stage_failures_total\{stage="recognize"\} 0$/m);
  const taken = await milepostProcess(['work'], dataDir, {
    env: { ...env, METRICS_PORT: new URL(url).port },
  });
  assert.equal(taken.code, 1);
  assert.match(taken.stderr, /Port \d+ is already in use\. Set METRICS_PORT to another port\./);
  child.kill('SIGTERM');
  assert.deepEqual(await exited, { code: 0, signal: null });
});
