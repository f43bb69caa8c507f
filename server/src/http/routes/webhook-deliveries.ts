import {
  DeliveriesQuery,
  DeliveriesReplayed,
  DeliveryContent,
  DeliveryLatency,
  DeliveryList,
  DeliveryParams,
  DeliveryReplay,
  LatencyQuery,
  ReplayDeliveries,
  StatisticsQuery,
  WebhookStatistics,
} from '../../contract/delivery.ts';
import type { Role } from '../../contract/roles.ts';
import { WebhookParams } from '../../contract/webhook.ts';
import { readDeliveryContent } from '../../domain/notifications/deliveries/delivery-content.ts';
import { readLatency } from '../../domain/notifications/deliveries/delivery-latency.ts';
import { listDeliveries, replay, replaySince } from '../../domain/notifications/deliveries/delivery-log.ts';
import { readWebhookStatistics } from '../../domain/notifications/deliveries/webhook-statistics.ts';
import { user } from '../access.ts';
import { shown } from '../plugins/audit.ts';
import { type Route, routeOf } from '../route.ts';

const route = routeOf('Webhooks');

const READ_ROLES: Role[] = ['admin', 'external-api-get-webhook-list'];
const TEST_ROLES: Role[] = ['admin', 'test-alert-webhook-endpoint'];
const NOT_FOUND = 'There is no such webhook.';

export const deliveryRoutes: Route[] = [
  route('GET /alerts/webhook/statistics', {
    operationId: 'listWebhookStatistics',
    summary: 'List the last delivery of each webhook, and how many of the last 24 hours arrived',
    description:
      'In the order of `GET /alerts/webhook`. Test events count as last deliveries, and not in the numbers.',
    access: user({ roles: READ_ROLES }),
    query: StatisticsQuery,
    success: { schema: WebhookStatistics, description: 'A page of webhooks.' },
    handler: ({ database, clock }, { query, caller }) =>
      readWebhookStatistics(database, caller.organization_id, query, clock.now()),
  }),
  route('GET /alerts/webhook/:webhook_id/deliveries', {
    operationId: 'listDeliveries',
    summary: 'List the deliveries of a webhook with every attempt, newest first',
    description: 'Deliveries are kept for 30 days.',
    access: user({ roles: READ_ROLES }),
    audit: {
      action: 'delivery.list',
      kind: 'read',
      object: ['webhook', 'params.webhook_id'],
      showsVehicles: true,
    },
    params: WebhookParams,
    query: DeliveriesQuery,
    success: { schema: DeliveryList, description: 'A page of deliveries.' },
    errors: { 404: NOT_FOUND },
    handler: ({ database }, { params, query: { page, page_size: pageSize, ...filter }, caller }) =>
      listDeliveries(database, caller.organization_id, params.webhook_id, filter, { page, pageSize }),
  }),
  route('GET /alerts/webhook/:webhook_id/deliveries/:delivery_id', {
    operationId: 'getDelivery',
    summary: 'Get what a delivery sends: its headers and its body',
    description:
      'Every attempt sends the same bytes. `webhook-timestamp` and the signatures are made for each attempt and are not stored. A test event has no stored body.',
    access: user({ roles: READ_ROLES }),
    audit: {
      action: 'delivery.read',
      kind: 'read',
      object: ['delivery', 'params.delivery_id'],
      showsVehicles: true,
    },
    params: DeliveryParams,
    success: { schema: DeliveryContent, description: 'The content.' },
    errors: { 404: 'There is no such webhook or delivery.' },
    handler: async ({ notifications }, { params, caller, request }) => {
      const { webhook_id: webhookId, delivery_id: id } = params;
      const found = await readDeliveryContent(notifications, caller.organization_id, webhookId, id);
      shown(request, JSON.parse(found.body));
      return found;
    },
  }),
  route('GET /alerts/webhook/:webhook_id/latency', {
    operationId: 'getDeliveryLatency',
    summary: 'Get how long the attempts of a webhook took',
    description:
      'Median and 95th percentile of the duration of attempts, by hour for a period of up to 48 hours, else by day. Of a period with more deliveries, the newest 5,000 are counted.',
    access: user({ roles: READ_ROLES }),
    params: WebhookParams,
    query: LatencyQuery,
    success: { schema: DeliveryLatency, description: 'The hours or days with attempts.' },
    errors: { 404: NOT_FOUND },
    handler: ({ database, clock }, { params, query, caller }) =>
      readLatency(database, caller.organization_id, params.webhook_id, query.hours, clock.now()),
  }),
  route('POST /alerts/webhook/:webhook_id/deliveries/:delivery_id/replay', {
    operationId: 'replayDelivery',
    summary: 'Send a delivery again',
    description:
      'Sends the same bytes with the same `webhook-id`, whatever its state, and starts the retries again. A delivery of a disabled webhook is held until the webhook is enabled.',
    access: user({ roles: TEST_ROLES }),
    audit: { action: 'delivery.replay', kind: 'change', object: ['delivery', 'params.delivery_id'] },
    isIdempotent: true,
    params: DeliveryParams,
    success: { status: 202, schema: DeliveryReplay, description: 'The delivery is queued.' },
    errors: { 404: 'There is no such webhook or delivery.' },
    handler: async ({ notifications }, { params, caller }) => {
      await replay(notifications, caller.organization_id, params.webhook_id, params.delivery_id);
      return { id: params.delivery_id, state: 'waiting' as const };
    },
  }),
  route('POST /alerts/webhook/:webhook_id/deliveries/replay', {
    operationId: 'replayDeliveries',
    summary: 'Send all deliveries since a time again',
    description:
      'As for one delivery, oldest first, at most 1,000 per request. Deliveries that wait for an attempt are left alone, as are those that were replayed within the last minute: repeat the request while `has_more` is true.',
    access: user({ roles: TEST_ROLES }),
    audit: { action: 'delivery.replay-all', kind: 'change', object: ['webhook', 'params.webhook_id'] },
    isIdempotent: true,
    params: WebhookParams,
    body: ReplayDeliveries,
    example: { since: '2026-03-24T00:00:00Z', only_failed: true },
    success: { status: 202, schema: DeliveriesReplayed, description: 'The deliveries are queued.' },
    errors: { 404: NOT_FOUND },
    handler: ({ notifications }, { params, body, caller }) =>
      replaySince(notifications, caller.organization_id, params.webhook_id, body),
  }),
];
