import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentOf, type Schema, typeOf } from '../scripts/schema-type.ts';
import { sdkFiles } from '../scripts/sdk-files.ts';

const cases: [Schema, string][] = [
  [{}, 'unknown'],
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: ['string', 'null'], enum: ['a', null] }, "'a' | null"],
  [{ enum: ["it's", 'a "b"', 1] }, '"it\'s" | "a \\"b\\"" | 1'],
  [{ type: 'string', const: 'x' }, "'x'"],
  [{ $ref: '#/components/schemas/Alert' }, 'Alert'],
  [{ anyOf: [{ $ref: '#/components/schemas/Alert' }, { type: 'null' }] }, 'Alert | null'],
  [{ oneOf: [{ type: 'integer' }, { type: 'number' }, { type: 'string' }] }, 'number | string'],
  [{ allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }, '(A) & (B)'],
  [{ type: 'array', items: { type: 'string' } }, 'string[]'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, "Array<'a' | 'b'>"],
  [{ type: 'object' }, 'Record<string, unknown>'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  [{ type: 'object', patternProperties: { '^.*$': { type: 'boolean' } } }, 'Record<string, boolean>'],
  [
    { type: 'object', required: ['a'], properties: { a: { type: 'string' }, 'b-c': { type: 'null' } } },
    "{ a: string; 'b-c'?: null }",
  ],
];

test('writes the TypeScript type of each kind of schema', () => {
  for (const [schema, type] of cases) assert.equal(typeOf(schema, false), type, JSON.stringify(schema));
  assert.throws(() => typeOf({ type: 'tuple' }, false), /Unsupported type: tuple/);
  assert.throws(() => typeOf({ $ref: 'other.json' }, false), /Unsupported reference/);
});

test('makes fields with a default optional in requests only', () => {
  const schema: Schema = {
    type: 'object',
    required: ['page'],
    properties: { page: { type: 'integer', default: 1, description: 'Page number.' } },
  };
  assert.match(typeOf(schema, true), /\/\*\* Page number\. Default: `1`\. \*\/\n {2}page\?: number;/);
  assert.match(typeOf(schema, false), /\n {2}page: number;/);
});

test('wraps comments and escapes the end of a comment', () => {
  assert.equal(commentOf('Any type: */*.'), '/** Any type: * /*. */\n');
  assert.equal(commentOf(undefined, ''), '');
  const lines = commentOf('word '.repeat(60)).split('\n');
  assert.ok(lines.length > 4 && lines.every((line) => line.length <= 113));
});

test('rejects a response format that the client does not support', () => {
  const document = {
    paths: {
      '/x': {
        get: {
          operationId: 'x',
          summary: 'X',
          security: [],
          responses: { 200: { content: { 'application/xml': {} } } },
        },
      },
    },
    webhooks: {},
    components: { schemas: {} },
  };
  assert.throws(() => sdkFiles(JSON.stringify(document)), /x: unsupported content type application\/xml/);
});
