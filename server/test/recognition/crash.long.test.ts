import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { readingToJson } from '../../src/adapters/ocr/http/reading-json.ts';
import { testApi } from '../support/api.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { numberedImage, numberOf } from '../support/images/numbered-image.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { eventually } from '../support/milepost.ts';
import { writeWaiting } from '../support/observations/write-waiting.ts';
import { noteClaims } from '../support/recognition/note-claims.ts';
import { readLines } from '../support/recognition/read-lines.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const IMAGES = 300;
/** The last sixty show twenty trucks, three times each. */
const SINGLE = 240;
const VIEWS = 3;
const BROKEN = IMAGES / 25;
const WORKERS = 3;
const MAIN = join(import.meta.dirname, '../../bin/milepost.cjs');
const KILLS = 6;

const dataDir = await temporaryFolder();
const api = await testApi({ env: { DATA_DIR: dataDir } });
const headers = await api.bearer(await api.customer(['admin']));
const { db } = api;

const base = await sampleImage('jpeg');
const images = await startServer((request, response) => {
  response.end(numberedImage(base, Number(request.url?.slice(1))));
});

/**
 * The engine costs half a second an image, so this one stands in its place behind RECOGNIZER_URL: a numbered image
 * shows the USDOT number of its truck, and every 25th cannot be decoded.
 */
const recognizer = await startServer(async (request, response) => {
  const n = numberOf(Buffer.concat(await request.toArray()));
  await new Promise((resolve) => setTimeout(resolve, 40 + Math.random() * 120));
  response.setHeader('content-type', 'application/json');
  if (n % 25 === 0) {
    response.statusCode = 422;
    response.end(JSON.stringify({ message: 'The image is damaged and cannot be decoded.' }));
  } else {
    response.end(JSON.stringify(readingToJson(readLines([`USDOT ${1_000_000 + truckOf(n)}`]))));
  }
});

const truckOf = (n: number) => (n < SINGLE ? n : SINGLE + Math.floor((n - SINGLE) / VIEWS));

async function ingest(n: number): Promise<string> {
  const truck = truckOf(n);
  const time = new Date(Date.UTC(2026, 2, 1, 12) + truck * 300_000 + n * 1_000);
  const body = ingestBody(`${images}/${n}`, {
    source: `camera-${truck % 7}`,
    time_captured: time.toISOString(),
  });
  const detection_metadata = { ...body.detection_metadata, plate_number: `PL${1000 + truck}` };
  const payload = { ...body, detection_metadata };
  const response = await api.app.inject({ method: 'POST', url: '/image', headers, payload });
  assert.equal(response.statusCode, 200, response.body);
  return response.json().image_id;
}

/** `milepost work` as people run it. */
function startWorker(): ChildProcess {
  const env = { DATABASE_URL: db.url, DATA_DIR: dataDir, DATABASE_POOL_SIZE: '6', LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [MAIN, 'work'], {
    env: { PATH: process.env.PATH, ...env, RECOGNIZER_URL: recognizer, RECOGNITION_THREADS: '2' },
    stdio: 'ignore',
  });
  child.unref();
  started.push(child);
  return child;
}

// A test that fails must leave none behind.
const started: ChildProcess[] = [];
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

const claims = await noteClaims(db);
const count = async (condition: string) =>
  (
    await db.pool.query(
      `select count(*)::int as n from images i left join image_queue q on q.image_id = i.id where ${condition}`,
    )
  ).rows[0].n as number;

test('each of 300 images has one sighting or one failure reason even if workers are killed at random', async (t) => {
  const workers = Array.from({ length: WORKERS }, startWorker);
  const ids = new Map<number, string>();
  const ingesting = (async () => {
    for (let n = 0; n < IMAGES; n++) ids.set(n, await ingest(n));
  })();
  for (let kill = 1; kill <= KILLS; kill++) {
    const aim = Math.floor((IMAGES * kill) / (KILLS + 2));
    while ((await count('q.due_at is null')) < aim) await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
    const which = Math.floor(Math.random() * WORKERS);
    const victim = workers[which] as ChildProcess;
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    workers[which] = startWorker();
  }
  await ingesting;
  await eventually('every image is processed', async () => (await count('q.due_at is not null')) === 0);
  const again = await claims('interruptions > 0');
  t.diagnostic(`${KILLS} kills; ${again} images were read again`);
  assert.ok(again > 0, 'no image was interrupted: the test shows nothing');

  for (const worker of workers) worker.kill('SIGKILL');

  const { rows: images } = await db.pool.query(
    `select i.id, i.sighting_id, q.failure, q.died_at, i.readings
       from images i left join image_queue q on q.image_id = i.id`,
  );
  assert.equal(images.length, IMAGES);
  const failed = images.filter((image) => image.died_at !== null);
  for (const image of images) {
    const isFailed = image.died_at !== null;
    assert.equal(
      image.sighting_id === null,
      isFailed,
      'each image has either a sighting or a failure reason',
    );
    assert.equal(image.failure !== null, isFailed);
  }
  const broken = failed.filter(({ failure }) => failure.includes('damaged'));
  assert.equal(broken.length, BROKEN);
  assert.equal(failed.length, BROKEN, 'a killed worker fails no image');

  // Those that a killed worker left in the queue; written twice, they would differ below.
  await writeWaiting(db);
  const { rows: seen } = await db.pool.query('select * from observations');
  const plates = seen.map((row) => row.alpr_plate_number);
  assert.equal(new Set(plates).size, plates.length, 'no truck is recorded twice');
  const expected = new Set(
    [...ids]
      .filter(([, id]) => !failed.some((image) => image.id === id))
      .map(([n]) => `PL${1000 + truckOf(n)}`),
  );
  assert.deepEqual(plates.sort(), [...expected].sort());
  const shown = seen.flatMap((row) => row.view_image_ids ?? [row.image_id]);
  assert.equal(shown.length, IMAGES - failed.length, 'every image that was read is in one sighting');
  assert.equal(new Set(shown).size, shown.length);
  assert.deepEqual(await countDifferences(db), []);
});
