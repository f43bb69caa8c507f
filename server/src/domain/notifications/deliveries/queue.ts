import { WorkQueue } from '../../../db/claim.ts';

export type WaitingDelivery = {
  key: string;
  webhook_id: string;
  /** Null if it is large. */
  body: Buffer | null;
  /** The number of logged attempts. A worker that died without logging its attempt does not count. */
  made: number;
  firing_id: string;
  alert_id: number;
  created_at: Date;
  /** When the oldest match was found; null in deliveries queued before it was recorded. */
  matched_at: Date | null;
  traceparent: string | null;
};

const LARGE_BYTES = 32 * 1024;

// A delivery that is claimed for the first time has no attempts to count.
const COLUMNS = `webhook_id, firing_id, alert_id, created_at, matched_at, traceparent, case when octet_length(body) <= ${LARGE_BYTES} then body end as body, case when attempts = 1 and replayed_at is null then 0 else
  (select count(*) from webhook_attempts a where a.delivery_id = webhook_deliveries.id
      and a.started_at >= coalesce(replayed_at, '-infinity'))::int end as made`;

/** Longer than the wait for a request slot plus the slowest attempt. */
export const DELIVERY_LEASE_MS = 45_000;

/** The delays between attempts come from the retry schedule; `maxAttempts` and `backoffMs` only limit worker crashes. */
export function deliveryQueue(): WorkQueue<WaitingDelivery> {
  return new WorkQueue<WaitingDelivery>({
    table: 'webhook_deliveries',
    key: 'id',
    keyType: 'uuid',
    columns: COLUMNS,
    finished: 'keep',
    fairnessKey: 'lane',
    leaseMs: DELIVERY_LEASE_MS,
    maxAttempts: 1_000,
    backoffMs: () => 60_000,
    // The retry schedule starts again.
    onRevive: 'replayed_at = now()',
  });
}
