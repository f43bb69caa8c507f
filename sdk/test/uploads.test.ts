import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApi } from '../../server/test/support/api.ts';
import { closing } from '../../server/test/support/closing.ts';
import { ingestBody, sampleImage } from '../../server/test/support/images/sample-images.ts';
import { ApiError, type BulkResult, createClient } from '../src/index.ts';

const api = await testApi();
const baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 });
closing(async () => api.app.server.closeAllConnections());
const customer = await api.customer(['image-ingest-endpoint', 'image-read-endpoint'], 'partner');
const client = createClient({ baseUrl, apiKey: customer.apiKey });
await client.signIn(customer.email, customer.password);
const { image_url: _, ...record } = ingestBody('');
const image = new Blob([new Uint8Array(await sampleImage('jpeg'))]);

test('uploads the bytes of an image as a form', async () => {
  const { message, image_id } = await client.uploadImage({ body: { record, image } });
  assert.equal(message, 'Image received');
  assert.equal((await client.getImage({ path: { image_id } })).format, 'jpeg');
  const again = await client.request('POST', '/images/upload', { body: { record, image } });
  assert.equal(again.image_id, image_id);
});

test('a rejected upload is an ApiError with the invalid fields', async () => {
  const body = { record: { ...record, source: '' }, image };
  const error = await client.uploadImage({ body }).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ApiError);
  assert.equal(error.status, 422);
  assert.deepEqual(error.problems[0]?.loc, ['body', 'source']);
});

test('sends records as lines and yields the result of each', async () => {
  const records = [ingestBody('http://10.0.0.1/a.jpg'), ingestBody('ftp://x/')];
  const results: BulkResult[] = [];
  for await (const result of client.createImages({ body: records })) results.push(result);
  assert.deepEqual(
    results.map(({ line, status }) => [line, status]),
    [
      [1, 422],
      [2, 422],
    ],
  );
});
