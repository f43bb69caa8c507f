import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/telemetry/metrics.ts';
import { sendError } from './errors.ts';
import { acceptJson } from './plugins/accept-json.ts';
import { addAudit } from './plugins/audit.ts';
import { addAuthentication } from './plugins/authentication.ts';
import { answerBrokenRequest, answerUnmetExpectation } from './plugins/broken-request.ts';
import { addCompression } from './plugins/compress-json.ts';
import { addCorrelation, newCorrelationId } from './plugins/correlation.ts';
import { addCors } from './plugins/cors.ts';
import { addMethodNotAllowed } from './plugins/method-not-allowed.ts';
import { addRateLimit } from './plugins/rate-limit.ts';
import { addSecurityHeaders, SECURITY_HEADERS } from './plugins/security-headers.ts';
import { addTracing } from './plugins/tracing.ts';
import type { App, Route } from './route.ts';
import { consoleRoutes } from './routes/console.ts';
import { demoRoute } from './routes/demo.ts';
import { docsRoutes } from './routes/docs.ts';
import { workerRoutes } from './routes/operations.ts';
import { apiRoutes } from './routes.ts';
import type { Services } from './services.ts';

const BODY_LIMIT_BYTES = 1_048_576;
/** A signed unsubscribe link of the longest email address fits. */
const MAX_PARAM_LENGTH = 700;

type Options = {
  /** Routes that tests and benchmarks add. */
  more?: Route[];
  /** Called before the routes are registered. Tests add a hook that validates every response. */
  prepare?: (app: App, routes: Route[]) => void;
};

type BuildSerializers = ReturnType<typeof SerializerSelector>;

/**
 * Fastify's serializers of responses, each generated when its status is first sent. Generating those of all routes and
 * statuses at the start, most of which are never sent, takes 0.5 s of processor time and 27 MB.
 */
const lazySerializers: BuildSerializers = (externalSchemas, options) => {
  const build = SerializerSelector()(externalSchemas, options);
  return (route) => {
    let serialize: ReturnType<typeof build> | undefined;
    return (value) => {
      serialize ??= build(route);
      return serialize(value);
    };
  };
};

/** Builds the HTTP API without listening. */
export async function buildHttp(services: Services, log: Log, options: Options = {}): Promise<App> {
  const { settings } = services;
  const app = createServer(services, log);
  const routes = [...apiRoutes(), ...(options.more ?? [])];
  options.prepare?.(app, routes);
  // The last hook: those before it read the text.
  addCompression(app);
  for (const route of routes) route.register(app, services);
  demoRoute.register(app, services);
  docsRoutes(app);
  const { blobs } = settings;
  const bucket = blobs.kind === 's3' && blobs.directLinks ? blobs.endpoint : null;
  await consoleRoutes(app, { bucket });
  return app;
}

/** A server for the health and metrics of a worker process, which has no API. */
export function buildOperations(services: Services, log: Log): App {
  const app = createServer(services, log);
  for (const route of workerRoutes) route.register(app, services);
  return app;
}

/** A server with everything that all routes have in common. */
function createServer(services: Services, log: Log): App {
  const { settings, telemetry } = services;
  const app: App = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlation_id' }),
    requestIdHeader: false,
    genReqId: newCorrelationId,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: settings.http.trustedProxies.length > 0 ? [...settings.http.trustedProxies] : false,
    forceCloseConnections: 'idle',
    // A request that arrives while the server closes is answered; Fastify's own 503 would lack our headers.
    return503OnClosing: false,
    requestTimeout: 60_000,
    // Node would reject a request without Host before we can add a correlation id.
    http: { requireHostHeader: false },
    schemaController: { compilersFactory: { buildSerializer: lazySerializers } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these errors.
      reply.headers({ 'X-Correlation-Id': request.id, ...SECURITY_HEADERS });
      return sendError(error, request, reply);
    },
  }) as unknown as App;

  app.setErrorHandler(sendError);
  app.server.on('checkExpectation', answerUnmetExpectation);
  acceptJson(app);
  addCorrelation(app);
  addGracefulClose(app);
  addSecurityHeaders(app, settings.http.publicUrl?.startsWith('https:') ?? false);
  addMetrics(app, telemetry.metrics);
  addTracing(app, telemetry.tracing);
  addCors(app, settings.http.corsOrigins);
  addMethodNotAllowed(app);
  addAudit(app, services.auditLog, services.clock);
  const rateLimit = addRateLimit(app, settings.rateLimits);
  rateLimit.beforeAuthentication();
  addAuthentication(app, services);
  rateLimit.afterAuthentication();
  return app;
}

/** While the server closes, each response ends its connection, so that idle connections do not delay the shutdown. */
function addGracefulClose(app: App): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('Connection', 'close');
    done(null, payload);
  });
}

/** Measures every request by its route, so that the number of series does not depend on the paths requested. */
function addMetrics(app: App, { httpRequests }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    httpRequests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
    done();
  });
}
