import type { Transaction } from '../../../db/database.ts';
import { hashedUuid } from '../../../lib/bytes/hashed-uuid.ts';
import { isEmail } from '../../../lib/email.ts';
import { findTimezone } from '../../identity/store.ts';
import type { Firing } from '../firing.ts';
import { digestContent } from './digest-content.ts';
import { oneLine } from './one-line.ts';
import { insertMails } from './store.ts';

/** A copy for each address: its own way to unsubscribe, its own fate at the mail server. */
export async function recordDigest(tx: Transaction, firing: Firing): Promise<void> {
  const { alert, matches } = firing;
  const addresses = new Map(
    [alert.email, ...alert.cc_emails].filter(isEmail).map((address) => [address.toLowerCase(), address]),
  );
  if (addresses.size === 0) return;
  const content = digestContent(firing, await findTimezone(tx, alert.organizationId));
  const seen = matches.length === 1 ? '1 sighting' : `${matches.length} sightings`;
  await insertMails(
    tx,
    [...addresses].map(([key, address]) => ({
      id: hashedUuid(firing.id, 'mail', key),
      organizationId: alert.organizationId,
      firingId: firing.id,
      alertId: alert.id,
      address,
      subject: oneLine(`${seen}: ${alert.alert_name}`),
      kind: 'digest',
      content,
    })),
  );
}
