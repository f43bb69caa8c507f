import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Field } from '../support/carriers/contract-fields.ts';
import { lastSeenImage, multiResponse, singleResponse } from '../support/carriers/observations-contract.ts';
import { profileResponse } from '../support/carriers/profile-contract.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
};

/** Fields that a response has only if the query requests them. */
const ON_REQUEST: Record<string, Field> = { last_seen_image: lastSeenImage, archive: { kind: 'any' } };
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
