import { deleteOldDeliveries } from '../domain/notifications/deliveries/store.ts';
import { WebhookSender } from '../domain/notifications/deliveries/webhook-sender.ts';
import { deliverMails } from '../domain/notifications/mail/deliver-mails.ts';
import { releaseHeldMails } from '../domain/notifications/mail/held-mails.ts';
import { mailQueue } from '../domain/notifications/mail/queue.ts';
import { deleteOldMails } from '../domain/notifications/mail/store.ts';
import type { NotificationService } from '../domain/notifications/notification-service.ts';
import type { Log } from '../lib/log.ts';
import type { Stage } from './run-stages.ts';
import type { WakeUps } from './wake-ups.ts';

const KEEP_DAYS = 30;
const DELETE_BATCH = 1_000;

export function notificationStages(service: NotificationService, wakeUps: WakeUps, log: Log): Stage[] {
  const sender = new WebhookSender(service, log);
  const mails = mailQueue();
  return [
    {
      name: 'deliver-webhooks',
      // Retries become due without a notification.
      everyMs: 1_000,
      async run(signal) {
        await sender.run(signal);
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
      run: (signal) => deliverMails(service, mails, signal),
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
