import { randomUUID } from 'node:crypto';
import { insertDeliveries } from '../../../server/src/domain/notifications/deliveries/delivery-store.ts';
import { createWebhook } from '../../../server/src/domain/notifications/manage-webhooks.ts';
import { alertDetails, payloadMatch } from '../../../server/src/domain/notifications/webhooks/payload.ts';
import { payloadParts } from '../../../server/src/domain/notifications/webhooks/payload-bodies.ts';
import { findTarget, type Target } from '../../../server/src/domain/notifications/webhooks/webhook-store.ts';
import { firing, sighting } from '../../../server/test/support/notifications/firings.ts';
import { startChild } from './child.ts';
import { benchNotifications } from './service.ts';

type Received = { count: number; latencies: number[] };

/** Starts a receiver in its own process. `received` returns the webhooks since its last call. */
export async function startReceiver(cleanup: AsyncDisposableStack, ports: number, dead: number) {
  const child = await startChild<number[]>(cleanup, 'webhook-receiver.ts', String(ports), String(dead));
  return {
    urls: child.ready.map((port, i) => `http://127.0.0.1:${port}/hook/${i}`),
    received: () => child.ask<Received>(),
  };
}

export type WebhookBench = Awaited<ReturnType<typeof webhookBench>>;

/** The real service, with functions that create webhooks and deliveries. */
export async function webhookBench(cleanup: AsyncDisposableStack) {
  const { db, service, organizationId } = await benchNotifications(cleanup);
  return {
    db,
    service,
    async targets(urls: string[]): Promise<Target[]> {
      const targets: Target[] = [];
      for (const webhook_url of urls) {
        const { id } = await createWebhook(service, organizationId, { webhook_url });
        targets.push(await findTarget(db.database, organizationId, id));
      }
      return targets;
    },
    /** Deliveries of one match each, distributed over the targets, with separate bodies. */
    deliveries(targets: Target[], count: number, sentAt: () => string | null = () => null) {
      const { alert } = firing(organizationId);
      const seen = { sighting: sighting(), matched_at: new Date() };
      const match = payloadMatch(alert, seen, () => 'https://milepost.example/x');
      const event = 'alert.matches_found' as const;
      const head = {
        event,
        customerId: organizationId,
        timestamp: new Date(),
        details: [alertDetails(alert)],
      };
      const [part] = payloadParts(head, [match]);
      return Array.from({ length: count }, (_, i) => {
        const target = targets[i % targets.length] as Target;
        const text = part?.bodyFor(target.id).toString() ?? '';
        const time = sentAt();
        return {
          id: randomUUID(),
          webhookId: target.id,
          fairnessKey: target.fairness_key,
          organizationId,
          firingId: randomUUID(),
          event: 'alert.matches_found',
          alertId: alert.id,
          alertName: alert.alert_name,
          totalMatches: 1,
          body: Buffer.from(time === null ? text : `{"sent_at":${time},${text.slice(1)}`),
        };
      });
    },
    insert: (rows: Parameters<typeof insertDeliveries>[1]) => insertDeliveries(db.database, rows),
  };
}
