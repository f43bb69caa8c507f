import type { ReceivedObjection } from '../../../contract/brokers/objection.ts';
import type { Transaction } from '../../../db/database.ts';
import { findLegalNames } from '../../federal/legal-names.ts';
import { queueNotice } from '../../notifications/mail/queue-emails.ts';
import { recordEvent } from '../../notifications/record-event.ts';
import { ruleByKey } from '../rules/all-rules.ts';
import type { VettingService } from '../vetting-service.ts';
import type { ObjectionRow } from './objection-store.ts';

/** Queues the webhook deliveries of an objection, and emails to those who may decide it, in the transaction that stores it. */
export async function notifyObjection(
  { notifications }: VettingService,
  tx: Transaction,
  organizationId: number,
  objection: ObjectionRow,
): Promise<void> {
  const { id, usdot_number, rule, signal, result, finding, message, contact, file_name } = objection;
  const at = objection.created_at;
  const names = await findLegalNames(tx, [usdot_number]);
  const item: ReceivedObjection = {
    ...{ id, usdot_number: String(usdot_number), legal_name: names.get(usdot_number) ?? '' },
    ...{ rule, signal, result, finding, message, contact, file_name, created_at: at.toISOString() },
  };
  const carrier = [item.legal_name, `USDOT ${usdot_number}`].filter(Boolean).join(', ');
  await recordEvent(notifications, tx, {
    ...{ event: 'objection.received', organizationId, at },
    ...{ name: carrier, key: 'objections', items: [item] },
  });
  const about = rule === null ? 'everything that is held about it' : (ruleByKey.get(rule)?.name ?? rule);
  await queueNotice(tx, {
    ...{ id, organizationId, subject: `Objection of ${carrier}`, now: at },
    roles: ['admin', 'external-api-update-compliance-rules'],
    lines: [
      `${carrier} objects to ${about}.`,
      ...(finding === null ? [] : [finding]),
      `Message: ${message}`,
      `Contact: ${contact}`,
      ...(file_name === null ? [] : [`File: ${file_name}`]),
      `${notifications.publicUrl}/console/vetting?tab=objections`,
    ],
  });
  notifications.wake('mails');
}
