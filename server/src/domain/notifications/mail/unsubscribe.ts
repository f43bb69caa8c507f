import { AppError } from '../../../lib/errors.ts';
import type { NotificationService } from '../notification-service.ts';
import { insertOptOut } from './store.ts';

const PREFIX = '/mail/unsubscribe/';
/** People dig up old mails. */
const VALID_MS = 2 * 366 * 86_400_000;

type Who = { alertId: number; address: string };
type Signed = { token: string; expires: string; signature: string };

/** The link that ends one address's mails of one alert; it needs no sign-in. */
export function unsubscribeUrl(
  { links, publicUrl }: NotificationService,
  { alertId, address }: Who,
  madeAt: Date,
): string {
  const token = Buffer.from(JSON.stringify([alertId, address])).toString('base64url');
  return publicUrl + links.sign(PREFIX + token, new Date(madeAt.getTime() + VALID_MS));
}

/** Whom a link speaks of; anything but a link of ours is refused. */
export function readUnsubscribeLink(
  { links, clock }: NotificationService,
  { token, expires, signature }: Signed,
): Who {
  if (!links.isValid(PREFIX + token, expires, signature, clock.now())) {
    throw new AppError('forbidden', 'The link is not valid or has expired.');
  }
  const [alertId, address] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [number, string];
  return { alertId, address };
}

export async function unsubscribe(service: NotificationService, link: Signed): Promise<Who> {
  const who = readUnsubscribeLink(service, link);
  await insertOptOut(service.db, who.alertId, who.address);
  return who;
}
