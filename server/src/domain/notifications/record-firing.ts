import type { Transaction } from '../../db/database.ts';
import { hashedUuid } from '../../lib/bytes/hashed-uuid.ts';
import { RETRY_SPAN_MS } from './retry-schedule.ts';
import { insertDeliveries, type NewDelivery } from './deliveries/store.ts';
import type { Firing, Notify } from './firing.ts';
import { recordDigest } from './mail/queue-emails.ts';
import type { NotificationService } from './notification-service.ts';
import { alertDetails, payloadMatch } from './webhooks/payload.ts';
import { payloadParts } from './webhooks/payload-bodies.ts';
import { enabledTargets } from './webhooks/store.ts';

/**
 * What an alert's firing sends, written in its own transaction: one delivery for every enabled webhook of the
 * organization (more, where the matches need several bodies), and a mail to each address if the alert wants mail.
 */
export function recordFirings(service: NotificationService): Notify {
  return async (tx, firing) => {
    await recordDeliveries(service, tx, firing);
    if (firing.alert.notification_channels.includes('email')) await recordDigest(tx, firing);
    for (const table of ['webhook_deliveries', 'mails']) service.wake(table);
  };
}

async function recordDeliveries(
  service: NotificationService,
  tx: Transaction,
  firing: Firing,
): Promise<void> {
  const { alert, matches } = firing;
  const targets = await enabledTargets(tx, alert.organizationId);
  if (targets.length === 0) return;
  const picture = pictureUrl(service, firing.firedAt);
  const parts = payloadParts(
    {
      event: 'alert.matches_found',
      customerId: alert.organizationId,
      timestamp: firing.firedAt,
      details: [alertDetails(alert)],
    },
    matches.map((match) => payloadMatch(alert, match, picture)),
  );
  // One webhook at a time: the bodies of thousands of matches are large.
  for (const { id: webhookId, lane } of targets) {
    const rows = parts.map(
      ({ totalMatches, bodyFor }, i): NewDelivery => ({
        // The same firing written twice is the same deliveries.
        id: hashedUuid(firing.id, webhookId, String(i)),
        webhookId,
        lane,
        organizationId: alert.organizationId,
        firingId: firing.id,
        alertId: alert.id,
        alertName: alert.alert_name,
        totalMatches,
        body: bodyFor(webhookId),
      }),
    );
    await insertDeliveries(tx, rows);
  }
}

/** Whatever attempt brings it, the link is good for its usual time from then on. */
export function pictureUrl(
  { links, linkSeconds, picturePath, publicUrl }: NotificationService,
  firedAt: Date,
): (imageId: string) => string {
  const expiresAt = new Date(firedAt.getTime() + RETRY_SPAN_MS + linkSeconds * 1000);
  return (imageId) => publicUrl + links.sign(picturePath(imageId), expiresAt);
}
