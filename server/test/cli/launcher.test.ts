import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import { temporaryFolder } from '../support/milepost.ts';

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
    for (const name of ['milepost.cjs', 'node24.cjs']) cpSync(join(bin, name), join(folder, name));
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

test('no locked package requires Node 24', () => {
  const packages = Object.entries<{ engines?: { node?: string } }>(readJson('package-lock.json').packages);
  for (const [path, { engines }] of packages)
    assert.doesNotMatch(engines?.node ?? '', /^>= ?(2[3-9]|[3-9]\d)/, path);
});

const LOWEST = 19;
const startAhead = join(import.meta.dirname, '../../src/cli/start-ahead.ts');

/** The priority of a process that has run `startAhead` for a command. */
async function priorityOf(dataDir: string, command: string, more: object = {}): Promise<number> {
  const code = `const { startAhead } = await import(${JSON.stringify(startAhead)});
    await startAhead([${JSON.stringify(command)}, 'file.csv']);
    console.log((await import('node:os')).getPriority());`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return Number(await text(child.stdout));
}

test('an import beside a running embedded server has the lowest priority before its modules are loaded', async () => {
  const own = getPriority();
  const dataDir = await temporaryFolder();
  mkdirSync(join(dataDir, 'postgres'));
  assert.equal(
    await priorityOf(dataDir, 'import'),
    own,
    'without a server: it would start one at the lowest priority',
  );
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n`);
  assert.deepEqual(
    await Promise.all([
      priorityOf(dataDir, 'import'),
      priorityOf(dataDir, 'read'),
      priorityOf(dataDir, 'import', { DATABASE_URL: 'postgres://db.example/milepost' }),
    ]),
    [LOWEST, own, own],
  );
});
