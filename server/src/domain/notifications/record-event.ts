import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '../../contract/webhook.ts';
import type { Transaction } from '../../db/database.ts';
import { hashedUuid } from '../../lib/bytes/hash.ts';
import { insertDeliveries } from './deliveries/delivery-store.ts';
import type { NotificationService } from './notification-service.ts';
import { splitTexts } from './webhooks/payload-bodies.ts';
import { enabledTargets } from './webhooks/webhook-store.ts';

const LONGEST_NAME = 200;

type FoundEvent = {
  event: WebhookEvent;
  organizationId: number;
  at: Date;
  /** What the log of deliveries shows. */
  name: string;
  /** The key of the items in the payload, which also has `total_` with it. */
  key: string;
  items: object[];
};

/** Queues an event for the webhooks that subscribed, in the transaction that stores what happened. */
export async function recordEvent(
  service: NotificationService,
  tx: Transaction,
  { event, organizationId, at, name, key, items }: FoundEvent,
): Promise<void> {
  const targets = await enabledTargets(tx, organizationId, event);
  if (targets.length === 0) return;
  const bodyOf = (webhookId: string, texts: string[]) => {
    const head = {
      ...{ event, webhook_id: webhookId, customer_id: organizationId },
      ...{ timestamp: at.toISOString(), [`total_${key}`]: texts.length },
    };
    return Buffer.from(`${JSON.stringify(head).slice(0, -1)},"${key}":[${texts.join(',')}]}`);
  };
  const groups = splitTexts(
    items.map((item) => JSON.stringify(item)),
    bodyOf('0'.repeat(36), []).length,
  );
  const firingId = randomUUID();
  for (const { id: webhookId, fairness_key: fairnessKey } of targets)
    await insertDeliveries(
      tx,
      groups.map((texts, i) => ({
        id: hashedUuid(firingId, webhookId, String(i)),
        ...{ webhookId, fairnessKey, organizationId, firingId, event, alertId: 0 },
        alertName: name.slice(0, LONGEST_NAME),
        totalMatches: texts.length,
        body: bodyOf(webhookId, texts),
        matchedAt: at,
      })),
    );
  service.wake('webhook_deliveries');
}
