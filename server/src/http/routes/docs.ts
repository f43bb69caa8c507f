import { gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { sha256 } from '../../lib/bytes/hash.ts';
import { anyone } from '../access.ts';
import { openApiDocument } from '../openapi.ts';
import { toOpenApi30 } from '../openapi-30.ts';
import { acceptsGzip } from '../plugins/compress-json.ts';
import { PAGE_POLICY } from '../plugins/security-headers.ts';
import type { App } from '../route.ts';
import { apiRoutes } from '../routes.ts';

/** The OpenAPI document and its reference page, served from this machine: no external font, script or proxy. */
export function docsRoutes(app: App): void {
  serveDocument(app, '/openapi.json', () => openApiDocument(apiRoutes()));
  serveDocument(app, '/openapi-3.0.json', () => toOpenApi30(openApiDocument(apiRoutes())));
  let reference: ReturnType<typeof openReference> | undefined;
  for (const url of ['/docs/', '/docs/js/scalar.js']) {
    app.get(url, { config: { access: anyone } }, async (request, reply) => {
      // The page names its script relative to a path that ends with a slash.
      if (/^\/docs(\?|$)/.test(request.url)) return reply.redirect('/docs/', 301);
      reference ??= openReference();
      const { headers, payload } = await (await reference).inject(url);
      const type = String(headers['content-type']);
      if (type.startsWith('text/html')) reply.header('Content-Security-Policy', policyOf(payload));
      return reply.type(type).send(payload);
    });
  }
}

/** Built at the first request. It is a tenth of its size when compressed. */
function serveDocument(app: App, url: string, build: () => object): void {
  let document: { plain: Buffer; gzip: Buffer } | undefined;
  app.get(url, { config: { access: anyone } }, async (request, reply) => {
    if (document === undefined) {
      const plain = Buffer.from(JSON.stringify(build()));
      document = { plain, gzip: gzipSync(plain, { level: 9 }) };
    }
    reply
      .headers({ 'Cache-Control': 'public, max-age=60', Vary: 'Accept-Encoding' })
      .type('application/json');
    if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(document.plain);
    return reply.header('Content-Encoding', 'gzip').send(document.gzip);
  });
}

/** Loaded at the first request: the package has 4 MB of scripts, and a process that shows no page does not need it. */
async function openReference() {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const pages = fastify();
  await pages.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      title: 'Milepost API',
      pageTitle: 'Milepost API',
      withDefaultFonts: false,
      telemetry: false,
      // These buttons would publish the document on Scalar's servers.
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return pages;
}

/** The page has one inline script; its hash allows it and no other. */
function policyOf(page: string): string {
  const hashes = [...page.matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(
    ([, text = '']) => ` 'sha256-${sha256(text).toString('base64')}'`,
  );
  return PAGE_POLICY.replace("script-src 'self'", `script-src 'self'${hashes.join('')}`);
}
