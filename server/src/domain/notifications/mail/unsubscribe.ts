import { statement } from '../../../db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import type { NotificationService } from '../notification-service.ts';

const PREFIX = '/mail/unsubscribe/';
/** Long, because people unsubscribe from old emails. */
export const UNSUBSCRIBE_MS = 2 * 366 * 86_400_000;

const optOut = statement(
  'mails.opt-out',
  `insert into mail_opt_outs (alert_id, address) values ($1, lower($2)) on conflict do nothing`,
);

type Subscription = { alertId: number; address: string };
type Signed = { token: string; expires: string; signature: string };

/** A link that unsubscribes one address from one alert, without signing in. */
export function unsubscribeUrl(
  { links, publicUrl }: NotificationService,
  { alertId, address }: Subscription,
  madeAt: Date,
): string {
  const token = Buffer.from(JSON.stringify([alertId, address])).toString('base64url');
  return publicUrl + links.sign(PREFIX + token, new Date(madeAt.getTime() + UNSUBSCRIBE_MS));
}

/** Throws if the signature is wrong or the link has expired. */
export function readUnsubscribeLink(
  { links, clock }: NotificationService,
  { token, expires, signature }: Signed,
): Subscription {
  if (!links.isValid(PREFIX + token, expires, signature, clock.now())) {
    throw new AppError('forbidden', 'The link is not valid or has expired.');
  }
  const [alertId, address] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [number, string];
  return { alertId, address };
}

export async function unsubscribe(service: NotificationService, link: Signed): Promise<Subscription> {
  const subscription = readUnsubscribeLink(service, link);
  await service.db.run(optOut, [subscription.alertId, subscription.address]);
  return subscription;
}
