import type { DeliveryFacts } from '../domain/notifications/deliveries/claim-deliveries.ts';
import { deleteOldDeliveries } from '../domain/notifications/deliveries/delivery-store.ts';
import { type DeliveryResult, WebhookSender } from '../domain/notifications/deliveries/webhook-sender.ts';
import { releaseHeldMails } from '../domain/notifications/mail/held-mails.ts';
import { mailQueue } from '../domain/notifications/mail/mail-queue.ts';
import { type MailResult, MailSender } from '../domain/notifications/mail/mail-sender.ts';
import { deleteOldMails } from '../domain/notifications/mail/mail-store.ts';
import type { NotificationService } from '../domain/notifications/notification-service.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/telemetry/metrics.ts';
import type { Stage } from './run-stages.ts';
import type { WakeUps } from './wake-ups.ts';
import type { WorkReport } from './work-report.ts';

const KEEP_DAYS = 30;
const DELETE_BATCH = 1_000;

export function notificationStages(
  service: NotificationService,
  wakeUps: WakeUps,
  log: Log,
  report: WorkReport,
  metrics: Metrics,
): Stage[] {
  const sender = new WebhookSender(service, log, (result) => {
    reportDelivery(report, result);
    if (result.attempt?.verdict === 'delivered') observeLag(metrics, result.about, service.clock.now());
  });
  const mails = new MailSender(service, mailQueue(), (result) => reportMail(report, result));
  return [
    {
      name: 'deliver-webhooks',
      // Retries become due without a notification.
      everyMs: 1_000,
      async run(signal, progress) {
        await sender.run(signal, progress);
        return false;
      },
      onWake(wake) {
        wakeUps.of('webhook_deliveries')(() => {
          sender.wake();
          wake();
        });
      },
    },
    {
      name: 'deliver-emails',
      everyMs: 5_000,
      run: (signal) => mails.run(signal),
      onWake: wakeUps.of('mails'),
    },
    {
      name: 'release-held-emails',
      everyMs: 30_000,
      run: () => releaseHeldMails(service),
    },
    {
      name: 'delete-old-notifications',
      everyMs: 3_600_000,
      async run() {
        const deleted = [
          await deleteOldDeliveries(service.db, KEEP_DAYS, DELETE_BATCH),
          await deleteOldMails(service.db, KEEP_DAYS, DELETE_BATCH),
        ];
        return deleted.includes(DELETE_BATCH);
      },
    },
  ];
}

/** The URL and the response are in the delivery log, which the customer can read; they are not in the line. */
function reportDelivery(
  report: WorkReport,
  { about, attempt, attempts, isDead, reason }: DeliveryResult,
): void {
  const failed = isDead ? 'dead' : 'retry';
  report.attempted('webhook_deliveries', {
    outcome: attempt?.verdict === 'delivered' ? 'done' : failed,
    durationMs: attempt?.durationMs ?? 0,
    correlationId: about.firing_id,
    organizationId: about.organization_id,
    traceparent: about.traceparent,
    about: {
      delivery_id: about.id,
      webhook_id: about.webhook_id,
      alert_id: about.alert_id,
      attempts,
      status: attempt?.status,
      reason: reason ?? undefined,
    },
  });
}

function observeLag({ deliveryLag }: Metrics, { created_ms, matched_ms }: DeliveryFacts, now: Date): void {
  const seconds = (sinceMs: number) => Math.max(0, now.getTime() - sinceMs) / 1_000;
  deliveryLag.observe({ since: 'firing' }, seconds(created_ms));
  if (matched_ms !== null) deliveryLag.observe({ since: 'match' }, seconds(matched_ms));
}

/** Without the reason: mail servers quote the address in it. */
function reportMail(report: WorkReport, { mail, outcome, isDead, durationMs }: MailResult): void {
  const isDone = outcome === 'sent' || outcome === 'kept';
  const failed = isDead ? 'dead' : 'retry';
  report.attempted('mails', {
    outcome: isDone ? 'done' : failed,
    durationMs,
    correlationId: mail.firing_id ?? mail.key,
    organizationId: mail.organization_id,
    traceparent: mail.traceparent,
    about: { email_id: mail.key, kind: mail.kind, attempts: mail.attempts, result: outcome },
  });
}
