import scalar from '@scalar/fastify-api-reference';
import { anybody } from '../../access.ts';
import { PAGE_POLICY } from '../../plugins/security-headers.ts';
import type { App } from '../../route.ts';

/** The OpenAPI document and a page to read it, all from this machine: no font, script or proxy from elsewhere. */
export function docsRoutes(app: App): void {
  app.get(
    '/openapi.json',
    { config: { access: anybody }, schema: { hide: true } },
    async (_request, reply) => {
      reply.header('Cache-Control', 'public, max-age=60');
      return app.swagger();
    },
  );
  app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: anybody };
      route.schema = { ...route.schema, hide: true };
    });
    pages.addHook('onRequest', async (_request, reply) => {
      // The page starts itself with a script in its own text.
      reply.header(
        'Content-Security-Policy',
        PAGE_POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
      );
    });
    await pages.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        title: 'Milepost API',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
  });
}
