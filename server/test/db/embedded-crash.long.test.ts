import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import {
  credentialsIn,
  eventually,
  isAlive,
  type Running,
  signIn,
  spawnMilepost,
  startMilepost,
  statusOf,
  temporaryFolder,
} from '../support/milepost.ts';
import { freePort } from '../support/serve-process.ts';

async function postmaster(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

/** The first start fills the database, which takes longer than all else here. A test leaves the folder usable. */
const dataDir = await temporaryFolder();

async function stop({ child, exited }: Running): Promise<void> {
  child.kill('SIGTERM');
  assert.deepEqual(await exited, { code: 0, signal: null });
}

suite('crashes', () => {
  test('after kill -9 of the parent the next start uses the running server', async () => {
    const first = await startMilepost(dataDir);
    const credentials = credentialsIn(first.output());
    const server = await postmaster(dataDir);
    first.child.kill('SIGKILL');
    await first.exited;
    assert.ok(isAlive(server), 'the server outlives its parent');

    const second = await startMilepost(dataDir);
    assert.equal(await postmaster(dataDir), server);
    assert.deepEqual(credentialsIn(second.output()), credentials, 'the same data, the same credentials');
    assert.equal((await signIn(second.url, credentials)).status, 200);
    await stop(second);
    // An orphan stays in the process table until init has reaped it.
    await eventually('the last process stops the server', async () => !isAlive(server));
  });

  test('after kill -9 of the server the parent restarts it', async () => {
    const milepost = await startMilepost(dataDir);
    const credentials = credentialsIn(milepost.output());
    const server = await postmaster(dataDir);
    process.kill(server, 'SIGKILL');
    await eventually('a new server', async () => (await postmaster(dataDir)) !== server);
    await eventually('ready again', async () => (await statusOf(`${milepost.url}/readyz`)) === 200);
    await eventually(
      'signing in again',
      async () => (await signIn(milepost.url, credentials)).status === 200,
    );
    await stop(milepost);
  });

  test('after kill -9 of both the next start recovers', async () => {
    const first = await startMilepost(dataDir);
    const credentials = credentialsIn(first.output());
    const server = await postmaster(dataDir);
    first.child.kill('SIGKILL');
    process.kill(server, 'SIGKILL');
    await first.exited;
    const second = await startMilepost(dataDir);
    assert.equal((await signIn(second.url, credentials)).status, 200);
    await stop(second);
  });

  test('after kill -9 of both in the middle of the first start the next start fills the database', async () => {
    const dataDir = await temporaryFolder();
    const port = await freePort();
    const first = spawnMilepost(['start'], dataDir, { env: { PORT: String(port) } });
    const url = `http://127.0.0.1:${port}`;
    await eventually('the API answers', () =>
      statusOf(`${url}/healthz`).then(
        (status) => status === 200,
        () => false,
      ),
    );
    // The rows of the demo are copied now: the API answers several seconds before they are stored.
    const server = await postmaster(dataDir);
    first.child.kill('SIGKILL');
    process.kill(server, 'SIGKILL');
    await first.exited;

    const second = await startMilepost(dataDir);
    const credentials = credentialsIn(second.output());
    const signedIn = await signIn(second.url, credentials);
    const headers = { 'x-api-key': credentials.apiKey, 'access-token': signedIn.token() };
    assert.equal(await statusOf(`${second.url}/carrier/5000001/signals`, { headers }), 200);
  });

  test('a stale lock file with the process id of another program does not prevent a start', async () => {
    const first = await startMilepost(dataDir);
    const lock = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
    await stop(first);
    const stale = lock.replace(/^\d+/, String(process.pid));
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), stale);
    const second = await startMilepost(dataDir);
    assert.equal(await statusOf(`${second.url}/readyz`), 200);
    await stop(second);
  });
});

test('two processes that start at once on an empty data folder share one server', async () => {
  const dataDir = await temporaryFolder();
  const [a, b] = await Promise.all([startMilepost(dataDir), startMilepost(dataDir)]);
  const server = await postmaster(dataDir);
  // A new backend has the command line of the server until it has set its own.
  await eventually('one server', async () => {
    const processes = execFileSync('ps', ['-eo', 'pid=,args=']).toString().split('\n');
    return processes.filter((line) => line.includes(`-D ${dataDir}/postgres `)).length === 1;
  });
  const credentials = credentialsIn(a.output());
  assert.deepEqual(credentialsIn(b.output()), credentials);

  const token = (await signIn(a.url, credentials)).token();
  const headers = { 'x-api-key': credentials.apiKey, 'access-token': token };
  assert.equal(await statusOf(`${b.url}/auth/me`, { headers }), 200, 'both accept the same token');

  a.child.kill('SIGTERM');
  assert.equal((await a.exited).code, 0);
  assert.ok(isAlive(server), 'the server keeps running for the other process');
  assert.equal((await signIn(b.url, credentials)).status, 200);
  b.child.kill('SIGTERM');
  assert.equal((await b.exited).code, 0);
  await eventually('the last one stops it', async () => !isAlive(server));
});

test('a test file that fails during its set-up stops its server', async () => {
  const support = new URL('../support/database.ts', import.meta.url).href;
  const script = `const { connection } = await (await import('${support}')).testDatabase();
    console.log(connection.host);
    throw new Error('set-up failed');`;
  const { MILEPOST_TEST_CLUSTER: _, TEST_DATABASE_URL: __, NODE_TEST_CONTEXT: ___, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { env });
  assert.notEqual(status, 0);
  const folder = stdout.toString().trim();
  assert.match(folder, /milepost-test-\w+\/postgres$/);
  await eventually('no server of the file', async () => {
    const processes = execFileSync('ps', ['-eo', 'pid=,args=']).toString();
    return !processes.includes(`-D ${folder}`);
  });
});

test('SIGTERM stops accepting connections, finishes running requests, stops PostgreSQL and exits with 0', async () => {
  const milepost = await startMilepost(dataDir);
  const { apiKey, email, password } = credentialsIn(milepost.output());
  const server = await postmaster(dataDir);

  const body = JSON.stringify({ email, password });
  const slow = request(`${milepost.url}/auth/token`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'content-length': body.length },
  });
  const status = new Promise<number>((resolve, reject) => {
    slow.on('response', (response) => resolve(response.statusCode ?? 0));
    slow.on('error', reject);
  });
  slow.write(body.slice(0, 10));
  await new Promise((resolve) => setTimeout(resolve, 200));
  milepost.child.kill('SIGTERM');
  await eventually('no new connections', () =>
    fetch(`${milepost.url}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  slow.end(body.slice(10));
  assert.equal(await status, 200, 'the running request is completed');
  assert.deepEqual(await milepost.exited, { code: 0, signal: null });
  await eventually('PostgreSQL is gone', async () => !isAlive(server));
});
