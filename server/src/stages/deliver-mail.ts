import { deliverMails } from '../domain/notifications/mail/deliver-mails.ts';
import { mailQueue } from '../domain/notifications/mail/queue.ts';
import type { NotificationService } from '../domain/notifications/notification-service.ts';
import type { Stage } from './run-stages.ts';
import type { WakeUps } from './wake-ups.ts';

/** Hands mails to the mail server, or keeps them as files. */
export function deliverMail(service: NotificationService, wakeUps: WakeUps): Stage {
  const queue = mailQueue();
  return {
    name: 'deliver-mail',
    everyMs: 5_000,
    run: (signal) => deliverMails(service, queue, signal),
    onWake: wakeUps.of('mails'),
  };
}
