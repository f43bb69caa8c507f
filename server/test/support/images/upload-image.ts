import assert from 'node:assert/strict';
import type { TestApi } from '../api.ts';
import { ingestBody } from './sample-images.ts';

/** Stores an image with `POST /images/upload`. Returns its id. */
export async function uploadImage(
  { app }: Pick<TestApi, 'app'>,
  headers: { 'x-api-key': string; 'access-token': string },
  bytes: Buffer,
): Promise<string> {
  const { image_url: _, ...record } = ingestBody('https://unused.example/');
  const { payload, contentType } = await uploadForm(record, bytes);
  const response = await app.inject({
    method: 'POST',
    url: '/images/upload',
    headers: {
      'x-api-key': headers['x-api-key'],
      authorization: `Bearer ${headers['access-token']}`,
      'content-type': contentType,
    },
    payload,
  });
  assert.equal(response.statusCode, 200, response.body);
  return response.json().image_id;
}

/** The body of `POST /images/upload`. Its boundary differs each time. */
export async function uploadForm(
  record: object,
  bytes: Buffer,
): Promise<{ payload: Buffer; contentType: string }> {
  const form = new FormData();
  form.append('record', JSON.stringify(record));
  form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'image.jpg');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    contentType: request.headers.get('content-type') ?? '',
  };
}
