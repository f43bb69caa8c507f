import { randomUUID } from 'node:crypto';
import type { WatchChange } from '../../contract/brokers/watchlist.ts';
import type { Transaction } from '../../db/database.ts';
import { hashedUuid } from '../../lib/bytes/hash.ts';
import { insertDeliveries } from './deliveries/delivery-store.ts';
import type { NotificationService } from './notification-service.ts';
import { splitTexts } from './webhooks/payload-bodies.ts';
import { enabledTargets } from './webhooks/webhook-store.ts';

const EVENT = 'watchlist.changes_found';
const LONGEST_NAME = 200;

type FoundChanges = { organizationId: number; foundAt: Date; changes: WatchChange[] };

/** Queues changes of watched carriers for the webhooks that subscribed, in the transaction that stores the changes. */
export async function recordWatchChanges(
  service: NotificationService,
  tx: Transaction,
  { organizationId, foundAt, changes }: FoundChanges,
): Promise<void> {
  const targets = await enabledTargets(tx, organizationId, EVENT);
  if (targets.length === 0) return;
  const bodyOf = (webhookId: string, texts: string[]) => {
    const head = {
      ...{ event: EVENT, webhook_id: webhookId, customer_id: organizationId },
      ...{ timestamp: foundAt.toISOString(), total_changes: texts.length },
    };
    return Buffer.from(`${JSON.stringify(head).slice(0, -1)},"changes":[${texts.join(',')}]}`);
  };
  const groups = splitTexts(
    changes.map((change) => JSON.stringify(change)),
    bodyOf('0'.repeat(36), []).length,
  );
  const names = new Set(changes.flatMap(({ watchlists }) => watchlists.map(({ name }) => name)));
  const firingId = randomUUID();
  for (const { id: webhookId, fairness_key: fairnessKey } of targets)
    await insertDeliveries(
      tx,
      groups.map((texts, i) => ({
        id: hashedUuid(firingId, webhookId, String(i)),
        ...{ webhookId, fairnessKey, organizationId, firingId, event: EVENT, alertId: 0 },
        alertName: [...names].join(', ').slice(0, LONGEST_NAME),
        totalMatches: texts.length,
        body: bodyOf(webhookId, texts),
        matchedAt: foundAt,
      })),
    );
  service.wake('webhook_deliveries');
}
