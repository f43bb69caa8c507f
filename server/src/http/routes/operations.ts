import type { Registry } from 'prom-client';
import Type from 'typebox';
import { ErrorDetail } from '../../contract/problem.ts';
import { named } from '../../contract/schema.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import { withDeadline } from '../../lib/async/deadline.ts';
import { AppError, messageOf } from '../../lib/errors.ts';
import { anyone, operations } from '../access.ts';
import { type Route, route } from '../route.ts';

const Status = named('Status', { status: Type.Literal('ok') });
const NOT_HTTP = { schema: ErrorDetail, description: 'The request is not valid HTTP.' };
const DEADLINE_MS = 2_000;

const health = route({
  method: 'GET',
  url: '/healthz',
  operationId: 'health',
  tag: 'Operations',
  summary: 'Check that the process is alive',
  access: anyone,
  success: { schema: Status, description: 'The process is alive.' },
  errors: { 400: NOT_HTTP },
  isQuiet: true,
  handler: () => ({ status: 'ok' as const }),
});

const readiness = route({
  method: 'GET',
  url: '/readyz',
  operationId: 'readiness',
  tag: 'Operations',
  summary: 'Check that the process can serve: database reachable, schema current',
  access: anyone,
  success: { schema: Status, description: 'The process can serve requests.' },
  errors: {
    400: NOT_HTTP,
    503: { schema: ErrorDetail, description: 'The process cannot serve requests; `detail` says why.' },
  },
  isQuiet: true,
  handler: async ({ database }, { request }) => {
    const pending = await withDeadline(pendingMigrations(database), DEADLINE_MS, 'The database').catch(
      (error) => {
        request.log.warn({ error: messageOf(error) }, 'not ready');
        throw new AppError('unavailable', 'The database cannot be reached.');
      },
    );
    if (pending.length > 0) throw new AppError('unavailable', `The schema lacks ${pending.join(', ')}.`);
    return { status: 'ok' as const };
  },
});

function metrics(registry: Registry | null): Route {
  return route({
    method: 'GET',
    url: '/metrics',
    operationId: 'metrics',
    tag: 'Operations',
    summary: 'Get Prometheus metrics, from loopback or with the metrics token',
    access: operations,
    success: { contentType: 'text/plain', description: 'Text exposition format.' },
    errors: { 403: 'The request comes from elsewhere and has no token.' },
    isQuiet: true,
    handler: async (_services, { reply }) => {
      if (registry) reply.type(registry.contentType);
      return reply.send((await registry?.metrics()) ?? '');
    },
  });
}

export const operationRoutes = (registry: Registry | null): Route[] => [health, readiness, metrics(registry)];
