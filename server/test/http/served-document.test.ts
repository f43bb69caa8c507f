import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { testApi } from '../support/api.ts';

const api = await testApi();
const MOST_BYTES = 80_000;
const get = (url: string, encoding?: string) =>
  api.app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

suite('the served OpenAPI documents', () => {
  for (const url of ['/openapi.json', '/openapi-3.0.json']) {
    test(`${url} is minified, and at most 80 kB when it is compressed`, async () => {
      const plain = await get(url);
      assert.equal(plain.headers['content-encoding'], undefined);
      assert.equal(plain.body, JSON.stringify(plain.json()));
      for (const encoding of ['gzip', 'gzip, deflate, br', 'br;q=1, gzip;q=0.5', '*']) {
        const packed = await get(url, encoding);
        assert.equal(packed.headers['content-encoding'], 'gzip', encoding);
        assert.ok(packed.rawPayload.length <= MOST_BYTES, `${packed.rawPayload.length} bytes`);
        assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body);
        assert.match(String(packed.headers.vary), /Accept-Encoding/);
      }
      for (const encoding of ['identity', 'br', 'gzip;q=0', ''])
        assert.equal((await get(url, encoding)).headers['content-encoding'], undefined, encoding);
    });
  }
});

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** What OpenAPI 3.0 does not have, by path. `isNames`: the keys are names, not keywords. */
function unknownTo30(value: unknown, path: string, isNames = false): string[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => unknownTo30(item, `${path}[${i}]`));
  if (!isObject(value)) return [];
  const found: string[] = [];
  if (!isNames) {
    if (Array.isArray(value.type) || value.type === 'null') found.push(`${path}: type ${value.type}`);
    for (const key of ['const', 'examples', 'patternProperties', '$id'])
      if (key in value) found.push(`${path}.${key}`);
    if ('$ref' in value && Object.keys(value).length > 1) found.push(`${path}: keys beside $ref`);
    if ('default' in value || 'example' in value) delete (value as Json).example;
  }
  for (const [key, inner] of Object.entries(value))
    found.push(
      ...unknownTo30(inner, `${path}.${key}`, ['properties', 'schemas', 'paths', 'responses'].includes(key)),
    );
  return found;
}

suite('the OpenAPI 3.0 document', async () => {
  const newer = (await get('/openapi.json')).json();
  const older = (await get('/openapi-3.0.json')).json();
  test('has the version, the operations and the schemas of the other', () => {
    assert.equal(older.openapi, '3.0.3');
    assert.equal(older.webhooks, undefined);
    assert.deepEqual(Object.keys(older.paths), Object.keys(newer.paths));
    assert.deepEqual(Object.keys(older.components.schemas), Object.keys(newer.components.schemas));
    const { properties } = older.components.schemas.Webhook;
    assert.deepEqual(properties.description, { type: 'string', nullable: true });
    assert.equal(older.components.schemas.ImageReceived.properties.message.enum[0], 'Image received');
  });
  test('has nothing that OpenAPI 3.0 does not have', () => {
    assert.deepEqual(unknownTo30(structuredClone(older), '#'), []);
  });
});

suite('the document', async () => {
  const document = (await get('/openapi.json')).json();
  const operations = Object.values<Record<string, Json>>(document.paths).flatMap((path) =>
    Object.values(path),
  ) as {
    operationId: string;
    responses: Record<string, { $ref?: string; headers?: Json }>;
    requestBody?: { content: Record<string, { example?: Json }> };
  }[];
  const resolve = (response: { $ref?: string; headers?: Json }) =>
    response.$ref ? document.components.responses[response.$ref.split('/').at(-1) ?? ''] : response;
  test('declares the RateLimit headers of every limited operation', () => {
    const limited = operations.filter(({ responses }) => responses[429] !== undefined);
    assert.ok(limited.length > 90, String(limited.length));
    for (const { operationId, responses } of limited) {
      const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1] ?? {};
      for (const response of [success, responses[429] ?? {}])
        for (const name of ['RateLimit', 'RateLimit-Policy'])
          assert.ok(resolve(response)?.headers?.[name], `${operationId} ${name}`);
    }
  });
  test('shows a webhook with a secret', () => {
    const create = operations.find(({ operationId }) => operationId === 'createWebhook');
    const example = create?.requestBody?.content['application/json']?.example;
    assert.ok(String(example?.secret).length >= 16);
  });
});
