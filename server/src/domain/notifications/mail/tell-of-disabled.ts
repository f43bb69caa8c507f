import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../../db/database.ts';
import { listUsers } from '../../identity/store.ts';
import type { Disabled } from '../deliveries/store.ts';
import { insertMails } from './store.ts';

/** Tells the organization's administrators that a webhook of theirs gets nothing any more. */
export async function tellOfDisabled(tx: Transaction, webhook: Disabled, reason: string): Promise<void> {
  const users = await listUsers(tx, webhook.organization_id);
  const admins = users.filter((user) => user.disabled_at === null && user.roles.includes('admin'));
  if (admins.length === 0) return;
  await insertMails(
    tx,
    admins.map(({ email }) => ({
      id: randomUUID(),
      organizationId: webhook.organization_id,
      firingId: null,
      alertId: null,
      address: email,
      subject: 'A webhook was disabled',
      kind: 'webhook_disabled',
      content: { webhook_url: webhook.webhook_url, reason },
    })),
  );
}
