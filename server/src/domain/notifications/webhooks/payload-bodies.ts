import type { WebhookEvent } from '../../../contract/webhook.ts';
import type { PayloadMatch } from '../../../contract/webhook-payload.ts';
import type { AlertDetails } from './payload.ts';

type Envelope = {
  event: WebhookEvent;
  customerId: number;
  timestamp: Date;
  details: AlertDetails[];
};

/** Some of the matches. The body is different for each webhook, because it contains the webhook's id. */
type Part = { totalMatches: number; bodyFor(webhookId: string): Buffer };

const MOST_MATCHES = 500;
export const MOST_BYTES = 1_048_576;

/** Splits the matches into as few bodies as the limits allow, in order. */
export function payloadParts(envelope: Envelope, matches: PayloadMatch[]): Part[] {
  const head = text(envelope, '0'.repeat(36), []);
  return splitTexts(
    matches.map((match) => JSON.stringify(match)),
    Buffer.byteLength(head),
  ).map((texts) => part(envelope, texts));
}

/** Groups of entries that fit into a body, in order. There is at least one group. */
export function splitTexts(texts: string[], headBytes: number): string[][] {
  const maxBytes = MOST_BYTES - headBytes - 8;
  const groups: string[][] = [];
  let from = 0;
  let bytes = 0;
  for (const [i, entry] of texts.entries()) {
    const size = Buffer.byteLength(entry) + 1;
    if (i > from && (i - from === MOST_MATCHES || bytes + size > maxBytes)) {
      groups.push(texts.slice(from, i));
      from = i;
      bytes = 0;
    }
    bytes += size;
  }
  groups.push(texts.slice(from));
  return groups;
}

function part(envelope: Envelope, texts: string[]): Part {
  return {
    totalMatches: texts.length,
    bodyFor: (webhookId) => Buffer.from(text(envelope, webhookId, texts)),
  };
}

/** Takes the matches as JSON, so that they are serialized once for all webhooks. */
function text(
  { event, customerId, timestamp, details }: Envelope,
  webhookId: string,
  matches: string[],
): string {
  const head = {
    event,
    webhook_id: webhookId,
    customer_id: customerId,
    timestamp: timestamp.toISOString(),
    total_matches: matches.length,
    alert_details: details,
  };
  return `${JSON.stringify(head).slice(0, -1)},"matches":[${matches.join(',')}]}`;
}
