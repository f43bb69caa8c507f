import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { plainSchema } from '../../src/contract/validate.ts';
import type { Route } from '../../src/http/route.ts';

/**
 * Fails a request whose response does not match its schema, or whose status is not documented. A schema is
 * compiled when it is first needed: compiling all of them takes more than a second.
 */
export function addResponseCheck(app: FastifyInstance, routes: Route[]): void {
  const ajv = formats.default(new Ajv({ strict: false, addUsedSchema: false, allErrors: true }));
  const compiled = new Map<TSchema, ValidateFunction>();
  const documented = new Map(
    routes.flatMap(({ definition, responses }) =>
      definition && responses ? [[`${definition.method} ${definition.url}`, responses]] : [],
    ),
  );
  app.addHook('onSend', async (request, reply, payload) => {
    const route = `${request.method} ${request.routeOptions.url}`;
    const responses = documented.get(route);
    if (!responses || UNDOCUMENTED.has(reply.statusCode)) return payload;
    const response = responses[reply.statusCode];
    if (response === undefined) throw new Error(`${route} ${reply.statusCode} is not documented`);
    const { schema, contentType } = response;
    if (!schema || contentType || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
    if (!String(reply.getHeader('content-type')).startsWith('application/json'))
      throw new Error(`${route} ${reply.statusCode} does not have the content type of JSON`);
    const check = compiled.get(schema) ?? ajv.compile(plainSchema(schema) as object);
    compiled.set(schema, check);
    if (!check(JSON.parse(String(payload)))) {
      const problems = (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
      throw new Error(`${route} ${reply.statusCode} does not match its schema: ${problems.join('; ')}`);
    }
    return payload;
  });
}

/** Statuses that any route can have and the document leaves out. */
const UNDOCUMENTED = new Set([302, 405, 408, 413, 415, 431]);
