import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openPool } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { ensureDays } from '../../src/domain/alerts/preview/recent-days.ts';
import { differingSecrets } from '../../src/domain/backup/secrets.ts';
import { verifyBackup } from '../../src/domain/backup/verify-backup.ts';
import { prepareImagePartitions } from '../../src/domain/images/retention/image-partitions.ts';
import { migrateSchema } from '../../src/domain/migrate-schema.ts';
import {
  addImage,
  backUp,
  backupStore,
  blobFolder,
  filesIn,
  keysOf,
  liveKeys,
  restoreTo,
  SECRETS,
} from '../support/backup/backup-world.ts';
import { describeDatabase } from '../support/backup/describe-database.ts';
import { fillTables } from '../support/backup/fill-tables.ts';
import { closing } from '../support/closing.ts';
import { silent } from '../support/cluster.ts';
import { emptyDatabase, testDatabase } from '../support/database.ts';
import { startS3 } from '../support/images/s3-server.ts';

const database = await testDatabase();
const client = await database.pool.connect();
await fillTables(client, 5);
// More than one part, and more rows than one message holds.
await client.query(
  `insert into observation_counts select n, 'OH', repeat('x', 200), '2026-01-01', false, n from generate_series(1, 90000) n`,
);
await client.query(`delete from observation_counts where usdot_number % 7 = 0`);
client.release();
await ensureDays(database, [new Date('2026-11-01T00:00:00Z')]);
await database.pool.query(
  `create index recent_sightings_2026_11_01_search on recent_sightings_2026_11_01 using gin (keys)`,
);
await database.pool.query(`select nextval('observation_ids') from generate_series(1, 41)`);
await database.pool.query('update organizations set image_retention_days = 365');
await prepareImagePartitions(database, new Date());
const blobs = await blobFolder();
for (let i = 0; i < 5; i++) await addImage(database, blobs, `image ${i}`);
const s3 = await startS3();
closing(() => s3.stop());

suite('round trip', () => {
  for (const [kind, url] of [['a folder'], ['a bucket', s3.url]] as const) {
    test(`a backup in ${kind} restores all rows, sequences, indexes, constraints, triggers and images`, async () => {
      const { store, root } = await backupStore(url);
      const { manifest, blobsCopied } = await backUp({ database, blobs, store });
      assert.equal(blobsCopied, 5);
      assert.ok(
        manifest.tables.some(({ parts }) => parts.length > 1),
        'a table has several parts',
      );
      const verified = await verifyBackup(store, undefined, () => undefined);
      assert.deepEqual(verified.problems, []);
      assert.equal(verified.blobs, 5);
      const target = await emptyDatabase();
      const targetBlobs = await blobFolder();
      const restored = await restoreTo({ database: target, blobs: targetBlobs, store });
      assert.deepEqual(restored.migrations, []);
      assert.deepEqual(restored.unknownTables, []);
      assert.deepEqual(await describeDatabase(target), await describeDatabase(database));
      assert.deepEqual(await keysOf(targetBlobs), await liveKeys(target));
      if (url === undefined) {
        for (const name of await filesIn(root)) {
          const { mode } = await stat(join(root, name));
          assert.equal(mode & 0o077, 0, `${name} is private`);
        }
      }
    });
  }

  test('a second backup copies only new images', async () => {
    for (const url of [undefined, s3.url.replace('some/prefix', 'second')]) {
      const { store } = await backupStore(url);
      const source = await blobFolder();
      const own = await testDatabase(4);
      await own.pool.query(`insert into organizations (name, kind, timezone) values ('a', 'partner', 'UTC')`);
      for (const n of [1, 2, 3]) await addImage(own, source, `old ${n}`);
      assert.equal((await backUp({ database: own, blobs: source, store })).blobsCopied, 3);
      await addImage(own, source, 'new');
      const second = await backUp({ database: own, blobs: source, store, keep: 1 });
      assert.equal(second.blobsCopied, 1);
      assert.equal(second.manifest.blobs.rows, 4);
      assert.equal(second.pruned.backups.length, 1, 'the first backup was removed');
      assert.equal((await keysOf(store.blobs)).length, 4, 'its images are still needed');
      await own.pool.query(`update images set image_deleted_at = now() where byte_size = 5`);
      const third = await backUp({ database: own, blobs: source, store, keep: 1 });
      assert.equal(third.pruned.blobs, 3, 'images that no backup refers to are removed');
      assert.deepEqual((await verifyBackup(store, undefined, () => undefined)).problems, []);
    }
  });

  test('a backup of an older version is restored with its schema and then migrated', async () => {
    const old = await emptyDatabase();
    const { rows } = await database.pool.query('select name from milepost_migrations order by name');
    const names: string[] = rows.map(({ name }) => name);
    await migrate(old, { only: names.slice(0, -1) });
    const session = await old.pool.connect();
    await fillTables(session).finally(() => session.release());
    const { store } = await backupStore();
    const oldBlobs = await blobFolder();
    await backUp({ database: old, blobs: oldBlobs, store });
    const target = await emptyDatabase();
    const restored = await restoreTo({ database: target, blobs: await blobFolder(), store });
    assert.deepEqual(restored.migrations, names.slice(-1));
    await migrateSchema(old);
    const [found, expected] = [await describeDatabase(target), await describeDatabase(old)];
    // Each has applied the last migration at its own time.
    for (const one of [found, expected]) delete one.tables.milepost_migrations;
    assert.deepEqual(found, expected);
  });

  test('backup and restore need no superuser', async () => {
    const { store } = await backupStore();
    await backUp({ database, blobs, store });
    const target = await emptyDatabase(4);
    const name = target.connection.database;
    const role = `owner_of_${name}`;
    await database.pool.query(`create role ${role} login password 'not-secret'`);
    await database.pool.query(`alter database ${name} owner to ${role}`);
    const own = openPool({ ...target.connection, user: role, password: 'not-secret' }, 4, silent);
    closing(() => own.close());
    await restoreTo({ database: own, blobs: null, store });
    const { store: second } = await backupStore();
    await backUp({ database: own, blobs: null, store: second });
    assert.deepEqual((await verifyBackup(second, undefined, () => undefined)).problems, []);
    assert.deepEqual(await describeDatabase(own), await describeDatabase(database));
  });

  test('the manifest contains fingerprints of the secrets; the secrets are stored only with --with-secrets', async () => {
    const { store, root } = await backupStore();
    const { manifest } = await backUp({ database, blobs, store });
    assert.deepEqual(differingSecrets(manifest, SECRETS), []);
    assert.deepEqual(differingSecrets(manifest, [{ name: 'SECRET_KEY', value: 'x'.repeat(32) }]), [
      'SECRET_KEY',
    ]);
    assert.equal(JSON.stringify(manifest).includes(SECRETS[0]?.value ?? ''), false);
    assert.equal(
      (await filesIn(root)).some((name) => name.includes('secrets')),
      false,
    );
    await backUp({ database, blobs, store, withSecrets: true });
    assert.equal(
      (await filesIn(root)).some((name) => name.endsWith('secrets.json')),
      true,
    );
  });
});
