import { WorkQueue } from '../../../db/claim.ts';

/** A delivery as the sender gets it. */
export type WaitingDelivery = {
  key: string;
  webhook_id: string;
  /** Null when it is large. */
  body: Buffer | null;
  /** Attempts that were made and logged; a worker that vanished made none. */
  made: number;
};

const LARGE_BYTES = 32 * 1024;

// Whoever is claimed for the first time has no attempts to be counted.
const COLUMNS = `webhook_id, case when octet_length(body) <= ${LARGE_BYTES} then body end as body, case when attempts = 1 and replayed_at is null then 0 else
  (select count(*) from webhook_attempts a where a.delivery_id = webhook_deliveries.id
      and a.started_at >= coalesce(replayed_at, '-infinity'))::int end as made`;

/** Longer than the wait for a place and the slowest attempt together. */
export const DELIVERY_LEASE_MS = 45_000;

/** Deliveries that wait to be sent. How often is the retry table's business, not the queue's. */
export function deliveryQueue(): WorkQueue<WaitingDelivery> {
  return new WorkQueue<WaitingDelivery>({
    table: 'webhook_deliveries',
    key: 'id',
    keyType: 'uuid',
    columns: COLUMNS,
    finished: 'keep',
    lane: 'lane',
    leaseMs: DELIVERY_LEASE_MS,
    maxAttempts: 1_000,
    backoffMs: () => 60_000,
  });
}
