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
  /** When the oldest match was found; null if unknown. */
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

/** SQL: the deliveries with their state in the queue. A delivery that succeeded is not in the queue. */
export const DELIVERIES_WITH_STATE = `(
  select d.*, q.due_at, q.lease_id, q.failure, q.died_at
    from webhook_deliveries d left join delivery_queue q on q.delivery_id = d.id)`;

/** SQL expression: the state of a row of `DELIVERIES_WITH_STATE`. */
export const DELIVERY_STATE = `case when died_at is not null then 'failed' when due_at is null then 'delivered'
                    when due_at = 'infinity' then 'held' else 'waiting' end`;

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
