import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openBackupStore } from '../../src/adapters/backup/open-backup-store.ts';
import { listBackupIds } from '../../src/domain/backup/manifest.ts';
import { verifyBackup } from '../../src/domain/backup/verify-backup.ts';
import { ImageSweeper } from '../../src/domain/images/sweep-images.ts';
import { systemClock } from '../../src/lib/clock.ts';
import {
  addImage,
  backUp,
  backupStore,
  blobFolder,
  keysOf,
  liveKeys,
  restoreTo,
} from '../support/backup/backup-world.ts';
import { closing } from '../support/closing.ts';
import { emptyDatabase, testDatabase } from '../support/database.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import {
  credentialsIn,
  eventually,
  milepostProcess,
  signIn,
  spawnMilepost,
  startMilepost,
  statusOf,
  temporaryFolder,
} from '../support/milepost.ts';
import { startServer } from '../support/start-server.ts';

suite('a backup during writes', () => {
  test('has an image for every row and a row for every image, while images arrive, expire and are swept', async () => {
    const database = await testDatabase(12);
    await database.pool.query(
      `insert into organizations (name, kind, timezone) values ('a', 'partner', 'UTC')`,
    );
    const blobs = await blobFolder();
    for (let i = 0; i < 40; i++) await addImage(database, blobs, `first ${i}`);
    const sweeper = new ImageSweeper({ database, clock: systemClock, blobs });
    let isDone = false;
    let added = 0;
    const write = async () => {
      while (!isDone) await addImage(database, blobs, `during ${added++}`);
    };
    const expire = async () => {
      while (!isDone) {
        await database.pool.query(
          `with gone as (update images set image_deleted_at = now() where id in
               (select id from images where image_deleted_at is null order by random() limit 3) returning id, sha256)
           insert into blob_deletions (sha256, class, day, marked_at)
             select sha256, image_class(id), image_folder_day(id), now() - interval '1 hour' from gone
           on conflict (sha256, class, day) do update set marked_at = excluded.marked_at, deleted_at = null`,
        );
        await sweeper.deleteMarked(600_000);
        await pause(5);
      }
    };
    const writers = [write(), write(), expire()];
    const { store } = await backupStore();
    for (let round = 0; round < 2; round++) {
      const { manifest } = await backUp({ database, blobs, store });
      assert.deepEqual(manifest.blobs.missing, [], 'no image was deleted before it was copied');
      const target = await emptyDatabase(4);
      const targetBlobs = await blobFolder();
      await restoreTo({ database: target, blobs: targetBlobs, store, backupId: manifest.id });
      assert.deepEqual(await keysOf(targetBlobs), await liveKeys(target));
    }
    isDone = true;
    await Promise.all(writers);
    assert.ok(added > 10, 'images arrived during the backups');
  });
});

suite('kill -9', () => {
  test('in the middle of a backup leaves nothing that looks complete', async () => {
    const database = await testDatabase(4);
    await database.pool.query(
      `insert into observation_counts
       select n, 'OH', repeat('x', 300), '2026-01-01', false, n from generate_series(1, 400000) n`,
    );
    const place = await temporaryFolder();
    const env = { DATABASE_URL: database.url };
    const { child, exited } = spawnMilepost(['backup', place], await temporaryFolder(), { env });
    const backups = join(place, 'backups');
    const started = () =>
      existsSync(backups) &&
      readdirSync(backups, { recursive: true, withFileTypes: true }).some(
        // A file in the middle of being written has another name.
        (one) => one.isFile() && one.name === 'started.json',
      );
    await eventually('the backup has started', async () => started());
    child.kill('SIGKILL');
    await exited;
    const dataDir = await temporaryFolder();
    const list = await milepostProcess(['backup', '--list', '--json', place], dataDir, { env });
    const listed = JSON.parse(list.stdout);
    assert.equal(listed.backups.length, 0);
    assert.equal(listed.incomplete.length, 1);
    const target = await emptyDatabase(4);
    const restored = await milepostProcess(['restore', place], dataDir, {
      env: { DATABASE_URL: target.url },
    });
    assert.equal(restored.code, 1);
    assert.match(restored.stderr, /There is no complete backup/);
    // The server releases the lock of the killed process when it notices the closed connection.
    const again = await milepostProcess(['backup', '--json', place], dataDir, { env });
    assert.equal(again.code, 0, again.stderr);
    const store = await openBackupStore({ kind: 'files', root: place }, dataDir);
    closing(() => store.close());
    assert.deepEqual((await listBackupIds(store)).incomplete, []);
    assert.deepEqual((await verifyBackup(store, undefined, () => undefined)).problems, []);
  });
});

suite('a restored installation', () => {
  test('starts and serves the same data: demo country, images, alerts and deliveries', async () => {
    const bytes = await sampleImage('jpeg');
    const camera = await startServer((_request, response) => response.end(bytes));
    const imageUrl = `${camera}/a.jpg`;

    const dataDir = await temporaryFolder();
    const running = await startMilepost(dataDir);
    const credentials = credentialsIn(running.output());
    const headersFor = async (url: string) => {
      const token = (await signIn(url, credentials)).token();
      return {
        'x-api-key': credentials.apiKey,
        'access-token': token,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      };
    };
    const headers = await headersFor(running.url);
    const post = async (path: string, body: unknown) => {
      const response = await fetch(`${running.url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      const text = await response.text();
      assert.ok(response.ok, text);
      return JSON.parse(text);
    };
    const { image_id } = await post('/image', ingestBody(imageUrl));
    await post('/alerts/webhook', { webhook_url: imageUrl, secret: 'a secret of 16 characters' });
    await post('/alerts', {
      email: 'a@milepost.example',
      alert_name: 'Backup',
      alert_type: 'hot',
      disabled: false,
      usdot_number: '1',
    });
    await post('/alerts/webhook/test', {});

    const place = await temporaryFolder();
    const made = await milepostProcess(['backup', '--with-secrets', '--json', place], dataDir);
    assert.equal(made.code, 0, made.stderr);
    assert.ok(JSON.parse(made.stdout).images > 1, 'the images of the demo and the new one');
    const verified = await milepostProcess(['backup', '--verify', place], dataDir);
    assert.match(verified.stdout, /is intact/, verified.stderr);
    const read = async (url: string, path: string, as: Record<string, string>) =>
      (await fetch(`${url}${path}`, { headers: as })).json();
    const before = await read(running.url, '/alerts', headers);

    const otherDir = await temporaryFolder();
    const restored = await milepostProcess(['restore', place], otherDir);
    assert.equal(restored.code, 0, restored.stderr);
    assert.match(restored.stdout, /All counts and hashes match/);
    assert.equal(restored.stderr.includes('is not the one at the time of the backup'), false);
    const other = await startMilepost(otherDir);
    assert.equal(await statusOf(`${other.url}/readyz`), 200);
    const otherHeaders = await headersFor(other.url);
    assert.deepEqual(await read(other.url, '/alerts', otherHeaders), before);
    const image = await read(other.url, `/images/${image_id}`, otherHeaders);
    const link = String(image.image_url).replace(/^https?:\/\/[^/]+/, other.url);
    assert.equal(await statusOf(link), 200, JSON.stringify(image));
  });
});
