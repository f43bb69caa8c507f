import { randomUUID } from 'node:crypto';
import { CRITERION_NAMES, type CriterionName } from '../../../contract/criteria.ts';
import type { WebhookTestResult } from '../../../contract/webhook.ts';
import type { PayloadMatch } from '../../../contract/webhook-payload.ts';
import { takeQuota } from '../../quotas/quota-store.ts';
import type { NotificationService } from '../notification-service.ts';
import { asciiUrl } from '../webhooks/check-url.ts';
import { alertDetails } from '../webhooks/payload.ts';
import { payloadParts } from '../webhooks/payload-bodies.ts';
import { type Secrets, secretsOf, signingKeys } from '../webhooks/signature.ts';
import { enabledTargets, findTarget } from '../webhooks/webhook-store.ts';
import { type Attempt, attemptPost } from './attempt.ts';
import { storeTest, TEST_ALERT_NAME } from './test-log.ts';

export const MAX_TESTED_WEBHOOKS = 20;
/** Stands for the id of a webhook that is not registered. */
const NO_WEBHOOK = '00000000-0000-0000-0000-000000000000';

/**
 * Sends `alert.test` to one webhook, enabled or not, or to the enabled ones that subscribed, oldest first, up to a limit. It is not
 * retried; the list of deliveries shows it.
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
      const receiver = { id, organizationId: organization_id, url: webhook_url };
      const { testId, attempt } = await sendTest(service, receiver, secretsOf(service, target));
      await storeTest(db, testId, id, attempt);
      return { webhook_id: id, ...resultOf(webhook_url, attempt) };
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
  const receiver = { id: NO_WEBHOOK, organizationId, url: asciiUrl(url) };
  const { attempt } = await sendTest(service, receiver, secrets);
  return { webhook_id: null, ...resultOf(receiver.url, attempt) };
}

type Receiver = { id: string; organizationId: number; url: string };

async function sendTest(
  service: NotificationService,
  { id, organizationId, url }: Receiver,
  secrets: Secrets,
): Promise<{ testId: string; attempt: Attempt }> {
  const { clock, webhooks } = service;
  const now = clock.now();
  const [part] = payloadParts(
    { event: 'alert.test', customerId: organizationId, timestamp: now, details: [SAMPLE_ALERT] },
    [{ ...SAMPLE_MATCH, time: now.toISOString().slice(0, 19) }],
  );
  const testId = randomUUID();
  const attempt = await attemptPost(service, {
    id: testId,
    url,
    body: part?.bodyFor(id) ?? Buffer.alloc(0),
    secrets,
    signatureHeader: webhooks.signatureHeader,
  });
  return { testId, attempt };
}

function resultOf(url: string, attempt: Attempt): Omit<WebhookTestResult, 'webhook_id'> {
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
    alert_name: TEST_ALERT_NAME,
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
  alert_name: TEST_ALERT_NAME,
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
