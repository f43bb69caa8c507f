import { statement } from '../../../db/database.ts';
import type { NotificationService } from '../notification-service.ts';
import { mailUrl, readMailLink, type SignedLink } from './mail-links.ts';

const FOLDER = '/mail/unsubscribe/';
/** Long, because people unsubscribe from old emails. */
export const UNSUBSCRIBE_MS = 2 * 366 * 86_400_000;

const optOut = statement(
  'mails.opt-out',
  `insert into mail_opt_outs (alert_id, address) values ($1, lower($2)) on conflict do nothing`,
);

type Subscription = { alertId: number; address: string };

/** A link that unsubscribes one address from one alert. */
export function unsubscribeUrl(
  service: NotificationService,
  { alertId, address }: Subscription,
  madeAt: Date,
): string {
  return mailUrl(service, FOLDER, [alertId, address], new Date(madeAt.getTime() + UNSUBSCRIBE_MS));
}

export function readUnsubscribeLink(service: NotificationService, link: SignedLink): Subscription {
  const [alertId, address] = readMailLink(service, FOLDER, link);
  return { alertId, address };
}

export async function unsubscribe(service: NotificationService, link: SignedLink): Promise<Subscription> {
  const subscription = readUnsubscribeLink(service, link);
  await service.db.run(optOut, [subscription.alertId, subscription.address]);
  return subscription;
}
