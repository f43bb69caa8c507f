import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { keyOfImage } from '../../src/domain/images/blob-key.ts';
import { imageQueue } from '../../src/domain/images/image-queue.ts';
import { codeOf } from '../../src/lib/errors.ts';
import { testApi } from '../support/api.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { freePort, type ServeProcess, startServing } from '../support/serve-process.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const INGESTS = 120;
const AT_ONCE = 12;
const KILLS = 5;

const api = await testApi();
const credentials = await api.bearer(await api.customer(['admin']));
const dataDir = await temporaryFolder();

/** One image, told apart by a comment in it. */
const base = await sampleImage('jpeg');
const imageNumber = (n: number) => {
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 0, 0, n >> 8, n & 255]);
  return Buffer.concat([base.subarray(0, 2), comment, base.subarray(2)]);
};
/** Sends an image in pieces, so that a kill may fall between them. */
const images = await startServer(async (request, response) => {
  const bytes = imageNumber(Number(request.url?.slice(1)));
  for (let at = 0; at < bytes.length; at += 8_192) {
    response.write(bytes.subarray(at, at + 8_192));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
  }
  response.end();
});

test('loses no acknowledged image when it is killed at random points of 120 ingests', async (t) => {
  const env = {
    DATABASE_URL: api.db.url,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    DOWNLOADS_AT_ONCE: '64',
  };
  let running: ServeProcess = await startServing(env);
  const { origin } = running;
  const acknowledged = new Map<number, string>();
  let broken = 0;

  async function post(n: number): Promise<void> {
    const headers = { ...credentials, 'content-type': 'application/json' };
    const body = JSON.stringify(ingestBody(`${images}/${n}`, { source: `camera-${n}` }));
    // As a partner does: again, until it is acknowledged.
    while (!acknowledged.has(n)) {
      try {
        const response = await fetch(`${origin}/image`, { method: 'POST', headers, body });
        const text = await response.text();
        assert.equal(response.status, 200, text);
        acknowledged.set(n, JSON.parse(text).image_id);
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        // Refused means that nobody listens yet; anything else was cut off in the middle.
        if (codeOf((error as Error).cause) !== 'ECONNREFUSED') broken++;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  let next = 0;
  const clients = Array.from({ length: AT_ONCE }, async () => {
    while (next < INGESTS) await post(next++);
  });
  for (let kill = 1; kill <= KILLS; kill++) {
    // Spread over the whole run, each at a moment that nothing in it chooses.
    const aim = Math.floor((INGESTS * kill) / (KILLS + 1));
    while (acknowledged.size < aim) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 15));
    await running.kill();
    running = await startServing(env);
  }
  await Promise.all(clients);
  await running.kill();
  const last = await startServing(env);

  assert.equal(acknowledged.size, INGESTS);
  assert.ok(broken > 0, 'no request was hit: the test shows nothing');
  t.diagnostic(`${KILLS} kills broke ${broken} requests`);

  const { rows } = await api.db.pool.query('select id, sha256 from images');
  assert.equal(rows.length, INGESTS, 'a row for each, none twice');
  const stored = new Map<string, string>(rows.map((row) => [row.id, row.sha256.toString('hex')]));
  for (const [n, id] of acknowledged) {
    const hash = createHash('sha256').update(imageNumber(n)).digest('hex');
    assert.equal(stored.get(id), hash);
    const key = keyOfImage({ id, sha256: Buffer.from(hash, 'hex') });
    assert.deepEqual(await readFile(join(dataDir, 'blobs', key)), imageNumber(n));
  }

  const handedOn = new Set<string>();
  const queue = imageQueue();
  for (
    let batch = await queue.claim(api.db, 50);
    batch.rows.length > 0;
    batch = await queue.claim(api.db, 50)
  ) {
    for (const row of batch.rows) {
      assert.ok(!handedOn.has(row.key), 'handed on twice');
      handedOn.add(row.key);
    }
    await queue.finish(
      api.db,
      batch.leaseId,
      batch.rows.map((row) => row.key),
    );
  }
  assert.deepEqual([...handedOn].sort(), [...acknowledged.values()].sort());

  const incoming = join(dataDir, 'blobs', 'incoming');
  const folders = await readdir(incoming);
  assert.equal(folders.length, 1, 'only the folder of the process that runs');
  for (const folder of folders) assert.deepEqual(await readdir(join(incoming, folder)), []);
  await last.stop();
  assert.deepEqual(await readdir(incoming), [], 'an orderly stop leaves none');
});
