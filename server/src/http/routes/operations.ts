import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { ErrorDetail } from '../../contract/problem.ts';
import { named } from '../../contract/schema.ts';
import { anyone, operations } from '../access.ts';
import { type Route, routeOf } from '../route.ts';

const route = routeOf('Operations');

const Status = named('Status', { status: Type.Literal('ok') });
const NOT_HTTP = { schema: ErrorDetail, description: 'The request is not valid HTTP.' };

/** Not an error: a probe repeats, and each change is logged where it is found. */
function answer(reply: FastifyReply, problem: string | null): FastifyReply {
  return problem === null ? reply.send({ status: 'ok' }) : reply.code(503).send({ detail: problem });
}

export const operationRoutes: Route[] = [
  route('GET /healthz', {
    operationId: 'health',
    summary: 'Check that the process is alive',
    access: anyone,
    rate: 'none',
    success: { schema: Status, description: 'The process is alive.' },
    errors: { 400: NOT_HTTP },
    isQuiet: true,
    handler: () => ({ status: 'ok' as const }),
  }),
  route('GET /livez', {
    operationId: 'liveness',
    summary: 'Check that the process is alive and its background work makes progress',
    access: anyone,
    rate: 'none',
    success: { schema: Status, description: 'The process is alive.' },
    errors: {
      400: NOT_HTTP,
      503: 'Background work is stuck; `detail` says where. Restart the process.',
    },
    isQuiet: true,
    handler: ({ telemetry }, { reply }) => answer(reply, telemetry.health.stuck()),
  }),
  route('GET /readyz', {
    operationId: 'readiness',
    summary:
      'Check that the process can do its work: database, schema, image store and, in a worker, recognizer',
    description: 'Results are cached for a short time, so that probes do not become load.',
    access: anyone,
    rate: 'none',
    success: { schema: Status, description: 'The process can serve requests.' },
    errors: {
      400: NOT_HTTP,
      503: 'The process cannot serve requests; `detail` says why.',
    },
    isQuiet: true,
    handler: async ({ telemetry }, { reply }) => {
      const problems = (await telemetry.health.readiness()).flatMap(({ problem }) => problem ?? []);
      return answer(reply, problems.length === 0 ? null : problems.join(' '));
    },
  }),
  route('GET /metrics', {
    operationId: 'metrics',
    summary: 'Get Prometheus metrics, from loopback or with the metrics token',
    access: operations,
    rate: 'none',
    success: { contentType: 'text/plain', description: 'Text exposition format.' },
    errors: { 403: 'The request comes from elsewhere and has no token.' },
    isQuiet: true,
    handler: async ({ telemetry }, { reply }) =>
      reply.type(telemetry.metrics.contentType).send(await telemetry.metrics.text()),
  }),
];
