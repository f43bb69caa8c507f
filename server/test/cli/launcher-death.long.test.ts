import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { closing } from '../support/closing.ts';
import { eventually, isAlive, temporaryFolder } from '../support/milepost.ts';

const LAUNCHER = join(import.meta.dirname, '../../bin/milepost.cjs');

test('kill -9 of a launcher on an older Node stops the server and its database', async (t) => {
  const dataDir = await temporaryFolder();
  const olderNode = join(await temporaryFolder(), 'older.cjs');
  writeFileSync(olderNode, `Object.defineProperty(process.versions, 'node', { value: '20.1.0' });`);
  const launcher = spawn(process.execPath, ['--require', olderNode, LAUNCHER, 'start'], {
    env: { PATH: process.env.PATH ?? '', HOME: '/', DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [launcher.stdout, launcher.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const exited = once(launcher, 'exit');
  await eventually(
    'it runs or has failed',
    async () => /is running/.test(output) || launcher.exitCode !== null,
  );
  if (/Node 24/.test(output) && launcher.exitCode === 1)
    return t.diagnostic('skipped: installed without optional packages');
  assert.match(output, /is running/);

  const server = Number(readFileSync(`/proc/${launcher.pid}/task/${launcher.pid}/children`, 'utf8'));
  const database = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  closing(async () => {
    for (const pid of [server, database]) if (isAlive(pid)) process.kill(pid, 'SIGINT');
  });
  assert.ok(isAlive(server) && isAlive(database));
  launcher.kill('SIGKILL');
  await exited;
  await eventually('the server has stopped', async () => !isAlive(server));
  await eventually('the database has stopped', async () => !isAlive(database));
});
