import type { Failure, WorkQueue } from '../../../db/claim.ts';
import type { NotificationService } from '../notification-service.ts';
import { type Secrets, secretsOf } from '../webhooks/signature.ts';
import { findTargets, type Target } from '../webhooks/store.ts';
import { DELIVERY_LEASE_MS, type WaitingDelivery } from './queue.ts';
import { holdDeliveries } from './store.ts';

/** A leased delivery with everything that is needed to send it. */
export type Claimed = {
  leaseId: string;
  leaseEndsMs: number;
  id: string;
  fairnessKey: number;
  organizationId: number;
  webhookId: string;
  url: string;
  host: string;
  secrets: Secrets;
  /** Null if the body is large; it is then read just before it is sent. */
  body: Buffer | null;
  /** The number of attempts so far. */
  made: number;
  wasFailing: boolean;
  about: DeliveryFacts;
};

/** What the report of an attempt says about a delivery. */
export type DeliveryFacts = Pick<
  WaitingDelivery,
  'webhook_id' | 'firing_id' | 'alert_id' | 'created_at' | 'matched_at' | 'traceparent'
> & { id: string; organization_id: number };

/** A delivery that could not be sent. */
export type Unsent = { about: DeliveryFacts; isDead: boolean; reason: string };

const UNREADABLE = 'The secret of the webhook cannot be read: it was sealed with another SECRET_KEY.';
const INTERRUPTED = 'Every worker that took it stopped without a result.';
const UNREADABLE_DELAY_MS = 300_000;

/** Claims due deliveries. Deliveries of disabled webhooks are put on hold instead. */
export async function claimDeliveries(
  service: NotificationService,
  queue: WorkQueue<WaitingDelivery>,
  size: number,
  exceptFairnessKeys: number[],
): Promise<{ rows: Claimed[]; held: number; unsent: Unsent[] }> {
  const leaseEndsMs = performance.now() + DELIVERY_LEASE_MS;
  const { leaseId, rows, dead } = await queue.claim(service.db, size, exceptFairnessKeys);
  const unsent: Unsent[] = dead.map((row) => ({ about: factsOf(row), isDead: true, reason: INTERRUPTED }));
  if (rows.length === 0) return { rows: [], held: 0, unsent };
  const found = await findTargets(service.db, [...new Set(rows.map((row) => row.webhook_id))]);
  const targets = new Map(found.map((target) => [target.id, prepare(service, target)]));
  const claimed: Claimed[] = [];
  const held: string[] = [];
  const unsigned: Failure[] = [];
  for (const row of rows) {
    const target = targets.get(row.webhook_id);
    if (!target) continue;
    const { enabled, url, host, secrets, wasFailing } = target;
    if (!enabled) held.push(row.key);
    else if (secrets === null) {
      const { key, attempts } = row;
      unsigned.push({ key, attempts, reason: UNREADABLE, delayMs: UNREADABLE_DELAY_MS });
      unsent.push({ about: factsOf(row), isDead: false, reason: UNREADABLE });
    } else {
      claimed.push({
        leaseId,
        leaseEndsMs,
        id: row.key,
        fairnessKey: row.fairness_key,
        organizationId: row.organization_id,
        webhookId: row.webhook_id,
        url,
        host,
        secrets,
        body: row.body,
        made: row.made,
        wasFailing,
        about: factsOf(row),
      });
    }
  }
  if (held.length > 0) await holdDeliveries(service.db, leaseId, held);
  if (unsigned.length > 0) await queue.fail(service.db, leaseId, unsigned);
  return { rows: claimed, held: held.length + unsigned.length, unsent };
}

function factsOf(row: WaitingDelivery & { organization_id: number }): DeliveryFacts {
  const {
    key: id,
    webhook_id,
    organization_id,
    firing_id,
    alert_id,
    created_at,
    matched_at,
    traceparent,
  } = row;
  return { id, webhook_id, organization_id, firing_id, alert_id, created_at, matched_at, traceparent };
}

function prepare(service: NotificationService, target: Target) {
  return {
    enabled: target.enabled,
    url: target.webhook_url,
    host: new URL(target.webhook_url).host,
    secrets: secretsOrNull(service, target),
    wasFailing: target.failing_since !== null,
  };
}

/** One webhook with an unreadable secret must not stop the others. */
function secretsOrNull(service: NotificationService, target: Target): Secrets | null {
  try {
    return secretsOf(service, target);
  } catch {
    return null;
  }
}
