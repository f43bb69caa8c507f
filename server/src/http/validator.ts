import { Ajv, type Options } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';

const OPTIONS: Options = { allErrors: true, strict: false, useDefaults: true };

/** Bodies are taken literally; query and path arrive as text and are turned into what the schema asks for. */
export function createValidator(): FastifySchemaCompiler<object> {
  const literal = formats.default(new Ajv(OPTIONS));
  const textual = formats.default(new Ajv({ ...OPTIONS, coerceTypes: true }));
  return ({ schema, httpPart }) => (httpPart === 'body' ? literal : textual).compile(schema);
}
