import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../lib/telemetry/metrics.ts';

/** Measures every request by its route, so that the number of series does not depend on the paths requested. */
export function addMetrics(app: FastifyInstance, { httpRequests }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    httpRequests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
    done();
  });
}
