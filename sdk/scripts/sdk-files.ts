/** What the SDK takes from the OpenAPI document: types, which credentials each operation wants, what a role means. */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

type Operation = { security?: Record<string, string[]>[] };
type Document = { paths: Record<string, Record<string, Operation>> };

const NOTE = '// Written by npm run generate from openapi.json; do not edit.\n';

export async function sdkFiles(openApiText: string): Promise<Record<string, string>> {
  const document = JSON.parse(openApiText) as Document;
  const types = astToString(await openapiTS(document as unknown as OpenAPI3));
  return {
    'sdk/src/generated/api.ts': NOTE + types,
    'sdk/src/generated/credentials.ts': constant('credentials', credentialsOf(document)),
    'sdk/src/generated/roles.ts': constant('roleMeanings', roleMeaningsOf(document)),
  };
}

function constant(name: string, value: unknown): string {
  return `${NOTE}export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;
}

/** The fullest of the alternatives; nothing where nothing is needed. */
function credentialsOf({ paths }: Document): Record<string, string[]> {
  const wanted: Record<string, string[]> = {};
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { security = [] }] of Object.entries(operations)) {
      const alternatives = security.map((one) => Object.keys(one));
      if (alternatives.length === 0 || alternatives.some((names) => names.length === 0)) continue;
      wanted[`${method.toUpperCase()} ${path}`] = alternatives.sort((a, b) => b.length - a.length)[0] ?? [];
    }
  }
  return wanted;
}

/** `GET /auth/me` lists every role there is, with its meaning. */
function roleMeaningsOf(document: Document): Record<string, string> {
  let found: Record<string, string> | undefined;
  JSON.stringify(document.paths['/auth/me'], (_key, value) => {
    found ??= value?.['x-enumDescriptions'];
    return value;
  });
  if (!found) throw new Error('GET /auth/me no longer describes its roles with x-enumDescriptions');
  return found;
}
