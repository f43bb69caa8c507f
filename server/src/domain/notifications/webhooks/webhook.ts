import { AppError } from '../../../lib/errors.ts';

/** A webhook as returned to its owner. It never includes the secret. */
export type Webhook = {
  id: string;
  webhook_url: string;
  description: string | null;
  enabled: boolean;
  created_at: Date;
};

export type ListedWebhook = Webhook & { disabled_reason: string | null; failing_since: Date | null };

/** The context that a webhook's secret is sealed with. */
export function secretContext(webhookId: string): string {
  return `webhook ${webhookId}`;
}

/** Also used for webhooks of other organizations. */
export const webhookNotFound = () => new AppError('not_found', 'There is no such webhook.');
