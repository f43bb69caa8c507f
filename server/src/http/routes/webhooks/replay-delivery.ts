import Type from 'typebox';
import { replay } from '../../../domain/notifications/deliveries/delivery-log.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';

const Params = Type.Object({ webhook_id: schemas.Uuid, delivery_id: schemas.Uuid });
const Answer = Type.Object(
  { id: Type.String({ format: 'uuid' }), state: Type.Literal('waiting') },
  { additionalProperties: false },
);

export const replayDeliveryRoute: Route = (app, { notifications }) => {
  app.post(
    '/alerts/webhook/:webhook_id/deliveries/:delivery_id/replay',
    {
      config: { access: user({ roles: ['admin', 'test-alert-webhook-endpoint'] }) },
      schema: {
        operationId: 'replayDelivery',
        tags: ['Webhooks'],
        summary: 'Send a delivery once more',
        description:
          'The same bytes under the same `webhook-id`, whatever became of it before; the retries begin anew. One of a disabled webhook is held until that is enabled.',
        params: Params,
        response: {
          202: schemas.answer(Answer, 'It will be sent.'),
          400: schemas.answer(schemas.Problems, 'An id is not a UUID.'),
          404: schemas.answer(schemas.Detail, 'There is no such webhook or delivery.'),
          ...schemas.userErrors,
        },
      },
    },
    async ({ params, organizationId }, reply) => {
      await replay(notifications, organizationId ?? 0, params.webhook_id, params.delivery_id);
      return reply.code(202).send({ id: params.delivery_id, state: 'waiting' as const });
    },
  );
};
