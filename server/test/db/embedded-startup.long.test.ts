import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { findBinaries, locatePackage } from '../../src/db/embedded/binaries.ts';
import { ensureCluster } from '../../src/db/embedded/cluster.ts';
import { explainStartFailure } from '../../src/db/embedded/explain-start-failure.ts';
import { canReach, serviceUser } from '../../src/db/embedded/service-user.ts';
import { sha256 } from '../../src/lib/bytes/hash.ts';
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
/** Whether a user other than root can read this checkout. */
const nobodyCanRead = isRoot && canReach(import.meta.dirname, { name: 'nobody', uid: NOBODY, gid: NOBODY });

suite('starts', () => {
  test('as root, with the server running as another user', async (t) => {
    if (!isRoot) return t.diagnostic('skipped: needs root');
    const dataDir = await temporaryFolder();
    await startMilepost(dataDir, 'serve');
    const pid = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0];
    const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    assert.notEqual(uid, 0);
    assert.equal(uid, statSync(join(dataDir, 'postgres')).uid);
  });

  test('as a user other than root', async (t) => {
    const dataDir = await temporaryFolder();
    if (isRoot && !nobodyCanRead) return t.diagnostic('skipped: nobody cannot read this checkout');
    if (isRoot) chownSync(dataDir, NOBODY, NOBODY);
    const running = await startMilepost(dataDir, 'start', isRoot ? { uid: NOBODY, gid: NOBODY } : {});
    assert.equal(await statusOf(`${running.url}/readyz`), 200);
    assert.equal(statSync(join(dataDir, 'demo-credentials.json')).mode & 0o777, 0o600);
    assert.equal(statSync(join(dataDir, 'postgres')).mode & 0o777, 0o700);
  });

  test('with a data folder under a 0700 parent', async (t) => {
    const parent = await temporaryFolder(0o700);
    const dataDir = join(parent, 'data');
    const running = await startMilepost(dataDir);
    assert.equal(await statusOf(`${running.url}/readyz`), 200);
    running.child.kill('SIGTERM');
    await running.exited;
    const again = await startMilepost(dataDir);
    assert.match(again.output(), /API key +mp_/, 'the second start uses the same database');
    if (!isRoot) return t.diagnostic('the special case needs root');
    const cluster = readlinkSync(join(dataDir, 'postgres'));
    closing(async () => rmSync(cluster, { recursive: true, force: true }));
    assert.match(cluster, /^\/var\/lib\/milepost\/cluster-/);
  });

  test('with a path that is too long for a socket', async () => {
    const dataDir = join(await temporaryFolder(), 'x'.repeat(60), 'y'.repeat(60));
    mkdirSync(dataDir, { recursive: true });
    const running = await startMilepost(dataDir, 'serve');
    assert.equal(await statusOf(`${running.url}/readyz`), 200);
  });
});

suite('the socket folder of a path that is too long', () => {
  const modeAndOwner = (path: string) => {
    const { mode, uid } = statSync(path);
    return [mode & 0o777, uid];
  };
  async function longDataDir(): Promise<string> {
    const dataDir = join(await temporaryFolder(), 'x'.repeat(60), 'y'.repeat(60));
    mkdirSync(dataDir, { recursive: true });
    return dataDir;
  }

  test('is private, and the same for all processes, also after the temporary folder was emptied', async () => {
    const dataDir = await longDataDir();
    const { socketDir, user } = await ensureCluster(dataDir);
    closing(async () => rmSync(socketDir, { recursive: true, force: true }));
    const owner = user?.uid ?? process.getuid?.();
    assert.ok(lstatSync(socketDir).isDirectory());
    assert.deepEqual(modeAndOwner(socketDir), [0o700, owner]);
    rmSync(socketDir, { recursive: true });
    const again = await Promise.all([ensureCluster(dataDir), ensureCluster(dataDir)]);
    assert.deepEqual(
      again.map((cluster) => cluster.socketDir),
      [socketDir, socketDir],
    );
    assert.deepEqual(modeAndOwner(socketDir), [0o700, owner]);
  });

  test('never follows a link that another user made in the temporary folder', async () => {
    const dataDir = await longDataDir();
    const victim = await temporaryFolder();
    const before = modeAndOwner(victim);
    const plant = (path: string) => {
      symlinkSync(victim, path);
      closing(async () => rmSync(path, { force: true }));
    };
    // The name that could be predicted from the path of the cluster.
    plant(join(tmpdir(), `milepost-${sha256(join(dataDir, 'postgres')).toString('hex').slice(0, 16)}`));
    const { socketDir } = await ensureCluster(dataDir);
    assert.deepEqual(modeAndOwner(victim), before);
    assert.notEqual(realpathSync(socketDir), realpathSync(victim));

    rmSync(socketDir, { recursive: true });
    plant(socketDir);
    await assert.rejects(ensureCluster(dataDir), /belongs to another user or is not private\. Delete /);
    assert.deepEqual(modeAndOwner(victim), before);
  });
});

suite('finds the binaries', () => {
  function packageWithoutLinks(target: string): string {
    cpSync(locatePackage(), target, { recursive: true, verbatimSymlinks: true });
    const list = JSON.parse(readFileSync(join(target, 'native/pg-symlinks.json'), 'utf8'));
    for (const link of list) rmSync(join(target, link.target), { force: true });
    return target;
  }
  const version = (postgres: string) => execFileSync(postgres, ['--version'], { env: {} }).toString();

  test('creates the library symlinks that npm ci --ignore-scripts does not create', async () => {
    const folder = await temporaryFolder();
    const copy = packageWithoutLinks(join(folder, 'package'));
    const { postgres } = await findBinaries(null, folder, copy);
    assert.ok(postgres.startsWith(copy));
    assert.match(version(postgres), /^postgres \(PostgreSQL\) 18/);
    assert.equal(spawnSync(join(copy, 'native/bin/initdb'), ['--version'], { env: {} }).status, 0);
  });

  test('copies binaries under a 0700 parent to a folder that the service user can enter', async (t) => {
    if (!isRoot) return t.diagnostic('skipped: needs root');
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

suite('exits with code 1 and one sentence', () => {
  async function refused(dataDir: string, expected: RegExp, options = {}) {
    const { code, stderr } = await milepostProcess(['start'], dataDir, options);
    assert.equal(code, 1, stderr);
    assert.match(stderr, expected);
    assert.doesNotMatch(stderr, /\n\s+at /, 'no stack trace');
  }

  test('without write permission', async (t) => {
    const folder = await temporaryFolder(0o755);
    if (isRoot && !nobodyCanRead) return t.diagnostic('skipped: nobody cannot read this checkout');
    if (!isRoot) chmodSync(folder, 0o555);
    const options = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
    await refused(
      join(folder, 'data'),
      /This user is not allowed to write to .*data\. Change its permissions or set DATA_DIR/,
      options,
    );
  });

  test('if the data folder is a file', async () => {
    const file = join(await temporaryFolder(), 'data');
    writeFileSync(file, '');
    await refused(file, /is not a folder\. Set DATA_DIR/);
  });

  test('if the disk is full', async (t) => {
    const disk = await temporaryFolder();
    const mounted =
      isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk]).status === 0;
    if (!mounted) return t.diagnostic('skipped: cannot mount a file system');
    chmodSync(disk, 0o755);
    try {
      await refused(join(disk, 'data'), /The disk that holds .* is full\. Free some space or set DATA_DIR/);
    } finally {
      await eventually('unmounted', async () => spawnSync('umount', [disk]).status === 0);
    }
  });

  test('for errors of the operating system and of PostgreSQL', () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
    assert.match(explainStartFailure(full, '/d').message, /is full/);
    assert.match(
      explainStartFailure(new Error('could not write: No space left on device'), '/d').message,
      /is full/,
    );
    assert.match(
      explainStartFailure(new Error('could not open: Permission denied'), '/d').message,
      /is not allowed to write/,
    );
    assert.match(explainStartFailure(new Error('strange'), '/d').message, /did not start: strange/);
  });

  test('if the port is in use', async () => {
    const dataDir = await temporaryFolder();
    const running = await startMilepost(dataDir, 'serve');
    await refused(dataDir, /Port \d+ is already in use\. Set PORT/, {
      env: { PORT: new URL(running.url).port },
    });
    assert.equal(await statusOf(`${running.url}/readyz`), 200, 'the first process still works');
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

  test('if the database does not respond', async () => {
    await refused('/tmp', /DATABASE_URL cannot be used after 60 seconds of waiting: ECONNREFUSED/, {
      env: { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' },
    });
  });
});
