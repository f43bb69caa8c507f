import Type, { type TSchema } from 'typebox';
import { ReceivedObjections } from '../contract/brokers/objection.ts';
import { WatchlistChanges } from '../contract/brokers/watchlist.ts';
import { FIELD_OPTIONS } from '../contract/schema.ts';
import { MatchCorrected, MatchesFound, TestEvent } from '../contract/webhook-payload.ts';
import type { Access } from './access.ts';
import { MAX_KEY_LENGTH } from './idempotency.ts';
import { MAX_PURPOSE_LENGTH } from './purpose.ts';
import { REJECTED, type Response, type Responses, USUAL } from './responses.ts';
import type { Route, RouteDefinition, Tag } from './route.ts';

type Json = Record<string, unknown>;

const DESCRIPTION = `Roadside truck sightings, alerts on them, and data about motor carriers.

Every request carries \`x-api-key\`. Exchange an email and a password for an access token at \`POST /auth/token\`, and send
the token in \`Access-Token\` (\`POST /image\`: \`Authorization: Bearer\`). Every response carries \`X-Correlation-Id\`.`;

const TAGS: Record<Tag, string> = {
  Authentication: 'API keys and access tokens.',
  Images: 'Images from partners.',
  Alerts: 'Trucks that customers want to be notified about, and the matches.',
  Webhooks: 'Receivers of notifications, and their deliveries.',
  Emails: 'Notifications by email.',
  Observations: 'Where carriers were seen.',
  Carriers: 'Carrier profiles, scores and signals.',
  Brokers: 'Contacts at carriers, and what brokers check before they book one.',
  Administration: 'Organizations, users, invitations, API keys, single sign-on and quotas.',
  Operations: 'For the operators of the service.',
  Privacy: 'The audit log, and how long data is kept.',
};

const CORRELATION = { schema: { type: 'string', format: 'uuid' }, description: 'Quote it to support.' };
const PURPOSE = {
  name: 'X-Purpose',
  in: 'header',
  required: false,
  description: 'Why you need the data. Stored in the audit log. An organization can make it mandatory.',
  schema: { type: 'string', maxLength: MAX_PURPOSE_LENGTH },
};
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text that is new for each operation, such as a UUID. A request that is repeated with the same key and body within 24 hours gets the response of the first one, with `Idempotent-Replayed: true`, and nothing is created twice. Another body is rejected. Only successes are stored. Keys belong to the organization.',
  schema: { type: 'string', maxLength: MAX_KEY_LENGTH },
};
const RATE_LIMIT = {
  schema: { type: 'string' },
  description:
    'What is left: `"reads";r=59;t=1` means 59 requests, and 1 second until all are available again.',
};
const RATE_LIMIT_POLICY = {
  schema: { type: 'string' },
  description: 'The limit of the class of the route: `"reads";q=60;w=60` means 60 requests in 60 seconds.',
};
const RETRY_AFTER = { schema: { type: 'integer', minimum: 1 }, description: 'Seconds to wait.' };

/** The OpenAPI document of the routes. Schemas with a name become components. */
export function openApiDocument(routes: Route[]): Json {
  const document = new Components();
  const paths: Record<string, Json> = {};
  for (const { definition, responses } of routes) {
    if (!definition || !responses) continue;
    const path = definition.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [definition.method.toLowerCase()]: document.operation(definition, responses),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Milepost',
      version: '1.1.0',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: {
      'alert.matches_found': document.webhook(
        MatchesFound,
        'matchesFound',
        'An alert fired. Carries all new matches, at most 500 or 1 MiB in one request.',
      ),
      'alert.match_corrected': document.webhook(
        MatchCorrected,
        'matchCorrected',
        'Matches that were sent, as they were sent, whose sighting changed since and no longer meets the alert. Once for each match, to webhooks that subscribed.',
      ),
      'watchlist.changes_found': document.webhook(
        WatchlistChanges,
        'watchlistChangesFound',
        'Carriers on watchlists changed. At most 500 changes or 1 MiB in one request. Each change once, to webhooks that subscribed.',
      ),
      'objection.received': document.webhook(
        ReceivedObjections,
        'objectionReceived',
        'A carrier objected to what you hold about it. Each objection once, to webhooks that subscribed.',
      ),
      'alert.test': document.webhook(TestEvent, 'testEvent', 'Sent by `POST /alerts/webhook/test`.'),
    },
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        accessToken: { type: 'apiKey', in: 'header', name: 'Access-Token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      headers: {
        CorrelationId: CORRELATION,
        RetryAfter: RETRY_AFTER,
        RateLimit: RATE_LIMIT,
        RateLimitPolicy: RATE_LIMIT_POLICY,
      },
      parameters: { Purpose: PURPOSE, IdempotencyKey: IDEMPOTENCY_KEY },
      schemas: document.schemas(),
      responses: document.responses,
    },
  };
}

class Components {
  readonly #schemas = new Map<string, unknown>();
  readonly responses: Record<string, Json> = {};

  schemas(): Json {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  operation(definition: RouteDefinition, responses: Responses): Json {
    const { operationId, tag, summary, description, access, body, bodyType, example } = definition;
    const parameters = [
      ...this.#parameters('path', definition.params),
      ...this.#parameters('query', definition.query),
      ...this.#parameters('header', definition.headers),
      ...purposeParameter(definition),
      ...(definition.isIdempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ];
    const statuses = Object.entries(responses).map(([status, response]) => [
      status,
      this.#response(status, response),
    ]);
    return {
      operationId,
      tags: [tag],
      summary,
      ...(description && { description }),
      security: securityOf(access),
      ...(parameters.length > 0 && { parameters }),
      ...(body && {
        requestBody: { required: true, content: this.#content(body, bodyType, example) },
      }),
      responses: Object.fromEntries(statuses),
    };
  }

  webhook(schema: TSchema, operationId: string, summary: string): Json {
    const header = (name: string, description: string) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    });
    return {
      post: {
        operationId,
        tags: ['Webhooks'],
        summary,
        description: SIGNED,
        security: [],
        parameters: [
          header('X-GenLogs-Signature', '`sha512=<hex>`. The operator can change the name of this header.'),
          header('webhook-id', 'The same for every retry and replay. Use it to drop duplicates.'),
          header('webhook-timestamp', 'Unix time of this attempt, in seconds.'),
          header(
            'webhook-signature',
            '`v1,<base64>`. Two values separated by a space after a secret was changed.',
          ),
        ],
        requestBody: { required: true, content: this.#content(schema) },
        responses: {
          '2XX': {
            description: 'Received. Any other status, including a redirect, is a failure and is retried.',
          },
          410: { description: 'Disables the webhook.' },
        },
      },
    };
  }

  /** Responses that several routes share become components. */
  #response(status: string, response: Response): Json {
    const { description, schema, contentType, headers, hasRetryAfter, hasRateLimit } = response;
    const full = {
      description,
      headers: {
        'X-Correlation-Id': { $ref: '#/components/headers/CorrelationId' },
        ...(hasRateLimit && {
          RateLimit: { $ref: '#/components/headers/RateLimit' },
          'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
        }),
        ...(hasRetryAfter && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
        ...headers,
      },
      ...((schema || contentType) && { content: this.#content(schema ?? Type.String(), contentType) }),
    };
    const isUsual = description === USUAL[Number(status)];
    const name = description === REJECTED.description ? 'RejectedRequest' : isUsual && SHARED[status];
    if (!name) return full;
    this.responses[name] ??= full;
    const isShared = JSON.stringify(this.responses[name]) === JSON.stringify(full);
    return isShared ? { $ref: `#/components/responses/${name}` } : full;
  }

  #content(schema: TSchema, type = 'application/json', example?: object): Json {
    return { [type]: { schema: this.#ref(schema), ...(example && { example }) } };
  }

  #parameters(place: 'path' | 'query' | 'header', schema: TSchema | undefined): Json[] {
    const { properties = {}, required = [] } = (schema ?? {}) as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, field]) => {
      const { description, ...rest } = this.#ref(field as TSchema) as Json;
      return {
        name,
        in: place,
        required: place === 'path' || (required.includes(name) && field.default === undefined),
        ...(description !== undefined && { description }),
        schema: rest,
      };
    });
  }

  /** A copy in which every named schema is a reference to its component. */
  #ref(schema: unknown, isRoot = false): unknown {
    if (Array.isArray(schema)) return schema.map((item) => this.#ref(item));
    if (typeof schema !== 'object' || schema === null) return schema;
    const { $id, ...rest } = schema as Json & { $id?: string };
    if ($id !== undefined && !isRoot) {
      if (!this.#schemas.has($id)) {
        this.#schemas.set($id, null);
        this.#schemas.set($id, this.#ref(schema, true));
      }
      return { $ref: `#/components/schemas/${$id}` };
    }
    const kept = Object.entries(rest).filter(([key]) => !(FIELD_OPTIONS as readonly string[]).includes(key));
    return Object.fromEntries(
      kept.map(([key, value]) => [
        key,
        key === 'properties' ? this.#properties(value as Json) : this.#ref(value),
      ]),
    );
  }

  /** Property names may equal our option names, so they are not filtered. */
  #properties(properties: Json): Json {
    return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, this.#ref(schema)]));
  }
}

const SHARED: Record<string, string> = {
  400: 'InvalidRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  413: 'BodyTooLarge',
  415: 'WrongContentType',
  429: 'TooManyRequests',
  500: 'InternalError',
};

const SIGNED = `Signed with the secret of the webhook: \`X-GenLogs-Signature: sha512=<hex of HMAC-SHA512 over the raw body>\`,
and the Standard Webhooks headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`. For 24 hours after the secret
was changed, an attempt that gets 400, 401 or 403 is sent once more, signed with the previous secret. Respond with any 2xx
status within 15 seconds.`;

function purposeParameter({ audit }: RouteDefinition): Json[] {
  const hasPurpose = audit && 'action' in audit && audit.showsVehicles;
  return hasPurpose ? [{ $ref: '#/components/parameters/Purpose' }] : [];
}

type Security = Record<string, string[]>;

function securityOf(access: Access): Security[] {
  if (access.kind === 'api-key') return [{ apiKey: [] }];
  if (access.kind === 'operations') return [{ bearer: [] }, {}];
  if (access.kind === 'any-credential') return [{ apiKey: [] }, { accessToken: [] }, { bearer: [] }];
  if (access.kind !== 'user') return [];
  const tokens: Security[] = [];
  if (access.token !== 'Authorization') tokens.push({ accessToken: [] });
  if (access.token !== 'Access-Token') tokens.push({ bearer: [] });
  const both = tokens.map((token): Security => ({ apiKey: [], ...token }));
  return access.apiKey === 'optional' ? [...both, ...tokens] : both;
}
