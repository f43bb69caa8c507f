import type { WebhookSender } from '../domain/notifications/deliveries/webhook-sender.ts';
import type { Stage } from './run-stages.ts';
import type { WakeUps } from './wake-ups.ts';

/** Sends notifications to customers' webhooks. */
export function deliverWebhooks(sender: WebhookSender, wakeUps: WakeUps): Stage {
  return {
    name: 'deliver-webhooks',
    // Retries fall due without anybody's saying so.
    everyMs: 1_000,
    async run(signal) {
      await sender.run(signal);
      return false;
    },
    onWake(wake) {
      wakeUps.of('webhook_deliveries')(() => {
        sender.wake();
        wake();
      });
    },
  };
}
