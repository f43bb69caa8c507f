import scalar from '@scalar/fastify-api-reference';
import { sha256 } from '../../../lib/bytes/hash.ts';
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
        // Its buttons publish the document on Scalar's own servers.
        showDeveloperTools: 'never',
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
  });
}

/** The page starts itself with a script in its own text: that one is allowed by its hash, no other. */
function policyOf(page: unknown): string {
  const hashes = [...String(page).matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(
    ([, text = '']) => ` 'sha256-${sha256(text).toString('base64')}'`,
  );
  return PAGE_POLICY.replace("script-src 'self'", `script-src 'self'${hashes.join('')}`);
}
