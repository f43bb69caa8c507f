/** A field as the published contract describes it, independent of the schemas of the code. */
export type Shape =
  | { kind: 'string' | 'number' | 'integer' | 'boolean'; nullable?: true; oneOf?: readonly unknown[] }
  | { kind: 'object'; fields: Record<string, Field>; nullable?: true }
  | { kind: 'array'; of: Shape; nullable?: true }
  /** The contract does not define the fields. */
  | { kind: 'any'; nullable?: true };

/** `gated`: requires a permission. `optional`: may be absent. */
export type Field = Shape & { gated?: true; optional?: true };

export const string: Shape = { kind: 'string' };
export const number: Shape = { kind: 'number' };
export const integer: Shape = { kind: 'integer' };
export const boolean: Shape = { kind: 'boolean' };
export const nullable = <S extends Shape>(shape: S): S => ({ ...shape, nullable: true });
export const array = (of: Shape): Shape => ({ kind: 'array', of });
export const object = (fields: Record<string, Field>): Shape => ({ kind: 'object', fields });
export const each = (names: string, shape: Field): Record<string, Field> =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, shape]),
  );

/** The differences by path: missing and unknown keys, and wrong types. */
export function differences(value: unknown, shape: Field, granted: boolean, path = '$'): string[] {
  if (value === null) return shape.nullable ? [] : [`${path} is null`];
  switch (shape.kind) {
    case 'any':
      return [];
    case 'array':
      if (!Array.isArray(value)) return [`${path} is not an array`];
      return value.flatMap((item, i) => differences(item, shape.of, granted, `${path}[${i}]`));
    case 'object':
      if (typeof value !== 'object' || Array.isArray(value)) return [`${path} is not an object`];
      return objectDifferences(value as Record<string, unknown>, shape.fields, granted, path);
    default: {
      const type = shape.kind === 'integer' ? 'number' : shape.kind;
      const right = typeof value === type && (shape.kind !== 'integer' || Number.isInteger(value));
      if (!right) return [`${path} is ${JSON.stringify(value)}, not ${shape.kind}`];
      return !shape.oneOf || shape.oneOf.includes(value) ? [] : [`${path} is ${JSON.stringify(value)}`];
    }
  }
}

function objectDifferences(
  value: Record<string, unknown>,
  fields: Record<string, Field>,
  granted: boolean,
  path: string,
): string[] {
  const found: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const isPresent = Object.hasOwn(value, name);
    if (field.gated && !granted) {
      if (isPresent) found.push(`${path}.${name} is present without the permission`);
    } else if (!isPresent) {
      if (!field.optional) found.push(`${path}.${name} is missing`);
    } else found.push(...differences(value[name], field, granted, `${path}.${name}`));
  }
  for (const name of Object.keys(value))
    if (!Object.hasOwn(fields, name)) found.push(`${path}.${name} is not in the contract`);
  return found;
}
