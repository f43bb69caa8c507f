type Json = Record<string, unknown>;

/** The keys of OpenAPI 3.1 that 3.0 does not have. */
const NEW_KEYS = new Set(['examples', 'const', 'patternProperties', '$id']);

/** The same document in OpenAPI 3.0.3, for generators that do not read 3.1. The webhooks become an extension. */
export function toOpenApi30(document: Json): Json {
  const { webhooks, info, ...rest } = document;
  const { license, ...about } = info as Json & { license: { name: string } };
  return {
    ...(converted(rest) as Json),
    openapi: '3.0.3',
    info: { ...about, license: { name: license.name } },
    'x-webhooks': converted(webhooks),
  };
}

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return { $ref: value.$ref };
  return isSchema(value as Json) ? schemaOf(value as Json) : mapped(value as Json);
}

/** Names of properties can be those of keywords, and examples are data. */
function mapped(object: Json): Json {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, key === 'example' ? value : converted(value)]),
  );
}

function isSchema(object: Json): boolean {
  const { type } = object;
  const hasType = Array.isArray(type) || (typeof type === 'string' && TYPES.has(type));
  return hasType || 'anyOf' in object || 'const' in object || Array.isArray(object.examples);
}
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

function schemaOf(schema: Json): Json {
  const { type, anyOf, examples } = schema as {
    type?: string | string[];
    anyOf?: Json[];
    examples?: unknown[];
  };
  const kept = Object.entries(schema).filter(
    ([key]) => !NEW_KEYS.has(key) && key !== 'type' && key !== 'anyOf',
  );
  const result: Json = Object.fromEntries(
    kept.map(([key, value]) => [key, key === 'default' || key === 'enum' ? value : converted(value)]),
  );
  const types = [type ?? []].flat().filter((name) => name !== 'null');
  if (types.length > 0) result.type = types[0];
  const choices = (anyOf ?? []).filter((choice) => choice.type !== 'null');
  if (choices.length === 1) result.allOf = [converted(choices[0])];
  if (choices.length > 1) result.anyOf = choices.map(converted);
  const isNullable = [type].flat().includes('null') || choices.length < (anyOf?.length ?? 0);
  if (isNullable) result.nullable = true;
  if ('const' in schema) result.enum = [schema.const];
  if (Array.isArray(examples)) result.example = examples[0];
  const [pattern] = Object.values((schema.patternProperties ?? {}) as Json);
  if (pattern !== undefined) result.additionalProperties = converted(pattern);
  return result;
}
