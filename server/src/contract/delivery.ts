import Type, { type Static } from 'typebox';
import { Pagination, pageQuery } from './pagination.ts';
import { converted, named, nullable, oneOf, Timestamp, Uuid } from './schema.ts';
import { DeliveryAttempt, WEBHOOK_EVENTS } from './webhook.ts';

const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'held'] as const;

export const Delivery = named('Delivery', {
  id: Type.String({ format: 'uuid', description: 'Sent as `webhook-id`.' }),
  event: Type.String({
    examples: ['alert.matches_found'],
    description:
      '`alert.matches_found`, `alert.match_corrected`, `watchlist.changes_found`, `objection.received`, or `alert.test` for a test event, which cannot be replayed. The newest 50 tests of a webhook are listed.',
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
const time = (description: string) => Type.Optional(converted<Date>('date-time', { description }));

export const DeliveriesQuery = Type.Object({
  state: Type.Optional(oneOf(DELIVERY_STATES)),
  event: Type.Optional(oneOf(WEBHOOK_EVENTS)),
  from: time('Created at this time or later.'),
  to: time('Created before this time.'),
  ...pageQuery({ maxPage: 100_000, maxSize: 100, size: 20 }),
});
export type DeliveryFilter = Pick<Static<typeof DeliveriesQuery>, 'state' | 'event' | 'from' | 'to'>;

export const DeliveryContent = named('DeliveryContent', {
  id: Uuid,
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'The headers that every attempt sends with the same value.',
  }),
  signed_headers: Type.Array(Type.String(), {
    description: 'The headers that are made for each attempt from its time and the secret.',
  }),
  body: Type.String({ description: 'The bytes that are sent: JSON.' }),
});
export type DeliveryContent = Static<typeof DeliveryContent>;

/** Deliveries are kept this long. */
const MAX_HOURS = 720;
export const LatencyQuery = Type.Object({
  hours: Type.Integer({ minimum: 1, maximum: MAX_HOURS, default: 24, description: 'The period until now.' }),
});
const milliseconds = Type.Integer({ minimum: 0 });
export const DeliveryLatency = named('DeliveryLatency', {
  step: oneOf(['hour', 'day']),
  points: Type.Array(
    named('LatencyPoint', {
      start: Timestamp,
      attempts: Type.Integer({ minimum: 1 }),
      failed: Type.Integer({ minimum: 0, description: 'Attempts without a 2xx status.' }),
      median_ms: milliseconds,
      p95_ms: milliseconds,
    }),
    { description: 'Oldest first. Hours and days without an attempt are left out.' },
  ),
  is_complete: Type.Boolean({ description: 'false: only the newest deliveries of the period are counted.' }),
});
export type DeliveryLatency = Static<typeof DeliveryLatency>;
const deliveryCount = (description: string) => Type.Integer({ minimum: 0, description });
export const StatisticsQuery = Type.Object(pageQuery({ maxPage: 1_000, maxSize: 100, size: 20 }));
export const WebhookStatistics = named('WebhookStatistics', {
  webhooks: Type.Array(
    named('WebhookStatistic', {
      webhook_id: Uuid,
      last_delivery: nullable(
        named('LastDelivery', {
          created_at: Timestamp,
          state: oneOf(DELIVERY_STATES),
          status: nullable(Type.Integer({ description: 'Of its last attempt; null without a response.' })),
          error: nullable(Type.String({ description: 'Of its last attempt.' })),
        }),
      ),
      delivered: deliveryCount('Deliveries of the last 24 hours that arrived.'),
      undelivered: deliveryCount(
        'Deliveries of the last 24 hours whose attempts have all failed until now. One without an attempt is not counted.',
      ),
      is_complete: Type.Boolean({ description: 'false: only the newest 1,000 deliveries are counted.' }),
    }),
  ),
});
export type WebhookStatistics = Static<typeof WebhookStatistics>;
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
