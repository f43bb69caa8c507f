import { forgetDeliveries } from '../domain/notifications/deliveries/store.ts';
import { forgetMails } from '../domain/notifications/mail/store.ts';
import type { NotificationService } from '../domain/notifications/notification-service.ts';
import type { Stage } from './run-stages.ts';

const KEPT_DAYS = 30;
const AT_ONCE = 1_000;

/** Deliveries with their attempts, and mails, are kept for a month. */
export function forgetNotifications({ db }: NotificationService): Stage {
  return {
    name: 'forget-notifications',
    everyMs: 3_600_000,
    async run() {
      const gone = [
        await forgetDeliveries(db, KEPT_DAYS, AT_ONCE),
        await forgetMails(db, KEPT_DAYS, AT_ONCE),
      ];
      return gone.includes(AT_ONCE);
    },
  };
}
