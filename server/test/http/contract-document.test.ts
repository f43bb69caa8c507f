import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type CreateImage, imageProblems } from '../../src/contract/image.ts';
import { createValidator } from '../../src/contract/validate.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { apiRoutes } from '../../src/http/routes.ts';
import {
  array,
  differences,
  type Field,
  integer,
  nullable,
  object,
  string,
} from '../support/carriers/contract-fields.ts';
import { lastSeenImage, multiResponse, singleResponse } from '../support/carriers/observations-contract.ts';
import { profileResponse } from '../support/carriers/profile-contract.ts';

type Schema = {
  $ref?: string;
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
  required?: string[];
};
const routes = apiRoutes();
const definitions = routes.flatMap(({ definition }) => definition ?? []);

/** Fields that a response has only if the query requests them. */
const ON_REQUEST: Record<string, Field> = {
  last_seen_image: lastSeenImage,
  archive: { kind: 'any' },
  sources: { kind: 'any' },
  unknown_fields: { kind: 'any' },
};
const openApi = JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'));

function responseSchema(path: string): Schema {
  return openApi.paths[path].get.responses['200'].content['application/json'].schema;
}

/** Follows `$ref` and lists the alternatives of a schema. */
function alternatives(schema: Schema): Schema[] {
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }));
  if (!schema.$ref) return schema.anyOf ? schema.anyOf.flatMap(alternatives) : [schema];
  const steps = schema.$ref.replace('#/', '').split('/');
  return alternatives(steps.reduce((node, step) => node[step], openApi));
}

/** The differences between a documented schema and the contract, by path. */
function schemaDifferences(schema: Schema, field: Field, path: string): string[] {
  if (field.kind === 'any') return [];
  const documented = alternatives(schema).filter(({ type }) => type !== 'null');
  const found: string[] = [];
  if (documented.length < alternatives(schema).length !== (field.nullable ?? false))
    found.push(`${path}: nullable differs`);
  const kinds = new Set(documented.map(({ type }) => (type === 'integer' ? 'number' : type)));
  const kind = field.kind === 'integer' ? 'number' : field.kind;
  if (kinds.size !== 1 || !kinds.has(kind)) return [...found, `${path}: ${[...kinds]} is not ${kind}`];
  const [one = {}] = documented;
  if (field.kind === 'array') found.push(...schemaDifferences(one.items ?? {}, field.of, `${path}[]`));
  if (field.kind !== 'object') return found;
  const { properties = {}, required = [], additionalProperties: other } = one;
  for (const [name, property] of Object.entries(properties)) {
    const extra = ON_REQUEST[name];
    if (extra) found.push(...schemaDifferences(property, extra, `${path}.${name}`));
    else if (!field.fields[name]) found.push(`${path}.${name} is not in the contract`);
  }
  for (const [name, inner] of Object.entries<Field>(field.fields)) {
    const property = properties[name] ?? (typeof other === 'object' ? other : undefined);
    if (property) found.push(...schemaDifferences(property, inner, `${path}.${name}`));
    else if (!inner.optional) found.push(`${path}.${name} is missing`);
    if (required.includes(name) === (inner.gated ?? inner.optional ?? false))
      found.push(`${path}.${name}: required differs`);
  }
  return found;
}

const shape = object({
  name: string,
  count: nullable(integer),
  rows: array(object({ code: string })),
  secret: { ...string, gated: true },
  note: { ...string, optional: true },
});
const right = { name: 'a', count: null, rows: [{ code: 'x' }], secret: 's' };

test('finds no difference in a value that follows the contract', () => {
  assert.deepEqual(differences(right, shape, true), []);
  const { secret: _, ...open } = right;
  assert.deepEqual(differences(open, shape, false), []);
});

test('finds missing, extra, misspelled, mistyped, null and ungated fields', () => {
  const wrong: [object, RegExp][] = [
    [{ ...right, name: undefined }, /name is undefined/],
    [{ count: 1, rows: [], secret: '' }, /name is missing/],
    [{ ...right, extra: 1 }, /extra is not in the contract/],
    [{ ...right, rows: [{ kode: 'x' }] }, /rows\[0\]\.code is missing/],
    [{ ...right, count: 1.5 }, /count is 1.5/],
    [{ ...right, count: '1' }, /count is "1"/],
    [{ ...right, name: null }, /name is null/],
    [{ ...right, rows: {} }, /rows is not an array/],
    [{ ...right, rows: [[]] }, /is not an object/],
  ];
  for (const [value, message] of wrong) assert.match(differences(value, shape, true).join('; '), message);
  assert.match(differences(right, shape, false).join('; '), /secret is present without the permission/);
});

test('openapi.json documents the fields of a carrier observations response', () => {
  const forms = alternatives(responseSchema('/visual_sightings/carrier-observations'));
  const single = forms.find(({ properties }) => properties?.fmcsa_detail);
  const multi = forms.find(({ properties }) => properties?.carriers);
  assert.deepEqual(schemaDifferences(single ?? {}, singleResponse, 'single'), []);
  assert.deepEqual(schemaDifferences(multi ?? {}, multiResponse, 'multi'), []);
});

test('openapi.json documents the fields of a carrier profile', () => {
  const profile = responseSchema('/carrier/profile/fmcsa');
  assert.deepEqual(schemaDifferences(profile, profileResponse, 'profile'), []);
});

const document = openApiDocument(routes) as {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Schema> }>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Schema> };
};

function* refs(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if ('$ref' in value && typeof value.$ref === 'string') yield value.$ref;
  for (const child of Object.values(value)) yield* refs(child);
}

test('every reference points to a component, and every schema component is used', () => {
  const used = new Set(refs(document));
  for (const ref of used) {
    const target = ref
      .split('/')
      .slice(1)
      .reduce((at: unknown, step) => (at as Record<string, unknown>)?.[step], document);
    assert.ok(target, ref);
  }
  const unused = Object.keys(document.components.schemas).filter(
    (name) => !used.has(`#/components/schemas/${name}`),
  );
  assert.deepEqual(unused, []);
});

test('the resources have names', () => {
  const names =
    'Alert CreateAlert EditAlert Observation CarrierObservations CarrierProfile CarrierDetail Image Sighting Webhook Delivery TokenPair Problem Pagination MatchEvent ScoreExplanation'.split(
      ' ',
    );
  for (const name of names) assert.ok(document.components.schemas[name], name);
});

test('no two schemas share a name', () => {
  const seen = new Map<string, string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $id } = value as { $id?: string };
    if ($id !== undefined) {
      const text = JSON.stringify(value);
      assert.equal(seen.get($id) ?? text, text, $id);
      seen.set($id, text);
    }
    for (const child of Object.values(value)) visit(child);
  };
  for (const { definition, responses } of routes) {
    for (const part of ['params', 'query', 'body', 'headers'] as const) visit(definition?.[part]);
    for (const { schema } of Object.values(responses ?? {})) visit(schema);
  }
});

test('the committed document is under 900 kB', () => {
  assert.ok(JSON.stringify(document, null, 1).length < 900_000);
});

test('bodies have 413 and 415, and links to images are documented with their success', () => {
  const statuses = (path: string, method: string) =>
    Object.keys(document.paths[path]?.[method]?.responses ?? {});
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (!('requestBody' in operation)) continue;
      assert.ok(
        statuses(path, method).includes('413') && statuses(path, method).includes('415'),
        `${method} ${path}`,
      );
    }
  }
  assert.ok(statuses('/images/{image_id}/content', 'get').includes('200'));
});

test('the API reference shows a valid body for every operation that takes one', () => {
  const withJson = definitions.filter(({ body, bodyType }) => body !== undefined && bodyType === undefined);
  for (const { operationId, body, example } of withJson) {
    assert.ok(body && example, operationId);
    const { value, problems } = createValidator(body, 'body')(structuredClone(example));
    assert.deepEqual(problems, [], operationId);
    if (operationId === 'createImage') assert.deepEqual(imageProblems(value as CreateImage, new Date()), []);
  }
});

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
  const found = definitions.flatMap((definition) =>
    parts.flatMap((part) => {
      const schema = definition[part] as Schema | undefined;
      return schema ? unbounded(schema, `${definition.operationId} ${part}`) : [];
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
