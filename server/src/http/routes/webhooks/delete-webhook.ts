import Type from 'typebox';
import { deleteWebhook } from '../../../domain/notifications/manage-webhooks.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import * as webhooks from './webhook-schemas.ts';

export const deleteWebhookRoute: Route = (app, { notifications }) => {
  app.delete(
    '/alerts/webhook/:webhook_id',
    {
      config: { access: user({ roles: ['admin', 'external-api-delete-alert-webhook-endpoint'] }) },
      schema: {
        operationId: 'deleteWebhook',
        tags: ['Webhooks'],
        summary: 'Delete a webhook with its deliveries',
        params: webhooks.WebhookParams,
        response: {
          204: schemas.answer(Type.Null(), 'It is gone.'),
          400: schemas.answer(schemas.Problems, 'The id is not a UUID.'),
          404: webhooks.noSuchWebhook,
          ...schemas.userErrors,
        },
      },
    },
    async ({ params, organizationId }, reply) => {
      await deleteWebhook(notifications, organizationId ?? 0, params.webhook_id);
      return reply.code(204).send(null);
    },
  );
};
