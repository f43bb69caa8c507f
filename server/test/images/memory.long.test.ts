import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { testApi } from '../support/api.ts';
import { jpegOfSize, packedText, pngChunk, pngOfSize } from '../support/images/bad-images.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { freePort, startServing } from '../support/serve-process.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const AT_ONCE = 100;
const MOST_BYTES = 64 * 1024 * 1024;

const api = await testApi();
const credentials = await api.bearer(await api.customer(['admin']));
const headers = { ...credentials, 'content-type': 'application/json' };
const dataDir = await temporaryFolder();

const good = await sampleImage('jpeg');
const noise = randomBytes(15_500_000);
const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(7_900_000))]));
/** Each of them asks for memory in another way. */
const bombs: Record<string, Buffer> = {
  '/pixels.png': pngOfSize(50_000, 50_000, [], Buffer.alloc(60_000_000)),
  '/pixels.jpg': jpegOfSize(good, 65_000, 65_000),
  // Within the limits, but what is packed in it unpacks to eight megabytes.
  '/texts.png': pngOfSize(6_000, 6_000, [packedText()], Buffer.alloc(36_006_000)),
  '/profile.png': pngOfSize(6_000, 6_000, [profile], Buffer.alloc(36_006_000)),
  // A image's beginning, then 15.5 MB that never end it.
  '/long.jpg': Buffer.concat([good.subarray(0, -2), noise]),
  '/comment.png': Buffer.concat([pngOfSize(10, 10).subarray(0, 33), pngChunk('tEXt', noise)]),
  '/junk': noise,
};

const images = await startServer((request, response) => {
  const bytes = request.url === '/good' ? good : bombs[request.url ?? ''];
  if (bytes) response.end(bytes);
  else drip(response);
});

function drip(response: ServerResponse): void {
  response.write(good.subarray(0, 2_000));
  const timer = setInterval(() => response.write(Buffer.alloc(100)), 100);
  response.on('close', () => clearInterval(timer));
}

test('resident memory grows by at most 64 MB during 100 concurrent bombs', async (t) => {
  const serving = await startServing({
    DATABASE_URL: api.db.url,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    // Every one of them is let in: the bound must not come from turning them away.
    DOWNLOADS_AT_ONCE: String(AT_ONCE),
    DOWNLOADS_PER_ORGANIZATION: String(AT_ONCE),
  });
  let source = 0;
  const post = async (path: string): Promise<number> => {
    const body = JSON.stringify(ingestBody(images + path, { source: `camera-${++source}` }));
    const response = await fetch(`${serving.origin}/image`, { method: 'POST', headers, body });
    await response.text();
    return response.status;
  };
  // What a process that works has anyway: compiled code, connections, the decoder, a grown heap.
  for (let round = 0; round < 6; round++) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => post('/good')));
  }
  const before = serving.residentBytes();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, serving.residentBytes());
  }, 10);

  const paths = [...Object.keys(bombs), '/drip'];
  const statuses = new Map<string, Set<number>>(paths.map((path) => [path, new Set()]));
  for (let round = 0; round < 2; round++) {
    const wave = Array.from({ length: AT_ONCE }, async (_, i) => {
      const path = paths[i % paths.length] ?? '';
      statuses.get(path)?.add(await post(path));
    });
    await Promise.all(wave);
  }
  clearInterval(watch);
  const grown = most - before;
  t.diagnostic(`from ${(before / 2 ** 20).toFixed(0)} MB by ${(grown / 2 ** 20).toFixed(0)} MB`);
  assert.equal(await post('/good'), 200, 'it still works');
  await serving.stop();
  for (const [path, seen] of statuses) {
    const expected = path === '/texts.png' || path === '/profile.png' ? [200] : [500];
    assert.deepEqual([...seen], expected, path);
  }
  assert.ok(grown <= MOST_BYTES, `it grew by ${(grown / 2 ** 20).toFixed(0)} MB`);
});
