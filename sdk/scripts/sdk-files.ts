/** Generates the types and the table of operations of the SDK from the OpenAPI document. */
import {
  commentOf,
  componentName,
  indent,
  literal,
  type Member,
  objectType,
  type Schema,
  typeOf,
} from './schema-type.ts';

type Media = { content?: Record<string, { schema: Schema }> };
type Parameter = {
  $ref?: string;
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
};
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: Media;
  responses: Record<string, Media>;
};
/** Only the schema Role has these. */
type RoleNotes = { 'x-enumDescriptions'?: Record<string, string>; 'x-restricted'?: string[] };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema & RoleNotes> };
};

const NOTE = '// Generated from openapi.json by `npm run generate`. Do not edit.\n';

export function sdkFiles(openApiText: string): Record<string, string> {
  const document = JSON.parse(openApiText) as Document;
  return {
    'sdk/src/generated/schemas.ts': schemasText(document),
    'sdk/src/generated/operations.ts': operationsText(document),
    'sdk/src/generated/roles.ts': rolesText(document),
  };
}

function schemasText(document: Document): string {
  const { schemas } = document.components;
  const inRequests = requestComponents(document);
  const types = Object.entries(schemas).map(([name, schema]) => {
    const type = typeOf(schema, inRequests.has(name));
    return `${commentOf(schema.description)}export type ${name} = ${type};\n`;
  });
  const events = Object.values(document.webhooks).map(({ post }) => typeOf(jsonOf(post?.requestBody), false));
  const comment = commentOf('The body of a webhook request. `event` tells the kinds apart.');
  return [NOTE, ...types, `${comment}export type WebhookEvent = ${events.join(' | ')};\n`].join('\n');
}

/** Components that a request body contains, directly or in another component. */
function requestComponents({ paths, components }: Document): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    JSON.stringify(value, (key, part) => {
      if (key !== '$ref' || found.has(componentName(part))) return part;
      found.add(componentName(part));
      visit(components.schemas[componentName(part)]);
      return part;
    });
  };
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    visit(operation.requestBody ?? null);
  }
  return found;
}

function operationsText(document: Document): string {
  const types: Member[] = [];
  const rows: string[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId: name, summary, description } = operation;
      const success = successOf(operation);
      const type = objectType([...inputMembers(operation), member('response', success.type)]);
      types.push({ ...member(name, type), comment: commentOf(`${summary}.`, description) });
      const credentials = credentialsOf(operation).map(literal).join(', ');
      rows.push(
        `  ${name}: { method: ${literal(method.toUpperCase())}, path: ${literal(path)}, format: ${literal(success.format)}, body: ${literal(bodyOf(operation)?.format ?? null)}, credentials: [${credentials}]${listOf(document, operation, method)}${isIdempotent(operation) ? ', idempotent: true' : ''} },`,
      );
    }
  }
  const text = types.map(({ name, type, comment }) => `${comment}${name}: ${type};`).join('\n');
  const code = text.replace(/\/\*\*.*?\*\//gs, '');
  const names = Object.keys(document.components.schemas).filter((name) =>
    new RegExp(`\\b${name}\\b`).test(code),
  );
  return [
    NOTE,
    `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from './schemas.ts';\n`,
    `/** The parameters, the body and the response of each operation. */\nexport type Operations = {\n${indent(text)}\n};\n`,
    `export const operations = {\n${rows.join('\n')}\n} as const;\n`,
  ].join('\n');
}

/** Lists whose array is not their only one, or that have no single list. */
const LISTS: Record<string, string | null> = {
  listCarrierObservations: 'observations',
  getCarrierHistory: 'changes',
  listVinObservations: null,
};

/** `, list: 'images', paging: 'before'`: the array of a list, and the query parameter that selects its pages. */
function listOf(
  document: Document,
  { operationId, parameters = [], responses }: Operation,
  method: string,
): string {
  if (method !== 'get') return '';
  const names = parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : []));
  const paging = ['before', 'page'].find((name) => names.includes(name)) ?? null;
  if (paging === null && !/^(list|search)/.test(operationId)) return '';
  const list = operationId in LISTS ? LISTS[operationId] : arrayIn(document, responses);
  return list === null || list === undefined ? '' : `, list: ${literal(list)}, paging: ${literal(paging)}`;
}

/** The only array of a response; empty if the response itself is one. */
function arrayIn({ components }: Document, responses: Operation['responses']): string | null {
  const schema = responses['200']?.content?.['application/json']?.schema;
  const resolved = schema?.$ref ? components.schemas[componentName(schema.$ref)] : schema;
  if (resolved?.type === 'array') return '';
  const arrays = Object.entries(resolved?.properties ?? {}).filter(([, field]) => field.type === 'array');
  return arrays.length === 1 ? (arrays[0]?.[0] ?? null) : null;
}

function isIdempotent({ parameters = [] }: Operation): boolean {
  return parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
}

function inputMembers({ parameters = [], requestBody }: Operation): Member[] {
  const groups = ['path', 'query'].flatMap((place) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    if (own.length === 0) return [];
    const members = own.map(
      ({ name, required, description, schema }): Member => ({
        ...member(name, typeOf(schema, true), !required),
        comment: commentOf(description),
      }),
    );
    return [member(place, objectType(members), !own.some(({ required }) => required))];
  });
  const body = bodyOf({ requestBody });
  return body ? [...groups, member('body', body.type)] : groups;
}

const BODY_FORMATS: Record<string, string> = {
  'application/json': 'json',
  'application/x-ndjson': 'lines',
  'multipart/form-data': 'form',
  'text/csv': 'csv',
};

/** For the format `lines`, the schema is that of one line. */
function bodyOf({ requestBody }: Pick<Operation, 'requestBody'>): { type: string; format: string } | null {
  if (!requestBody) return null;
  const [[contentType, { schema }] = ['', { schema: {} }]] = Object.entries(requestBody.content ?? {});
  const format = BODY_FORMATS[contentType];
  if (format === undefined) throw new Error(`Unsupported body: ${contentType}`);
  const type = typeOf(schema, true);
  return { type: format === 'lines' ? `Array<${type}>` : type, format };
}

function member(name: string, type: string, isOptional = false): Member {
  return { name, type, isOptional, comment: '' };
}

const FORMATS: Record<string, string> = {
  'application/json': 'json',
  'application/x-ndjson': 'lines',
  'text/event-stream': 'events',
  'text/plain': 'text',
  'text/html': 'text',
  'text/csv': 'text',
  'message/rfc822': 'text',
  'image/*': 'blob',
  'application/zip': 'blob',
  'application/octet-stream': 'blob',
  'application/pdf': 'blob',
};

/** For the formats `lines` and `events`, the type is the type of one item. */
function successOf({ operationId, responses }: Operation): { type: string; format: string } {
  const [[status, { content = {} }] = ['', {}]] = Object.entries(responses).filter(([code]) =>
    /^2/.test(code),
  );
  if (status === '204') return { type: 'undefined', format: 'none' };
  const [[contentType, { schema }] = ['', { schema: {} }]] = Object.entries(content);
  // A file whose bytes count: what is signed must not be parsed and written again.
  const isFile = contentType === 'application/json' && schema.type === 'string';
  const format = isFile ? 'blob' : FORMATS[contentType];
  if (format === undefined) throw new Error(`${operationId}: unsupported content type ${contentType}`);
  return { type: format === 'blob' ? 'Blob' : typeOf(schema, false), format };
}

/** The alternative with the most credentials; none if the operation also works without. */
function credentialsOf({ security }: Operation): string[] {
  const alternatives = security.map((alternative) => Object.keys(alternative));
  if (alternatives.some((names) => names.length === 0)) return [];
  return alternatives.sort((a, b) => b.length - a.length)[0] ?? [];
}

function rolesText({ components }: Document): string {
  const { 'x-enumDescriptions': meanings, 'x-restricted': restricted } = components.schemas.Role ?? {};
  if (!meanings || !restricted)
    throw new Error('openapi.json has no schema Role with x-enumDescriptions and x-restricted');
  const rows = Object.entries(meanings).map(
    ([role, meaning]) => `  ${literal(role)}: ${literal(meaning)},\n`,
  );
  const names = restricted.map((role) => `  ${literal(role)},\n`);
  return `${NOTE}\nexport const roleMeanings = {\n${rows.join('')}} as const;\n
/** Roles that open licensed data. The operator grants them to organizations. */
export const restrictedRoles = [\n${names.join('')}] as const;\n`;
}

function jsonOf(media: Media | undefined): Schema {
  const schema = media?.content?.['application/json']?.schema;
  if (!schema) throw new Error('Unsupported webhook: it must be application/json');
  return schema;
}
