import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { locksResult } from '../../src/cli/doctor/locks-check.ts';
import { diskResult, memoryResult } from '../../src/cli/doctor/machine-checks.ts';
import { closing } from '../support/closing.ts';
import { startS3 } from '../support/images/s3-server.ts';
import { milepost } from '../support/milepost.ts';
import { LINK_SECRET, SECRET_KEY, startInstallation } from './installation.ts';
import { plantedInDatabase } from './planted-in-database.ts';
import { plantedInServices } from './planted-in-services.ts';
import { plantedInWork } from './planted-in-work.ts';

const installation = await startInstallation();
const { db, dataDir, publicUrl } = installation;
const HEALTHY = {
  MILEPOST_MODE: 'production',
  DATABASE_URL: db.url,
  SECRET_KEY,
  LINK_SECRET,
  PUBLIC_URL: publicUrl,
  METRICS_TOKEN: randomBytes(24).toString('base64'),
  MAIL_FROM: 'alerts@milepost.dev',
  BLOB_URL: pathToFileURL(join(dataDir, 'blobs')).href,
};

type Env = Record<string, string>;
type Finding = { check: string; state: string; says: string; why: string | null; fix: string | null };

async function doctor(env: Env, ...args: string[]): Promise<{ code: number | null; findings: Finding[] }> {
  const options = { env: { ...HEALTHY, ...env } };
  const { code, stdout, stderr } = await milepost(['doctor', '--json', ...args], dataDir, options);
  assert.equal(stderr, '');
  return { code, findings: JSON.parse(stdout).findings };
}

const s3 = await startS3();
closing(s3.stop);
const s3Host = new URL(s3.url).host;

const misconfigurations = {
  ...plantedInDatabase(installation),
  ...plantedInServices(s3Host),
  ...plantedInWork(installation, s3Host),
};

const healthy = await doctor({});

test('an installation without problems has no failed check', () => {
  assert.deepEqual(
    healthy.findings.filter(({ state }) => state === 'failed'),
    [],
  );
  assert.equal(healthy.code, 0);
  const { says, fix } = healthy.findings.find(({ check }) => check === 'mail') ?? {};
  assert.deepEqual(
    [says, fix],
    ['SMTP_URL is not set: emails are written to files', 'Set SMTP_URL=smtps://user:password@host'],
  );
});

for (const [planted, problem] of Object.entries(misconfigurations)) {
  const { check, state, says, fix, env = {}, plant, undo } = problem;
  test(`finds ${planted}`, async () => {
    try {
      await plant?.();
      const added = typeof env === 'function' ? await env() : env;
      const { code, findings } = await doctor(added, '--check', check);
      const found = findings.find((one) => one.check === check);
      assert.ok(found, `${check} was checked`);
      assert.equal(found.state, state, found.says);
      assert.match(found.says, says);
      assert.match(found.fix ?? '', fix);
      assert.ok((found.why ?? '').length > 20);
      assert.equal(code, findings.some((one) => one.state === 'failed') ? 1 : 0);
      // The finding is about the planted problem only if it is absent without it.
      const before = healthy.findings.find((one) => one.check === check);
      if (planted !== 'an http PUBLIC_URL') assert.doesNotMatch(before?.says ?? '', says);
    } finally {
      await undo?.();
    }
  });
}

test('finds a low limit of open files', () => {
  const launcher = join(import.meta.dirname, '../../bin/milepost.cjs');
  const script = `ulimit -n 512; exec "${process.execPath}" "${launcher}" doctor --json --check 'open files'`;
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...HEALTHY };
  const { findings } = JSON.parse(execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }));
  const found = findings.find(({ check }: Finding) => check === 'open files');
  if (process.platform === 'linux')
    assert.deepEqual([found.state, found.says.slice(0, 25)], ['warning', 'this process may open 512']);
  else assert.equal(found.state, 'ok');
});

test('rates the locks that the partitions of images need', () => {
  assert.equal(locksResult({ allowed: 6_400, partitions: 379, indexes: 4 }).state, 'ok');
  assert.equal(locksResult({ allowed: 6_400, partitions: 1_000, indexes: 4 }).state, 'warning');
});

test('rates free disk space and memory', () => {
  const gib = 2 ** 30;
  assert.equal(diskResult(0.5 * gib, 100 * gib).state, 'failed');
  assert.equal(diskResult(3 * gib, 100 * gib).state, 'warning');
  assert.equal(diskResult(30 * gib, 100 * gib).state, 'ok');
  const recognition = {
    url: null,
    token: null,
    models: null,
    threads: 4,
    timeoutMs: 30_000,
    memoryMb: 1_536,
  };
  assert.equal(memoryResult(recognition, 2 * gib).state, 'failed');
  assert.equal(memoryResult(recognition, 4 * gib).state, 'warning');
  assert.equal(memoryResult(recognition, 8 * gib).state, 'ok');
});

test('prints the reason and the fix of each problem, and a summary', async () => {
  const { code, stdout } = await milepost(['doctor'], dataDir, {
    env: { ...HEALTHY, TRUSTED_PROXIES: '0.0.0.0/0' },
  });
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^failed +trusted proxies +0\.0\.0\.0\/0 trusts.*\n +Why: .*\n +Fix: Set TRUSTED_PROXIES/m,
  );
  assert.match(stdout, /\n1 failed, \d+ warnings, \d+ ok\.\n$/);
});
