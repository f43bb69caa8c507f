import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { uploadForm } from '../support/images/upload-image.ts';
import { freePort, startServing } from '../support/serve-process.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const blobs = await temporaryFolder();
const env = { BLOB_URL: `file://${blobs}`, SECRET_KEY: 's'.repeat(32), LINK_SECRET: 'l'.repeat(32) };
/** A server that can write. */
const api = await testApi({ env });
const customer = await api.customer(['admin'], 'operator');
const large = await sampleImage('png', { width: 400, height: 300 });
const small = await sampleImage('jpeg', { width: 64, height: 64 });
const { image_url: _, ...record } = ingestBody('https://unused.example/');

/** The files of the store, without those of the servers' checks. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(blobs, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('an image that the disk cannot take is refused with Retry-After, leaves nothing behind, and can be sent again', async () => {
  // The kernel refuses to write a file beyond this size, in the middle of a write, as it does when the disk is full.
  const serving = await startServing(
    {
      ...env,
      DATABASE_URL: api.db.url,
      DATA_DIR: await temporaryFolder(),
      PORT: String(await freePort()),
    },
    { maxFileKilobytes: 32 },
  );
  closing(serving.stop);
  const headers = await api.bearer(customer);
  const pictures = await startServer((_, response) => {
    response.setHeader('content-type', 'image/png');
    response.end(large);
  });
  const upload = async (bytes: Buffer) => {
    const { payload, contentType } = await uploadForm(record, bytes);
    return fetch(`${serving.origin}/images/upload`, {
      method: 'POST',
      headers: { ...headers, 'content-type': contentType },
      body: new Uint8Array(payload),
    });
  };
  const byAddress = () =>
    fetch(`${serving.origin}/image`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(ingestBody(`${pictures}/large.png`)),
    });
  assert.ok(large.length > 100_000 && small.length < 16_000, `${large.length}, ${small.length}`);
  for (const send of [() => upload(large), byAddress]) {
    const response = await send();
    const text = await response.text();
    assert.deepEqual([response.status, Number(response.headers.get('retry-after')) > 0], [500, true], text);
    assert.match(text, /Retry later/);
    assert.doesNotMatch(text, /EFBIG|ENOSPC|incoming/, 'nothing about the server');
  }
  assert.deepEqual(await storedFiles(), [], 'no part of the image stays');
  const { rows } = await api.db.pool.query('select count(*)::int as n from images');
  assert.equal(rows[0].n, 0, 'nothing is queued that has no bytes');
  const ready = await fetch(`${serving.origin}/readyz`);
  assert.match(await ready.text(), /blobs/, 'readiness names the store');
  assert.equal(ready.status, 200, 'routes that need no disk stay in service');

  assert.equal((await upload(small)).status, 200, 'what fits is accepted');
  const { payload, contentType } = await uploadForm(record, large);
  const again = await api.app.inject({
    method: 'POST',
    url: '/images/upload',
    headers: { ...headers, 'content-type': contentType },
    payload,
  });
  assert.equal(again.statusCode, 200, again.body);
  const hashes = [large, small].map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  assert.deepEqual((await storedFiles()).sort(), hashes.sort());
});
