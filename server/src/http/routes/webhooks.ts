import pLimit from 'p-limit';
import Type from 'typebox';
import type { Role } from '../../contract/roles.ts';
import {
  CreateWebhook,
  DeletedWebhook,
  TestWebhooks,
  testProblems,
  UpdateWebhook,
  Webhook,
  WebhookEvents,
  WebhookParams,
  WebhookStatus,
  WebhookTestResults,
} from '../../contract/webhook.ts';
import {
  MAX_TESTED_WEBHOOKS,
  testUrl,
  testWebhooks,
} from '../../domain/notifications/deliveries/test-webhook.ts';
import { createWebhook, deleteWebhook, updateWebhook } from '../../domain/notifications/manage-webhooks.ts';
import { urlProblems } from '../../domain/notifications/webhooks/check-url.ts';
import { type WebhookRow, webhookNotFound } from '../../domain/notifications/webhooks/webhook.ts';
import {
  findEvents,
  findWebhook,
  listWebhooks,
  updateEvents,
} from '../../domain/notifications/webhooks/webhook-store.ts';
import { AppError } from '../../lib/errors.ts';
import { user } from '../access.ts';
import { type Route, routeOf } from '../route.ts';

const route = routeOf('Webhooks');

const READ_ROLES: Role[] = ['admin', 'external-api-get-webhook-list'];
const TEST_ROLES: Role[] = ['admin', 'test-alert-webhook-endpoint'];
const NOT_FOUND = 'There is no such webhook.';

function show({ id, webhook_url, description, enabled, created_at }: WebhookRow): Webhook {
  return { id, webhook_url, description, enabled, created_at: created_at.toISOString() };
}

function showStatus(webhook: WebhookRow): WebhookStatus {
  const { disabled_reason, failing_since } = webhook;
  return { ...show(webhook), disabled_reason, failing_since: failing_since?.toISOString() ?? null };
}

const TESTS_AT_ONCE = 8;
const MAX_WAITING_TESTS = 32;
const tests = pLimit(TESTS_AT_ONCE);

export const webhookRoutes: Route[] = [
  route('POST /alerts/webhook', {
    operationId: 'createWebhook',
    summary: 'Register a webhook',
    description:
      'The webhook receives the matches of all active alerts of the organization, existing and new. Send a `secret`: responses never return one, so the signatures of a generated secret cannot be verified.',
    access: user({ apiKey: 'optional', roles: ['admin', 'create-alert-webhook-endpoint'] }),
    audit: { action: 'webhook.create', kind: 'change', object: ['webhook', 'response.id'] },
    body: CreateWebhook,
    example: {
      webhook_url: 'https://customer.example/milepost',
      secret: 'a secret of at least 16 characters',
      description: 'Dispatch system',
    },
    isIdempotent: true,
    success: { status: 201, schema: Webhook, description: 'The webhook, enabled.' },
    rules: ({ notifications }, { body }) => urlProblems(notifications, body.webhook_url),
    handler: ({ notifications }, { body, caller, reply, once }) =>
      once(notifications.db, async (db) => {
        const webhook = await createWebhook(notifications, caller.organization_id, body, db);
        reply.header('Location', `/alerts/webhook/${webhook.id}`);
        return show(webhook);
      }),
  }),
  route('PATCH /alerts/webhook/:webhook_id', {
    operationId: 'updateWebhook',
    summary: 'Update a webhook',
    description:
      'Changes the supplied fields. Null means not supplied, but clears `description`. Unknown keys are rejected. For 24 hours after a new secret, a notification that the receiver rejects with 400, 401 or 403 is sent once more, signed with the previous secret. Enabling a webhook sends the deliveries that were held.',
    access: user({ apiKey: 'optional', roles: ['admin', 'edit-alert-webhook-endpoint'] }),
    audit: { action: 'webhook.update', kind: 'change', object: ['webhook', 'params.webhook_id'] },
    params: WebhookParams,
    body: UpdateWebhook,
    example: { enabled: true },
    success: { schema: Webhook, description: 'The updated webhook.' },
    errors: { 404: NOT_FOUND },
    rules: ({ notifications }, { body }) => urlProblems(notifications, body.webhook_url),
    handler: async ({ notifications }, { params, body, caller }) =>
      show(await updateWebhook(notifications, caller.organization_id, params.webhook_id, body)),
  }),
  route('GET /alerts/webhook', {
    operationId: 'listWebhooks',
    summary: "List the organization's webhooks, newest first",
    access: user({ roles: READ_ROLES }),
    success: { schema: Type.Array(WebhookStatus), description: 'The webhooks.' },
    handler: async ({ database }, { caller }) =>
      (await listWebhooks(database, caller.organization_id)).map(showStatus),
  }),
  route('GET /alerts/webhook/:webhook_id', {
    operationId: 'getWebhook',
    summary: 'Get a webhook',
    access: user({ roles: READ_ROLES }),
    params: WebhookParams,
    success: { schema: WebhookStatus, description: 'The webhook.' },
    errors: { 404: NOT_FOUND },
    handler: async ({ database }, { params, caller }) => {
      const webhook = await findWebhook(database, caller.organization_id, params.webhook_id);
      if (!webhook) throw webhookNotFound();
      return showStatus(webhook);
    },
  }),
  route('GET /alerts/webhook/:webhook_id/events', {
    operationId: 'getWebhookEvents',
    summary: 'Get the events that a webhook receives',
    access: user({ roles: READ_ROLES }),
    params: WebhookParams,
    success: { schema: WebhookEvents, description: 'The events.' },
    errors: { 404: NOT_FOUND },
    handler: async ({ database }, { params, caller }) => ({
      events: await findEvents(database, caller.organization_id, params.webhook_id),
    }),
  }),
  route('PUT /alerts/webhook/:webhook_id/events', {
    operationId: 'setWebhookEvents',
    summary: 'Set the events that a webhook receives',
    description: 'Replaces the list. Without `alert.matches_found` the webhook receives no matches.',
    access: user({ roles: ['admin', 'edit-alert-webhook-endpoint'] }),
    audit: { action: 'webhook.update', kind: 'change', object: ['webhook', 'params.webhook_id'] },
    params: WebhookParams,
    body: WebhookEvents,
    example: { events: ['alert.matches_found', 'alert.match_corrected', 'alert.test'] },
    success: { schema: WebhookEvents, description: 'The events.' },
    errors: { 404: NOT_FOUND },
    handler: async ({ database }, { params, body, caller }) => ({
      events: await updateEvents(database, caller.organization_id, params.webhook_id, body.events),
    }),
  }),
  route('DELETE /alerts/webhook/:webhook_id', {
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook and its deliveries',
    access: user({ roles: ['admin', 'external-api-delete-alert-webhook-endpoint'] }),
    audit: { action: 'webhook.delete', kind: 'change', object: ['webhook', 'params.webhook_id'] },
    params: WebhookParams,
    success: { schema: DeletedWebhook, description: 'The deleted webhook.' },
    errors: { 404: NOT_FOUND },
    handler: async ({ notifications }, { params, caller }) => {
      const webhook = await deleteWebhook(notifications, caller.organization_id, params.webhook_id);
      const { enabled: _, ...deleted } = show(webhook);
      return { ...deleted, deleted: true as const };
    },
  }),
  route('POST /alerts/webhook/test', {
    operationId: 'testWebhook',
    summary: 'Send a test event and return the response of the receiver',
    description: `Sends one \`alert.test\` event, signed like any other, also to a disabled webhook. Without \`webhook_id\`, to at most ${MAX_TESTED_WEBHOOKS} enabled webhooks, oldest first. With \`webhook_url\` and \`secret\`, to that URL; neither is stored.`,
    access: user({ roles: TEST_ROLES }),
    audit: { action: 'webhook.test', kind: 'change', object: ['webhook', 'body.webhook_id'] },
    body: TestWebhooks,
    example: {},
    isBodyOptional: true,
    success: {
      schema: WebhookTestResults,
      description: 'One result per webhook. A receiver that fails is not an error of this request.',
    },
    errors: { 404: NOT_FOUND, 429: 'Too many tests at once.' },
    rules: ({ notifications }, { body }) => [
      ...testProblems(body),
      ...urlProblems(notifications, body.webhook_url ?? undefined),
    ],
    handler: async ({ notifications }, { body: { webhook_id, webhook_url, secret }, caller }) => {
      if (tests.pendingCount >= MAX_WAITING_TESTS)
        throw new AppError('too_many', 'Too many tests at once. Retry shortly.', { retryAfterSeconds: 1 });
      const results = await tests(async () =>
        webhook_url && secret
          ? [await testUrl(notifications, caller.organization_id, webhook_url, secret)]
          : testWebhooks(notifications, caller.organization_id, webhook_id ?? null),
      );
      return { results };
    },
  }),
];
