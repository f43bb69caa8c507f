/** A webhook as its owner sees it; the secret is never part of it. */
export type Webhook = {
  id: string;
  webhook_url: string;
  description: string | null;
  enabled: boolean;
  created_at: Date;
};

/** What the list tells beside it. */
export type ListedWebhook = Webhook & { disabled_reason: string | null; failing_since: Date | null };

/** The place that a webhook's secret is sealed for. */
export function secretPlace(webhookId: string): string {
  return `webhook ${webhookId}`;
}
