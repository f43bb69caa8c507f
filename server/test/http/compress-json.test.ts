import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { addCompression } from '../../src/http/plugins/compress-json.ts';

const long = { rows: Array.from({ length: 2_000 }, (_, n) => `row ${n}`) };
const app = fastify();
addCompression(app);
app.get('/long', () => long);
app.get('/short', () => ({ row: 1 }));
app.get('/varies', (_request, reply) => reply.header('Vary', 'Origin').send(long));
app.get('/text', (_request, reply) => reply.type('text/csv').send('1,2\n'.repeat(8_000)));

const get = (url: string, encoding = 'gzip, deflate, br') =>
  app.inject({ url, headers: { 'accept-encoding': encoding } });

test('a long JSON response is compressed for a client that accepts it', async () => {
  const { headers, rawPayload } = await get('/long');
  assert.equal(headers['content-encoding'], 'gzip');
  assert.equal(headers.vary, 'Accept-Encoding');
  assert.equal(Number(headers['content-length']), rawPayload.length);
  assert.deepEqual(JSON.parse(gunzipSync(rawPayload).toString()), long);
  assert.equal((await get('/varies')).headers.vary, 'Origin, Accept-Encoding');
});

test('a client that does not accept gzip gets the plain text, and caches know the difference', async () => {
  for (const encoding of ['identity', 'br', 'gzip;q=0']) {
    const response = await get('/long', encoding);
    assert.equal(response.headers['content-encoding'], undefined, encoding);
    assert.equal(response.headers.vary, 'Accept-Encoding', encoding);
    assert.deepEqual(response.json(), long, encoding);
  }
});

test('short responses and other formats are sent as they are', async () => {
  for (const url of ['/short', '/text']) {
    const { headers } = await get(url);
    assert.deepEqual([headers['content-encoding'], headers.vary], [undefined, undefined], url);
  }
});
