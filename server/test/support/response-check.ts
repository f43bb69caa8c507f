import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { plainSchema } from '../../src/contract/validate.ts';
import type { Route } from '../../src/http/route.ts';

/** Fails a request whose response does not match its schema, or whose status is not documented. */
export function addResponseCheck(app: FastifyInstance, routes: Route[]): void {
  const ajv = formats.default(new Ajv({ strict: false, addUsedSchema: false, allErrors: true }));
  const checks = new Map<string, Map<number, ValidateFunction | null>>();
  for (const { definition, responses } of routes) {
    if (!definition || !responses) continue;
    const byStatus = Object.entries(responses).map(
      ([status, { schema, contentType }]): [number, ValidateFunction | null] => [
        Number(status),
        schema && !contentType ? ajv.compile(plainSchema(schema) as object) : null,
      ],
    );
    checks.set(`${definition.method} ${definition.url}`, new Map(byStatus));
  }
  app.addHook('onSend', async (request, reply, payload) => {
    const documented = checks.get(`${request.method} ${request.routeOptions.url}`);
    if (!documented || UNDOCUMENTED.has(reply.statusCode)) return payload;
    const name = `${request.method} ${request.routeOptions.url} ${reply.statusCode}`;
    const check = documented.get(reply.statusCode);
    if (check === undefined) throw new Error(`${name} is not documented`);
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (check === null || !isJson || !(typeof payload === 'string' || Buffer.isBuffer(payload)))
      return payload;
    if (!check(JSON.parse(String(payload)))) {
      const problems = (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
      throw new Error(`${name} does not match its schema: ${problems.join('; ')}`);
    }
    return payload;
  });
}

/** Statuses that any route can have and the document leaves out. */
const UNDOCUMENTED = new Set([302, 405, 408, 413, 415, 431]);
