import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { BulkResult } from '../../src/contract/image.ts';
import { setQuota } from '../../src/domain/quotas/quota-store.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { runCurl } from '../support/run-curl.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Fewer than the lines that a request processes at once, and one more than the downloads that a test holds.
const api = await testApi({ env: { DOWNLOADS_AT_ONCE: '3' } });
const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
closing(async () => api.app.server.closeAllConnections());
const partner = await api.customer(['image-ingest-endpoint'], 'partner');
const ndjson = { 'content-type': 'application/x-ndjson' };
const credentials = await api.bearer(partner);
const headers = { ...credentials, ...ndjson };

const jpeg = await sampleImage('jpeg');
const held: (() => void)[] = [];
const images = await startServer((request, response) => {
  if (request.url === '/404') response.writeHead(404).end();
  else if (request.url === '/held') held.push(() => response.end(jpeg));
  else response.end(jpeg);
});

const line = (source: string, path = '/a.jpg') => JSON.stringify(ingestBody(`${images}${path}`, { source }));
const send = (body: string | ReadableStream, given: Record<string, string> = headers) =>
  fetch(`${origin}/images/bulk`, { method: 'POST', headers: given, body, duplex: 'half' } as RequestInit);
async function results(body: string): Promise<BulkResult[]> {
  const response = await send(body);
  assert.equal(response.status, 200);
  assert.match(String(response.headers.get('content-type')), /^application\/x-ndjson/);
  return linesOf(await response.text());
}
const linesOf = (text: string): BulkResult[] =>
  text
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => JSON.parse(one));
async function count(): Promise<number> {
  return (await api.db.pool.query('select count(*)::int as n from images')).rows[0].n;
}

suite('POST /images/bulk', () => {
  test('refuses a body of blank lines after as many as a request may have lines', async () => {
    const blank = await results('\n'.repeat(2_000_000));
    assert.equal(blank.length, 1);
    assert.equal(blank[0]?.status, 413);
    assert.match(String(blank[0]?.detail), /more than 1000 blank lines/);
    const spaces = await results(`${'  \r\n'.repeat(1_001)}${line('after')}`);
    assert.deepEqual(
      spaces.map(({ status }) => status),
      [413],
    );
  });
  test('allows blank lines between lines', async () => {
    const some = await results(`\n\n${line('blank-1')}\n\n\n${line('blank-2')}\n\n`);
    assert.deepEqual(
      some.map(({ line: number, status }) => [number, status]),
      [
        [3, 200],
        [6, 200],
      ],
    );
  });
  test('has one result per line in order, and failures affect no other line', async () => {
    const before = await count();
    const body = [
      line('one'),
      '{"source":',
      line('two', '/404'),
      '',
      line('three'),
      JSON.stringify({ ...ingestBody(`${images}/a.jpg`), source: '' }),
      JSON.stringify(ingestBody('http://10.0.0.1/a.jpg')),
      `{"padding":"${'x'.repeat(20_000)}"}`,
      line('four'),
    ];
    const found = await results(body.join('\r\n'));
    assert.deepEqual(
      found.map(({ line: number, status }) => [number, status]),
      [
        [1, 200],
        [2, 422],
        [3, 500],
        [5, 200],
        [6, 422],
        [7, 422],
        [8, 413],
        [9, 200],
      ],
    );
    assert.equal(await count(), before + 3);
    assert.match(String(found[2]?.detail), /status 404/);
    assert.match(JSON.stringify(found[4]?.detail), /"loc":\["body","source"\]/);
    assert.ok(found.every(({ status, image_id }) => (status === 200) === (image_id !== null)));
  });

  test('sending all lines again stores nothing twice', async () => {
    const body = Array.from({ length: 60 }, (_, i) => line(`again-${i}`)).join('\n');
    const first = await results(body);
    assert.deepEqual(new Set(first.map(({ status }) => status)), new Set([200]), JSON.stringify(first));
    const before = await count();
    assert.deepEqual(await results(body), first);
    assert.equal(await count(), before);
  });

  test('stops after 1,000 lines and says so', async () => {
    const body = `${Array.from({ length: 1_005 }, () => '{}').join('\n')}\n`;
    const found = await results(body);
    assert.equal(found.length, 1_001);
    assert.deepEqual([found[1_000]?.line, found[1_000]?.status], [1_001, 413]);
    assert.match(String(found[1_000]?.detail), /more than 1000 lines/);
  });

  test('an empty body has no results', async () => {
    assert.deepEqual(await results('\n\n'), []);
  });

  test('sends each result as soon as it is ready, and an organization has two requests at a time', async () => {
    const slow = [line('first'), line('slow', '/held')].join('\n');
    const open = [
      await send(slow),
      await send(slow.replaceAll('first', 'second').replaceAll('slow', 'slower')),
    ];
    const readers = open.map((response) => response.body?.getReader());
    for (const reader of readers) {
      const chunk = await reader?.read();
      assert.match(Buffer.from(chunk?.value ?? []).toString(), /^{"line":1,"status":200/);
    }
    const third = await send(line('third'));
    assert.equal(third.status, 429);
    assert.ok(Number(third.headers.get('retry-after')) >= 1);
    while (held.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const release of held.splice(0)) release();
    for (const reader of readers) while (!(await reader?.read())?.done);
    assert.equal((await send(line('third'))).status, 200);
  });

  test('a quota fails the lines above it only', async () => {
    const limited = await api.customer(['image-ingest-endpoint'], 'partner');
    await setQuota(api.db, limited.organizationId, 'images_per_day', 2);
    const own = { ...(await api.bearer(limited)), ...ndjson };
    const response = await send(Array.from({ length: 5 }, (_, i) => line(`quota-${i}`)).join('\n'), own);
    const found = linesOf(await response.text());
    assert.equal(found.filter(({ status }) => status === 200).length, 2);
    assert.equal(found.filter(({ status, retry_after }) => status === 429 && retry_after !== null).length, 3);
  });

  test('rejects other content types and callers', async () => {
    assert.equal((await send(line('x'), { ...headers, 'content-type': 'application/json' })).status, 415);
    assert.equal((await send(line('x'), ndjson)).status, 401);
  });
});

suite('the commands in docs/ingest.md', async () => {
  const docs = await readFile(join(import.meta.dirname, '../../../docs/ingest.md'), 'utf8');
  const block = (language: string) =>
    [...docs.matchAll(/```(\w*)\n(.*?)```/gs)]
      .filter(([, name]) => name === language)
      .map(([, , text = '']) => text);
  const commands = block('').filter((text) => text.startsWith('curl '));
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'record.json'), block('json')[0] ?? '');
  // Only the host of the images is replaced.
  const records = (block('ndjson')[0] ?? '').replaceAll('https://images.example', images);
  await writeFile(join(folder, 'records.ndjson'), records);
  await writeFile(join(folder, 'truck.jpg'), jpeg);
  const { 'x-api-key': KEY, authorization } = credentials;
  const variables = { URL: origin, KEY, TOKEN: authorization.replace('Bearer ', '') };

  test('submit an image by URL', async () => {
    const command = commands.find((text) => text.includes('"$URL/image"')) ?? '';
    const local = command.replaceAll('https://images.example', images);
    const response = await runCurl(local, variables, folder);
    assert.equal(response.status, 200);
  });
  test('upload an image', async () => {
    const command = commands.find((text) => text.includes('/images/upload')) ?? '';
    const response = await runCurl(command, variables, folder);
    assert.equal(response.status, 200);
    assert.equal(((await response.json()) as { message: string }).message, 'Image received');
  });
  test('submit many records', async () => {
    const command = commands.find((text) => text.includes('/images/bulk')) ?? '';
    const found = linesOf(await (await runCurl(command, variables, folder)).text());
    assert.deepEqual(
      found.map(({ line: number, status }) => [number, status]),
      [
        [1, 200],
        [2, 200],
      ],
    );
  });
});
