import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { openThumbnailer } from '../../src/adapters/thumbnails/open-thumbnailer.ts';
import type { BlobStore } from '../../src/domain/images/blob-store.ts';
import type { StoredBytes } from '../../src/domain/images/fetch-stored.ts';
import { Thumbnails } from '../../src/domain/images/thumbnails.ts';
import { AppError } from '../../src/lib/errors.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { silent } from '../support/cluster.ts';
import { uploadImage } from '../support/images/upload-image.ts';

let now = new Date('2026-06-01T10:00:00Z');
const api = await testApi({ clock: { now: () => now } });
const partner = await api.customer(['admin'], 'partner');
const headers = await api.signIn(partner);
const { app, db } = api;

const photo = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#336699' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();
const upload = (bytes: Buffer) => uploadImage(api, headers, bytes);
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;
const linkOf = async (id: string): Promise<string> => {
  const { images } = (await app.inject({ url: '/images', headers })).json();
  return pathOf(images.find(({ image_id }: { image_id: string }) => image_id === id).thumbnail_url);
};

suite('GET /images/{id}/thumbnail', () => {
  test('serves a small upright JPEG to whoever has the link, and lets browsers cache it', async () => {
    const id = await upload(photo);
    const link = await linkOf(id);
    const response = await app.inject({ url: link });
    assert.equal(response.statusCode, 200, response.body);
    assert.equal(response.headers['content-type'], 'image/jpeg');
    const { width, height, format } = await sharp(response.rawPayload).metadata();
    assert.deepEqual([width, height, format], [225, 400, 'jpeg']);
    assert.ok(response.rawPayload.length < 40_000);
    now = new Date(now.getTime() + 60_000);
    assert.equal(await linkOf(id), link, 'the link stays the same, so that the cache is used');
    assert.match(String(response.headers['cache-control']), /^private, max-age=\d+$/);
  });

  test('rejects a changed, foreign or expired link', async () => {
    const id = await upload(photo);
    const link = await linkOf(id);
    const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
    assert.equal(await statusOf(link.replace('/thumbnail', '/content')), 403);
    assert.equal(await statusOf(link.replace(id, '00000000-0000-4000-8000-000000000000')), 403);
    const before = now;
    now = new Date(now.getTime() + 3 * 86_400_000);
    assert.equal(await statusOf(link), 403);
    now = before;
  });

  test('is deleted with the image, even if it was made before', async () => {
    const id = await upload(photo);
    const link = await linkOf(id);
    assert.equal((await app.inject({ url: link })).statusCode, 200);
    await db.pool.query('update images set image_deleted_at = now() where id = $1', [id]);
    assert.equal((await app.inject({ url: link })).statusCode, 404);
    await db.pool.query('delete from images where id = $1', [id]);
    assert.equal((await app.inject({ url: link })).statusCode, 404);
  });
});

suite('thumbnails', () => {
  const NIL = '00000000-0000-0000-0000-000000000000';
  const stored = new Map<string, Buffer>();
  let opened = 0;
  const blobs = {
    async open(key: string) {
      opened++;
      const bytes = stored.get(key);
      return bytes ? { size: bytes.length, stream: Readable.from([bytes]) } : null;
    },
  } as unknown as BlobStore;
  const put = (bytes: Buffer) => {
    const sha256 = createHash('sha256').update(bytes).digest();
    stored.set(sha256.toString('hex'), bytes);
    return { id: NIL, sha256, byte_size: bytes.length };
  };
  const clock = { now: () => now };

  test('decodes untrusted bytes in another process, and returns null for those that cannot be decoded', async () => {
    const thumbnails = new Thumbnails(blobs, openThumbnailer(silent), clock);
    closing(() => thumbnails.close());
    assert.equal(await thumbnails.of(put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))), null);
    assert.equal(await thumbnails.of(put(photo.subarray(0, 300))), null);
    assert.ok(await thumbnails.of(put(photo)), 'the process still works');
    assert.equal(await thumbnails.of({ id: NIL, sha256: Buffer.alloc(32), byte_size: 1 }), null);
  });

  test('makes a thumbnail once for concurrent requests, and again after ten minutes', async () => {
    let made = 0;
    const make = async () => Buffer.from(`thumbnail ${++made}`);
    const thumbnails = new Thumbnails(blobs, { make, close: async () => {} }, clock);
    const key = put(photo);
    opened = 0;
    await Promise.all([thumbnails.of(key), thumbnails.of(key)]);
    await thumbnails.of(key);
    assert.deepEqual([made, opened], [1, 1]);
    now = new Date(now.getTime() + 11 * 60_000);
    await thumbnails.of(key);
    assert.equal(made, 2);
  });

  test('keeps at most 32 MB, the most recently used', async () => {
    const make = async () => Buffer.alloc(10_000_000);
    const thumbnails = new Thumbnails(blobs, { make, close: async () => {} }, clock);
    const keys = [1, 2, 3, 4].map((n) => put(Buffer.from(`image ${n}`)));
    for (const key of keys) await thumbnails.of(key);
    opened = 0;
    for (const key of keys.slice(1)) await thumbnails.of(key);
    assert.equal(opened, 0);
    await thumbnails.of(keys[0] as StoredBytes);
    assert.equal(opened, 1);
  });

  test('rejects further requests while many wait', async () => {
    const waiting = Promise.withResolvers<Buffer>();
    const thumbnails = new Thumbnails(blobs, { make: () => waiting.promise, close: async () => {} }, clock);
    const all = Array.from({ length: 300 }, (_, n) => thumbnails.of(put(Buffer.from(`waits ${n}`))));
    assert.throws(
      () => thumbnails.of(put(photo)),
      (error) => error instanceof AppError && error.kind === 'too_many',
    );
    waiting.resolve(Buffer.from('done'));
    await Promise.all(all);
  });
});
