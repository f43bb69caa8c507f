import type { TSchema } from 'typebox';

export type Schema = TSchema & {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  maxLength?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  default?: unknown;
  writeOnly?: boolean;
  blank?: unknown;
  isNeverBlank?: boolean;
  nullIsUnset?: boolean;
  joinsList?: boolean;
  dropsBlankItems?: boolean;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
};

export type Field = { path: (string | number)[]; schema: Schema; isRequired: boolean };

/** `isInvalid`: the request must be rejected with it. Otherwise it may be accepted, and must not fail. */
export type Hostile = { name: string; value: unknown; isInvalid: boolean };

/** Text that no table may contain after the walk. */
export const TOO_LONG = 'Lq'.repeat(60);

/** Every field of a body, with those of nested objects and lists. */
export function fieldsOf(schema: Schema, path: (string | number)[] = []): Field[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, field]) => {
    const here = [...path, name];
    const plain = field.anyOf?.find((one) => one.type !== 'null') ?? field;
    const own: Field = {
      path: here,
      schema: field,
      isRequired: required.includes(name) && !('default' in field),
    };
    const items = plain.items ? [{ path: [...here, 0], schema: plain.items, isRequired: true }] : [];
    return [own, ...items, ...fieldsOf(plain, here)];
  });
}

const accepts = ({ type, anyOf }: Schema, name: string): boolean =>
  [type].flat().includes(name) || (anyOf?.some((one) => accepts(one, name)) ?? false);

/** Values for a field of a JSON body. */
export function hostileValues({ schema, isRequired, path }: Field): Hostile[] {
  const isText = accepts(schema, 'string');
  const isItem = typeof path.at(-1) === 'number';
  const mayBeNull = accepts(schema, 'null') || (schema.nullIsUnset === true && !isRequired);
  const wrong = (name: string, value: unknown): Hostile => ({ name, value, isInvalid: true });
  const values: Hostile[] = [
    { name: 'null', value: null, isInvalid: !mayBeNull && !schema.nullIsUnset },
    ...(accepts(schema, 'object') ? [] : [wrong('an object', {})]),
    ...(accepts(schema, 'array') ? [] : [wrong('a list', [])]),
    ...(accepts(schema, 'boolean') ? [] : [wrong('true', true)]),
    ...(accepts(schema, 'number') || accepts(schema, 'integer') ? [] : [wrong('a number', 7)]),
  ];
  if (isText) {
    const isBlankInvalid =
      (isRequired && schema.blank === undefined && !isItem) || schema.isNeverBlank === true;
    const isBlankAsIs = schema.writeOnly === true;
    values.push(
      { name: 'empty text', value: '', isInvalid: isBlankInvalid },
      { name: 'blank text', value: ' \t ', isInvalid: isBlankInvalid && !isBlankAsIs },
      { name: 'a NUL', value: 'a\0b', isInvalid: !isBlankAsIs && schema.format !== undefined },
    );
    if (schema.maxLength !== undefined)
      values.push(wrong('too long', TOO_LONG.repeat(Math.ceil((schema.maxLength + 1) / TOO_LONG.length))));
    if (schema.enum) values.push(wrong('another word', 'nonsense'));
    if (['email', 'uuid', 'date', 'date-time'].includes(schema.format ?? ''))
      values.push(wrong('a word', 'nonsense'));
    for (const day of ['0000-01-01', '1899-12-31', '9999-12-31', '2026-02-30'])
      if (schema.format?.startsWith('date')) values.push({ name: day, value: day, isInvalid: false });
  } else {
    values.push(wrong('empty text', ''), wrong('text', '7'));
  }
  if (schema.minimum !== undefined) values.push(wrong('too small', schema.minimum - 1));
  if (schema.maximum !== undefined) values.push(wrong('too large', schema.maximum * 2 + 1));
  if (schema.maxItems !== undefined)
    values.push(
      wrong(
        'too many',
        Array.from({ length: schema.maxItems + 1 }, () => 'x'),
      ),
    );
  return values;
}

/** Values for a parameter of a query. */
export function hostileParameters({ schema, isRequired }: Field): Hostile[] {
  const isOptional = !isRequired;
  const isNumber = accepts(schema, 'integer') || accepts(schema, 'number');
  const long = TOO_LONG.repeat(Math.ceil(((schema.maxLength ?? 100) + 1) / TOO_LONG.length));
  return [
    { name: 'empty', value: '', isInvalid: !isOptional },
    { name: 'blank', value: ' \t ', isInvalid: !isOptional },
    { name: 'too long', value: long, isInvalid: true },
    { name: 'a NUL', value: 'a\0b', isInvalid: isNumber || schema.enum !== undefined },
    { name: 'a word', value: 'nonsense', isInvalid: isNumber || schema.enum !== undefined },
    { name: 'the last day', value: '9999-12-31', isInvalid: isNumber },
    { name: 'a large number', value: '9'.repeat(30), isInvalid: isNumber },
    { name: 'a negative number', value: '-1', isInvalid: (schema.minimum ?? -1) >= 0 },
  ];
}

/** A copy of the body with one value replaced. Objects and lists on the way are created. */
export function withValue(body: unknown, [step, ...rest]: (string | number)[], value: unknown): unknown {
  if (step === undefined) return value;
  const inner = (body as Record<string | number, unknown> | undefined)?.[step];
  const changed = withValue(inner, rest, value);
  if (typeof step === 'number') return [changed];
  return { ...(body as object | undefined), [step]: changed };
}

/** A copy of the body without one field. */
export function withoutField(body: unknown, [step, ...rest]: (string | number)[]): unknown {
  if (step === undefined || typeof body !== 'object' || body === null || typeof step === 'number')
    return body;
  const { [step]: inner, ...others } = body as Record<string, unknown>;
  return rest.length === 0 ? others : { ...others, [step]: withoutField(inner, rest) };
}
