import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openPool } from '../../src/db/database.ts';
import { openOldServer } from '../../src/db/embedded/old-cluster.ts';
import { DATABASE, openEmbedded } from '../../src/db/embedded/open-embedded.ts';
import { finishReplacement } from '../../src/db/embedded/replace-cluster.ts';
import { serviceUser } from '../../src/db/embedded/service-user.ts';
import { migrateSchema } from '../../src/domain/migrate-schema.ts';
import { describeDatabase } from '../support/backup/describe-database.ts';
import { fillTables } from '../support/backup/fill-tables.ts';
import { silent } from '../support/cluster.ts';
import { milepost, milepostProcess, temporaryFolder } from '../support/milepost.ts';

/** An older server: Debian's packages, or a folder named by the environment. None comes with the npm packages. */
const older = [
  process.env.MILEPOST_OLD_POSTGRES ?? '',
  ...['17', '16', '15'].map((major) => `/usr/lib/postgresql/${major}`),
].find((folder) => ['bin', 'native/bin'].some((bin) => existsSync(join(folder, bin, 'initdb'))));

/** A data folder as an older version of Milepost left it. */
async function oldDataFolder(folder: string): Promise<{ dataDir: string; major: string }> {
  const bin = ['bin', 'native/bin']
    .map((one) => join(folder, one))
    .find((one) => existsSync(join(one, 'initdb')));
  assert.ok(bin);
  const dataDir = await temporaryFolder();
  const cluster = join(dataDir, 'postgres');
  const passwordFile = join(dataDir, 'password');
  mkdirSync(cluster, { mode: 0o700 });
  writeFileSync(passwordFile, 'old-password', { mode: 0o600 });
  const user = serviceUser();
  if (user) for (const path of [cluster, passwordFile]) chownSync(path, user.uid, user.gid);
  execFileSync(
    join(bin, 'initdb'),
    [
      `--pgdata=${cluster}`,
      '--username=milepost',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--auth=scram-sha-256',
    ],
    { ...(user ? { uid: user.uid, gid: user.gid } : {}), cwd: '/', env: { LC_ALL: 'C' }, stdio: 'ignore' },
  );
  renameSync(passwordFile, join(cluster, 'milepost-password'));
  return { dataDir, major: readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim() };
}

suite('a cluster of an older major version', () => {
  test('is refused with an instruction, upgraded with all rows, and kept', async (t) => {
    if (older === undefined) return t.diagnostic('skipped: no older PostgreSQL server on this machine');
    const { dataDir, major } = await oldDataFolder(older);
    const admin = await openOldServer(dataDir, older, 'postgres');
    const postgres = openPool(admin.connection, 1, silent);
    await postgres.pool.query(`create database ${DATABASE}`);
    await postgres.close();
    const database = openPool({ ...admin.connection, database: DATABASE }, 4, silent);
    await migrateSchema(database);
    const client = await database.pool.connect();
    await fillTables(client).finally(() => client.release());
    const before = await describeDatabase(database);
    await database.close();
    await admin.close();

    const refused = await milepost(['doctor'], dataDir);
    assert.equal(refused.code, 1);
    assert.match(refused.stdout, new RegExp(`created by PostgreSQL ${major}.*milepost upgrade --from`));

    const wrong = await milepost(['upgrade', '--from', await temporaryFolder()], dataDir);
    assert.match(wrong.stderr, /There is no PostgreSQL server in/);

    const upgraded = await milepostProcess(['upgrade', '--from', older], dataDir);
    assert.equal(upgraded.code, 0, upgraded.stderr);
    assert.match(upgraded.stdout, /all counts and hashes match/);
    const kept = readdirSync(dataDir).filter((name) => name.startsWith(`postgres-${major}-`));
    assert.equal(kept.length, 1, 'the old files are kept');
    assert.equal(existsSync(join(dataDir, 'postgres-new')), false);
    const again = await milepost(['upgrade', '--from', older], dataDir);
    assert.match(again.stdout, /already uses PostgreSQL/);

    const embedded = await openEmbedded(dataDir, silent);
    const target = openPool(embedded.connection, 4, silent);
    try {
      const after = await describeDatabase(target);
      assert.deepEqual(after.tables, before.tables);
      assert.deepEqual(after.sequences, before.sequences);
      assert.deepEqual(after.indexes, before.indexes);
      assert.deepEqual(after.triggers, before.triggers);
    } finally {
      await target.close();
      await embedded.release();
    }
  });

  test('a replacement that was stopped between its two renames is completed at the next start', async () => {
    const dataDir = await temporaryFolder();
    mkdirSync(join(dataDir, 'postgres-15-old'));
    mkdirSync(join(dataDir, 'postgres-new/postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres-new/postgres/new'), '');
    writeFileSync(join(dataDir, 'postgres-replacement.json'), JSON.stringify({ old: 'postgres-15-old' }));
    await finishReplacement(dataDir);
    assert.deepEqual(readdirSync(join(dataDir, 'postgres')), ['new']);
    assert.equal(existsSync(join(dataDir, 'postgres-replacement.json')), false);
    await finishReplacement(dataDir);
  });
});
