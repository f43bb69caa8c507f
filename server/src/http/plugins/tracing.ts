import type { FastifyInstance } from 'fastify';
import { type Span, type Tracing, traceIdOf, validTraceparent } from '../../lib/telemetry/tracing.ts';

/** One span per request, in the caller's trace if it sends `traceparent`. Health checks and metrics have none. */
export function addTracing(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('span', null);
  if (!tracing.isOn) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const { url } = request.routeOptions;
    if (url === undefined || request.routeOptions.logLevel === 'warn') return done();
    request.span = tracing.start({
      name: `${request.method} ${url}`,
      parent: validTraceparent(request.headers.traceparent),
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': url,
        'milepost.correlation_id': request.id,
      },
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    request.span?.end({
      ...(statusCode >= 500 && { error: `status ${statusCode}` }),
      attributes: {
        'http.response.status_code': statusCode,
        ...(request.organizationId !== null && { 'milepost.organization_id': request.organizationId }),
      },
    });
    done();
  });
}

/** For the request's log line. */
export function traceOf({ span }: { span: Span | null }): { trace_id?: string } {
  const id = traceIdOf(span?.traceparent);
  return id === undefined ? {} : { trace_id: id };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null while tracing is off. */
    span: Span | null;
  }
}
