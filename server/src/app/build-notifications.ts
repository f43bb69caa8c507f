import { openMailer } from '../adapters/mail/open-mailer.ts';
import { loadSecret } from '../config/secret-file.ts';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { waker } from '../db/wake.ts';
import { contentPath } from '../domain/images/describe-image.ts';
import type { ImageService } from '../domain/images/image-service.ts';
import { WebhookSender } from '../domain/notifications/deliveries/webhook-sender.ts';
import type { NotificationService } from '../domain/notifications/notification-service.ts';
import { sealing } from '../lib/bytes/sealing.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Outbound } from '../lib/outbound.ts';
import { deliverMail } from '../stages/deliver-mail.ts';
import { deliverWebhooks } from '../stages/deliver-webhooks.ts';
import { forgetNotifications } from '../stages/forget-notifications.ts';
import type { Stage } from '../stages/run-stages.ts';
import type { WakeUps } from '../stages/wake-ups.ts';

export async function buildNotifications(
  settings: Settings,
  db: Database,
  clock: Clock,
  outbound: Outbound,
  { links, linkSeconds }: ImageService,
): Promise<NotificationService> {
  const { http, webhooks, mail, mode, dataDir } = settings;
  const keys = await loadSecret(webhooks.secretKeys, dataDir, 'secret-key');
  return {
    db,
    clock,
    outbound,
    sealing: sealing(keys.split(',')),
    links,
    linkSeconds,
    picturePath: contentPath,
    publicUrl: http.publicUrl ?? `http://localhost:${http.port}`,
    signatureHeader: webhooks.signatureHeader,
    httpAllowed: mode === 'local',
    mailer: openMailer(settings),
    mailFrom: mail.from,
    wake: waker(db),
  };
}

export function notificationStages(service: NotificationService, wakeUps: WakeUps, log: Log): Stage[] {
  return [
    deliverWebhooks(new WebhookSender(service, log), wakeUps),
    deliverMail(service, wakeUps),
    forgetNotifications(service),
  ];
}
