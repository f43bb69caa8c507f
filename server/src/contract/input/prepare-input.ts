import type { TSchema } from 'typebox';
import type { FieldOptions } from '../schema.ts';

export type Json = Record<string, unknown>;
export type Field = TSchema &
  FieldOptions & {
    additionalProperties?: boolean;
    type?: string | string[];
    format?: string;
    writeOnly?: boolean;
    default?: unknown;
    properties?: Record<string, Field>;
    required?: string[];
    items?: Field;
  };

/** How a part of a request is read. */
export type Reading = {
  /** Every value arrives as text: numbers and flags become what the schema asks for. */
  isText: boolean;
  isTrimmed: boolean;
  /** An empty text clears its field. */
  isEdit: boolean;
};

/** A copy of the input with the field options applied, and without the fields that count as not sent. */
export function prepareInput(schema: Field, input: unknown, reading: Reading): unknown {
  if (typeof input === 'string') return prepareText(schema, input, reading);
  if (Array.isArray(input)) {
    const isRepeated = schema.joinsList && input.every((item) => typeof item === 'string');
    return isRepeated ? prepareText(schema, input.join(','), reading) : prepareList(schema, input, reading);
  }
  const { properties } = schema;
  if (!isObject(input) || !properties) return input;
  // A closed object keeps unknown keys, which are then reported; an open one drops them.
  const copy: Json = schema.additionalProperties === false ? { ...input } : {};
  for (const [name, field] of Object.entries(properties)) {
    if (!Object.hasOwn(input, name)) continue;
    if (input[name] === null && field.nullIsUnset) delete copy[name];
    else copy[name] = prepareInput(field, input[name], reading);
    const isEmptyText =
      copy[name] === '' && field.blank !== '' && (reading.isText || accepts(field, 'string'));
    if (!isEmptyText) continue;
    const isOptional = field.default !== undefined || !schema.required?.includes(name);
    if (!isOptional || field.isNeverBlank) continue;
    if (!reading.isEdit) delete copy[name];
    else if (accepts(field, 'null')) copy[name] = null;
  }
  return copy;
}

/** The schema that a prepared input must meet. An empty text that is left is invalid, whatever the format of the field. */
export function requestSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(requestSchema);
  if (!isObject(schema)) return schema;
  const copy: Json = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'default' ? value : requestSchema(value)]),
  );
  const { blank, default: fallback, minLength } = schema as { [key: string]: unknown; minLength?: number };
  const mayBeEmpty = blank === '' || fallback === '' || schema.enum !== undefined;
  if (schema.checksNoItems) delete copy.items;
  if (accepts(schema as Field, 'string') && !mayBeEmpty) copy.minLength = Math.max(1, minLength ?? 0);
  return copy;
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function accepts({ type }: Field, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}

function prepareList(schema: Field, input: unknown[], reading: Reading): unknown[] {
  const { items, dropsBlankItems, checksNoItems } = schema;
  if (!items || checksNoItems) return input;
  const prepared = input.map((item) => prepareInput(items, item, reading));
  return dropsBlankItems ? prepared.filter((item) => item !== '') : prepared;
}

/** Text of white space only is empty text, except in secrets, which are taken as they are. */
function prepareText(schema: Field, input: string, { isText, isTrimmed }: Reading): unknown {
  const isSecret = schema.writeOnly === true;
  const text = schema.trim || (isTrimmed && !isSecret) ? input.trim() : input;
  const plain = !isSecret && text.trim() === '' ? '' : text;
  if (plain === '' && schema.blank !== undefined) return schema.blank;
  return isText ? fromText(schema, plain) : plain;
}

function fromText({ type }: Field, text: string): unknown {
  if (type === 'integer' && /^-?\d{1,16}$/.test(text)) return Number(text);
  if (type === 'number' && /^-?\d{1,16}(\.\d{1,16})?$/.test(text)) return Number(text);
  if (type !== 'boolean') return text;
  if (/^(true|1)$/i.test(text)) return true;
  return /^(false|0)$/i.test(text) ? false : text;
}
