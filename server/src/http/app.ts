import swagger from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { AppError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { sendError } from './errors.ts';
import { openApi } from './openapi.ts';
import { addAuthentication } from './plugins/authentication.ts';
import { answerBrokenRequest } from './plugins/broken-request.ts';
import { addCorrelation, newCorrelationId } from './plugins/correlation.ts';
import { addGracefulClose } from './plugins/graceful-close.ts';
import { addNotFound } from './plugins/method-not-allowed.ts';
import { addMetrics } from './plugins/metrics.ts';
import { addSecurityHeaders } from './plugins/security-headers.ts';
import type { App, Route, Services } from './route.ts';
import { consoleRoutes } from './routes/console/console.ts';
import { docsRoutes } from './routes/docs/docs.ts';
import { metricsRoute } from './routes/operations/metrics.ts';
import { routes } from './routes.ts';
import { createValidator } from './validator.ts';

const BODY_LIMIT_BYTES = 1_048_576;

/** Builds the HTTP side; it never listens by itself. `more` lets tests and benchmarks add routes. */
export async function buildHttp(services: Services, log: Log, more: Route[] = []): Promise<App> {
  const { settings } = services;
  const app: App = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlation_id' }),
    requestIdHeader: false,
    genReqId: newCorrelationId,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: settings.http.trustedProxies.length > 0 ? [...settings.http.trustedProxies] : false,
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Correlation-Id', request.id);
      return sendError(error, request, reply);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.setValidatorCompiler(createValidator());
  app.setErrorHandler(sendError);
  takeJson(app);
  addCorrelation(app);
  addGracefulClose(app);
  addSecurityHeaders(app, settings.http.publicUrl?.startsWith('https:') ?? false);
  const registry = addMetrics(app);
  addNotFound(app);
  await app.register(swagger, openApi());
  addAuthentication(app, { ...services, metricsToken: settings.http.metricsToken });

  for (const route of [...routes, ...more]) route(app, services);
  metricsRoute(app, registry);
  docsRoutes(app);
  const { blobs } = settings;
  const bucket = blobs.kind === 's3' && blobs.directLinks ? blobs.endpoint : null;
  await consoleRoutes(app, { bucket });
  return app;
}

/** Only JSON is taken; what is not JSON is one problem at a place in the body. */
function takeJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) return done(null, undefined);
    return parse(request, String(text), (error, body) => {
      if (!error) return done(null, body);
      const place = Number(/position (\d+)/.exec(error.message)?.[1] ?? 0);
      const problem = { type: 'json_invalid', loc: ['body', place], msg: 'JSON decode error', input: {} };
      return done(new AppError('malformed', 'The body is not valid JSON.', { problems: [problem] }));
    });
  });
}
