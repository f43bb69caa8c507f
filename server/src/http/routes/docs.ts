import scalar from '@scalar/fastify-api-reference';
import { sha256 } from '../../lib/bytes/hash.ts';
import { anyone } from '../access.ts';
import { openApiDocument } from '../openapi.ts';
import { PAGE_POLICY } from '../plugins/security-headers.ts';
import type { App } from '../route.ts';
import { apiRoutes } from '../routes.ts';

/** The OpenAPI document and its reference page, served from this machine: no external font, script or proxy. */
export function docsRoutes(app: App): void {
  let document: string | undefined;
  app.get('/openapi.json', { config: { access: anyone } }, async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(apiRoutes()));
    return reply.header('Cache-Control', 'public, max-age=60').type('application/json').send(document);
  });
  app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: anyone };
    });
    pages.addHook('onSend', async (_request, reply, payload) => {
      if (reply.getHeader('Content-Type')?.toString().startsWith('text/html'))
        reply.header('Content-Security-Policy', policyOf(payload));
      return payload;
    });
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
  });
}

/** The page has one inline script; its hash allows it and no other. */
function policyOf(page: unknown): string {
  const hashes = [...String(page).matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(
    ([, text = '']) => ` 'sha256-${sha256(text).toString('base64')}'`,
  );
  return PAGE_POLICY.replace("script-src 'self'", `script-src 'self'${hashes.join('')}`);
}
