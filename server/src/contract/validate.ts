import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { FORMATS } from './input/formats.ts';
import {
  type Field,
  isObject,
  type Json,
  prepareInput,
  type Reading,
  requestSchema,
} from './input/prepare-input.ts';
import type { Problem } from './problem.ts';
import { FIELD_OPTIONS } from './schema.ts';

export type Source = 'body' | 'query' | 'path' | 'header';

/** A request part after the checks: invalid fields are absent from `value`. */
export type Checked = { value: unknown; problems: Problem[] };
export type Validator = (input: unknown) => Checked;

const MAX_SHOWN = 200;
/** Of one step of a path: unknown keys come from the caller. */
const MAX_SHOWN_KEY = 100;
const CONTROL = /\p{Cc}|\p{Cs}/u;

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  useDefaults: true,
  addUsedSchema: false,
  verbose: true,
});
for (const [name, { findings }] of Object.entries(FORMATS)) {
  // `requestSchema` decides about the empty text.
  ajv.addFormat(
    name,
    (text: string) => text === '' || (!hasControl(name, text) && findings(text).length === 0),
  );
}

function hasControl(format: string, text: string): boolean {
  return format !== 'free-text' && CONTROL.test(text);
}

/**
 * Checks one part of a request against its schema and reports every invalid field. The schema is compiled at the first
 * use, because a start would otherwise wait for those of all routes. In a partial edit an empty text clears its field.
 */
export function createValidator(schema: TSchema, source: Source, isEdit = false): Validator {
  let compiled: ValidateFunction | undefined;
  const isText = source !== 'body';
  const reading: Reading = { isText, isTrimmed: isText && source !== 'path', isEdit };
  return (input) => {
    compiled ??= ajv.compile(plainSchema(requestSchema(schema)) as object);
    const check = compiled;
    const value = prepareInput(schema as Field, input ?? (isText ? {} : undefined), reading);
    if (check(value)) return { value: convert(schema as Field, value), problems: [] };
    const found = problemsOf(check.errors ?? [], schema as Field, value);
    for (const { path } of found) remove(value, path);
    const problems = found.map(({ type, path, msg, input: sent }) => ({
      type,
      loc: [source, ...path.map(shownStep)],
      msg,
      input: sent,
    }));
    return { value: convert(schema as Field, value), problems };
  };
}

function shownStep(step: string | number): string | number {
  return typeof step === 'string' ? step.slice(0, MAX_SHOWN_KEY) : step;
}

/** The schema as JSON Schema alone: without names and without the options that only this file reads. */
export function plainSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const plain: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$id' || (FIELD_OPTIONS as readonly string[]).includes(key)) continue;
    plain[key] = plainSchema(value);
  }
  return plain;
}

function convert(schema: Field, value: unknown): unknown {
  if (typeof value === 'string') {
    const change = FORMATS[schema.format ?? '']?.convert;
    return change && value !== '' ? change(value) : value;
  }
  const { properties, items, checksNoItems } = schema as Field;
  if (Array.isArray(value))
    return items && !checksNoItems ? value.map((item) => convert(items, item)) : value;
  if (!isObject(value) || !properties) return value;
  for (const [name, field] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) value[name] = convert(field, value[name]);
  }
  return value;
}

type Found = Omit<Problem, 'loc'> & { path: (string | number)[] };

/** One problem per field, except for lists, which report each wrong element. */
function problemsOf(errors: ErrorObject[], schema: Field, value: unknown): Found[] {
  const problems: Found[] = [];
  const seen = new Set<string>();
  for (const error of errors) {
    const path = pathOf(error);
    const key = JSON.stringify(path);
    if (seen.has(key) || error.keyword === 'anyOf' || error.keyword === 'if') continue;
    seen.add(key);
    const input = error.keyword === 'required' ? null : shownInput(schema, value, path);
    for (const { type, msg, input: shownAs = input } of findingsOf(error, path.length === 0)) {
      problems.push({ type, path, msg, input: shownAs === input ? input : shown(shownAs) });
    }
  }
  return problems;
}

function pathOf({ instancePath, keyword, params }: ErrorObject): (string | number)[] {
  const steps = instancePath.split('/').slice(1);
  const path: (string | number)[] = steps.map((step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return /^\d+$/.test(name) ? Number(name) : name;
  });
  if (keyword === 'required') path.push(String(params.missingProperty));
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty));
  return path;
}

const TYPES: Record<string, { type: string; msg: string }> = {
  string: { type: 'string_type', msg: 'Input should be a string' },
  boolean: { type: 'bool_type', msg: 'Input should be true or false' },
  integer: { type: 'int_type', msg: 'Input should be a whole number' },
  number: { type: 'float_type', msg: 'Input should be a number' },
  array: { type: 'list_type', msg: 'Input should be a list' },
  object: { type: 'object_type', msg: 'Input should be an object' },
};

type Finding = { type: string; msg: string; input?: unknown };

function findingsOf({ keyword, params, parentSchema, data }: ErrorObject, isWhole: boolean): Finding[] {
  const { limit } = params as { limit?: number };
  switch (keyword) {
    case 'required':
      return [{ type: 'missing', msg: 'Field required' }];
    case 'additionalProperties':
      return [{ type: 'extra_forbidden', msg: 'Unknown field' }];
    case 'type': {
      const found = TYPES[String([params.type].flat()[0])] ?? { type: 'type_error', msg: 'Wrong type' };
      return [isWhole ? { ...found, msg: 'Input should be a JSON object' } : found];
    }
    case 'enum':
      return [{ type: 'enum', msg: `Must be one of ${(params.allowedValues as unknown[]).join(', ')}` }];
    case 'minLength':
      return [
        {
          type: 'string_too_short',
          msg: limit === 1 ? 'Must not be empty' : `Must have at least ${limit} characters`,
        },
      ];
    case 'maxLength':
      return [{ type: 'string_too_long', msg: `Must have at most ${limit} characters` }];
    case 'maxItems':
      return [{ type: 'too_long', msg: `Must have at most ${limit} elements` }];
    case 'minItems':
      return [{ type: 'too_short', msg: `Must have at least ${limit} element${limit === 1 ? '' : 's'}` }];
    case 'exclusiveMinimum':
      return [{ type: 'out_of_range', msg: `Must be above ${limit}` }];
    case 'minimum':
    case 'maximum':
      return [{ type: 'out_of_range', msg: rangeOf(parentSchema as { minimum?: number; maximum?: number }) }];
    case 'format':
      return formatFindings(String(params.format), String(data));
    default:
      return [{ type: 'value_error', msg: 'Invalid value' }];
  }
}

function rangeOf({ minimum, maximum }: { minimum?: number; maximum?: number }): string {
  if (minimum === undefined) return `Must be at most ${maximum}`;
  return maximum === undefined ? `Must be at least ${minimum}` : `Must be from ${minimum} to ${maximum}`;
}

function formatFindings(name: string, text: string): Finding[] {
  if (hasControl(name, text)) {
    return [{ type: 'value_error', msg: 'Must not contain control characters' }];
  }
  return FORMATS[name]?.findings(text) ?? [{ type: 'value_error', msg: 'Invalid value' }];
}

/** Never a secret, an object or a long text. A URL may carry a password or a signature, so its rest is cut off. */
function shownInput(schema: Field, value: unknown, path: (string | number)[]): unknown {
  let field: Field | undefined = schema;
  let found = value;
  for (const step of path) {
    const { properties, items } = (field ?? {}) as { properties?: Record<string, Field>; items?: Field };
    field = typeof step === 'number' ? items : properties?.[step];
    found = isObject(found) || Array.isArray(found) ? Reflect.get(found, step) : undefined;
  }
  // A body of the wrong type may be a secret.
  if (path.length === 0 || field?.writeOnly || SECRET.test(path.join('.'))) return null;
  return shown(found);
}

const SECRET = /password|secret|token|api.?key/i;

export function shown(input: unknown): unknown {
  if (typeof input !== 'string') return typeof input === 'object' || input === undefined ? null : input;
  const safe = /^[a-z][a-z0-9+.-]*:\/\//i.test(input) ? withoutCredentials(input) : input;
  return safe.slice(0, MAX_SHOWN);
}

function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^/?#]*@/, '//***@').replace(/[?#].*$/s, '?***');
}

function remove(value: unknown, path: (string | number)[]): void {
  let holder = value;
  for (const step of path.slice(0, -1)) holder = isObject(holder) ? holder[step] : undefined;
  const last = path.at(-1);
  if (last !== undefined && isObject(holder)) delete holder[last];
}
