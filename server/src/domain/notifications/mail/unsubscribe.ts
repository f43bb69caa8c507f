import { statement } from '../../../db/database.ts';
import type { NotificationService } from '../notification-service.ts';
import { mailLinks, type SignedLink } from './mail-links.ts';

/** Long, because people unsubscribe from old emails. */
export const UNSUBSCRIBE_MS = 2 * 366 * 86_400_000;
/** Links that unsubscribe one address from one alert. */
export const unsubscribeLinks = mailLinks('/mail/unsubscribe/', UNSUBSCRIBE_MS);

const optOut = statement(
  'mails.opt-out',
  `insert into mail_opt_outs (alert_id, address) values ($1, lower($2)) on conflict do nothing`,
);

type Subscription = { alertId: number; address: string };

export async function unsubscribe(service: NotificationService, link: SignedLink): Promise<Subscription> {
  const [alertId, address] = unsubscribeLinks.read(service, link);
  await service.db.run(optOut, [alertId, address]);
  return { alertId, address };
}

/** Links that remove one address from one watchlist. */
export const watchlistLinks = mailLinks('/mail/watchlist/', UNSUBSCRIBE_MS);

const leave = statement(
  'mails.leave-watchlist',
  `update watchlists set emails = array(select e from unnest(emails) as e where lower(e) <> lower($2)) where position = $1`,
);

export async function leaveWatchlist(service: NotificationService, link: SignedLink): Promise<void> {
  await service.db.run(leave, watchlistLinks.read(service, link));
}
