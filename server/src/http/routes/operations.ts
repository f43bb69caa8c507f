import Type from 'typebox';
import { ErrorDetail } from '../../contract/problem.ts';
import { closed, named, oneOf } from '../../contract/schema.ts';
import { COMMIT, VERSION } from '../../lib/version.ts';
import { anyCredential, anyone, operations } from '../access.ts';
import { type Route, routeOf } from '../route.ts';

const route = routeOf('Operations');

const Status = named('Status', { status: Type.Literal('ok') });
const Readiness = named('Readiness', {
  status: oneOf(['ok', 'degraded']),
  degraded: Type.Array(closed({ check: Type.String(), problem: Type.String() }), {
    description:
      'What does not work, while most routes do. Routes that need it answer 500 or 503 with Retry-After.',
  }),
});
const Version = named('Version', {
  version: Type.String({ examples: ['0.2.0'] }),
  commit: Type.String({ description: 'The first 12 digits of the commit, or `unknown`.' }),
});
const NOT_HTTP = { schema: ErrorDetail, description: 'The request is not valid HTTP.' };

const health = route('GET /healthz', {
  operationId: 'health',
  summary: 'Check that the process is alive',
  access: anyone,
  rate: 'none',
  success: { schema: Status, description: 'The process is alive.' },
  errors: { 400: NOT_HTTP },
  isQuiet: true,
  handler: () => ({ status: 'ok' as const }),
});

const liveness = route('GET /livez', {
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
  handler: ({ telemetry }, { reply }) => {
    const problem = telemetry.health.stuck();
    // Not an error: a probe repeats, and each change is logged where it is found.
    return problem === null ? { status: 'ok' as const } : reply.code(503).send({ detail: problem });
  },
});

const metrics = route('GET /metrics', {
  operationId: 'metrics',
  summary: 'Get Prometheus metrics, from loopback or with the metrics token',
  access: operations,
  rate: 'none',
  success: { contentType: 'text/plain', description: 'Text exposition format.' },
  errors: { 403: 'The request comes from elsewhere and has no token.' },
  isQuiet: true,
  handler: async ({ telemetry }, { reply }) =>
    reply.type(telemetry.metrics.contentType).send(await telemetry.metrics.text()),
});

const version = route('GET /version', {
  operationId: 'getVersion',
  summary: 'Get the version and the commit of the service, with an API key or an access token',
  access: anyCredential,
  success: { schema: Version, description: 'What runs here.' },
  handler: () => ({ version: VERSION, commit: COMMIT }),
});

/**
 * The API answers requests while only a part of it is degraded: a proxy must not take it away. Nobody sends requests to a
 * worker, so a worker that lacks anything is not ready, which stops a rollout of workers that cannot work.
 */
const readiness = (process: 'api' | 'worker'): Route =>
  route('GET /readyz', {
    operationId: 'readiness',
    summary:
      'Check that the process can do its work: database, schema, image store and, in a worker, recognizer',
    description:
      'Results are cached for a short time, so that probes do not become load. Without the image store, the API stays ready and reports it in `degraded`.',
    access: anyone,
    rate: 'none',
    success: { schema: Readiness, description: 'The process can serve requests.' },
    errors: {
      400: NOT_HTTP,
      503: 'The process cannot serve requests; `detail` says why.',
    },
    isQuiet: true,
    handler: async ({ telemetry }, { reply }) => {
      const found = (await telemetry.health.readiness()).flatMap(({ name, problem, isPartial }) =>
        problem === null ? [] : [{ check: name, problem, isPartial: isPartial && process === 'api' }],
      );
      const decisive = found.filter(({ isPartial }) => !isPartial);
      if (decisive.length > 0)
        return reply.code(503).send({ detail: decisive.map(({ problem }) => problem).join(' ') });
      const degraded = found.map(({ check, problem }) => ({ check, problem }));
      return { status: degraded.length === 0 ? ('ok' as const) : ('degraded' as const), degraded };
    },
  });

export const operationRoutes = [...operationRoutesOf('api'), version];
export const workerRoutes = operationRoutesOf('worker');

function operationRoutesOf(process: 'api' | 'worker'): Route[] {
  return [health, liveness, readiness(process), metrics];
}
