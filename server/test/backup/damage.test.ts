import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { undistribute } from '../../src/db/distribute.ts';
import type { BackupStore } from '../../src/domain/backup/backup-store.ts';
import { listBackupIds, writeManifest } from '../../src/domain/backup/manifest.ts';
import { verifyBackup } from '../../src/domain/backup/verify-backup.ts';
import { migrateSchema } from '../../src/domain/migrate-schema.ts';
import {
  addImage,
  backUp,
  backupStore,
  blobFolder,
  keysOf,
  restoreTo,
} from '../support/backup/backup-world.ts';
import { fillTables } from '../support/backup/fill-tables.ts';
import { emptyDatabase, testDatabase } from '../support/database.ts';

const database = await testDatabase();
// A distributed database is refused (distributed.test.ts).
await undistribute(database);
const client = await database.pool.connect();
await fillTables(client).finally(() => client.release());
const blobs = await blobFolder();
const key = await addImage(database, blobs, 'an image');
await addImage(database, blobs, 'another image');

const { store, root } = await backupStore();
const { manifest } = await backUp({ database, blobs, store });
const fileOf = (table: string) =>
  join(root, manifest.tables.find(({ name }) => name === table)?.parts[0]?.file ?? '');

const problems = async () => (await verifyBackup(store, undefined, () => undefined)).problems;

/** Changes a file during `work`. */
async function damaged(path: string, change: (bytes: Buffer) => Buffer | null, work: () => Promise<void>) {
  const bytes = await readFile(path);
  const changed = change(Buffer.from(bytes));
  await (changed === null ? rm(path) : writeFile(path, changed));
  await work().finally(() => writeFile(path, bytes, { mode: 0o600 }));
}

const flipOneBit = (bytes: Buffer) => {
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] as number) ^ 1;
  return bytes;
};

suite('verify', () => {
  test('finds nothing in an intact backup, and reports the rows of its tables', async () => {
    const { problems: found, rows } = await verifyBackup(store, undefined, () => undefined);
    assert.deepEqual(found, []);
    assert.equal(
      rows,
      manifest.tables.reduce((sum, table) => sum + table.rows, 0),
    );
  });

  test('finds a flipped bit in the rows of a table', () =>
    damaged(fileOf('alerts'), flipOneBit, async () => {
      const [problem, ...others] = await problems();
      assert.match(problem ?? '', /alerts\.00000\.zst .* is damaged/);
      assert.deepEqual(others, []);
    }));

  test('finds a missing file', () =>
    damaged(
      fileOf('alerts'),
      () => null,
      async () => {
        assert.match((await problems()).join(), /alerts\.00000\.zst is missing/);
      },
    ));

  test('finds a damaged and a missing image', async () => {
    const path = join(root, 'blobs', key);
    for (const change of [flipOneBit, () => null])
      await damaged(path, change, async () => {
        assert.deepEqual(await problems(), [`image ${key} is missing or damaged`]);
      });
  });

  test('rejects a changed manifest', () =>
    damaged(join(root, 'backups', manifest.id, 'manifest.json'), flipOneBit, async () => {
      await assert.rejects(problems(), /manifest of backup .* is damaged/);
    }));
});

suite('restore', () => {
  test('refuses a database that is not empty, and replaces it on request', async () => {
    const target = await testDatabase(4);
    const targetBlobs = await blobFolder();
    // Its pool must have no other session: that would be a running service.
    await assert.rejects(
      restoreTo({ database: target, blobs: targetBlobs, store }),
      /The database is not empty/,
    );
    await target.pool.query('create table left_over (n integer)');
    await restoreTo({ database: target, blobs: targetBlobs, store, replace: true });
    const { rows } = await target.pool.query(
      `select to_regclass('left_over') as gone, count(*) as n from alerts`,
    );
    assert.deepEqual(rows, [{ gone: null, n: 3 }]);
  });

  test('refuses a blob store that is not empty', async () => {
    const target = await emptyDatabase(4);
    await assert.rejects(restoreTo({ database: target, blobs, store }), /already images in the blob store/);
  });

  test('refuses while Milepost uses the database', async () => {
    const target = await emptyDatabase(4);
    const session = await target.connect();
    await assert.rejects(
      restoreTo({ database: target, blobs: await blobFolder(), store }).finally(() => session.end()),
      /Milepost is using this database/,
    );
  });

  test('a failed restore leaves a database that Milepost refuses to use, and can be repeated', async () => {
    const target = await emptyDatabase(4);
    const targetBlobs = await blobFolder();
    await damaged(fileOf('webhook_deliveries'), flipOneBit, async () => {
      await assert.rejects(
        restoreTo({ database: target, blobs: targetBlobs, store }),
        /webhook_deliveries.* is damaged/,
      );
    });
    await assert.rejects(migrateSchema(target), /A restore of this database did not finish/);
    await restoreTo({ database: target, blobs: targetBlobs, store });
    assert.deepEqual(await migrateSchema(target), []);
    assert.equal((await keysOf(targetBlobs)).length, 2);
  });

  test('fails if the rows of a table differ from the manifest', async () => {
    // The files are intact, but the expected hash is not that of their rows, as if the server had stored other rows.
    const wrong = structuredClone(manifest);
    for (const table of wrong.tables) if (table.name === 'alerts') table.hash = '0'.repeat(16);
    const { store: other } = await backupStore();
    await writeManifest(other, wrong);
    const combined: BackupStore = {
      ...store,
      read: async (name) => (await other.read(name)) ?? store.read(name),
    };
    await assert.rejects(
      restoreTo({
        database: await emptyDatabase(4),
        blobs: await blobFolder(),
        store: combined,
        backupId: manifest.id,
      }),
      /restored table alerts differs from the backup: 3 rows/,
    );
  });
});

suite('backup', () => {
  test('reports a full disk and leaves no complete backup', async () => {
    const { store: real } = await backupStore();
    let writes = 0;
    const full: BackupStore = {
      ...real,
      async write(name, bytes) {
        if (++writes > 5) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        await real.write(name, bytes);
      },
    };
    await assert.rejects(
      backUp({ database, blobs, store: full }),
      /The disk is full .*The backup was not completed/,
    );
    assert.deepEqual((await listBackupIds(real)).complete, []);
    await assert.rejects(
      restoreTo({ database: await emptyDatabase(4), blobs: await blobFolder(), store: real }),
      /There is no complete backup/,
    );
    await backUp({ database, blobs, store: real });
    const { complete, incomplete } = await listBackupIds(real);
    assert.deepEqual([complete.length, incomplete], [1, []], 'the next backup removes the remains');
  });

  test('names the images that the blob store has lost, and backs up the rest', async () => {
    const own = await testDatabase(4);
    await own.pool.query(`insert into organizations (name, kind, timezone) values ('a', 'partner', 'UTC')`);
    const source = await blobFolder();
    const lost = await addImage(own, source, 'lost');
    await addImage(own, source, 'kept');
    await source.delete(lost);
    const { store: place } = await backupStore();
    const result = await backUp({ database: own, blobs: source, store: place });
    assert.deepEqual(result.manifest.blobs.missing, [lost]);
    assert.equal(result.blobsCopied, 1);
    const target = await blobFolder();
    await restoreTo({ database: await emptyDatabase(4), blobs: target, store: place });
    assert.equal((await keysOf(target)).length, 1);
  });
});
