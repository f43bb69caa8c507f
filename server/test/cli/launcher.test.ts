import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { temporaryFolder } from '../support/milepost.ts';

const root = join(import.meta.dirname, '../..');
const launcher = join(root, 'server/bin/milepost.cjs');

/** A preload that makes this Node pass for version 20. */
async function olderNode(): Promise<string> {
  const file = join(await temporaryFolder(), 'older.cjs');
  writeFileSync(file, `Object.defineProperty(process.versions, 'node', { value: '20.1.0' });`);
  return file;
}

suite('whatever Node the machine has', () => {
  test('an older one hands over to the Node that npm brought, with arguments and exit code', async (t) => {
    const preload = ['--require', await olderNode()];
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [...preload, launcher, ...args], { encoding: 'utf8' });
    const listed = run('role', 'list', '--json');
    if (/needs Node 24/.test(listed.stderr))
      return t.diagnostic('installed without optional packages: passed over');
    assert.equal(listed.status, 0, listed.stderr);
    assert.ok(JSON.parse(listed.stdout).roles.length > 10);
    assert.equal(run('nonsense').status, 2);
  });

  test('a Node too old without it gets one clear sentence', async () => {
    const folder = await temporaryFolder();
    cpSync(launcher, join(folder, 'milepost.cjs'));
    const args = ['--require', await olderNode(), join(folder, 'milepost.cjs'), 'start'];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /^Milepost needs Node 24, this is Node 20\.1\.0, .*\n$/);
  });

  test('npm scripts and npx run on Node 24', () => {
    const { bin } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'));
    assert.equal(bin.milepost, 'bin/milepost.cjs');
    const { stdout } = spawnSync('npm', ['exec', '--', 'node', '--version'], { cwd: root, encoding: 'utf8' });
    assert.match(stdout, /^v24\./);
  });
});

suite('the lock file', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  test('names no download address', () => {
    for (const entry of Object.values<{ resolved?: string }>(lock.packages)) {
      assert.ok(!/^https?:/.test(entry.resolved ?? ''), entry.resolved);
    }
  });
  test('pins every package by its content', () => {
    const entries = Object.entries<{ link?: boolean; integrity?: string }>(lock.packages);
    for (const [path, { link, integrity }] of entries) {
      if (path.includes('node_modules/') && !link) assert.match(integrity ?? '', /^sha512-/, path);
    }
  });
  test('every package with an install script is listed, and none may run it', () => {
    const scripted = Object.entries<{ hasInstallScript?: boolean }>(lock.packages)
      .filter(([, entry]) => entry.hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1) ?? '');
    assert.ok(scripted.length > 0);
    for (const name of scripted) assert.equal(own.allowScripts[name], false, `${name} is not listed`);
  });
});
