import type { FastifyInstance } from 'fastify';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS =
  'Accept, Access-Token, Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-Purpose, x-api-key';
const RESPONSE_HEADERS =
  'Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Correlation-Id, X-Total-Count';
const PREFLIGHT_SECONDS = '600';

/**
 * Lets the pages of the listed origins call the API. Credentials are never allowed: the pages send an API key and a token in
 * headers, and the browser sends no cookie. Without origins, no response has a CORS header.
 */
export function addCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return done();
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': RESPONSE_HEADERS,
    });
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight) return done();
    reply
      .code(204)
      .headers({
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': REQUEST_HEADERS,
        'Access-Control-Max-Age': PREFLIGHT_SECONDS,
      })
      .send();
    return undefined;
  });
}
