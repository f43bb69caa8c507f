import Type, { type Static } from 'typebox';
import { Pagination, pageQuery } from './pagination.ts';
import { converted, named, nullable, oneOf, Timestamp, Uuid } from './schema.ts';
import { DeliveryAttempt } from './webhook.ts';

const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'held'] as const;

export const Delivery = named('Delivery', {
  id: Type.String({ format: 'uuid', description: 'Sent as `webhook-id`.' }),
  event: Type.String({
    examples: ['alert.matches_found'],
    description:
      '`alert.matches_found`, `alert.match_corrected`, `watchlist.changes_found`, or `alert.test` for a test event, which cannot be replayed. The newest 50 tests of a webhook are listed.',
  }),
  alert_id: Type.Integer({ description: '0 for a test event and for changes of watched carriers.' }),
  alert_name: Type.String({ description: 'For changes of watched carriers, the names of the watchlists.' }),
  total_matches: Type.Integer({ description: 'The number of matches or changes.' }),
  state: oneOf(DELIVERY_STATES, { description: '`held`: until the webhook is enabled again.' }),
  failure: nullable(Type.String()),
  created_at: Timestamp,
  next_attempt_at: nullable(Timestamp),
  attempts: Type.Array(DeliveryAttempt),
});
export type Delivery = Static<typeof Delivery>;

export const DeliveryList = named('DeliveryList', {
  deliveries: Type.Array(Delivery),
  pagination: Pagination,
});
export const DeliveriesQuery = Type.Object(pageQuery({ maxPage: 100_000, maxSize: 100, size: 20 }));
export const DeliveryParams = Type.Object({ webhook_id: Uuid, delivery_id: Uuid });
export const ReplayDeliveries = Type.Object(
  {
    since: converted<Date>('date-time', {
      minLength: 1,
      trim: true,
      description: 'Deliveries that were created at this time or later; ISO 8601.',
    }),
    only_failed: Type.Boolean({ default: false, description: 'Only deliveries that have failed for good.' }),
  },
  { $id: 'ReplayDeliveries' },
);
export const DeliveriesReplayed = named('DeliveriesReplayed', {
  replayed: Type.Integer({ description: 'Number of deliveries that were queued.' }),
  has_more: Type.Boolean({ description: 'The limit of one request was reached; repeat it.' }),
});
export const DeliveryReplay = named('DeliveryReplay', { id: Uuid, state: Type.Literal('waiting') });
