import type { Transaction } from '../../../db/database.ts';
import { hashedUuid } from '../../../lib/bytes/hash.ts';
import { findTimezone } from '../../identity/organization-store.ts';
import type { WatchlistContent } from './content.ts';
import { insertMails, type MailPolicy } from './mail-store.ts';
import { headerText, queueConfirmations } from './queue-emails.ts';

export type WatchlistDigest = Omit<WatchlistContent, 'timezone'> & {
  /** A UUID. */
  id: string;
  organizationId: number;
  emails: string[];
};

/** Queues one email per address of a watchlist. */
export async function queueWatchlistMail(
  tx: Transaction,
  { id, organizationId, emails, ...content }: WatchlistDigest,
  policy: MailPolicy,
): Promise<void> {
  const timezone = await findTimezone(tx, organizationId);
  const count = content.total === 1 ? '1 change' : `${content.total} changes`;
  await insertMails(
    tx,
    emails.map((address) => ({
      id: hashedUuid(id, 'mail', address.toLowerCase()),
      ...{ organizationId, firingId: id, alertId: null, address },
      subject: headerText(`${count}: ${content.name}`),
      kind: 'watchlist' as const,
      content: { ...content, timezone },
    })),
    policy,
  );
  if (policy.confirmRecipients) await queueConfirmations(tx, id, organizationId, policy);
}
