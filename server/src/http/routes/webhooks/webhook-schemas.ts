import Type from 'typebox';
import {
  LONGEST_URL,
  SHORTEST_SECRET,
  type Webhook as WebhookRecord,
} from '../../../domain/notifications/webhooks/webhook.ts';
import * as schemas from '../../schemas.ts';

const fields = {
  id: Type.String({ format: 'uuid' }),
  webhook_url: Type.String({ format: 'uri', minLength: 1, maxLength: LONGEST_URL }),
  description: schemas.nullable(Type.String()),
  enabled: Type.Boolean(),
  created_at: Type.String({ format: 'date-time' }),
};

export const Webhook = Type.Object(fields, { additionalProperties: false });
export const ListedWebhook = Type.Object(
  {
    ...fields,
    disabled_reason: schemas.nullable(
      Type.String({ description: 'Why the service disabled it; null when it did not.' }),
    ),
    failing_since: schemas.nullable(
      Type.String({ format: 'date-time', description: 'The first failure since the last success.' }),
    ),
  },
  { additionalProperties: false },
);

export const WebhookParams = Type.Object({ webhook_id: schemas.Uuid });

const LONGEST_SECRET = 1_024;
const LONGEST_DESCRIPTION = 10_000;
/** The database takes no NUL in text. */
const NO_NUL = '^[^\\u0000]*$';

export const url = {
  minLength: 1,
  maxLength: LONGEST_URL,
  description:
    'An HTTPS URL on a public host; HTTP only in local mode. One that is registered already is refused.',
  examples: ['https://customer.example/milepost'],
};
export const secret = {
  minLength: SHORTEST_SECRET,
  maxLength: LONGEST_SECRET,
  writeOnly: true,
  description: `At least ${SHORTEST_SECRET} characters; signs every notification. Never returned.`,
};
export const description = { maxLength: LONGEST_DESCRIPTION, pattern: NO_NUL, description: 'Free text.' };

/** A string or null with limits that hold for the string: one finding each, not one for every branch of a union. */
export function text(limits: object) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], ...limits });
}

export function webhookBody({ id, webhook_url, description, enabled, created_at }: WebhookRecord) {
  return { id, webhook_url, description, enabled, created_at: created_at.toISOString() };
}

export const invalidBody = schemas.answer(
  schemas.DetailOrProblems,
  'Parameters are missing or not valid: no HTTPS URL, a secret that is too short, a URL that is registered already.',
);
export const noSuchWebhook = schemas.answer(schemas.Detail, 'There is no such webhook.');
