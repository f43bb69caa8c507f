import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { OcrPool } from '../../src/adapters/ocr/ocr-pool.ts';
import { createLog } from '../../src/lib/log.ts';
import { type Customer, testApi } from '../support/api.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { scanBomb } from '../support/images/bad-images.ts';
import { numberedImage } from '../support/images/numbered-image.ts';
import { ingestBody } from '../support/images/sample-images.ts';
import { eventually, isAlive, startMilepost } from '../support/milepost.ts';
import { writeWaiting } from '../support/observations/write-waiting.ts';
import { lettered } from '../support/recognition/lettered.ts';
import { noteClaims } from '../support/recognition/note-claims.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const IMAGES = 8;
const BOMBS = 6;

const dataDir = await temporaryFolder();
const api = await testApi({ env: { DATA_DIR: dataDir } });
const customer = await api.customer(['admin']);
const { db } = api;
const { rawPayload: demo } = await api.app.inject('/demo/truck.jpg');
const base = await startServer((request, response) => {
  response.end(numberedImage(demo, Number(request.url?.slice(1))));
});
const env = { DATABASE_URL: db.url, RECOGNITION_THREADS: '1' };
const claims = await noteClaims(db);
const count = async (condition: string) =>
  (await db.pool.query(`select count(*)::int as n from images where ${condition}`)).rows[0].n as number;
const waiting = async () =>
  (await db.pool.query('select count(*) as n from image_queue where due_at is not null')).rows[0].n as number;

async function ingest(of: Customer, images: number, time_captured: string): Promise<void> {
  const headers = await api.bearer(of);
  for (let n = 0; n < images; n++) {
    const body = ingestBody(`${base}/${n}`, { source: `camera-${n}`, time_captured });
    const payload = { ...body, detection_bounding_box: { xmin: 0, ymin: 0, xmax: 1, ymax: 1 } };
    const response = await api.app.inject({ method: 'POST', url: '/image', headers, payload });
    assert.equal(response.statusCode, 200, response.body);
  }
}

const childrenOf = (pid: number) =>
  execFileSync('pgrep', ['-P', `${pid}`], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);

test('every image is read once even if workers and OCR processes are killed and stopped', async () => {
  await ingest(customer, IMAGES, '2026-03-01T12:00:00Z');
  const first = await startMilepost(dataDir, 'work', { env });
  await eventually('some images are read', async () => (await count('recognized_at is not null')) >= 2);
  const orphans = childrenOf(first.pid);
  first.child.kill('SIGKILL');
  await first.exited;
  await eventually('its OCR processes have ended', async () => !orphans.some(isAlive));

  const second = await startMilepost(dataDir, 'work', { env });
  await eventually('the second worker reads', async () => (await count('recognized_at is not null')) >= 4);
  second.child.kill('SIGTERM');
  assert.equal((await second.exited).code, 0, second.output());
  assert.ok((await waiting()) > 0, 'SIGTERM ends the worker before it has read all images');
  const held = await db.pool.query(
    'select interruptions from image_queue where lease_id is not null and due_at > now()',
  );
  const ofTheKilled = held.rows.filter(({ interruptions }) => interruptions === 0).length;
  assert.equal(held.rowCount, ofTheKilled, 'a stopped worker releases its images');

  const third = await startMilepost(dataDir, 'work', { env });
  await eventually('the third worker reads', async () => (await count('recognized_at is not null')) >= 5);
  for (const pid of childrenOf(third.pid)) process.kill(pid, 'SIGKILL');
  await eventually('all images are read', async () => (await waiting()) === 0);
  third.child.kill('SIGTERM');
  await third.exited;
  assert.equal(await count('sighting_id is not null'), IMAGES);
  assert.ok((await claims('interruptions > 0')) > 0, 'no image was interrupted: the test shows nothing');
  assert.equal(await claims('attempts > 1'), 0, 'no attempt was counted for an interruption');
  // Those that the stopped worker left in the queue.
  await writeWaiting(db);
  const { rows } = await db.pool.query('select image_id, usdot_number from observations');
  assert.equal(new Set(rows.map(({ image_id }) => image_id)).size, IMAGES);
  assert.equal(rows.length, IMAGES);
  assert.equal(new Set(rows.map(({ usdot_number }) => usdot_number)).size, 1, 'all show the same truck');
  assert.deepEqual(await countDifferences(db), []);
});

test('scan bombs that pass the checks of ingest fail, and images of another organization are read', async () => {
  const attacker = await api.customer(['admin']);
  const bytes = await scanBomb(800, 2_000);
  for (let n = 0; n < BOMBS; n++) await store(attacker.organizationId, numberedImage(bytes, n), n);
  await ingest(customer, 3, '2026-03-02T12:00:00Z');
  const worker = await startMilepost(dataDir, 'work', { env });
  await eventually('no image waits', async () => (await waiting()) === 0);
  worker.child.kill('SIGTERM');
  await worker.exited;
  const { rows: failures } = await db.pool.query('select failure from image_queue where died_at is not null');
  assert.deepEqual(failures, Array(BOMBS).fill({ failure: 'The JPEG has more than 100 scans.' }));
  assert.equal(await count(`time_captured = '2026-03-02T12:00:00Z' and recognized_at is not null`), 3);
});

/** Stores and queues an image without the checks of ingest. */
async function store(organizationId: number, bytes: Buffer, n: number): Promise<void> {
  const { blobs } = api.services.images;
  const sha256 = createHash('sha256').update(bytes).digest();
  const file = blobs.staging.create();
  await file.append(bytes);
  await blobs.put(sha256.toString('hex'), file, { contentType: 'image/jpeg' });
  await db.pool.query(
    `with stored as (
     insert into images (id, bucket, organization_id, source, time_captured, sha256, byte_size, format, width, height, box_xmin,
       box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction, alpr_confidence, alpr_state)
     select id, image_bucket(id), $1, $2, now(), $3, $4, 'jpeg', 2000, 2000, 0, 0, 1, 1, 0, 0, 'x', 'TX', 'I-40', 'W', 1, 'TX'
       from (select ('00' || substr(gen_random_uuid()::text, 3))::uuid as id) new
     returning id, bucket)
     insert into image_queue (image_id, bucket, sighting_id, organization_id) select id, bucket, next_sighting_id(bucket), $1 from stored`,
    [organizationId, `bomb-${n}`, sha256, bytes.length],
  );
}

test('an OCR process is killed in the middle of native code without harm to this process', async () => {
  const image = await lettered(Array(8).fill('USDOT 1234567 MC 7654321'), { width: 1_280 });
  for (const afterMs of [300, 1_000, 2_000]) {
    const pool = new OcrPool({ processes: 2, timeoutMs: 20_000, memoryMb: 1_536 }, createLog('silent'));
    const reads = Promise.allSettled([1, 2].map(() => pool.read({ image, box: null })));
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await pool.close();
    assert.equal((await reads).length, 2);
  }
});
