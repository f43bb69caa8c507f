import type { Failure, WorkQueue } from '../../../db/claim.ts';
import type { NotificationService } from '../notification-service.ts';
import { type Secrets, signingKeys } from '../webhooks/signature.ts';
import { findTargets, type Target } from '../webhooks/store.ts';
import { secretPlace } from '../webhooks/webhook.ts';
import { DELIVERY_LEASE_MS, type WaitingDelivery } from './queue.ts';
import { holdDeliveries } from './store.ts';

/** A delivery under its lease, with all that sending it takes. */
export type Claimed = {
  leaseId: string;
  leaseEndsMs: number;
  id: string;
  lane: number;
  organizationId: number;
  webhookId: string;
  url: string;
  host: string;
  secrets: Secrets;
  /** Null when it is large: then it is read when its turn comes. */
  body: Buffer | null;
  made: number;
  wasFailing: boolean;
};

/** Claims what is due; what belongs to a disabled webhook is held instead. */
export async function claimDeliveries(
  service: NotificationService,
  queue: WorkQueue<WaitingDelivery>,
  size: number,
  except: number[],
): Promise<{ rows: Claimed[]; held: number }> {
  const leaseEndsMs = performance.now() + DELIVERY_LEASE_MS;
  const { leaseId, rows } = await queue.claim(service.db, size, except);
  if (rows.length === 0) return { rows: [], held: 0 };
  const found = await findTargets(service.db, [...new Set(rows.map((row) => row.webhook_id))]);
  const targets = new Map(found.map((target) => [target.id, preparedTarget(service, target)]));
  const claimed: Claimed[] = [];
  const held: string[] = [];
  const unsigned: Failure[] = [];
  for (const row of rows) {
    const target = targets.get(row.webhook_id);
    if (!target) continue;
    if (!target.enabled) held.push(row.key);
    else if (target.secrets === null) {
      unsigned.push({ key: row.key, attempts: row.attempts, reason: UNREADABLE, delayMs: LATER_MS });
    } else {
      const { url, host, secrets, wasFailing } = target;
      claimed.push({
        leaseId,
        leaseEndsMs,
        id: row.key,
        lane: row.lane,
        organizationId: row.organization_id,
        webhookId: row.webhook_id,
        url,
        host,
        secrets,
        body: row.body,
        made: row.made,
        wasFailing,
      });
    }
  }
  if (held.length > 0) await holdDeliveries(service.db, leaseId, held);
  if (unsigned.length > 0) await queue.fail(service.db, leaseId, unsigned);
  return { rows: claimed, held: held.length + unsigned.length };
}

const UNREADABLE = 'The secret of the webhook cannot be read: SECRET_KEY is not the one it was sealed with.';
const LATER_MS = 300_000;

function preparedTarget(service: NotificationService, target: Target) {
  return {
    enabled: target.enabled,
    url: target.webhook_url,
    host: new URL(target.webhook_url).host,
    secrets: readableSecrets(service, target),
    wasFailing: target.failing_since !== null,
  };
}

/** One webhook whose secret is lost must not stop the others. */
function readableSecrets(service: NotificationService, target: Target): Secrets | null {
  try {
    return secretsOf(service, target);
  } catch {
    return null;
  }
}

/** Opened only to sign; the one before counts for a day. */
export function secretsOf({ sealing, clock }: NotificationService, target: Target): Secrets {
  const place = secretPlace(target.id);
  const { previous_secret: previous, previous_secret_until: until } = target;
  const both = previous !== null && until !== null && until > clock.now();
  return {
    current: signingKeys(sealing.open(target.secret, place)),
    previous: both ? signingKeys(sealing.open(previous, place)) : null,
  };
}
