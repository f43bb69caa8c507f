import { randomUUID } from 'node:crypto';
import { CRITERION_NAMES, type CriterionName } from '../../../contract/criteria.ts';
import type { WebhookTestResult } from '../../../contract/webhook.ts';
import type { PayloadMatch } from '../../../contract/webhook-payload.ts';
import { takeQuota } from '../../quotas/quota-store.ts';
import type { NotificationService } from '../notification-service.ts';
import { alertDetails } from '../webhooks/payload.ts';
import { payloadParts } from '../webhooks/payload-bodies.ts';
import { type Secrets, secretsOf, signingKeys } from '../webhooks/signature.ts';
import { enabledTargets, findTarget } from '../webhooks/webhook-store.ts';
import { attemptPost } from './attempt.ts';

export const MAX_TESTED_WEBHOOKS = 20;
/** Stands for the id of a webhook that is not registered. */
const NO_WEBHOOK = '00000000-0000-0000-0000-000000000000';

/**
 * Sends `alert.test` to one webhook, enabled or not, or to the enabled ones that subscribed, oldest first, up to a limit. It is neither
 * retried nor logged.
 */
export async function testWebhooks(
  service: NotificationService,
  organizationId: number,
  webhookId: string | null,
): Promise<WebhookTestResult[]> {
  const { db, clock } = service;
  const targets =
    webhookId === null
      ? (await enabledTargets(db, organizationId, 'alert.test')).slice(0, MAX_TESTED_WEBHOOKS)
      : [await findTarget(db, organizationId, webhookId)];
  if (targets.length > 0)
    await takeQuota(db, organizationId, 'webhook_tests_per_minute', targets.length, clock.now());
  return Promise.all(
    targets.map(async (target) => {
      const { id, organization_id, webhook_url } = target;
      const sent = { id, organizationId: organization_id, url: webhook_url };
      return { webhook_id: id, ...(await testOne(service, sent, secretsOf(service, target))) };
    }),
  );
}

/** Sends `alert.test` to a URL that need not be registered, signed with a secret that is not stored. */
export async function testUrl(
  service: NotificationService,
  organizationId: number,
  url: string,
  secret: string,
): Promise<WebhookTestResult> {
  const { db, clock } = service;
  await takeQuota(db, organizationId, 'webhook_tests_per_minute', 1, clock.now());
  const secrets = { current: signingKeys(secret), previous: null };
  return { webhook_id: null, ...(await testOne(service, { id: NO_WEBHOOK, organizationId, url }, secrets)) };
}

type Receiver = { id: string; organizationId: number; url: string };

async function testOne(
  service: NotificationService,
  { id, organizationId, url }: Receiver,
  secrets: Secrets,
): Promise<Omit<WebhookTestResult, 'webhook_id'>> {
  const { clock, webhooks } = service;
  const now = clock.now();
  const [part] = payloadParts(
    { event: 'alert.test', customerId: organizationId, timestamp: now, details: [SAMPLE_ALERT] },
    [{ ...SAMPLE_MATCH, time: now.toISOString().slice(0, 19) }],
  );
  const attempt = await attemptPost(service, {
    id: randomUUID(),
    url,
    body: part?.bodyFor(id) ?? Buffer.alloc(0),
    secrets,
    signatureHeader: webhooks.signatureHeader,
  });
  return {
    webhook_url: url,
    delivered: attempt.verdict === 'delivered',
    status: attempt.status,
    duration_ms: attempt.durationMs,
    error: attempt.error,
    response_body: attempt.responseBody.toString('utf8'),
  };
}

const SAMPLE_ALERT = {
  ...alertDetails({
    id: 0,
    organizationId: 0,
    alert_name: 'Test alert',
    email: 'test@milepost.example',
    cc_emails: [],
    alert_type: 'hot',
    notification_channels: ['webhook'],
    ...(Object.fromEntries(CRITERION_NAMES.map((name) => [name, null])) as Record<CriterionName, null>),
    usdot_number: '1234567',
  }),
  description: 'This is a test. No truck was sighted.',
};

const SAMPLE_MATCH: PayloadMatch = {
  alert_name: 'Test alert',
  city: 'Amarillo',
  detected_logos: null,
  lat_long: '35.19, -101.83',
  time: '',
  state: 'TX',
  road: 'I-40 Westbound',
  usdot: '1234567',
  usdot_number_ocr_score: 'High',
  is_imputed: false,
};
