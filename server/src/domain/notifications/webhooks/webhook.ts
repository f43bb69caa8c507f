import type { WebhookStatus } from '../../../contract/webhook.ts';
import { AppError } from '../../../lib/errors.ts';

/** A webhook without its secret. */
export type WebhookRow = Omit<WebhookStatus, 'created_at' | 'failing_since'> & {
  created_at: Date;
  failing_since: Date | null;
};

/** The context that a webhook's secret is sealed with. */
export function secretContext(webhookId: string): string {
  return `webhook ${webhookId}`;
}

/** Also used for webhooks of other organizations. */
export const webhookNotFound = () => new AppError('not_found', 'There is no such webhook.');
