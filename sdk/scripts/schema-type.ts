/** The part of JSON Schema that openapi.json uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  description?: string;
  default?: unknown;
};

export type Member = { name: string; type: string; isOptional: boolean; comment: string };

const COMMENT_WIDTH = 110;

/** The TypeScript type of a schema. In a request, fields with a default are optional. */
export function typeOf(schema: Schema, isRequest: boolean): string {
  const inner = (part: Schema) => typeOf(part, isRequest);
  if (schema.$ref !== undefined) return componentName(schema.$ref);
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return union(schema.enum.map(literal));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return union(alternatives.map(inner));
  if (schema.allOf) return schema.allOf.map((part) => `(${inner(part)})`).join(' & ');
  if (schema.type === undefined) return 'unknown';
  return union([schema.type].flat().map((type) => typeOfKind(type, schema, isRequest)));
}

export function componentName(ref: string): string {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(ref)?.[1];
  if (name === undefined) throw new Error(`Unsupported reference: ${ref}`);
  return name;
}

/** `{ … }`: on one line if it is short and has no comments. */
export function objectType(members: Member[]): string {
  const texts = members.map(({ name, type, isOptional, comment }) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : literal(name);
    return `${comment}${key}${isOptional ? '?' : ''}:${type.startsWith('\n') ? '' : ' '}${type};`;
  });
  const line = `{ ${texts.join(' ')} }`.replace(/; }$/, ' }');
  if (!line.includes('\n') && line.length <= 100) return line;
  return `{\n${indent(texts.join('\n'))}\n}`;
}

export function commentOf(...sentences: (string | undefined)[]): string {
  const text = sentences
    .filter((sentence) => sentence !== undefined && sentence !== '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .replaceAll('*/', '* /');
  if (text === '') return '';
  if (text.length <= COMMENT_WIDTH) return `/** ${text} */\n`;
  return `/**\n${wrap(text)
    .map((line) => ` * ${line}\n`)
    .join('')} */\n`;
}

export function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

export function literal(value: unknown): string {
  const json = JSON.stringify(value);
  const isPlain = typeof value === 'string' && !/['"\\]/.test(json.slice(1, -1));
  return isPlain ? `'${value}'` : json;
}

function typeOfKind(kind: string, schema: Schema, isRequest: boolean): string {
  switch (kind) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'boolean':
    case 'null':
      return kind;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return arrayOf(schema.items ? typeOf(schema.items, isRequest) : 'unknown');
    case 'object':
      return typeOfObject(schema, isRequest);
    default:
      throw new Error(`Unsupported type: ${kind}`);
  }
}

function typeOfObject(schema: Schema, isRequest: boolean): string {
  const { properties = {}, required = [], patternProperties = {}, additionalProperties } = schema;
  const members = Object.entries(properties).map(([name, field]): Member => {
    const hasDefault = isRequest && field.default !== undefined;
    const fallback = hasDefault ? `Default: \`${JSON.stringify(field.default)}\`.` : '';
    return {
      name,
      type: typeOf(field, isRequest),
      isOptional: hasDefault || !required.includes(name),
      comment: commentOf(field.description, fallback),
    };
  });
  const values = Object.values(patternProperties);
  if (typeof additionalProperties === 'object') values.push(additionalProperties);
  const records = values.map((value) => `Record<string, ${typeOf(value, isRequest)}>`);
  if (members.length > 0) records.unshift(objectType(members));
  return records.length > 0 ? records.join(' & ') : 'Record<string, unknown>';
}

function arrayOf(item: string): string {
  return /^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

function union(types: string[]): string {
  const distinct = [...new Set(types)];
  const line = distinct.join(' | ');
  if (line.length <= COMMENT_WIDTH || line.includes('\n')) return line;
  return `\n${indent(distinct.map((type) => `| ${type}`).join('\n'))}`;
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= COMMENT_WIDTH) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}
