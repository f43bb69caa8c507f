import Type from 'typebox';
import { listDeliveries } from '../../../domain/notifications/deliveries/delivery-log.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import * as webhooks from './webhook-schemas.ts';

const Attempt = Type.Object(
  {
    time: Type.String({ format: 'date-time' }),
    status: schemas.nullable(Type.Integer({ description: 'Null when there was no answer.' })),
    duration_ms: Type.Integer(),
    error: schemas.nullable(Type.String()),
    response_body: Type.String({ description: 'The first 16 KB of the answer.' }),
  },
  { additionalProperties: false },
);
const Delivery = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Sent as `webhook-id`.' }),
    alert_id: Type.Integer(),
    alert_name: Type.String(),
    total_matches: Type.Integer(),
    state: schemas.oneOf(
      ['waiting', 'delivered', 'failed', 'held'],
      '`held`: until the webhook is enabled again.',
    ),
    failure: schemas.nullable(Type.String()),
    created_at: Type.String({ format: 'date-time' }),
    next_attempt_at: schemas.nullable(Type.String({ format: 'date-time' })),
    attempts: Type.Array(Attempt),
  },
  { additionalProperties: false },
);
const Answer = Type.Object(
  { deliveries: Type.Array(Delivery), pagination: schemas.Pagination },
  { additionalProperties: false },
);
const Query = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  page_size: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
});

export const listDeliveriesRoute: Route = (app, { database }) => {
  app.get(
    '/alerts/webhook/:webhook_id/deliveries',
    {
      config: { access: user({ roles: ['admin', 'external-api-get-webhook-list'] }) },
      schema: {
        operationId: 'listDeliveries',
        tags: ['Webhooks'],
        summary: 'What was sent to a webhook, with every attempt, newest first',
        description: 'Kept for 30 days.',
        params: webhooks.WebhookParams,
        querystring: Query,
        response: {
          200: schemas.answer(Answer, 'The deliveries.'),
          400: schemas.answer(schemas.Problems, 'The id is not a UUID, or the page is not one.'),
          404: webhooks.noSuchWebhook,
          ...schemas.userErrors,
        },
      },
    },
    async ({ params, query, organizationId }) =>
      listDeliveries(database, organizationId ?? 0, params.webhook_id, query.page, query.page_size),
  );
};
