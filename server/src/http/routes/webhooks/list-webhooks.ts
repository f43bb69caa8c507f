import Type from 'typebox';
import { listWebhooks } from '../../../domain/notifications/webhooks/store.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import * as webhooks from './webhook-schemas.ts';

const Answer = Type.Object({ webhooks: Type.Array(webhooks.ListedWebhook) }, { additionalProperties: false });

export const listWebhooksRoute: Route = (app, { database }) => {
  app.get(
    '/alerts/webhook',
    {
      config: { access: user({ roles: ['admin', 'external-api-get-webhook-list'] }) },
      schema: {
        operationId: 'listWebhooks',
        tags: ['Webhooks'],
        summary: "The organization's webhooks, newest first",
        response: { 200: schemas.answer(Answer, 'The webhooks.'), ...schemas.userErrors },
      },
    },
    async ({ organizationId }) => {
      const rows = await listWebhooks(database, organizationId ?? 0);
      return {
        webhooks: rows.map((row) => ({
          ...webhooks.webhookBody(row),
          disabled_reason: row.disabled_reason,
          failing_since: row.failing_since?.toISOString() ?? null,
        })),
      };
    },
  );
};
