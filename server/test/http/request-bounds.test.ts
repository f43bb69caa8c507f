import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiRoutes } from '../../src/http/routes.ts';

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  maxItems?: number;
  maxLength?: number;
  maxProperties?: number;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
};

/** Every list, text and map in a request that has no limit, by its path. */
function unbounded(schema: Schema, path: string): string[] {
  if (schema.enum !== undefined || schema.const !== undefined) return [];
  const types = [schema.type].flat();
  const found: string[] = [];
  if (types.includes('string') && schema.maxLength === undefined) found.push(`${path}: string`);
  if (types.includes('array') && schema.maxItems === undefined) found.push(`${path}: array`);
  // The validator drops the unknown keys of an object that says nothing about them.
  const { additionalProperties: more = false, patternProperties } = schema;
  if ((more !== false || patternProperties) && schema.maxProperties === undefined)
    found.push(`${path}: object`);
  if (schema.items) found.push(...unbounded(schema.items, `${path}[]`));
  for (const [name, field] of Object.entries({ ...schema.properties, ...patternProperties }))
    found.push(...unbounded(field, `${path}.${name}`));
  for (const one of schema.anyOf ?? []) found.push(...unbounded(one, path));
  return found;
}

test('every list, text and map in a request has a limit', () => {
  const parts = ['params', 'query', 'headers', 'body'] as const;
  const found = apiRoutes().flatMap(({ definition }) =>
    parts.flatMap((part) => {
      const schema = definition?.[part] as Schema | undefined;
      return schema ? unbounded(schema, `${definition?.operationId} ${part}`) : [];
    }),
  );
  assert.deepEqual(found, []);
});

test('finds what has no limit', () => {
  const text = { type: 'string' };
  assert.deepEqual(unbounded({ properties: { a: text, b: { type: 'array', items: text } } }, 'x'), [
    'x.a: string',
    'x.b: array',
    'x.b[]: string',
  ]);
  assert.deepEqual(unbounded({ type: 'object', additionalProperties: true }, 'x'), ['x: object']);
  assert.deepEqual(unbounded({ type: 'string', maxLength: 3 }, 'x'), []);
});
