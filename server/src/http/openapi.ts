import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { documentedWebhooks } from './webhook-payload.ts';

const DESCRIPTION = `Roadside truck sightings, alerts on them, and what is known of a motor carrier.

Every request carries \`x-api-key\`. Exchange an email and password for an access token at \`POST /auth/token\`, then send it in
\`Access-Token\` (on \`POST /image\`: \`Authorization: Bearer\`). Every answer carries \`X-Correlation-Id\`.`;

/** The document's frame; the routes fill it. */
export function openApi(): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Milepost',
        version: '1.1.0',
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      } as never,
      servers: [{ url: '/', description: 'This server' }],
      tags: [
        { name: 'Authentication', description: 'Keys and tokens.' },
        { name: 'Images', description: 'Pictures from partners.' },
        { name: 'Alerts', description: 'What customers watch for, and what it matched.' },
        { name: 'Webhooks', description: 'Who is told of matches, how, and what came of it.' },
        { name: 'Mail', description: 'Digests by mail.' },
        { name: 'Observations', description: 'Where carriers were seen.' },
        { name: 'Carriers', description: 'What is known of carriers.' },
        { name: 'Operations', description: 'For those who run the service.' },
      ],
      // Plain values: the framework would otherwise take the schemas for its own and mark them.
      webhooks: structuredClone(documentedWebhooks) as never,
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
          accessToken: { type: 'apiKey', in: 'header', name: 'Access-Token' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const { access } = route.config as { access?: { kind: string } };
      const querystring = withoutDefaulted(schema?.querystring as QuerySchema | undefined);
      return {
        schema: { ...schema, ...(querystring && { querystring }), ...securityOf(access) } as never,
        url,
      };
    },
  };
}

type QuerySchema = { required?: string[]; properties?: Record<string, { default?: unknown }> };

/** Handlers always find a value where there is a default; callers may leave it out. */
function withoutDefaulted(schema: QuerySchema | undefined): QuerySchema | undefined {
  if (!schema?.required || !schema.properties) return schema;
  const required = schema.required.filter((name) => schema.properties?.[name]?.default === undefined);
  return { ...schema, required };
}

type Rule = { kind?: string; token?: string; apiKey?: string };
type Security = Record<string, string[]>;

/** The document says of each operation what its access rule says. */
function securityOf(access: Rule | undefined): { security: Security[] } {
  if (access?.kind === 'api-key') return { security: [{ apiKey: [] }] };
  if (access?.kind === 'operations') return { security: [{ bearer: [] }, {}] };
  if (access?.kind !== 'user') return { security: [] };
  const tokens: Security[] = [];
  if (access.token !== 'Authorization') tokens.push({ accessToken: [] });
  if (access.token !== 'Access-Token') tokens.push({ bearer: [] });
  const both = tokens.map((token): Security => ({ apiKey: [], ...token }));
  return { security: access.apiKey === 'optional' ? [...both, ...tokens] : both };
}
