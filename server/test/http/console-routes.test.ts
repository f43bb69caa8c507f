import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { sendError } from '../../src/http/errors.ts';
import { addMethodNotAllowed } from '../../src/http/plugins/method-not-allowed.ts';
import { addSecurityHeaders, PAGE_POLICY } from '../../src/http/plugins/security-headers.ts';
import type { App } from '../../src/http/route.ts';
import { consoleRoutes } from '../../src/http/routes/console.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const INDEX = '<!doctype html><title>Milepost</title>';
const SCRIPT = `export const text = '${'a'.repeat(2_000)}';`;

const above = await temporaryFolder();
const folder = join(above, 'dist');
await mkdir(join(folder, 'assets'), { recursive: true });
await writeFile(join(above, 'secret.txt'), 'secret');
await writeFile(join(folder, 'index.html'), INDEX);
await writeFile(join(folder, 'robots.txt'), 'none');
await writeFile(join(folder, 'assets/index-abc.js'), SCRIPT);
await writeFile(join(folder, 'assets/index-abc.js.gz'), gzipSync(SCRIPT));
await writeFile(join(folder, 'assets/index-abc.css'), 'a{}');
await writeFile(join(folder, 'assets/sign.svg'), '<svg/>');
await writeFile(join(folder, 'assets/milepost-abc.svg'), '<svg id="icon"/>');

async function serve(dist: string, bucket: string | null = null): Promise<App> {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } }) as unknown as App;
  app.setErrorHandler(sendError);
  addSecurityHeaders(app as never, false);
  addMethodNotAllowed(app as never);
  await consoleRoutes(app, { folder: dist, bucket });
  return app;
}
const app = await serve(folder);
const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });

test('/ redirects to the console', async () => {
  const response = await get('/');
  assert.deepEqual([response.statusCode, response.headers.location], [302, '/console']);
});

test('serves the index for every page without caching', async () => {
  for (const url of [
    '/console',
    '/console/',
    '/console/index.html',
    '/console/alerts',
    '/console/carriers/12',
  ]) {
    const response = await get(url);
    assert.deepEqual([response.statusCode, response.body], [200, INDEX], url);
    assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.equal(response.headers['content-security-policy'], PAGE_POLICY);
    assert.equal(response.headers['x-content-type-options'], 'nosniff');
  }
});

test('the policy allows images, but not scripts, from the image bucket', async () => {
  const there = await serve(folder, 'https://bucket.example');
  const policy = String((await there.inject('/console')).headers['content-security-policy']);
  assert.match(policy, /img-src 'self' https:\/\/bucket\.example data: blob:;/);
  assert.equal(policy.replace(' https://bucket.example', ''), PAGE_POLICY);
});

test('assets have their content type and are cached permanently', async () => {
  const types = {
    'index-abc.js': 'application/javascript',
    'index-abc.css': 'text/css',
    'sign.svg': 'image/svg+xml',
  };
  for (const [name, type] of Object.entries(types)) {
    const { statusCode, headers } = await get(`/console/assets/${name}`);
    assert.equal(statusCode, 200);
    assert.equal(String(headers['content-type']).split(';')[0], type);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  }
  assert.equal((await get('/console/robots.txt')).headers['cache-control'], 'no-store');
});

test('sends the compressed file to clients that accept gzip', async () => {
  const plain = await get('/console/assets/index-abc.js');
  assert.deepEqual([plain.body, plain.headers['content-encoding']], [SCRIPT, undefined]);
  assert.equal(plain.headers.vary, 'accept-encoding');
  const packed = await get('/console/assets/index-abc.js', { 'accept-encoding': 'br, gzip' });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(packed.rawPayload).toString(), SCRIPT);
});

test('an asset that the client has is 304', async () => {
  const { headers } = await get('/console/assets/index-abc.js');
  const again = await get('/console/assets/index-abc.js', { 'if-none-match': headers.etag });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
});

test('pages without an icon of their own get the icon of the console', async () => {
  const { statusCode, headers, body } = await get('/favicon.ico');
  assert.deepEqual([statusCode, headers['content-type'], body], [200, 'image/svg+xml', '<svg id="icon"/>']);
});

test('a missing file is 404, not the index', async () => {
  for (const url of ['/console/assets/index-old.js', '/console/assets/none', '/console/favicon.ico']) {
    const response = await get(url);
    assert.equal(response.statusCode, 404, url);
    assert.deepEqual(response.json(), { detail: 'Not found.' });
  }
});

test('no path leaves the folder', async () => {
  for (const way of [
    '../secret.txt',
    '..%2fsecret.txt',
    '%2e%2e/secret.txt',
    'assets/..%2f..%2fsecret.txt',
    '..%5csecret.txt',
    '%00',
    '/etc/passwd',
  ]) {
    const response = await get(`/console/${way}`);
    assert.ok(!response.body.includes('secret') && !response.body.includes('root:'), way);
    assert.ok(response.statusCode === 404 || response.body === INDEX, `${way}: ${response.statusCode}`);
  }
});

test('accepts HEAD and rejects other methods', async () => {
  assert.equal((await app.inject({ method: 'HEAD', url: '/console' })).statusCode, 200);
  const response = await app.inject({ method: 'POST', url: '/console' });
  assert.deepEqual([response.statusCode, response.headers.allow], [405, 'GET, HEAD']);
});

test('says how to build the console when it is not built', async () => {
  const empty = await serve(join(above, 'nothing'));
  for (const url of ['/console', '/console/alerts', '/console/assets/index-abc.js']) {
    const response = await empty.inject({ method: 'GET', url });
    assert.equal(response.statusCode, 503);
    assert.deepEqual(response.json(), { detail: 'The console is not built. Run npm run build.' });
  }
});
