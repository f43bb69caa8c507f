import Type from 'typebox';
import { createWebhook } from '../../../domain/notifications/manage-webhooks.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import * as webhooks from './webhook-schemas.ts';

const Body = Type.Object({
  webhook_url: Type.String(webhooks.url),
  secret: Type.Optional(webhooks.text(webhooks.secret)),
  description: Type.Optional(webhooks.text(webhooks.description)),
});

export const createWebhookRoute: Route = (app, { notifications }) => {
  app.post(
    '/alerts/webhook',
    {
      config: { access: user({ apiKey: 'optional', roles: ['admin', 'create-alert-webhook-endpoint'] }) },
      schema: {
        operationId: 'createWebhook',
        tags: ['Webhooks'],
        summary: 'Register a URL that is told of every match',
        description:
          "It receives the matches of all of the organization's active alerts, existing and new. Without a secret one is generated; it is never shown, so set one of your own (also later, by PATCH) to verify signatures.",
        body: Body,
        response: {
          201: schemas.answer(webhooks.Webhook, 'The webhook, enabled.'),
          400: webhooks.invalidBody,
          ...schemas.userErrors,
        },
      },
    },
    async ({ body, organizationId }, reply) => {
      const webhook = await createWebhook(notifications, organizationId ?? 0, body);
      return reply.code(201).send(webhooks.webhookBody(webhook));
    },
  );
};
