import type { ReferenceOperation } from './operations.ts';
import {
  flag,
  listOf,
  object,
  problems,
  type Shape,
  text,
  textOrNull,
  time,
  uuid,
  whole,
  words,
} from './shapes.ts';

const token = object({ token: text, expires: time });
const webhook = { id: uuid, webhook_url: text, description: textOrNull, created_at: time };
const detail = object({ detail: text });
const dayOrNull: Shape = { type: ['string', 'null'], pattern: '^\\d{4}-\\d\\d-\\d\\d$' };
const countOrNull: Shape = { type: ['integer', 'null'], minimum: 1 };

const flags = [
  ...['exact_match_trailer_number', 'exact_match_deep_search', 'exact_match_chassis_number'],
  ...['exact_match_container_number', 'tolerance'],
];
const texts = [
  ...['license_plate', 'license_plate_state', 'vin', 'cab_number', 'equipment_type', 'trailer_logo'],
  ...[
    'trailer_number',
    'chassis_number',
    'container_number',
    'deep_search',
    'location_state',
    'location_city',
  ],
];
/** What an edit may change, as decisions and our own document name it. */
const edited = {
  cc_emails: listOf(text),
  alert_type: words('normal', 'hot'),
  disabled: flag,
  alert_name: text,
  notification_channels: listOf(words('email', 'webhook')),
  ...{ usdot_number: text, mc_number: text },
  ...Object.fromEntries(texts.map((name) => [name, textOrNull])),
  ...Object.fromEntries(flags.map((name) => [name, flag])),
  ...{ start_date: dayOrNull, end_date: dayOrNull, cooldown_minutes: countOrNull, daily_cap: countOrNull },
};

/** The operations on tokens, webhooks and alerts, whose errors interface.md documents. */
export const alertOperations: ReferenceOperation[] = [
  {
    endpoint: 'POST /auth/token',
    permission: '',
    body: ['email!', 'password!', 'otp'],
    success: {
      status: 200,
      shape: object({
        ...{ access_token_data: token, refresh_token_data: token, user_id: whole },
        ...{ company_id: { type: ['integer', 'null'] }, customer_name: textOrNull },
      }),
    },
    errors: [400, 401, 403, 422, 429],
    errorForm: 'detail',
    errorShapes: {
      400: { oneOf: [object({ error: text }), detail] },
      401: detail,
      403: object({ message: text }),
      422: { oneOf: [detail, object({ detail: problems })] },
      429: detail,
    },
  },
  {
    endpoint: 'POST /alerts/webhook',
    permission: 'create-alert-webhook-endpoint',
    isKeyOptional: true,
    body: ['webhook_url!', 'secret', 'description'],
    success: { status: 201, shape: object({ ...webhook, enabled: flag }) },
    errors: [400, 401, 403, 500],
    errorForm: 'detail',
  },
  {
    endpoint: 'PATCH /alerts/webhook/{webhook_id}',
    permission: 'edit-alert-webhook-endpoint',
    isKeyOptional: true,
    body: ['webhook_url', 'secret', 'description', 'enabled'],
    success: { status: 200, shape: object({ ...webhook, enabled: flag }) },
    errors: [400, 401, 403, 404, 500],
    errorForm: 'detail',
  },
  {
    endpoint: 'GET /alerts/webhook',
    permission: 'external-api-get-webhook-list',
    success: {
      status: 200,
      shape: listOf(
        object({
          ...webhook,
          enabled: flag,
          disabled_reason: textOrNull,
          failing_since: { anyOf: [time, { type: 'null' }] },
        }),
      ),
    },
    errors: [401, 403, 500],
    errorForm: 'detail',
  },
  {
    endpoint: 'DELETE /alerts/webhook/{webhook_id}',
    permission: 'external-api-delete-alert-webhook-endpoint',
    success: { status: 200, shape: object({ ...webhook, deleted: { const: true } }) },
    errors: [400, 401, 403, 404, 500],
    errorForm: 'detail',
  },
  {
    endpoint: 'POST /alerts/webhook/test',
    permission: 'test-alert-webhook-endpoint',
    body: ['webhook_id', 'webhook_url', 'secret'],
    success: {
      status: 200,
      shape: object({
        results: listOf(
          object({
            ...{ webhook_id: { anyOf: [uuid, { type: 'null' }] }, webhook_url: text, delivered: flag },
            ...{
              status: { type: ['integer', 'null'] },
              duration_ms: whole,
              error: textOrNull,
              response_body: text,
            },
          }),
        ),
      }),
    },
    errors: [400, 401, 403, 404, 500],
    errorForm: 'detail',
  },
  {
    endpoint: 'PATCH /alerts/{id}',
    permission: 'edit-alert-endpoint',
    body: Object.keys(edited),
    success: {
      status: 200,
      shape: object({
        ...{ id: whole, email: text, ...edited, created_at: time },
        ...{ insert_timestamp: time, last_updated_timestamp: time },
      }),
    },
    errors: [400, 401, 403, 404, 500],
    errorForm: 'detail',
  },
];
