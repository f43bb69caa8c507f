import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  credentialsIn,
  milepost,
  signIn,
  startMilepost,
  statusOf,
  temporaryFolder,
} from '../support/milepost.ts';

test('commands share the data folder with a running server; the demo keeps its credentials', async () => {
  const dataDir = await temporaryFolder();
  const first = await startMilepost(dataDir);
  const credentials = credentialsIn(first.output());
  assert.equal((await signIn(first.url, credentials)).status, 200);
  assert.equal(statSync(join(dataDir, 'demo-credentials.json')).mode & 0o777, 0o600);

  const beside = await milepost(
    ['org', 'create', '--name', 'Beside', '--kind', 'partner', '--json'],
    dataDir,
  );
  assert.equal(beside.code, 0, beside.stderr);
  const shown = await milepost(['demo', '--json'], dataDir);
  assert.equal(JSON.parse(shown.stdout).api_key, credentials.apiKey);
  assert.equal((await signIn(first.url, credentials)).status, 200, 'the server keeps running');

  const reset = JSON.parse((await milepost(['demo', '--reset', '--json'], dataDir)).stdout);
  assert.notEqual(reset.api_key, credentials.apiKey);
  assert.equal((await signIn(first.url, credentials)).status, 403, 'the old demo is deleted');
  const renewed = { apiKey: reset.api_key, email: reset.email, password: reset.password };
  assert.equal((await signIn(first.url, renewed)).status, 200);
  first.child.kill('SIGTERM');
  await first.exited;

  const second = await startMilepost(dataDir);
  assert.deepEqual(credentialsIn(second.output()), renewed);
  const curl = /curl -s (\S+) -H '([^']+)' -H '([^']+)' -d '([^']+)'/.exec(second.output());
  assert.ok(curl, 'the banner has a curl command');
  const [, url = '', key = '', type = '', body] = curl;
  const header = (text: string) => text.split(': ') as [string, string];
  assert.equal(await statusOf(url, { method: 'POST', headers: [header(key), header(type)], body }), 200);
});

test('production mode creates no demo and writes no credentials', async () => {
  const dataDir = await temporaryFolder();
  const production = {
    MILEPOST_MODE: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://milepost.example.com',
  };
  const running = await startMilepost(dataDir, 'start', { env: production });
  assert.doesNotMatch(running.output(), /API key/);
  assert.throws(() => statSync(join(dataDir, 'demo-credentials.json')));
  const demo = await milepost(['demo', '--reset'], dataDir, { env: production });
  assert.equal(demo.code, 1);
});
