import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { imageQueue, saveRecognition } from '../../src/domain/images/image-queue.ts';
import { readFields } from '../../src/domain/recognition/readings/read-fields.ts';
import { packReading } from '../../src/domain/recognition/sighting/packed-reading.ts';
import { storedReading } from '../../src/domain/recognition/sighting/view.ts';
import { testApi } from '../support/api.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { startServer } from '../support/start-server.ts';

let now = new Date();
const api = await testApi({ clock: { now: () => now }, env: { DOWNLOADS_AT_ONCE: '4' } });
const partner = await api.customer(['image-ingest-endpoint', 'image-read-endpoint'], 'partner');
const other = await api.customer(['admin']);
const plain = await api.customer(['create-alert-endpoint']);
const headers = await api.bearer(partner);

const images = new Map<string, Buffer>();
const held: (() => void)[] = [];
const base = await startServer((request, response) => {
  const bytes = images.get(request.url ?? '');
  if (request.url === '/503') response.writeHead(503).end();
  else if (request.url === '/page') response.end('<html>no image</html>');
  else if (request.url === '/held') held.push(() => response.end('not an image'));
  else if (bytes) response.end(bytes);
  else response.writeHead(404).end();
});
for (const format of ['jpeg', 'png', 'webp'] as const) images.set(`/${format}`, await sampleImage(format));

function post(payload: unknown, given: Record<string, string> = headers) {
  return api.app.inject({ method: 'POST', url: '/image', headers: given, payload: payload as object });
}

function get(url: string, given: Record<string, string> = headers) {
  return api.app.inject({ method: 'GET', url, headers: given });
}

async function waiting(): Promise<number> {
  const { rows } = await api.db.pool.query(
    'select count(*)::int as n from image_queue where due_at is not null',
  );
  return rows[0].n;
}

suite('200', () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    test(`a ${format} is stored under its period, day and hash, described, and served by its link`, async () => {
      const before = await waiting();
      const response = await post(ingestBody(`${base}/${format}`));
      assert.equal(response.statusCode, 200, response.body);
      const { message, image_id } = response.json();
      assert.equal(message, 'Image received');
      assert.equal(await waiting(), before + 1);

      const bytes = images.get(`/${format}`) ?? Buffer.alloc(0);
      const key = createHash('sha256').update(bytes).digest('hex');
      const folder = join(api.settings.dataDir, 'blobs', '365-days', '2026-03-01');
      assert.ok((await readdir(folder)).includes(key));

      const described = (await get(`/images/${image_id}`)).json();
      assert.equal(described.state, 'stored');
      assert.equal(described.format, format);
      assert.deepEqual([described.width, described.height], [320, 200]);
      assert.equal(described.time_captured, '2026-03-01T12:00:00.000Z');
      const { pathname, search } = new URL(described.image_url);
      const content = await get(pathname + search, {});
      assert.equal(content.statusCode, 200);
      assert.equal(content.headers['content-type'], `image/${format}`);
      assert.deepEqual(content.rawPayload, bytes);
    });
  }

  test('the same image with the same source and time has the same id, also concurrently', async () => {
    images.set('/again', await sampleImage('jpeg', { seed: 7 }));
    const body = ingestBody(`${base}/again`, { source: 'twice' });
    const responses = await Promise.all([post(body), post(body)]);
    responses.push(await post({ ...body, time_captured: '2026-03-01T14:00:00+02:00' }));
    const ids = responses.map((response) => response.json().image_id);
    assert.equal(new Set(ids).size, 1, JSON.stringify(ids));
    const { rows } = await api.db.pool.query(`select count(*)::int as n from images where source = 'twice'`);
    assert.equal(rows[0].n, 1);
  });

  test('another time, source or organization makes another image', async () => {
    const body = ingestBody(`${base}/again`, { source: 'twice' });
    const ids = [await post(body), await post({ ...body, time_captured: '2026-03-01T12:00:00.001Z' })];
    ids.push(await post({ ...body, source: 'elsewhere' }), await post(body, await api.bearer(other)));
    assert.equal(new Set(ids.map((response) => response.json().image_id)).size, 4);
  });

  test('ignores unknown keys, and accepts a missing, null or empty plate', async () => {
    const body = ingestBody(`${base}/jpeg`, { source: 'plates' });
    for (const plate_number of [undefined, null, '']) {
      const detection_metadata = { ...body.detection_metadata, plate_number, extra: 1 };
      const response = await post({ ...body, detection_metadata, more: true });
      assert.equal(response.statusCode, 200, response.body);
    }
  });

  test('returns readings and failure reasons', async () => {
    const { image_id } = (await post(ingestBody(`${base}/png`, { source: 'recognized' }))).json();
    const reading = { width: 320, height: 200, isWhole: false, lines: [] };
    const read = storedReading(reading, readFields(reading, { logos: [] }));
    const queue = imageQueue();
    const batch = await queue.claim(api.db, 1_000);
    assert.ok(batch.rows.some((row) => row.key === image_id));
    await api.db.transaction(async (tx) => {
      await saveRecognition(
        tx,
        { key: image_id, partition: null },
        { readings: packReading(read), sightingId: null },
      );
      await queue.finish(tx, batch.leaseId, [image_id]);
    });
    const dead = batch.rows.find((row) => row.key !== image_id);
    const reason = 'The image shows no truck.';
    await queue.fail(api.db, batch.leaseId, [{ key: dead?.key ?? '', attempts: 1, reason, hopeless: true }]);
    const done = (await get(`/images/${image_id}`)).json();
    assert.equal(done.state, 'recognized');
    assert.deepEqual(done.readings.lines, read.lines);
    assert.equal(done.sighting, null);
    const failed = (await get(`/images/${dead?.key}`)).json();
    assert.equal(failed.state, 'failed');
    assert.equal(failed.failure_reason, reason);
  });
});

suite('401 and 403', () => {
  const body = ingestBody(`${base}/jpeg`);
  test('a missing or wrong key or token is 401', async () => {
    const { 'x-api-key': key, authorization } = headers;
    const { authorization: foreign } = await api.bearer(other);
    for (const given of [
      {},
      { 'x-api-key': key },
      { authorization },
      { 'x-api-key': 'wrong', authorization },
      { 'x-api-key': key, authorization: 'Bearer wrong' },
      { 'x-api-key': key, authorization: authorization.replace('Bearer', 'Basic') },
      { 'x-api-key': key, authorization: foreign },
      { 'x-api-key': key, 'access-token': authorization.slice(7) },
    ]) {
      const response = await post(body, given as Record<string, string>);
      assert.equal(response.statusCode, 401, JSON.stringify(given));
      assert.equal(typeof response.json().detail, 'string');
    }
  });

  test('an expired token or a missing role is 403', async () => {
    assert.equal((await post(body, await api.bearer(plain))).statusCode, 403);
    now = new Date(Date.now() + 25 * 3_600_000);
    const response = await post(body);
    now = new Date();
    assert.equal(response.statusCode, 403);
  });

  test('a modified or expired link is 403', async () => {
    const { image_id } = (await post(body)).json();
    const { image_url } = (await get(`/images/${image_id}`)).json();
    const good = new URL(image_url);
    const open = (url: URL) => get(url.pathname + url.search, {});
    const touched = (change: (url: URL) => void) => {
      const url = new URL(good);
      change(url);
      return url;
    };
    const later = Number(good.searchParams.get('expires')) + 1;
    const { image_id: another } = (await post(ingestBody(`${base}/png`, { source: 'x' }))).json();
    for (const url of [
      touched((u) => u.searchParams.set('expires', String(later))),
      touched((u) => u.searchParams.set('expires', `${good.searchParams.get('expires')}.0`)),
      touched((u) => u.searchParams.set('signature', 'A'.repeat(43))),
      touched((u) => u.searchParams.set('signature', '')),
      touched((u) => {
        u.pathname = u.pathname.replace(image_id, another);
      }),
    ]) {
      assert.equal((await open(url)).statusCode, 403, url.href);
    }
    assert.equal((await get(good.pathname, {})).statusCode, 400);
    now = new Date(Date.now() + 24 * 3_600_000 + 1);
    assert.equal((await open(good)).statusCode, 403);
    now = new Date();
    assert.equal((await open(good)).statusCode, 200);
  });
});

suite('404', () => {
  test('an image of another organization, or an unknown one', async () => {
    const { image_id } = (await post(ingestBody(`${base}/jpeg`))).json();
    assert.equal((await get(`/images/${image_id}`, await api.bearer(other))).statusCode, 404);
    assert.equal((await get('/images/0190b3a0-0000-7000-8000-000000000000')).statusCode, 404);
    assert.equal((await get('/images/none')).statusCode, 400);
    const { 'x-api-key': key = '', 'access-token': token } = await api.signIn(partner);
    const response = await get(`/images/${image_id}`, { 'x-api-key': key, 'access-token': token });
    assert.equal(response.statusCode, 200, 'either header carries the token');
  });
});

suite('429', () => {
  test('too many concurrent downloads of one organization', async () => {
    const running = [post(ingestBody(`${base}/held`)), post(ingestBody(`${base}/held`))];
    while (held.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const refused = await post(ingestBody(`${base}/jpeg`));
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.headers['retry-after'], '1');
    const foreign = await post(ingestBody(`${base}/jpeg`), await api.bearer(other));
    assert.equal(foreign.statusCode, 200, 'others have their own places');
    for (const release of held.splice(0)) release();
    for (const response of await Promise.all(running)) assert.equal(response.statusCode, 500);
    assert.equal((await post(ingestBody(`${base}/jpeg`))).statusCode, 200);
  });
});

suite('500', () => {
  for (const [path, reason, mayHelp] of [
    ['/none', 'The server responded with status 404.', false],
    ['/page', 'The file is not a JPEG, PNG or WebP image.', false],
    ['/503', 'The server responded with status 503.', true],
  ] as const) {
    test(`a download of ${path} fails with a detail and a header that state whether to retry`, async () => {
      const response = await post(ingestBody(base + path));
      assert.equal(response.statusCode, 500);
      const advice = mayHelp ? 'Retry later.' : 'Retrying will not help.';
      assert.deepEqual(response.json(), { detail: `The image could not be downloaded. ${reason} ${advice}` });
      assert.equal(response.headers['retry-after'], mayHelp ? '60' : undefined);
    });
  }
});
