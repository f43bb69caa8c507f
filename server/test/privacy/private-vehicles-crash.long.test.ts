import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { readingToJson } from '../../src/adapters/ocr/http/reading-json.ts';
import { ImageSweeper } from '../../src/domain/images/sweep-images.ts';
import type { LocatedPlate } from '../../src/domain/recognition/recognizer.ts';
import { testApi } from '../support/api.ts';
import { numberedImage, numberOf } from '../support/images/numbered-image.ts';
import { ingestBody } from '../support/images/sample-images.ts';
import { eventually } from '../support/milepost.ts';
import { columnsWith } from '../support/privacy/find-value.ts';
import { noteClaims } from '../support/recognition/note-claims.ts';
import { readLines } from '../support/recognition/read-lines.ts';
import { quadAt } from '../support/recognition/text-lines.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const IMAGES = 60;
const WORKERS = 2;
const KILLS = 5;
const MAIN = join(import.meta.dirname, '../../bin/milepost.cjs');
/** All plates of cars begin with it. */
const CAR = 'CKXRW';
const KINDS = ['a car', 'a truck beside a car', 'a truck'] as const;
const kindOf = (n: number) => KINDS[n % KINDS.length];
const carPlate = (n: number) => `${CAR}${100 + n}`;

const dataDir = await temporaryFolder();
const api = await testApi({ env: { DATA_DIR: dataDir, PRIVATE_VEHICLES: 'drop' } });
const headers = await api.bearer(await api.customer(['admin']));
const { db, services, settings } = api;

const base = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#777' } })
  .jpeg()
  .toBuffer();
const images = await startServer((request, response) => {
  response.end(numberedImage(base, Number(request.url?.slice(1))));
});

const plateAt = (text: string, x: number): LocatedPlate => ({
  quad: quadAt(x, 300, 80, 40),
  located: 0.9,
  candidates: [{ text, probability: 0.95 }],
  clarity: 0.9,
  characters: [...text].map(() => 0.95),
  isConfirmed: true,
  states: [],
});

/** In place of the engine, so that the test takes seconds. */
const recognizer = await startServer(async (request, response) => {
  const n = numberOf(Buffer.concat(await request.toArray()));
  await new Promise((resolve) => setTimeout(resolve, 40 + Math.random() * 120));
  const reading = readLines(
    kindOf(n) === 'a car' ? [carPlate(n)] : ['ACME ROCKETS LLC', `USDOT ${1_000_000 + n}`],
  );
  const plates = [
    ...(kindOf(n) === 'a car' ? [] : [plateAt(`TRK${1000 + n}`, 60)]),
    ...(kindOf(n) === 'a truck' ? [] : [plateAt(carPlate(n), 520)]),
  ];
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(readingToJson({ ...reading, plates })));
});

/** The partner takes the car for the truck. */
async function ingest(n: number): Promise<void> {
  const time_captured = new Date(Date.UTC(2026, 4, 4, 10) + n * 300_000).toISOString();
  const body = ingestBody(`${images}/${n}`, { source: `camera-${n % 5}`, time_captured });
  const plate = kindOf(n) === 'a truck' ? {} : { plate_number: carPlate(n) };
  const detection_metadata = { alpr_confidence: 0.9, alpr_state: 'TX', ...plate };
  const detection_bounding_box = { xmin: 0, ymin: 0, xmax: 640, ymax: 400 };
  const payload = { ...body, detection_bounding_box, detection_metadata };
  const response = await api.app.inject({ method: 'POST', url: '/image', headers, payload });
  assert.equal(response.statusCode, 200, response.body);
}

const logPath = join(dataDir, 'worker.log');
const log = openSync(logPath, 'a');
function startWorker(): ChildProcess {
  const env = {
    DATABASE_URL: db.url,
    DATA_DIR: dataDir,
    DATABASE_POOL_SIZE: '6',
    LOG_LEVEL: 'debug',
    PRIVATE_VEHICLES: 'drop',
    RECOGNIZER_URL: recognizer,
    RECOGNITION_THREADS: '2',
  };
  const child = spawn(process.execPath, [MAIN, 'work'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', log, log],
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
const waiting = async () =>
  (await db.pool.query('select count(*)::int as n from image_queue')).rows[0].n as number;

test('workers that are killed leave no plate of a car in tables, files or the log', async (t) => {
  for (let n = 0; n < IMAGES; n++) await ingest(n);
  assert.notDeepEqual(await columnsWith(db, CAR), [], 'before they are read, the images have the plates');
  const workers = Array.from({ length: WORKERS }, startWorker);
  for (let kill = 1; kill <= KILLS; kill++) {
    const aim = Math.ceil(IMAGES * (1 - kill / (KILLS + 1)));
    await eventually(`${aim} images are left`, async () => (await waiting()) <= aim);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
    const victim = workers[kill % WORKERS] as ChildProcess;
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    workers[kill % WORKERS] = startWorker();
  }
  await eventually('every image is read', async () => (await waiting()) === 0);
  const again = await claims('interruptions > 0');
  t.diagnostic(`${KILLS} kills; ${again} images were read again`);
  for (const worker of workers) worker.kill('SIGKILL');

  await new ImageSweeper({
    database: db,
    clock: services.clock,
    blobs: services.images.blobs,
  }).deleteMarked(0);
  assert.deepEqual(await columnsWith(db, CAR), []);
  assert.ok(!(await readFile(logPath, 'latin1')).includes(CAR));
  const { rows } = await db.pool.query('select count(*)::int as n from images');
  assert.equal(rows[0].n, (2 * IMAGES) / KINDS.length, 'every image of a truck is kept');
  const kinds = (await numbersOfStored()).map(kindOf);
  assert.deepEqual(new Set(kinds), new Set(['a truck']), 'other files are covered copies');
  assert.equal(kinds.length, IMAGES / KINDS.length);
});

/** The numbers of the stored files that are as they were sent. A covered copy has no comment. */
async function numbersOfStored(): Promise<number[]> {
  const { blobs } = settings;
  assert.equal(blobs.kind, 'files');
  const names = await readdir(blobs.root, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    names.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name))),
  );
  return files.filter((file) => file.readUInt16BE(2) === 0xff_fe).map(numberOf);
}
