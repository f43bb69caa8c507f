import Type from 'typebox';
import { updateWebhook } from '../../../domain/notifications/manage-webhooks.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import * as webhooks from './webhook-schemas.ts';

const Body = Type.Object(
  {
    webhook_url: Type.Optional(webhooks.text(webhooks.url)),
    secret: Type.Optional(webhooks.text(webhooks.secret)),
    description: Type.Optional(webhooks.text(webhooks.description)),
    enabled: Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] })),
  },
  { additionalProperties: false },
);

export const updateWebhookRoute: Route = (app, { notifications }) => {
  app.patch(
    '/alerts/webhook/:webhook_id',
    {
      config: { access: user({ apiKey: 'optional', roles: ['admin', 'edit-alert-webhook-endpoint'] }) },
      schema: {
        operationId: 'updateWebhook',
        tags: ['Webhooks'],
        summary: 'Change a webhook',
        description:
          'Only what is supplied changes; null counts as not supplied, but clears the description. For 24 hours after a new secret, notifications are signed with both. Enabling sends what was held meanwhile.',
        params: webhooks.WebhookParams,
        body: Body,
        response: {
          200: schemas.answer(webhooks.Webhook, 'The webhook as it is now.'),
          400: webhooks.invalidBody,
          404: webhooks.noSuchWebhook,
          ...schemas.userErrors,
        },
      },
    },
    async ({ params, body, organizationId }) =>
      webhooks.webhookBody(await updateWebhook(notifications, organizationId ?? 0, params.webhook_id, body)),
  );
};
