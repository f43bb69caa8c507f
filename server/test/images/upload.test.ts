import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { keyOfImage } from '../../src/domain/images/blob-key.ts';
import { setQuota } from '../../src/domain/quotas/quota-store.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { scanBomb } from '../support/images/bad-images.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { eventually } from '../support/milepost.ts';
import { startServer } from '../support/start-server.ts';

const api = await testApi();
const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
closing(async () => api.app.server.closeAllConnections());
const partner = await api.customer(['image-ingest-endpoint', 'image-read-endpoint'], 'partner');
const credentials = await api.bearer(partner);
const jpeg = await sampleImage('jpeg');

function record(source = 'camera-1') {
  const { image_url: _, ...rest } = ingestBody('', { source });
  return rest;
}

type Part = [name: string, value: string | Blob];
const parts = (image: Buffer = jpeg, given: unknown = record()): Part[] => [
  ['record', JSON.stringify(given)],
  ['image', new Blob([new Uint8Array(image)])],
];

async function upload(form: Part[], headers: Record<string, string> = credentials) {
  const body = new FormData();
  for (const [name, value] of form) body.append(name, value);
  const response = await fetch(`${origin}/images/upload`, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function count(): Promise<number> {
  return (await api.db.pool.query('select count(*)::int as n from images')).rows[0].n;
}

/** Files that an upload left behind. */
async function staged(): Promise<string[]> {
  const root = join(api.settings.dataDir, 'blobs', 'incoming');
  return (await Promise.all((await readdir(root)).map((folder) => readdir(join(root, folder))))).flat();
}

const blobOf = (id: string, bytes: Buffer) => {
  const sha256 = createHash('sha256').update(bytes).digest();
  return join(api.settings.dataDir, 'blobs', keyOfImage({ id, sha256 }));
};

suite('200', () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    test(`a ${format} is stored under its hash and described`, async () => {
      const bytes = await sampleImage(format, { seed: 7 });
      const { status, body } = await upload(parts(bytes));
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.message, 'Image received');
      assert.deepEqual(await readFile(blobOf(body.image_id, bytes)), bytes);
      const described = await api.app.inject({ url: `/images/${body.image_id}`, headers: credentials });
      const { state, width, height } = described.json();
      assert.deepEqual([state, width, height], ['stored', 320, 200]);
    });
  }

  test('the parts may come in any order, and other parts are ignored', async () => {
    const [first, second] = parts(jpeg, record('order')) as [Part, Part];
    const a = await upload([first, second]);
    const b = await upload([second, ['note', 'x'], first]);
    assert.deepEqual([a.status, b.status], [200, 200]);
    assert.equal(a.body.image_id, b.body.image_id);
  });

  test('the same image by URL and by upload is one image', async () => {
    const camera = await startServer((_request, response) => response.end(jpeg));
    const payload = ingestBody(`${camera}/`, { source: 'both' });
    const byUrl = await api.app.inject({ method: 'POST', url: '/image', headers: credentials, payload });
    const before = await count();
    const uploaded = await upload(parts(jpeg, record('both')));
    assert.equal(uploaded.body.image_id, byUrl.json().image_id);
    assert.equal(await count(), before);
  });
});

suite('rejects', () => {
  test('a record with problems, all at once, and stores nothing', async () => {
    const before = await count();
    const bad = { ...record(), source: '', detection_metadata: { alpr_confidence: 200, alpr_state: 'OK' } };
    const { status, body } = await upload(parts(jpeg, bad));
    assert.equal(status, 422);
    const fields = body.detail.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.'));
    assert.deepEqual(fields.sort(), ['detection_metadata.alpr_confidence', 'source']);
    const time = { ...record(), time_captured: '2100-01-01T00:00:00Z' };
    assert.match(JSON.stringify((await upload(parts(jpeg, time))).body), /24 hours/);
    assert.equal(await count(), before);
  });

  test('a missing part and a record that is not JSON', async () => {
    const [first, second] = parts() as [Part, Part];
    const missing = await upload([first]);
    assert.equal(missing.status, 422);
    assert.deepEqual(missing.body.detail[0].loc, ['body', 'image']);
    assert.deepEqual((await upload([second])).body.detail[0].loc, ['body', 'record']);
    const broken = await upload([['record', '{'], second]);
    assert.equal(broken.status, 422);
    assert.equal(broken.body.detail[0].type, 'json_invalid');
  });

  test('bytes that are not an image, a truncated image and a JPEG with too many scans', async () => {
    const text = await upload(parts(Buffer.from('<html>no image, but long enough to be one</html>')));
    assert.equal(text.status, 422);
    assert.match(text.body.detail[0].msg, /not a JPEG, PNG or WebP/);
    assert.deepEqual(text.body.detail[0].loc, ['body', 'image']);
    const cut = await upload(parts(jpeg.subarray(0, jpeg.length - 100)));
    assert.match(cut.body.detail[0].msg, /truncated/);
    assert.match((await upload(parts(await scanBomb(101, 64)))).body.detail[0].msg, /scans/);
  });

  test('a file above 15 MB with 413, without storing it', async () => {
    const padded = await upload(parts(Buffer.concat([jpeg, Buffer.alloc(15_000_000)])));
    assert.equal(padded.status, 413, JSON.stringify(padded.body));
    const [, image] = parts() as [Part, Part];
    assert.equal((await upload([['record', 'x'.repeat(20_000)], image])).status, 413);
  });

  test('other content types, missing credentials and missing roles', async () => {
    const inject = (headers: Record<string, string>, payload: string | object) =>
      api.app.inject({ method: 'POST', url: '/images/upload', headers, payload });
    const json = await inject(credentials, { a: 1 });
    assert.equal(json.statusCode, 415);
    assert.match(json.json().detail, /multipart\/form-data/);
    const type = { 'content-type': 'multipart/form-data' };
    assert.equal((await inject({ ...credentials, ...type }, 'x')).statusCode, 422);
    const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
    assert.equal((await inject({ ...credentials, ...boundary }, 'garbage')).statusCode, 422);
    assert.equal((await upload(parts(), {})).status, 401);
    const other = await api.bearer(await api.customer(['create-alert-endpoint']));
    assert.equal((await upload(parts(), other)).status, 403);
  });

  test('an image above a quota with 429', async () => {
    const limited = await api.customer(['image-ingest-endpoint'], 'partner');
    await setQuota(api.db, limited.organizationId, 'images_per_day', 0);
    const { status, body } = await upload(parts(), await api.bearer(limited));
    assert.equal(status, 429);
    assert.equal(body.quota, 'images_per_day');
    assert.ok(Date.parse(body.resets_at) > Date.now());
  });
});

test('a connection that is closed in the middle stores nothing and leaves no file', async () => {
  const before = await count();
  const { hostname, port } = new URL(origin);
  const head = Object.entries(credentials).map(([name, value]) => `${name}: ${value}\r\n`);
  await new Promise<void>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(
        `POST /images/upload HTTP/1.1\r\nHost: x\r\n${head.join('')}Content-Length: 1000000\r\n` +
          `Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\nContent-Disposition: form-data; name="image"\r\n\r\n`,
      );
      socket.write(jpeg, async () => {
        await eventually('a file is staged', async () => (await staged()).length > 0);
        socket.resetAndDestroy();
      });
    });
    socket.on('close', () => resolve());
  });
  await eventually('no file is staged', async () => (await staged()).length === 0);
  assert.equal(await count(), before);
});

test('many uploads at once are all stored, and no file is left in staging', async () => {
  const images = await Promise.all(
    [...Array(12).keys()].map((seed) => sampleImage('jpeg', { seed: seed + 50 })),
  );
  const results = await Promise.all(images.map((image) => upload(parts(image, record('many')))));
  assert.deepEqual(new Set(results.map(({ status }) => status)), new Set([200]));
  for (const [i, image] of images.entries())
    assert.deepEqual(await readFile(blobOf(results[i]?.body.image_id, image)), image);
  assert.deepEqual(await staged(), []);
});
