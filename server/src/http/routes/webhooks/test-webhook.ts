import Type from 'typebox';
import { testWebhooks } from '../../../domain/notifications/deliveries/test-webhook.ts';
import { Gate } from '../../../lib/async/gate.ts';
import { AppError } from '../../../lib/errors.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import * as webhooks from './webhook-schemas.ts';

const Body = Type.Object({
  webhook_id: Type.Optional(
    Type.Unsafe<string | null>({
      ...schemas.Uuid,
      type: ['string', 'null'],
      description: 'Left out: every enabled one.',
    }),
  ),
});
const Result = Type.Object(
  {
    webhook_id: Type.String({ format: 'uuid' }),
    webhook_url: Type.String(),
    delivered: Type.Boolean(),
    status: schemas.nullable(Type.Integer({ description: 'Null when there was no answer.' })),
    duration_ms: Type.Integer(),
    error: schemas.nullable(Type.String()),
    response_body: Type.String({ description: 'The first 16 KB of the answer.' }),
  },
  { additionalProperties: false },
);
const Answer = Type.Object({ results: Type.Array(Result) }, { additionalProperties: false });

const AT_ONCE = 8;
const WAITING = 32;

export const testWebhookRoute: Route = (app, { notifications }) => {
  const gate = new Gate(AT_ONCE, WAITING);
  const full = () =>
    new AppError('too_many', 'Too many tests are under way. Try again shortly.', { retryAfterSeconds: 1 });
  app.post(
    '/alerts/webhook/test',
    {
      config: { access: user({ roles: ['admin', 'test-alert-webhook-endpoint'] }) },
      schema: {
        operationId: 'testWebhook',
        tags: ['Webhooks'],
        summary: 'Send a test event and see what the receiver answers',
        description:
          'The event is `alert.test`, signed like any other. It is sent once, also to a disabled webhook.',
        body: Body,
        response: {
          200: schemas.answer(Answer, 'What came of it; a receiver that fails is no error of this request.'),
          400: schemas.answer(schemas.Problems, 'The id is not a UUID.'),
          404: webhooks.noSuchWebhook,
          429: schemas.answer(schemas.Detail, 'Too many tests at once.', schemas.RETRY_AFTER_HEADER),
          ...schemas.userErrors,
        },
      },
    },
    async ({ body, organizationId }) => {
      const test = () => testWebhooks(notifications, organizationId ?? 0, body.webhook_id ?? null);
      return { results: await gate.run(test, full) };
    },
  );
};
