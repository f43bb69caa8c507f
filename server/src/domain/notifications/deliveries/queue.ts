import { type Batch, WorkQueue } from '../../../db/claim.ts';
import { type Db, statement } from '../../../db/database.ts';
import { queues } from '../../../lib/queues.ts';

/** A delivery as the sender gets it. */
export type WaitingDelivery = QueuedDelivery & {
  /** Null if it is large. */
  body: string | null;
  firing_id: string;
  alert_id: number;
  created_ms: number;
  /** When the oldest match was found; null in deliveries queued before it was recorded. */
  matched_ms: number | null;
  traceparent: string | null;
};

export type QueuedDelivery = {
  key: string;
  /** The number of logged attempts. A worker that died without logging its attempt does not count. */
  made: number;
};

export const DELIVERY_LEASE_MS = queues.webhook_deliveries.leaseMs;

export const deliveryQueue = () => new WorkQueue<QueuedDelivery>(queues.webhook_deliveries);

/**
 * The deliveries with their state in the queue, as a table in SQL. A delivery that succeeded is not in the queue. Processes of
 * the previous version write the state to the delivery itself.
 */
export const DELIVERIES_WITH_STATE = `(
  select d.id, d.webhook_id, d.organization_id, d.firing_id, d.alert_id, d.alert_name, d.total_matches, d.created_at,
         d.replayed_at, coalesce(q.due_at, d.due_at) as due_at, coalesce(q.lease_id, d.lease_id) as lease_id,
         coalesce(q.failure, d.failure) as failure, coalesce(q.died_at, d.died_at) as died_at
    from webhook_deliveries d left join delivery_queue q on q.delivery_id = d.id)`;

const LARGE_BYTES = 32 * 1024;

/** As text and numbers, which the driver reads faster than bytes and times. The body is UTF-8. */
const waiting = statement(
  'deliveries.waiting',
  `select id, firing_id, alert_id, (extract(epoch from created_at) * 1000)::float8 as created_ms,
          (extract(epoch from matched_at) * 1000)::float8 as matched_ms, traceparent,
          case when octet_length(body) <= ${LARGE_BYTES} then convert_from(body, 'UTF8') end as body
     from webhook_deliveries where id = any($1::uuid[])`,
);

/** Reads claimed deliveries. One that was deleted since is left out: its claim is deleted, too. */
export async function readClaimed(
  db: Db,
  { leaseId, rows, dead }: Batch<QueuedDelivery>,
): Promise<Batch<WaitingDelivery>> {
  const keys = [...rows, ...dead].map(({ key }) => key);
  const found = await db.rows<Omit<WaitingDelivery, 'key' | 'made'> & { id: string }>(waiting, [keys]);
  const deliveries = new Map(found.map((delivery) => [delivery.id, delivery]));
  const complete = <Row extends QueuedDelivery>(row: Row) => {
    const delivery = deliveries.get(row.key);
    return delivery ? [{ ...delivery, ...row }] : [];
  };
  return { leaseId, rows: rows.flatMap(complete), dead: dead.flatMap(complete) };
}

/** A held delivery becomes due: if its webhook is still disabled, the claim holds it again. */
const adopt = statement(
  'deliveries.adopt',
  `with picked as materialized (
     select id, fairness_key, organization_id, due_at, attempts, interruptions, failure, died_at, replayed_at
       from webhook_deliveries
      where (due_at is not null and (lease_id is null or due_at <= now())) or died_at is not null
      limit 1000 for update skip locked
   ), queued as (
     insert into delivery_queue (delivery_id, fairness_key, organization_id, due_at, attempts, interruptions, failure, died_at,
       restarted_at)
     select id, fairness_key, organization_id, case when due_at = 'infinity' then now() else due_at end, attempts, interruptions,
            failure, died_at, replayed_at from picked
     on conflict (delivery_id) do nothing
   )
   update webhook_deliveries set due_at = null, lease_id = null, attempts = 0, interruptions = 0, failure = null,
     died_at = null
   where id in (select id from picked)`,
);

/**
 * Moves deliveries into the queue that a process of the previous version queued in the table of deliveries. Cost: two indexes
 * that are empty after an upgrade is complete. Rows that an older worker holds wait.
 */
export function adoptDeliveries(db: Db): Promise<number> {
  return db.run(adopt);
}
