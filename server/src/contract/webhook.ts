import Type, { type Static } from 'typebox';
import type { Problem } from './problem.ts';
import { MAX_FORMATTED_LENGTH, named, nullable, oneOf, Timestamp, Uuid } from './schema.ts';

export const MAX_URL_LENGTH = 2_083;
const MIN_SECRET_LENGTH = 16;
const MAX_SECRET_LENGTH = 1_024;
const MAX_DESCRIPTION_LENGTH = 10_000;

const webhookUrl = Type.String({
  minLength: 1,
  isNeverBlank: true,
  maxLength: MAX_URL_LENGTH,
  description:
    'An HTTPS URL on a public host. In local mode, HTTP is allowed for loopback. A URL that is already registered is rejected.',
  examples: ['https://customer.example/milepost'],
});
const secret = Type.String({
  minLength: MIN_SECRET_LENGTH,
  isNeverBlank: true,
  maxLength: MAX_SECRET_LENGTH,
  writeOnly: true,
  description:
    'Signs every notification; at least 16 characters. It is never returned: without a secret of your own, one is generated that nobody can verify against.',
});
const description = Type.String({
  maxLength: MAX_DESCRIPTION_LENGTH,
  format: 'free-text',
  description: 'Free text.',
});

const fields = {
  id: Uuid,
  webhook_url: Type.String({ format: 'uri', minLength: 1, maxLength: MAX_URL_LENGTH }),
  description: nullable(Type.String()),
  enabled: Type.Boolean(),
  created_at: Timestamp,
};

export const Webhook = named('Webhook', fields);
export type Webhook = Static<typeof Webhook>;

export const WebhookStatus = named('WebhookStatus', {
  ...fields,
  disabled_reason: nullable(
    Type.String({ description: 'Why the service disabled the webhook; null when it did not.' }),
  ),
  failing_since: nullable(
    Type.String({ format: 'date-time', description: 'Time of the first failure since the last success.' }),
  ),
});
export type WebhookStatus = Static<typeof WebhookStatus>;

const { enabled: _, ...deletedFields } = fields;
export const DeletedWebhook = named('DeletedWebhook', { ...deletedFields, deleted: Type.Literal(true) });

export const CreateWebhook = Type.Object(
  {
    webhook_url: webhookUrl,
    secret: Type.Optional(nullable(secret)),
    description: Type.Optional(nullable(description)),
  },
  { $id: 'CreateWebhook' },
);
export type CreateWebhook = Static<typeof CreateWebhook>;

/** Null means that the field was not supplied, except for the description, which null clears. */
export const UpdateWebhook = named('UpdateWebhook', {
  webhook_url: Type.Optional(nullable(webhookUrl)),
  secret: Type.Optional(nullable(secret)),
  description: Type.Optional(nullable(description)),
  enabled: Type.Optional(nullable(Type.Boolean())),
});
export type UpdateWebhook = Static<typeof UpdateWebhook>;

/** The events that webhooks can subscribe to. */
export const WEBHOOK_EVENTS = [
  'alert.matches_found',
  'alert.match_corrected',
  'watchlist.changes_found',
  'objection.received',
  'alert.test',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const WebhookEvents = named('WebhookEvents', {
  events: Type.Array(oneOf(WEBHOOK_EVENTS), {
    uniqueItems: true,
    maxItems: 50,
    description:
      '`alert.matches_found`: new matches. `alert.match_corrected`: matches that were sent and no longer hold. `watchlist.changes_found`: changes of carriers on watchlists. `objection.received`: objections of carriers. `alert.test`: tests of all webhooks. A new webhook receives `alert.matches_found` and `alert.test`.',
  }),
});
export type WebhookEvents = Static<typeof WebhookEvents>;

export const WebhookParams = Type.Object({ webhook_id: Uuid });

/** Either a registered webhook, or a URL and a secret that are not stored. */
export const TestWebhooks = Type.Object(
  {
    webhook_id: Type.Optional(
      nullable(
        Type.String({
          format: 'uuid',
          minLength: 1,
          maxLength: MAX_FORMATTED_LENGTH,
          description: 'Without it, the enabled webhooks are tested, at most 20.',
        }),
      ),
    ),
    webhook_url: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          isNeverBlank: true,
          maxLength: MAX_URL_LENGTH,
          description: 'Tests this URL, which need not be registered. Requires `secret`.',
          examples: ['https://customer.example/milepost'],
        }),
      ),
    ),
    secret: Type.Optional(nullable(secret)),
  },
  { $id: 'TestWebhooks' },
);

export type TestWebhooks = Static<typeof TestWebhooks>;

/** `webhook_url` and `secret` belong together, and exclude `webhook_id`. */
export function testProblems({ webhook_id, webhook_url, secret }: Partial<TestWebhooks>): Problem[] {
  const problem = (name: string, msg: string) => ({
    ...{ type: 'value_error', loc: ['body', name], msg },
    input: null,
  });
  if (webhook_id && webhook_url) return [problem('webhook_url', 'Must not be sent together with webhook_id')];
  if (webhook_url && !secret) return [problem('secret', 'Is required with webhook_url')];
  if (secret && !webhook_url) return [problem('webhook_url', 'Is required with secret')];
  return [];
}

const attempt = {
  status: nullable(Type.Integer({ description: 'Null when there was no response.' })),
  duration_ms: Type.Integer(),
  error: nullable(Type.String()),
  response_body: Type.String({ description: 'The first 16 KB of the response.' }),
};

export const WebhookTestResults = named('WebhookTestResults', {
  results: Type.Array(
    named('WebhookTestResult', {
      webhook_id: nullable(
        Type.String({ format: 'uuid', description: 'Null when the URL is not registered.' }),
      ),
      webhook_url: Type.String(),
      delivered: Type.Boolean(),
      ...attempt,
    }),
  ),
});

export type WebhookTestResult = Static<typeof WebhookTestResults>['results'][number];

export const DeliveryAttempt = named('DeliveryAttempt', { time: Timestamp, ...attempt });
