import { randomUUID } from 'node:crypto';
import { CRITERION_NAMES, type CriterionName } from '../../../contract/criteria.ts';
import type { PayloadMatch } from '../../../contract/webhook-payload.ts';
import { takeQuota } from '../../quotas/quota-store.ts';
import type { NotificationService } from '../notification-service.ts';
import { alertDetails } from '../webhooks/payload.ts';
import { payloadParts } from '../webhooks/payload-bodies.ts';
import { secretsOf } from '../webhooks/signature.ts';
import { enabledTargets, findTarget, type Target } from '../webhooks/store.ts';
import { attemptPost } from './attempt.ts';

type TestResult = {
  webhook_id: string;
  webhook_url: string;
  delivered: boolean;
  status: number | null;
  duration_ms: number;
  error: string | null;
  response_body: string;
};

export const MAX_TESTED_WEBHOOKS = 20;

/**
 * Sends `alert.test` to one webhook, enabled or not, or to the enabled ones, oldest first, up to a limit. It is neither
 * retried nor logged.
 */
export async function testWebhooks(
  service: NotificationService,
  organizationId: number,
  webhookId: string | null,
): Promise<TestResult[]> {
  const { db, clock } = service;
  const targets =
    webhookId === null
      ? (await enabledTargets(db, organizationId)).slice(0, MAX_TESTED_WEBHOOKS)
      : [await findTarget(db, organizationId, webhookId)];
  if (targets.length > 0)
    await takeQuota(db, organizationId, 'webhook_tests_per_minute', targets.length, clock.now());
  return Promise.all(targets.map((target) => testOne(service, target)));
}

async function testOne(service: NotificationService, target: Target): Promise<TestResult> {
  const { clock, signatureHeader } = service;
  const now = clock.now();
  const [part] = payloadParts(
    { event: 'alert.test', customerId: target.organization_id, timestamp: now, details: [SAMPLE_ALERT] },
    [{ ...SAMPLE_MATCH, time: now.toISOString().slice(0, 19) }],
  );
  const attempt = await attemptPost(service, {
    id: randomUUID(),
    url: target.webhook_url,
    body: part?.bodyFor(target.id) ?? Buffer.alloc(0),
    secrets: secretsOf(service, target),
    signatureHeader,
  });
  return {
    webhook_id: target.id,
    webhook_url: target.webhook_url,
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
