import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { testApi } from '../support/api.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { closing } from '../support/closing.ts';
import { numberedPicture } from '../support/images/numbered-picture.ts';
import { ingestBody } from '../support/images/pictures.ts';
import { eventually, startMilepost } from '../support/milepost.ts';

const PICTURES = 8;

const dataDir = await mkdtemp(join(tmpdir(), 'milepost-engine-'));
closing(() => rm(dataDir, { recursive: true, force: true }));
const api = await testApi({ env: { DATA_DIR: dataDir } });
const { 'x-api-key': key, 'access-token': token } = await api.signIn(await api.customer(['admin']));
const { db } = api;
const { rawPayload: demo } = await api.app.inject('/demo/truck.jpg');
const server = createServer((request, response) => {
  response.end(numberedPicture(demo, Number(request.url?.slice(1))));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
closing(async () => {
  server.close();
  server.closeAllConnections();
});
const pictures = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const count = async (condition: string) =>
  (await db.pool.query(`select count(*)::int as n from images where ${condition}`)).rows[0].n as number;

test('the real engine in real processes, killed and stopped while it reads: each picture once', async () => {
  for (let n = 0; n < PICTURES; n++) {
    const body = ingestBody(`${pictures}/${n}`, { source: `camera-${n}` });
    const payload = { ...body, detection_bounding_box: { xmin: 0, ymin: 0, xmax: 1, ymax: 1 } };
    const headers = { 'x-api-key': key, authorization: `Bearer ${token}` };
    const answer = await api.app.inject({ method: 'POST', url: '/image', headers, payload });
    assert.equal(answer.statusCode, 200, answer.body);
  }
  const env = { DATABASE_URL: db.url, RECOGNITION_THREADS: '1' };
  const first = await startMilepost(dataDir, 'work', { env });
  await eventually(
    'some are through, some are held',
    async () => (await count('recognized_at is not null')) >= 2,
  );
  first.child.kill('SIGKILL');
  await first.exited;
  const second = await startMilepost(dataDir, 'work', { env });
  await eventually('the second one reads', async () => (await count('recognized_at is not null')) >= 4);
  second.child.kill('SIGTERM');
  assert.equal((await second.exited).code, 0, second.output());
  const held = await db.pool.query(
    'select attempts from images where lease_id is not null and due_at > now()',
  );
  const ofTheKilled = held.rows.filter(({ attempts }) => attempts === 1).length;
  assert.equal(held.rowCount, ofTheKilled, 'who is stopped gives back what it held');
  const third = await startMilepost(dataDir, 'work', { env });
  await eventually('all are through', async () => (await count('due_at is not null')) === 0);
  third.child.kill('SIGTERM');
  await third.exited;
  assert.equal(await count('sighting_id is not null'), PICTURES);
  const { rows } = await db.pool.query('select image_id, usdot_number from observations');
  assert.equal(rows.length, PICTURES);
  assert.equal(new Set(rows.map(({ image_id }) => image_id)).size, PICTURES);
  assert.equal(new Set(rows.map(({ usdot_number }) => usdot_number)).size, 1, 'they all show the same truck');
  assert.deepEqual(await countDifferences(db), []);
});
