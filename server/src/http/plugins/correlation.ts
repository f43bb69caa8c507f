import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import { traceOf } from './tracing.ts';

export function newCorrelationId(): string {
  return randomUUID();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The id of the response is always our own, so that one id means one request, in the audit log, too. An id that the client sent
 * is logged beside it if it is a UUID: other text could contain anything.
 */
function sentId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && UUID.test(header) ? header.toLowerCase() : undefined;
}

/** Names and values alternate. Node keeps only the first Host header in `headers`. */
function hostHeaders(rawHeaders: string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

/** Every response carries the correlation id of its log line. Each request is logged once. */
export function addCorrelation(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Correlation-Id', request.id);
    const hosts = hostHeaders(request.raw.rawHeaders);
    if (hosts === 1 || (hosts === 0 && request.raw.httpVersion !== '1.1')) return done();
    const problem = hosts === 0 ? 'no Host header' : 'more than one Host header';
    return done(new AppError('invalid', `The request has ${problem}.`));
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
        client_correlation_id: sentId(request.headers['x-correlation-id']),
        ...traceOf(request),
      },
      'request',
    );
    done();
  });
}
