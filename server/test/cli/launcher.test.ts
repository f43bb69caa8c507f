import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { eventually, isAlive, temporaryFolder } from '../support/milepost.ts';

const root = join(import.meta.dirname, '../../..');
const bin = join(root, 'server/bin');
const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));

/** Runs a script on this Node, which reports itself as Node 20. */
async function runOnNode20(...args: string[]) {
  const preload = join(await temporaryFolder(), 'node20.cjs');
  writeFileSync(preload, `Object.defineProperty(process.versions, 'node', { value: '20.1.0' });`);
  return spawnSync(process.execPath, ['--require', preload, ...args], { cwd: root, encoding: 'utf8' });
}

suite('an older Node', () => {
  test('runs the launcher and the scripts on the Node that npm installed', async (t) => {
    const listed = await runOnNode20(join(bin, 'milepost.cjs'), 'role', 'list', '--json');
    if (/requires Node 24/.test(listed.stderr)) return t.skip('optional packages are not installed');
    assert.equal(listed.status, 0, listed.stderr);
    assert.ok(JSON.parse(listed.stdout).roles.length > 10);
    assert.equal((await runOnNode20(join(bin, 'milepost.cjs'), 'nonsense')).status, 2);
    assert.match((await runOnNode20(join(bin, 'node24.cjs'), '--version')).stdout, /^v24\./);
  });

  test('gets one clear sentence if that Node is not installed', async () => {
    const folder = await temporaryFolder();
    for (const name of ['milepost.cjs', 'node24.cjs', 'stop-with-npm.cjs'])
      cpSync(join(bin, name), join(folder, name));
    const { status, stderr } = await runOnNode20(join(folder, 'milepost.cjs'), 'start');
    assert.equal(status, 1);
    assert.match(stderr, /^Milepost requires Node 24; this is Node 20\.1\.0\. .*\n$/);
  });

  test('can run every npm script', () => {
    for (const [name, command] of Object.entries<string>(readJson('package.json').scripts)) {
      // TypeScript needs Node 24.
      if (/\.ts\b/.test(command)) assert.match(command, /^node server\/bin\/node24\.cjs /, name);
    }
  });
});

test('npm start reports a busy port before it builds the console', async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const { port } = busy.address() as AddressInfo;
  const folder = await temporaryFolder();
  cpSync(bin, join(folder, 'server/bin'), { recursive: true });
  cpSync(join(root, 'scripts/start.mjs'), join(folder, 'scripts/start.mjs'));
  writeFileSync(join(folder, 'scripts/build-console.mjs'), `console.log('built');`);
  const env = { PATH: process.env.PATH, PORT: String(port) };
  const start = spawn(process.execPath, [join(folder, 'scripts/start.mjs')], { env });
  const output = Promise.all(
    [start.stdout, start.stderr].map(async (stream) => (await stream.toArray()).join('')),
  );
  const [code] = await once(start, 'exit');
  busy.close();
  assert.deepEqual(
    [code, ...(await output)],
    [1, '', `Port ${port} is already in use. Set PORT to another port.\n`],
  );
});

test('no locked package requires Node 24', () => {
  const packages = Object.entries<{ engines?: { node?: string } }>(readJson('package-lock.json').packages);
  for (const [path, { engines }] of packages)
    assert.doesNotMatch(engines?.node ?? '', /^>= ?(2[3-9]|[3-9]\d)/, path);
});

suite('a process that npm runs', () => {
  /** `npm start` of a script that runs until it is stopped, as `npm start` of the project does. */
  async function startWithNpm() {
    const folder = await temporaryFolder();
    const pidFile = join(folder, 'pid');
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ scripts: { start: 'node run.cjs && true' } }),
    );
    writeFileSync(
      join(folder, 'run.cjs'),
      `require(${JSON.stringify(join(bin, 'stop-with-npm.cjs'))}).stopWithNpm();
       process.on('SIGTERM', () => process.exit(0));
       setInterval(() => undefined, 1_000);
       require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, process.pid + ' ' + process.ppid);`,
    );
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' });
    let pids: number[] = [];
    await eventually('the script runs', async () => {
      pids = readFileSync(pidFile, 'utf8').split(' ').map(Number);
      return pids.length === 2;
    });
    const [script = 0, shell = 0] = pids;
    return { npm, npmPid: npm.pid ?? 0, shell, script };
  }

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    test(`is stopped when only npm gets ${signal}`, async () => {
      const { npmPid, script } = await startWithNpm();
      process.kill(npmPid, signal);
      await eventually('the script has ended', async () => !isAlive(script));
    });
  }

  test('is stopped when the shell of npm is killed', async () => {
    const { npm, shell, script } = await startWithNpm();
    process.kill(shell, 'SIGKILL');
    await eventually('the script has ended', async () => !isAlive(script));
    npm.kill('SIGKILL');
  });
});

test('a command exits when its work is done, although something in the process still runs', async () => {
  const preload = join(await temporaryFolder(), 'busy.cjs');
  writeFileSync(preload, 'setInterval(() => undefined, 1_000);');
  const args = ['--require', preload, join(bin, 'milepost.cjs'), 'role', 'list', '--json'];
  const { status, signal, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 120_000,
  });
  assert.deepEqual([status, signal], [0, null]);
  assert.ok(JSON.parse(stdout).roles.length > 10, 'its output is complete');
});
