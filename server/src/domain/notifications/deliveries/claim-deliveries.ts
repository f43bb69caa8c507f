import type { Batch, Failure, WorkQueue } from '../../../db/claim.ts';
import type { NotificationService } from '../notification-service.ts';
import { type Secrets, secretsOf } from '../webhooks/signature.ts';
import { findTargets, type Target } from '../webhooks/webhook-store.ts';
import {
  DELIVERY_LEASE_MS,
  type QueuedDelivery,
  readClaimed,
  type WaitingDelivery,
} from './delivery-queue.ts';
import { holdDeliveries } from './delivery-store.ts';

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
  body: string | null;
  /** The number of attempts so far. */
  made: number;
  wasFailing: boolean;
  about: DeliveryFacts;
};

/** What the report of an attempt says about a delivery. */
export type DeliveryFacts = Pick<
  WaitingDelivery,
  'firing_id' | 'alert_id' | 'created_ms' | 'matched_ms' | 'traceparent'
> & { id: string; webhook_id: string; organization_id: number };

/** A delivery that could not be sent. */
type Unsent = { about: DeliveryFacts; isDead: boolean; reason: string };

const UNREADABLE = 'The secret of the webhook cannot be read: it was sealed with another SECRET_KEY.';
const INTERRUPTED = 'Every worker that took it stopped without a result.';
const UNREADABLE_DELAY_MS = 300_000;

/** Claims due deliveries. Deliveries of disabled webhooks are put on hold instead. */
export async function claimDeliveries(
  service: NotificationService,
  queue: WorkQueue<QueuedDelivery>,
  size: number,
  exceptFairnessKeys: number[],
): Promise<{ rows: Claimed[]; held: number; unsent: Unsent[] }> {
  const { db } = service;
  const leaseEndsMs = performance.now() + DELIVERY_LEASE_MS;
  const claim = await queue.claim(db, size, exceptFairnessKeys);
  const fairnessKeys = new Set([...claim.rows, ...claim.dead].map((row) => row.fairness_key));
  if (fairnessKeys.size === 0) return { rows: [], held: 0, unsent: [] };
  const [{ leaseId, rows, dead }, found] = await Promise.all([
    readClaimed(db, claim),
    findTargets(db, [...fairnessKeys]),
  ]);
  const targets = new Map(found.map((target) => [target.fairness_key, prepare(service, target)]));
  const claimed: Claimed[] = [];
  const unsent: Unsent[] = [];
  const held: string[] = [];
  const unsigned: Failure[] = [];
  for (const row of dead) {
    const target = targets.get(row.fairness_key);
    if (target) unsent.push({ about: factsOf(row, target.id), isDead: true, reason: INTERRUPTED });
  }
  for (const row of rows) {
    const target = targets.get(row.fairness_key);
    if (!target) continue;
    const { enabled, url, host, secrets, wasFailing } = target;
    const about = factsOf(row, target.id);
    if (!enabled) held.push(row.key);
    else if (secrets === null) {
      const { key, attempts } = row;
      unsigned.push({ key, attempts, reason: UNREADABLE, delayMs: UNREADABLE_DELAY_MS });
      unsent.push({ about, isDead: false, reason: UNREADABLE });
    } else {
      claimed.push({
        leaseId,
        leaseEndsMs,
        id: row.key,
        fairnessKey: row.fairness_key,
        organizationId: row.organization_id,
        webhookId: target.id,
        url,
        host,
        secrets,
        body: row.body,
        made: row.made,
        wasFailing,
        about,
      });
    }
  }
  if (held.length > 0) await holdDeliveries(db, leaseId, held);
  if (unsigned.length > 0) await queue.fail(db, leaseId, unsigned);
  return { rows: claimed, held: held.length + unsigned.length, unsent };
}

function factsOf(row: Batch<WaitingDelivery>['rows'][number], webhookId: string): DeliveryFacts {
  const { key: id, organization_id, firing_id, alert_id, created_ms, matched_ms, traceparent } = row;
  return {
    id,
    webhook_id: webhookId,
    organization_id,
    firing_id,
    alert_id,
    created_ms,
    matched_ms,
    traceparent,
  };
}

function prepare(service: NotificationService, target: Target) {
  return {
    id: target.id,
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
