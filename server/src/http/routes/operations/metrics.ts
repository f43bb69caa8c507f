import type { Registry } from 'prom-client';
import Type from 'typebox';
import { operations } from '../../access.ts';
import type { App } from '../../route.ts';
import * as schemas from '../../schemas.ts';

export function metricsRoute(app: App, registry: Registry): void {
  app.get(
    '/metrics',
    {
      config: { access: operations },
      logLevel: 'warn',
      schema: {
        operationId: 'metrics',
        tags: ['Operations'],
        summary: 'Prometheus metrics, from loopback or with the metrics token',
        response: {
          200: {
            description: 'Text exposition format.',
            headers: schemas.CORRELATION_HEADER,
            content: { 'text/plain': { schema: Type.String() } },
          },
          403: schemas.answer(schemas.Detail, 'From elsewhere and without the token.'),
        },
      },
    },
    async (_request, reply) => {
      reply.type(registry.contentType);
      return registry.metrics();
    },
  );
}
