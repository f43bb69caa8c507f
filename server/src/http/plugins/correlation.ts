import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import { traceOf } from './tracing.ts';

export function newCorrelationId(): string {
  return randomUUID();
}

/** Every response carries the correlation id of its log line. Each request is logged once. */
export function addCorrelation(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Correlation-Id', request.id);
    if (request.headers.host !== undefined || request.raw.httpVersion !== '1.1') return done();
    return done(new AppError('invalid', 'The request has no Host header.'));
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The query is not logged: it may contain credentials.
    const path = request.url.split('?', 1)[0];
    request.log.info(
      {
        method: request.method,
        path,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
        user_id: request.caller?.user_id,
        ...traceOf(request),
      },
      'request',
    );
    done();
  });
}
