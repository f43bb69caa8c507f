import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { findBinaries, locatePackage } from '../../src/db/embedded/binaries.ts';
import { explainFailure } from '../../src/db/embedded/explain-failure.ts';
import { canReach, serviceUser } from '../../src/db/embedded/service-user.ts';
import { closing } from '../support/closing.ts';
import {
  eventually,
  milepostProcess,
  startMilepost,
  statusOf,
  temporaryFolder,
} from '../support/milepost.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
/** A user other than root, who can read this checkout. */
const other = isRoot && canReach(import.meta.dirname, { name: 'nobody', uid: NOBODY, gid: NOBODY });

suite('where it can run', () => {
  test('root: the server runs as another user', async (t) => {
    if (!isRoot) return t.diagnostic('not root here: passed over');
    const dataDir = await temporaryFolder();
    await startMilepost(dataDir);
    const pid = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0];
    const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    assert.notEqual(uid, 0);
    assert.equal(uid, statSync(join(dataDir, 'postgres')).uid);
  });

  test('somebody who is not root', async (t) => {
    const dataDir = await temporaryFolder();
    if (isRoot && !other) return t.diagnostic('nobody cannot read this checkout: passed over');
    if (isRoot) chownSync(dataDir, NOBODY, NOBODY);
    const running = await startMilepost(dataDir, 'start', isRoot ? { uid: NOBODY, gid: NOBODY } : {});
    assert.equal(await statusOf(`${running.url}/readyz`), 200);
    assert.equal(statSync(join(dataDir, 'demo-credentials.json')).mode & 0o777, 0o600);
    assert.equal(statSync(join(dataDir, 'postgres')).mode & 0o777, 0o700);
  });

  test('a data folder under a 0700 parent', async (t) => {
    const parent = await temporaryFolder(0o700);
    const dataDir = join(parent, 'data');
    const running = await startMilepost(dataDir);
    assert.equal(await statusOf(`${running.url}/readyz`), 200);
    running.child.kill('SIGTERM');
    await running.exited;
    const again = await startMilepost(dataDir);
    assert.match(again.output(), /API key +mp_/, 'the second start finds the same database');
    if (!isRoot) return t.diagnostic('not root here: the plain case');
    const cluster = readlinkSync(join(dataDir, 'postgres'));
    closing(async () => rmSync(cluster, { recursive: true, force: true }));
    assert.match(cluster, /^\/var\/lib\/milepost\/cluster-/);
  });

  test('a name too long for a socket', async () => {
    const dataDir = join(await temporaryFolder(), 'x'.repeat(60), 'y'.repeat(60));
    mkdirSync(dataDir, { recursive: true });
    const running = await startMilepost(dataDir);
    assert.equal(await statusOf(`${running.url}/readyz`), 200);
  });
});

suite('binaries', () => {
  function packageWithoutLinks(target: string): string {
    cpSync(locatePackage(), target, { recursive: true, verbatimSymlinks: true });
    const list = JSON.parse(readFileSync(join(target, 'native/pg-symlinks.json'), 'utf8'));
    for (const link of list) rmSync(join(target, link.target), { force: true });
    return target;
  }
  const version = (postgres: string) => execFileSync(postgres, ['--version'], { env: {} }).toString();

  test('--ignore-scripts: the library links are made at start', async () => {
    const folder = await temporaryFolder();
    const copy = packageWithoutLinks(join(folder, 'package'));
    const { postgres } = await findBinaries(null, folder, copy);
    assert.ok(postgres.startsWith(copy));
    assert.match(version(postgres), /^postgres \(PostgreSQL\) 18/);
    assert.equal(spawnSync(join(copy, 'native/bin/initdb'), ['--version'], { env: {} }).status, 0);
  });

  test('binaries under a 0700 parent are copied to where the service user can run them', async (t) => {
    if (!isRoot) return t.diagnostic('not root here: passed over');
    const hidden = await temporaryFolder(0o700);
    const spare = await temporaryFolder();
    const copy = packageWithoutLinks(join(hidden, 'package'));
    const user = serviceUser();
    assert.ok(user);
    const { postgres } = await findBinaries(user, spare, copy);
    assert.ok(postgres.startsWith(spare));
    const { uid, gid } = user;
    assert.match(
      execFileSync(postgres, ['--version'], { env: {}, uid, gid, cwd: '/' }).toString(),
      /PostgreSQL/,
    );
    assert.equal((await findBinaries(user, spare, copy)).postgres, postgres, 'copied once');
  });
});

suite('one clear sentence and exit code 1', () => {
  async function refused(dataDir: string, expected: RegExp, options = {}) {
    const { code, stderr } = await milepostProcess(['start'], dataDir, options);
    assert.equal(code, 1, stderr);
    assert.match(stderr, expected);
    assert.doesNotMatch(stderr, /\n\s+at /, 'no stack for the operator');
  }

  test('a missing right', async (t) => {
    const folder = await temporaryFolder(0o755);
    if (isRoot && !other) return t.diagnostic('nobody cannot read this checkout: passed over');
    if (!isRoot) chmodSync(folder, 0o555);
    const options = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
    await refused(
      join(folder, 'data'),
      /This user may not write to .*data\. Give it the right or set DATA_DIR/,
      options,
    );
  });

  test('a data folder that is a file', async () => {
    const file = join(await temporaryFolder(), 'data');
    writeFileSync(file, '');
    await refused(file, /is not a folder\. Set DATA_DIR/);
  });

  test('a full disk', async (t) => {
    const disk = await temporaryFolder();
    const mounted =
      isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk]).status === 0;
    if (!mounted) return t.diagnostic('no file system can be mounted here: passed over');
    chmodSync(disk, 0o755);
    try {
      await refused(join(disk, 'data'), /The disk that holds .* is full\. Free some space or set DATA_DIR/);
    } finally {
      await eventually('unmounted', async () => spawnSync('umount', [disk]).status === 0);
    }
  });

  test('the same from what the system and the server say', () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
    assert.match(explainFailure(full, '/d').message, /is full/);
    assert.match(
      explainFailure(new Error('could not write: No space left on device'), '/d').message,
      /is full/,
    );
    assert.match(
      explainFailure(new Error('could not open: Permission denied'), '/d').message,
      /may not write/,
    );
    assert.match(explainFailure(new Error('strange'), '/d').message, /did not start: strange/);
  });

  test('a port that is taken', async () => {
    const dataDir = await temporaryFolder();
    const running = await startMilepost(dataDir);
    await refused(dataDir, /Port \d+ is taken\. Set PORT/, { env: { PORT: new URL(running.url).port } });
    assert.equal(await statusOf(`${running.url}/readyz`), 200, 'the first one is not harmed');
  });

  test('reports every invalid setting at once, without secrets', async () => {
    const env = {
      PORT: 'x',
      MILEPOST_MODE: 'fast',
      SMTP_URL: 'http://user:hunter2@mail',
      METRICS_TOKEN: 'short',
    };
    const { code, stderr } = await milepostProcess(['start'], '/tmp', { env });
    assert.equal(code, 1);
    for (const name of Object.keys(env)) assert.match(stderr, new RegExp(`- ${name} must be`));
    assert.doesNotMatch(stderr, /hunter2/);
  });

  test('a database that does not answer', async () => {
    await refused('/tmp', /DATABASE_URL cannot be used: ECONNREFUSED/, {
      env: { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' },
    });
  });
});
