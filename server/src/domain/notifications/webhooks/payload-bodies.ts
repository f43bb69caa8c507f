import type { AlertDetails, PayloadMatch } from './payload.ts';

export type Envelope = {
  event: 'alert.matches_found' | 'alert.test';
  customerId: number;
  timestamp: Date;
  details: AlertDetails[];
};

/** One body for each webhook, of the same matches. */
export type Part = { totalMatches: number; bodyFor(webhookId: string): Buffer };

export const MOST_MATCHES = 500;
export const MOST_BYTES = 1_048_576;

/** The bodies that carry these matches: as few as the limits allow, in order, nothing left out. */
export function payloadParts(envelope: Envelope, matches: PayloadMatch[]): Part[] {
  const texts = matches.map((match) => JSON.stringify(match));
  const room = MOST_BYTES - Buffer.byteLength(text(envelope, '0'.repeat(36), [])) - 8;
  const parts: Part[] = [];
  let from = 0;
  let bytes = 0;
  for (const [i, one] of texts.entries()) {
    const size = Buffer.byteLength(one) + 1;
    if (i > from && (i - from === MOST_MATCHES || bytes + size > room)) {
      parts.push(part(envelope, texts.slice(from, i)));
      from = i;
      bytes = 0;
    }
    bytes += size;
  }
  parts.push(part(envelope, texts.slice(from)));
  return parts;
}

function part(envelope: Envelope, texts: string[]): Part {
  return {
    totalMatches: texts.length,
    bodyFor: (webhookId) => Buffer.from(text(envelope, webhookId, texts)),
  };
}

/** Matches are written once and used for every webhook. */
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
