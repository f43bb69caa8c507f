import type { Transaction } from '../../db/database.ts';
import { hashedUuid } from '../../lib/bytes/hash.ts';
import { insertDeliveries } from './deliveries/delivery-store.ts';
import type { Firing, Notify } from './firing.ts';
import { imageLinks } from './image-links.ts';
import { queueDigest } from './mail/queue-emails.ts';
import type { NotificationService } from './notification-service.ts';
import { alertDetails, payloadMatch } from './webhooks/payload.ts';
import { payloadParts } from './webhooks/payload-bodies.ts';
import { enabledTargets } from './webhooks/webhook-store.ts';

/**
 * Queues one delivery for every enabled webhook of the organization (several if the matches exceed the payload
 * limits) and, if the alert uses the email channel, one email per address.
 */
export function recordFirings(service: NotificationService): Notify {
  const { confirmRecipients } = service.mail;
  return async (tx, firing) => {
    const policy = { confirmRecipients, now: service.clock.now() };
    const deliveryIds = await queueDeliveries(service, tx, firing);
    const isMailed = firing.event !== 'alert.match_corrected';
    const hasEmail = isMailed && firing.alert.notification_channels.includes('email');
    const emailIds = hasEmail ? await queueDigest(tx, firing, policy) : [];
    for (const table of ['webhook_deliveries', 'mails']) service.wake(table);
    return { deliveryIds, emailIds };
  };
}

async function queueDeliveries(
  service: NotificationService,
  tx: Transaction,
  { id: firingId, firedAt, alert, matches, event = 'alert.matches_found', traceparent = null }: Firing,
): Promise<string[]> {
  const { organizationId } = alert;
  const targets = await enabledTargets(tx, organizationId, event);
  if (targets.length === 0) return [];
  const imageUrl = imageLinks(service, firedAt);
  const parts = payloadParts(
    {
      event,
      customerId: organizationId,
      timestamp: firedAt,
      details: [alertDetails(alert)],
    },
    matches.map((match) => payloadMatch(alert, match, imageUrl)),
  );
  const matchedAt = new Date(Math.min(...matches.map(({ matched_at }) => matched_at.getTime())));
  const ids: string[] = [];
  // One webhook at a time, because the bodies of thousands of matches are large.
  for (const { id: webhookId, fairness_key: fairnessKey } of targets) {
    const rows = parts.map(({ totalMatches, bodyFor }, i) => ({
      // Derived from the firing, so that recording a firing again inserts nothing.
      id: hashedUuid(firingId, webhookId, String(i)),
      webhookId,
      fairnessKey,
      organizationId,
      firingId,
      event,
      alertId: alert.id,
      alertName: alert.alert_name,
      totalMatches,
      body: bodyFor(webhookId),
      traceparent,
      matchedAt,
    }));
    await insertDeliveries(tx, rows);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}
